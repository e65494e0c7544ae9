"""A pytest plugin: Hermes' own tests of its memory, run against the drop-in, each on a daemon of its own.

The tests are not ours and stand in Hermes' public repository. With them in a directory, and both Hermes and memoryd
importable:

    python -m pytest -p standin --rootdir DIR DIR/tests/tools/test_memory_tool.py
"""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from memoryd.testing import running_daemon
from memoryd_client import hermes
from memoryd_client.hermes import store

_served: dict[str, tuple[str, str]] = {}
_daemons = ExitStack()


class StandIn(hermes.MemoryStore):
    """With the limits that a test gives: a daemon takes them from its settings."""

    def __init__(self, memory_char_limit: int = 2200, user_char_limit: int = 1375) -> None:
        limits = f"[targets.memory]\nlimit = {memory_char_limit}\n[targets.user]\nlimit = {user_char_limit}\n"
        store.home_of_hermes = lambda: _home(limits)
        super().__init__(memory_char_limit, user_char_limit)


def _home(limits: str) -> str:
    """A home whose memories are in the directory that the test has chosen."""
    from tools import memory_tool  # noqa: PLC0415 - Hermes'

    directory = str(memory_tool.get_memory_dir())
    if _served.get(directory, ("", ""))[0] != limits:
        _stop()
        home = Path(_daemons.enter_context(tempfile.TemporaryDirectory(prefix="m-")))
        Path(directory).mkdir(parents=True, exist_ok=True)
        (home / "memories").symlink_to(directory)
        _daemons.enter_context(running_daemon(home, config=limits))
        _served[directory] = limits, str(home)
    return _served[directory][1]


def _stop() -> None:
    for client in store._clients.values():
        client.close()
    store._clients.clear()
    _served.clear()
    _daemons.close()


def pytest_configure() -> None:
    """Before the tests import Hermes' store."""
    hermes.MemoryStore = StandIn  # type: ignore[misc]
    hermes.switch_on()


@pytest.fixture(autouse=True)
def _daemons_end() -> Iterator[None]:
    yield
    _stop()
