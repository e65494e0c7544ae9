"""A thread that removes and closes what nobody needs any more, while the next commit is under way.

Removing a displaced file and closing the last descriptor of one frees disk blocks, which takes about as long as the
half of a commit; nobody waits for it. Until `start` it all happens at once, on the caller's thread.
"""

import contextlib
import queue
import threading
from collections import deque

from memoryd.store.syscalls import Disk


class Janitor:
    """The thread; `start`, `stop`, `join`.

    Args:
        disk: The system calls.
    """

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._inbox: queue.SimpleQueue[tuple[int, str, int] | None] = queue.SimpleQueue()
        self._removed: deque[int] = deque()
        self._started = False
        self._promised = 0
        # A daemon thread: a disk may hang for ever, and what is left behind is swept at the next start.
        self._thread = threading.Thread(target=self._run, name="memoryd-janitor", daemon=True)

    @property
    def owes(self) -> bool:
        """Whether removals were asked for that `removed` has not told yet."""
        return self._promised > 0

    def start(self) -> None:
        """Start the thread."""
        self._started = True
        self._thread.start()

    def stop(self, timeout: float) -> None:
        """Finish what was asked for and end."""
        if self._started:
            self._inbox.put(None)
            self._thread.join(timeout)

    def close(self, fd: int) -> None:
        """Close a descriptor."""
        self._give((fd, "", 0))

    def remove(self, path: str, number: int) -> None:
        """Remove a temp file of this cycle."""
        self._promised += 1
        self._give((-1, path, number))

    def removed(self) -> list[int]:
        """The cycle numbers of removals since the last call."""
        numbers = [self._removed.popleft() for _ in range(len(self._removed))]
        self._promised -= len(numbers)
        return numbers

    def _give(self, task: tuple[int, str, int]) -> None:
        if self._started:
            self._inbox.put(task)
        else:
            self._do(*task)

    def _run(self) -> None:
        while (task := self._inbox.get()) is not None:
            self._do(*task)

    def _do(self, fd: int, path: str, number: int) -> None:
        with contextlib.suppress(OSError):  # litter that the next start sweeps, not a failure of anybody's
            if fd >= 0:
                self._disk.close(fd)
            else:
                self._disk.unlink(path)
        if path:
            self._removed.append(number)
