"""What every test can ask for: a daemon in this process, a daemon in its own process, clients of both."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from memoryd_client import Client


@pytest.fixture(autouse=True)
def nothing_starts_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test leaves a daemon behind that it did not start."""
    monkeypatch.setenv("MEMORYD_NO_AUTOSTART", "1")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home."""
    return tmp_path / "home"


@pytest.fixture
def daemon(home: Path) -> Iterator[Path]:
    """A home that a daemon in this process serves."""
    from memoryd.testing import running_daemon  # noqa: PLC0415 - the client's own tests run without the daemon

    with running_daemon(home) as served:
        yield served


@pytest.fixture
def client(daemon: Path) -> Iterator[Client]:
    """A client of `daemon`."""
    with Client(daemon, agent="test") as one:
        yield one


@pytest.fixture
def serve() -> Iterator[Callable[..., Client]]:
    """Start a daemon with arguments of one's own; returns its client."""
    from memoryd.testing import running_daemon  # noqa: PLC0415 - as above

    with ExitStack() as stack:

        def start(*args: object, **options: object) -> Client:
            served = stack.enter_context(running_daemon(*args, **options))  # type: ignore[arg-type]
            return stack.enter_context(Client(served, agent="test"))

        yield start
