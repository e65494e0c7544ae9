"""A database of ours as a file among others: damaged, deleted, replaced or locked, and what is done about it.

The memory files are the truth, so a lost journal is no reason to stop, and neither is a lost archive. A damaged
database is set aside, with its log, and a new one is begun; one that was deleted or replaced under us is written again
from the connection that still has all of it. Both are told, in the log and in the daemon's status. What another process
locks is waited for briefly, since the locks of the memory files are held meanwhile; then the edit is refused, and the
next one tries again.
"""

import contextlib
import functools
import os
import sqlite3
import time
from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from memoryd.store.layout import open_private
from memoryd_client.errors import NoSpace, StoreError

BUSY_SECONDS = 1.0
AUTOMATIC_PAGES = 8_192
"""SQLite brings the log in by itself only when `Checkpoints`, which does it where nobody waits, did not get to it."""

KEPT_ASIDE = 4
"""Sets of database files that are kept when they had to be set aside; older ones go."""

_COMPANIONS = ("-wal", "-shm")
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """The connection, on a file that is in its place and sound.

    Args:
        path: Where it stands; created 0600 if missing.
        prepare: Brings a database to our schema; raises `sqlite3.Error` if it is damaged.
        told: Gets each sentence of ``troubles`` at once.
        what: It is called in sentences.
        lost: What is lost with it, in a sentence.

    Attributes:
        connection: To be used by one thread.
        troubles: What happened to the file, in sentences for a person.

    Raises:
        StoreError: It cannot be opened.
    """

    def __init__(
        self,
        path: str,
        prepare: Callable[[sqlite3.Connection], None],
        told: Callable[[str], object],
        *,
        what: str = "journal",
        lost: str = "the outcomes of earlier edits are forgotten, memory itself is untouched",
    ) -> None:
        self.path = path
        self.what = what
        self._lost = lost
        self.troubles: list[str] = []
        self._prepare = prepare
        self._told = told
        self._inodes: dict[str, int] = {}
        self.connection = self._opened()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def trouble(self, error: sqlite3.Error) -> StoreError:
        """What a failure of the database means to the caller."""
        it = f"the {self.what} {self.path}"
        if _code(error) == sqlite3.SQLITE_FULL:
            return NoSpace(f"no space for {it}: {error}; nothing was changed, free some space", path=self.path)
        if _code(error) in _LOCKED:
            return StoreError(f"{it} is locked by another process; nothing was changed, try again", path=self.path)
        return StoreError(f"{it} cannot be used: {error}; nothing was changed", path=self.path)

    def require_in_place(self) -> None:
        """Write the database again if its name, or that of its log, leads to another file or to none."""
        gone = self._gone()
        if gone:
            self._begin_again(f"{gone} was deleted or replaced while it was in use", self.connection)

    def begin_anew(self, error: sqlite3.Error) -> None:
        """Set the damaged database aside and go on with an empty one."""
        self._begin_again(f"{self.path} was damaged ({error})", None)

    def _begin_again(self, what: str, source: sqlite3.Connection | None) -> None:
        # Renamed before it is closed: SQLite then sees that it was moved, and leaves the files of that name alone.
        aside = self._set_aside()
        try:
            fresh = self._connect()
            if source is not None:
                source.backup(fresh)
        except sqlite3.Error as error:
            raise self.trouble(error) from error
        with contextlib.suppress(sqlite3.Error):
            self.connection.close()
        self.connection = fresh
        self._inodes.clear()
        self._tell(what, aside, kept=source is not None)

    def _opened(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.Error as error:
            if not is_damaged(error):
                raise self.trouble(error) from error
            aside = self._set_aside()
            self._tell(f"{self.path} was damaged ({error})", aside, kept=False)
        try:
            return self._connect()
        except sqlite3.Error as error:
            raise self.trouble(error) from error

    def _connect(self) -> sqlite3.Connection:
        os.close(open_private(self.path, os.O_RDWR))  # the database makes its other files with the mode of this one
        db = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=64
        )
        try:
            self._prepare(db)  # first, so that a database that is not for us stays as it is
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute(f"PRAGMA wal_autocheckpoint = {AUTOMATIC_PAGES}")
            # The log is made now, so that its loss is noticed from the first transaction on.
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except BaseException:
            db.close()
            raise
        return db

    def _gone(self) -> str:
        """The first of our files whose name no longer leads to it."""
        for path in (self.path, f"{self.path}-wal"):
            try:
                inode = os.stat(path).st_ino
            except FileNotFoundError:
                inode = 0
            if inode != self._inodes.setdefault(path, inode):
                if self._inodes[path]:
                    return path
                self._inodes[path] = inode  # the log is made with the first transaction
        return ""

    def _set_aside(self) -> str:
        """Move the files out of the way; returns the name under which they are kept, if there were any."""
        name = f"{self.path}.aside-{time.time_ns()}"
        moved = ""
        for suffix in ("", *_COMPANIONS):
            try:
                os.rename(self.path + suffix, name + suffix)
                moved = name
            except FileNotFoundError:
                continue
            except OSError as error:
                raise StoreError(
                    f"{self.path}{suffix} cannot be moved out of the way: {error.strerror}", path=self.path
                ) from error
        _forget_older(self.path)
        return moved

    def _tell(self, what: str, aside: str, *, kept: bool) -> None:
        where = f"what was there is kept as {aside}" if aside else "nothing was there any more"
        lost = "nothing is lost" if kept else self._lost
        sentence = f"{what}; {where}, and a new one was begun: {lost}"
        self.troubles.append(sentence)
        self._told(sentence)


class Guarded(Protocol):
    """Whatever has such a database."""

    database: Database


def guarded(method: Callable[Concatenate["G", P], T]) -> Callable[Concatenate["G", P], T]:
    """Of a method that uses the database: mends it, tries once more, and raises nothing but `StoreError`."""

    @functools.wraps(method)
    def call(self: "G", /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            self.database.require_in_place()
            return method(self, *args, **kwargs)
        except sqlite3.Error as error:
            if not is_damaged(error):
                raise self.database.trouble(error) from error
            self.database.begin_anew(error)
        try:
            return method(self, *args, **kwargs)
        except sqlite3.Error as error:
            raise self.database.trouble(error) from error

    return call


G = TypeVar("G", bound=Guarded)


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether the file is no database, or not ours, however often one tries."""
    return _code(error) in _DAMAGED or str(error).startswith("no such ")


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _forget_older(path: str) -> None:
    directory, base = os.path.split(path)
    names = sorted(name for name in os.listdir(directory) if name.startswith(f"{base}.aside-"))
    sets = sorted({name.removesuffix("-wal").removesuffix("-shm") for name in names})
    for name in names:
        if name.removesuffix("-wal").removesuffix("-shm") in sets[:-KEPT_ASIDE]:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(directory, name))
