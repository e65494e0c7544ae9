"""Inodes that had a memory file's name: held open until nobody can write them, and then a little longer.

Whoever still has one open for writing makes an edit when done. Whoever reads one slowly makes that version a possible
base of an edit to come: its access time tells.
"""

from collections import deque
from collections.abc import Iterator

from memoryd.core.merge import VersionLog
from memoryd.store.holding import Holding, Leases
from memoryd.store.syscalls import Disk

RECENT = 16
"""Files that nobody can write any more stay open for so many successors, to see whether they are read after all."""


class FormerInodes:
    """Those of one file.

    Args:
        disk, leases: How to look at them.
    """

    def __init__(self, disk: Disk, leases: Leases) -> None:
        self._disk = disk
        self._leases = leases
        self._writable: list[Holding] = []
        self._recent: deque[Holding] = deque()
        self._unneeded: list[Holding] = []

    def __bool__(self) -> bool:
        """Whether any can still be written."""
        return bool(self._writable)

    def __contains__(self, holding: Holding) -> bool:
        """Whether this one can still be written, as far as was seen."""
        return holding in self._writable

    def add(self, holding: Holding) -> None:
        """One that must be looked at, whoever can write it."""
        self._writable.append(holding)

    def retire(self, holding: Holding, log: VersionLog) -> None:
        """One that just lost the name."""
        if self._leases.can_be_written(holding.fd) or holding.is_changed(self._disk):
            self._writable.append(holding)
        else:
            self._remember(holding, log)

    def finished(self, log: VersionLog) -> Iterator[Holding]:
        """Those that somebody changed and nobody can write any more: each is an edit, told once."""
        for holding in list(self._writable):
            if self._leases.can_be_written(holding.fd):
                continue
            self._writable.remove(holding)
            if holding.is_changed(self._disk):
                holding.told = True
                yield holding
            self._remember(holding, log)

    def note_readers(self, log: VersionLog) -> None:
        """Tell the log which of them were read until now."""
        for holding in (*self._recent, *self._writable):
            self._note_reader(holding, log)
        for holding in [one for one in self._recent if self._is_written_late(one)]:
            self._recent.remove(holding)
            self._writable.append(holding)

    def unneeded(self) -> list[int]:
        """Descriptors that are held no longer; the caller closes them."""
        fds = [holding.fd for holding in self._unneeded]
        self._unneeded.clear()
        return fds

    def close(self) -> None:
        """Give all descriptors back."""
        for holding in (*self._writable, *self._recent, *self._unneeded):
            self._disk.close(holding.fd)

    def _is_written_late(self, holding: Holding) -> bool:
        """Whether somebody had found the name, but opened the file only after that had lost it, and has written it."""
        return not holding.told and holding.is_changed(self._disk)

    def _remember(self, holding: Holding, log: VersionLog) -> None:
        self._recent.append(holding)
        if len(self._recent) > RECENT:
            oldest = self._recent.popleft()
            self._note_reader(oldest, log)
            (self._writable if self._is_written_late(oldest) else self._unneeded).append(oldest)

    def _note_reader(self, holding: Holding, log: VersionLog) -> None:
        """What was never taken in has the number of the version before it, whose readers it says nothing about."""
        if holding.taken is not None:
            log.mark(holding.version, may_have_been_read=holding.was_read(self._disk))
