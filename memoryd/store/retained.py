"""Displaced files that stay under their temp names, and their cycles without a done mark, until nothing would be lost.

A displaced file may hold an edit that is nowhere else: somebody is still writing it, or it is merged but the result is
not yet published. A crash then must find it again. So it goes only when it is settled and the memory file is clean.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memoryd.store.holding import Holding
from memoryd.store.janitor import Janitor
from memoryd.store.journal import Journal
from memoryd.store.memory_file import MemoryFile


@dataclass(frozen=True, slots=True)
class _Retained:
    temp: str
    number: int
    holding: Holding | None


class RetainedFiles:
    """All of them; a cycle is done when the last of its files is gone."""

    def __init__(self, janitor: Janitor, journal: Journal) -> None:
        self._janitor = janitor
        self._journal = journal
        self._files: dict[MemoryFile, list[_Retained]] = {}
        self._unsettled: dict[int, int] = {}

    def retain(self, file: MemoryFile, temp: str, number: int, holding: Holding | None) -> None:
        """Keep what is under ``temp``: the inode of ``holding``, or our own copy of what was written in place."""
        self._files.setdefault(file, []).append(_Retained(temp, number, holding))
        self._unsettled[number] = self._unsettled.get(number, 0) + 1

    def holds(self, number: int) -> bool:
        """Whether a file of this cycle is kept."""
        return number in self._unsettled

    def keeps_of(self, file: MemoryFile) -> bool:
        """Whether something that this file displaced is kept."""
        return file in self._files

    def tidy(self, files: Iterable[MemoryFile]) -> None:
        """Let go of what holds nothing new; nobody waits for this."""
        for file in files:
            for fd in file.unneeded():
                self._janitor.close(fd)
            if file.contents.dirty:
                continue
            kept = self._files.pop(file, [])
            still = [one for one in kept if one.holding is not None and file.is_unsettled(one.holding)]
            if still:
                self._files[file] = still
            for one in kept:
                if one not in still:
                    self._janitor.remove(one.temp, one.number)

    def settle(self) -> None:
        """Cycles whose last temp file is gone are done."""
        for number in self._janitor.removed():
            self._unsettled[number] -= 1
            if not self._unsettled[number]:
                del self._unsettled[number]
                self._journal.done(number)
