"""Which processes still live: by descriptors of the processes themselves, since a number is used again.

Rules of this module. It is used by the loop thread and waits for nothing. Where the kernel has no such descriptors, or
gives no process number that means anything here (another pid namespace), nobody is watched, and callers fall back on
a lease.
"""

import os
import select

from memoryd.store.session_rows import Process
from memoryd.store.version_rows import boot_id


class Processes:
    """Those that are watched; `fileno` is readable when one of them died."""

    def __init__(self) -> None:
        self._poll = select.epoll() if hasattr(select, "epoll") and hasattr(os, "pidfd_open") else None
        self._fds: dict[int, int] = {}
        self._known: dict[int, Process] = {}

    def fileno(self) -> int:
        """A descriptor to wait on; -1 where processes cannot be watched."""
        return self._poll.fileno() if self._poll is not None else -1

    def watch(self, pid: int) -> Process | None:
        """The process that has this number now, watched from now on; None if it cannot be, or lives no more."""
        if pid in self._known:
            return self._known[pid]
        if self._poll is None or pid <= 0:
            return None
        try:
            fd = os.pidfd_open(pid)
        except OSError:
            return None
        born = _born(pid)
        if born is None:
            os.close(fd)
            return None
        self._poll.register(fd, select.EPOLLIN)
        self._fds[fd] = pid
        self._known[pid] = Process(pid, born, boot_id())
        return self._known[pid]

    def watch_again(self, process: Process) -> bool:
        """Whether this very process, met by an earlier daemon, still lives; then it is watched."""
        return process.boot == boot_id() and self.watch(process.pid) == process

    def died(self) -> list[Process]:
        """Those that died since the last call."""
        if self._poll is None:
            return []
        gone = []
        for fd, _ in self._poll.poll(0):
            gone.append(self._known.pop(self._fds.pop(fd)))
            self._poll.unregister(fd)
            os.close(fd)
        return gone

    def close(self) -> None:
        """Give all descriptors back."""
        for fd in self._fds:
            os.close(fd)
        self._fds.clear()
        self._known.clear()
        if self._poll is not None:
            self._poll.close()
            self._poll = None


def _born(pid: int) -> int | None:
    """When a process was started, in the kernel's own ticks since boot."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[19])
    except (OSError, IndexError, ValueError):
        return None
