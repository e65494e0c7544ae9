"""For tests of agents and plugins: a real daemon in this process, on a home of its own. Imports no test framework."""

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from memoryd import logs, settings
from memoryd.daemon import Daemon
from memoryd.providers import conformance
from memoryd.store.syscalls import Disk
from memoryd_client.endpoint import find_home

START_SECONDS = 10.0


class StoppedEarly(RuntimeError):
    """The daemon ended before it served; the cause says why."""


@contextmanager
def running_daemon(home: str | Path | None = None, *, config: str = "", disk: Disk | None = None) -> Iterator[Path]:
    """A daemon on a thread, for as long as the block lasts.

    Args:
        home: Its home; default a temporary one that is removed afterwards.
        config: What ``config.toml`` would hold.
        disk: The system calls; a test may make them fail or wait.

    Yields:
        The home, for ``Client(home)``.

    Raises:
        StoppedEarly: It could not start; the cause is the error.
    """
    with tempfile.TemporaryDirectory(prefix="memoryd-") as temporary:
        root = Path(home or temporary)
        ready, errors = threading.Event(), list[BaseException]()
        chosen = settings.decode(config, {})
        log = logs.configure(settings.Log(level="error"))
        daemon = Daemon(find_home(root), chosen, log, disk=disk, on_ready=ready.set)

        def run() -> None:
            try:
                daemon.run()
            except BaseException as error:  # noqa: BLE001 - re-raised on the caller's thread
                errors.append(error)
                ready.set()

        # A daemon thread: a test that failed to stop it must not keep the test process from ending.
        thread = threading.Thread(target=run, name="memoryd-under-test", daemon=True)
        thread.start()
        try:
            if not ready.wait(START_SECONDS) or errors:
                raise StoppedEarly("the daemon did not start") from (errors[0] if errors else None)
            yield root
        finally:
            daemon.stop()
            thread.join(START_SECONDS)
        if errors:
            raise errors[0]


class NotConforming(AssertionError):
    """A provider does not do what memoryd asks of one; the message has every problem."""


def check_provider(make: Callable[[], object], hermes_home: str | Path | None = None) -> list[str]:
    """Check a provider in this process, for its author's own tests: its life once through, with what is often wrong.

    Args:
        make: Makes it, as ``register`` would.
        hermes_home: A home that it may use; default a temporary one.

    Returns:
        What was checked.

    Raises:
        NotConforming: Something is wrong.
    """
    with tempfile.TemporaryDirectory(prefix="memoryd-") as temporary:
        checked = conformance.check(make, str(hermes_home or temporary))
    problems = [f"{one.name}: {one.problem}" for one in checked if one.problem]
    if problems:
        raise NotConforming("\n".join(problems))
    return [one.name for one in checked]
