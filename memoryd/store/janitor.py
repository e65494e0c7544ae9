"""A thread that does what nobody waits for, while the next commit is under way: it removes, closes, and tidies the log.

Removing a displaced file and closing the last descriptor of one frees disk blocks, which takes about as long as the
half of a commit; nobody waits for it. What is asked for is collected until `release`, which the next commit calls when
it is about to wait for the disk: right after the last one the loop has answers to send, and Python runs one thread at a
time. Until `start` it all happens at once, on the caller's thread.
"""

import contextlib
import queue
import threading
from collections import deque
from collections.abc import Callable

from memoryd.store.syscalls import Disk


class Janitor:
    """The thread; `start`, `stop`, `join`.

    Args:
        disk: The system calls.
    """

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._inbox: queue.SimpleQueue[list[Callable[[], None]] | None] = queue.SimpleQueue()
        self._asked: list[Callable[[], None]] = []
        self._removed: deque[int] = deque()
        self._started = False
        self._promised = 0
        # A daemon thread: a disk may hang for ever, and what is left behind is swept at the next start.
        self._thread = threading.Thread(target=self._run, name="memoryd-janitor", daemon=True)

    @property
    def owes(self) -> bool:
        """Whether something was asked for that was not released, or removals that `removed` has not told yet."""
        return self._promised > 0 or bool(self._asked)

    def start(self) -> None:
        """Start the thread."""
        self._started = True
        self._thread.start()

    def stop(self, timeout: float) -> None:
        """Finish what was asked for and end."""
        if self._started:
            self.release()
            self._inbox.put(None)
            self._thread.join(timeout)

    def close(self, fd: int) -> None:
        """Close a descriptor."""
        self.do(lambda: self._disk.close(fd))

    def remove(self, path: str, number: int) -> None:
        """Remove a temp file of this cycle."""
        self._promised += 1
        self.do(lambda: self._remove(path, number))

    def removed(self) -> list[int]:
        """The cycle numbers of removals since the last call."""
        numbers = [self._removed.popleft() for _ in range(len(self._removed))]
        self._promised -= len(numbers)
        return numbers

    def do(self, task: Callable[[], None]) -> None:
        """Have something done that nobody waits for; an `OSError` of it is nobody's failure."""
        if self._started:
            self._asked.append(task)
        else:
            _done(task)

    def release(self) -> None:
        """Let the thread begin with what was asked for."""
        if self._asked:
            self._inbox.put(self._asked)
            self._asked = []

    def _run(self) -> None:
        while (tasks := self._inbox.get()) is not None:
            for task in tasks:
                _done(task)

    def _remove(self, path: str, number: int) -> None:
        try:
            self._disk.unlink(path)
        finally:
            self._removed.append(number)  # also if it failed: it is litter that the next start sweeps


def _done(task: Callable[[], None]) -> None:
    with contextlib.suppress(OSError):
        task()
