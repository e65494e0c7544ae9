"""The signals of the process, taken for a while and given back."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

NAMES = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@contextmanager
def received(receive: Callable[[int], None], wakeup_fd: int) -> Iterator[None]:
    """While this lasts ``receive`` gets SIGTERM, SIGINT and SIGHUP, and a poll on the descriptor's other end wakes."""
    before = {name: signal.signal(name, lambda number, _: receive(number)) for name in NAMES}
    # Without the descriptor a signal that lands just before the poll would be noticed only after it.
    fd = signal.set_wakeup_fd(wakeup_fd, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(fd)
        for name, handler in before.items():
            signal.signal(name, handler)
