"""What signals mean to a daemon; used by the main thread alone."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memoryd.pressure import PROCESSOR_SECONDS


@contextmanager
def handled(
    stop: Callable[[], bool], reload: Callable[[], None], used: Callable[[], None], wakeup_fd: int
) -> Iterator[None]:
    """While this lasts signals call these, and wake whoever waits for the descriptor's other end.

    Args:
        stop: On SIGTERM and SIGINT; returns whether that was asked before: then the process ends at once.
        reload: On SIGHUP.
        used: Each time that this process has used some processor time, for as long as it does.
        wakeup_fd: Written to by every signal.
    """

    def receive(number: int, _: object) -> None:
        if number == signal.SIGPROF:
            used()
        elif number == signal.SIGHUP:
            reload()
        elif stop():
            os._exit(128 + number)

    names = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPROF)
    before = {name: signal.signal(name, receive) for name in names}
    # Without the descriptor a signal that lands just before the poll would be noticed only after it.
    fd = signal.set_wakeup_fd(wakeup_fd, warn_on_full_buffer=False)
    signal.siginterrupt(signal.SIGPROF, False)  # noqa: FBT003 - signal's own signature; no system call ends early
    signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS, PROCESSOR_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.set_wakeup_fd(fd)
        for name, handler in before.items():
            signal.signal(name, handler)
