"""Bringing the journal's log into the database, off the committer's thread.

SQLite does this by itself in the commit that makes the log long enough: 5 to 10 ms for whoever waits for that one. Here
another thread does the most of it, through a connection of its own, while commits go on; a commit's thread then does
the little that has come since, so that the log begins again at its start instead of growing for ever.
"""

import contextlib
import sqlite3
from pathlib import Path

IDLE_BYTES = 1 << 20
BUSY_BYTES = 16 << 20
"""What may be written to the log before it is brought in: when nobody asks for anything, and while commits follow each
other. Even on another thread it keeps the disk from two or three of those, so there it is to happen seldom."""

_PASSIVE = "PRAGMA wal_checkpoint(PASSIVE)"
"""Waits for nobody, and nobody waits for it."""


class Checkpoints:
    """When it is time, and how it is done.

    Args:
        path: The database.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._written = 0
        self._underway = False
        self._carried = False

    def wrote(self, size: int) -> None:
        """About so many bytes went to the log."""
        self._written += size

    def is_due(self, *, idle: bool) -> bool:
        """Whether to have `carry` called, on another thread; told once each time."""
        if self._underway or self._written < (IDLE_BYTES if idle else BUSY_BYTES):
            return False
        self._underway, self._written = True, 0
        return True

    def carry(self) -> None:
        """Bring in what is in the log now; on any thread."""
        # What fails here is tried again when as much has been written once more.
        with contextlib.suppress(sqlite3.Error), contextlib.closing(self._connection()) as db:
            db.execute(_PASSIVE)
        self._carried = True

    def finish(self, db: sqlite3.Connection) -> None:
        """If it was carried, bring in the rest; on the thread that writes, between two transactions."""
        if self._carried:
            self._carried = self._underway = False
            with contextlib.suppress(sqlite3.Error):
                db.execute(_PASSIVE)

    def _connection(self) -> sqlite3.Connection:
        # Never made anew: the database may just have been deleted, which is noticed elsewhere.
        return sqlite3.connect(f"{Path(self._path).as_uri()}?mode=rw", uri=True, timeout=0.0, isolation_level=None)
