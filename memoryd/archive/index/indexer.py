"""Keeps the index up with the archive; resumable at every step, since the file says how far it is.

Rules of this module. It only reads the archive. It writes the newest index file; when that has everything, the older
ones go, so a rebuild begins with an empty file beside the one that goes on serving. What is damaged, or does not hold
as many messages as it says, is deleted and made again.
"""

import contextlib
import os
import sqlite3
import time
from collections import defaultdict
from dataclasses import dataclass

from memoryd.archive.index.file import IndexFile
from memoryd.archive.index.postings import indexed
from memoryd.archive.index.tail import Tail
from memoryd.archive.layout import archive_path, index_paths, next_index_path, remove_index
from memoryd.archive.reading import ArchiveReader, Row

BATCH = 16_000
"""Messages of one transaction: a few seconds of work, which a restart repeats at most once."""
BATCH_CHARACTERS = 8_000_000
MEASURE_EVERY = 256
"""Catching up, so many times, between two counts of everything: a count looks at every message's number."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the index is.

    Attributes:
        indexed: Messages that are in it.
        pending: Messages that are not.
        removal: The last removal that was carried out.
        rebuilt: Why it was begun anew, if it was.
    """

    indexed: int
    pending: int
    removal: int
    rebuilt: str = ""


class Indexer:
    """The one writer of the index.

    Args:
        directory: Where archive and index stand.
    """

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._archive = ArchiveReader(archive_path(directory))
        self._known: set[tuple[int, str]] = set()
        self._rebuilt = ""
        self._unmeasured = MEASURE_EVERY
        self._file = self._opened()

    def close(self) -> None:
        """Close both files."""
        self._file.close()
        self._archive.close()

    def catch_up(self, seconds: float) -> Progress:
        """Index what is new and take out what was removed, for about so long."""
        until = time.monotonic() + seconds
        try:
            self._catch_up(until)
        except sqlite3.Error as error:
            self._require_ours(error)
            self.begin_anew(f"the index was damaged ({error})")
        return self.progress()

    def progress(self) -> Progress:
        """How far it is."""
        sequence, removal = self._file.progress()
        told, self._rebuilt = self._rebuilt, ""
        return Progress(self._file.messages(), self._archive.newer_than(sequence), removal, told)

    def rebuild(self) -> None:
        """Begin a new file; what is there serves until it is done."""
        self._use(next_index_path(self._directory))

    def begin_anew(self, why: str) -> None:
        """Delete what is there, and begin a new file."""
        path = self._file.path
        self._rebuilt = why
        with contextlib.suppress(sqlite3.Error):
            self._file.close()
        fresh = next_index_path(self._directory)
        remove_index(path)
        self._use(fresh)

    def measured(self) -> bool:
        """Whether the index holds as many messages as the archive has up to there."""
        sequence, removal = self._file.progress()
        if removal < self._archive.last_removal():
            return True  # not comparable before those are carried out
        return self._file.messages() == self._archive.count_up_to(sequence)

    def _catch_up(self, until: float) -> None:
        self._archive.refresh()
        if not os.path.exists(self._file.path):
            self.begin_anew("the index was deleted")
        self._carry_out_removals()
        while rows := self._archive.following(self._file.progress()[0], BATCH, BATCH_CHARACTERS):
            self._append(rows)
            if time.monotonic() > until:
                return
        self._settle()

    def _settle(self) -> None:
        """Everything is in: older files are not needed, and what is said to be there must be there."""
        self._unmeasured += 1
        if self._unmeasured > MEASURE_EVERY:
            self._unmeasured = 0
            if not self.measured():
                self.begin_anew("the index did not hold what it said")
                return
        for path in index_paths(self._directory):
            if path != self._file.path:
                remove_index(path)

    def _append(self, rows: list[Row]) -> None:
        tail = Tail()
        fresh: set[tuple[int, str]] = set()
        for row in rows:
            message = indexed(row.key, row.role, row.name, row.text)
            tail.add(row.scope, message)
            fresh.update((row.scope, word) for word in message.words)
        fresh -= self._known
        self._file.append(tail, fresh, rows[-1].sequence)
        self._remember(fresh)

    def _remember(self, fresh: set[tuple[int, str]]) -> None:
        if len(self._known) > 500_000:
            self._known.clear()
        self._known |= fresh

    def _carry_out_removals(self) -> None:
        removals = self._archive.removals(self._file.progress()[1])
        if not removals:
            return
        gone: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for removal in removals:
            for scope in self._archive.scopes_of(removal.first):
                gone[scope].append((removal.first, removal.last))
        self._file.remove(gone, removals[-1].number)
        if any(removal.erased for removal in removals):
            self._known.clear()
            self._file.shred()

    def _opened(self) -> IndexFile:
        paths = index_paths(self._directory)
        path = paths[-1] if paths else next_index_path(self._directory)
        try:
            return IndexFile(path, self._archive.id)
        except sqlite3.DatabaseError as error:
            self._require_ours(error)
            self._rebuilt = f"the index could not be used ({error})"
        fresh = next_index_path(self._directory)
        remove_index(path)
        return IndexFile(fresh, self._archive.id)

    def _use(self, path: str) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._file.close()
        self._known.clear()
        self._file = IndexFile(path, self._archive.id)

    @staticmethod
    def _require_ours(error: sqlite3.Error) -> None:
        """Whether deleting the file mends it: not if the disk is full, or the file is locked."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR):
            raise error
