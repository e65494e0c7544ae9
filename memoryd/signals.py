"""What signals mean to a daemon: leave, leave at once, read the settings again."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def signals(
    stop: Callable[[], None], reload: Callable[[], None], is_stopping: Callable[[], bool], wakeup_fd: int
) -> Iterator[None]:
    """While this lasts the first SIGTERM or SIGINT stops, the second ends the process at once; SIGHUP reloads.

    Args:
        stop: Called on the main thread, between two of its instructions.
        reload: Likewise.
        is_stopping: Whether the first one came.
        wakeup_fd: A signal writes a byte there: one that lands just before the poll would be noticed only after it.
    """

    def receive(number: int, _: object) -> None:
        if number == signal.SIGHUP:
            reload()
            return
        if is_stopping():
            os._exit(128 + number)
        stop()

    names = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {name: signal.signal(name, receive) for name in names}
    fd = signal.set_wakeup_fd(wakeup_fd, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(fd)
        for name, handler in before.items():
            signal.signal(name, handler)
