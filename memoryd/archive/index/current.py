"""The index as a reader has it at a moment: the best file there is, and in memory what is newer than it."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from memoryd.archive.index.file import IndexFile
from memoryd.archive.index.postings import indexed
from memoryd.archive.index.tail import Tail
from memoryd.archive.layout import index_paths
from memoryd.archive.reading import ArchiveReader

MOST_UNINDEXED = 3_000
"""Messages that are not in the file and are searched all the same, the newest: a second of work, once."""


@dataclass(frozen=True, slots=True)
class View:
    """One moment of the index.

    Attributes:
        file: Its file; None if there is none that can be read.
        tail: What is newer.
        missing: Messages that are in neither.
    """

    file: IndexFile | None
    tail: Tail
    missing: int


class CurrentIndex:
    """Opens the index, and finds out when there is a newer one.

    Args:
        directory: Where it stands.
        archive: What it is the index of; in a snapshot while `view` is used.
    """

    def __init__(self, directory: str, archive: ArchiveReader) -> None:
        self._directory = directory
        self._archive = archive
        self._file: IndexFile | None = None
        self._inode = 0
        self._paths: list[str] = []
        self._damaged: set[tuple[str, int]] = set()
        self._tail = Tail()
        self._since = self._until = -1

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
        self._file = None

    @contextlib.contextmanager
    def view(self) -> Iterator[View]:
        """The index as it is now; a damaged file is not used, and the same as none.

        Raises:
            sqlite3.DatabaseError: It turned out to be damaged while it was read.
        """
        self._choose()
        if self._file is None:
            yield self._viewed(0)
            return
        self._file.db.execute("BEGIN")
        try:
            yield self._viewed(self._file.progress()[0])
        finally:
            self._end_read()

    def drop(self) -> bool:
        """Use the file no more, since it is damaged; False if there was none."""
        if self._file is None:
            return False
        self._damaged.add((self._file.path, self._inode))
        with contextlib.suppress(sqlite3.Error):
            self.close()
        self._file = None
        self._paths = []
        return True

    def _end_read(self) -> None:
        """Unless it was closed meanwhile, because it was damaged."""
        if self._file is not None and self._file.db.in_transaction:
            self._file.db.execute("ROLLBACK")

    def _viewed(self, sequence: int) -> View:
        archived = self._archive.sequence()
        if sequence != self._since or archived < self._until:
            self._tail, self._since, self._until = Tail(), sequence, sequence
        for row in self._archive.newest_after(self._until, MOST_UNINDEXED):
            self._tail.add(row.scope, indexed(row.key, row.role, row.name, row.text))
        self._until = archived
        missing = 0
        if archived - sequence > MOST_UNINDEXED:
            missing = max(0, self._archive.newer_than(sequence) - self._tail.messages)
        return View(self._file, self._tail, missing)

    def _choose(self) -> None:
        """The file that has the most messages, looked for anew when the names changed."""
        paths = index_paths(self._directory)
        if self._file and paths == self._paths and len(paths) == 1 and _inode(self._file.path) == self._inode:
            return
        self.close()
        self._paths = paths
        usable = [file for path in paths if (file := self._readable(path))]
        if usable:
            self._file = max(usable, key=lambda one: one.messages())
            self._inode = _inode(self._file.path)
        for one in usable:
            if one is not self._file:
                one.close()

    def _readable(self, path: str) -> IndexFile | None:
        if (path, _inode(path)) in self._damaged:
            return None
        try:
            return IndexFile(path, self._archive.id, read_only=True)
        except sqlite3.Error:
            return None


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return 0
