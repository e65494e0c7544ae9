"""The archive as worker processes see it: read only, one snapshot for each question."""

import contextlib
import math
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from memoryd.archive.recording import Whose
from memoryd.archive.schema import MAX_MESSAGES, ORDINAL_BITS

BUSY_SECONDS = 5.0


class Row(NamedTuple):
    """A message as it is stored, with its scope."""

    key: int
    sequence: int
    role: str
    name: str
    tool: str
    time: float
    text: str
    scope: int


class SessionRow(NamedTuple):
    """A session as it is stored, with its owner's profile."""

    number: int
    id: str
    source: str
    parent: str
    root: int
    title: str
    started: float
    latest: float
    ended: float | None
    messages: int
    profile: str


class MessageRow(NamedTuple):
    """A visible message."""

    key: int
    role: str
    name: str
    tool: str
    time: float
    text: str


@dataclass(frozen=True, slots=True)
class Removal:
    """Messages that are not to be seen any more."""

    number: int
    first: int
    last: int
    erased: bool


def has_archive(path: str) -> bool:
    """Whether there is an archive, with its tables."""
    if not os.path.exists(path):
        return False
    reader = ArchiveReader(path)
    try:
        return int(reader.db.execute("PRAGMA user_version").fetchone()[0]) > 0
    finally:
        reader.close()


class ArchiveReader:
    """A read-only connection that finds out when the file is another one.

    Args:
        path: Where the archive stands.

    Raises:
        sqlite3.Error: It is missing or damaged.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._inode = 0
        self.db = self._opened()

    def close(self) -> None:
        """Close the connection."""
        self.db.close()

    def refresh(self) -> None:
        """Open the file anew if its name leads to another one."""
        if os.stat(self._path).st_ino != self._inode:
            self.db.close()
            self.db = self._opened()

    @property
    def id(self) -> str:
        """Names this archive, whatever its path."""
        return str(self.db.execute("SELECT id FROM archive").fetchone()[0])

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """While this lasts, all reads see one state."""
        self.refresh()
        self.db.execute("BEGIN")
        try:
            yield
        finally:
            self.db.execute("ROLLBACK")

    # --- for the index ------------------------------------------------------------------------------------------------

    def following(self, sequence: int, most: int, characters: int) -> list[Row]:
        """The messages after one, ``most`` of them and about as many characters."""
        rows = []
        for row in self.db.execute(
            "SELECT key, sequence, role, name, tool, time, text, scope FROM messages "
            "JOIN sessions ON number = key >> ? WHERE sequence > ? ORDER BY sequence LIMIT ?",
            (ORDINAL_BITS, sequence, most),
        ):
            rows.append(Row(*row))
            characters -= len(row[6])
            if characters <= 0:
                break
        return rows

    def newest_after(self, sequence: int, most: int) -> list[Row]:
        """The newest messages after one, in their order."""
        return self.following(max(sequence, self.sequence() - most), most, 1 << 40)

    def sequence(self) -> int:
        """The number of the newest message."""
        return int(self.db.execute("SELECT sequence FROM archive").fetchone()[0])

    def newer_than(self, sequence: int) -> int:
        """How many messages there are after one."""
        row = self.db.execute("SELECT count(*) FROM messages WHERE sequence > ?", (sequence,)).fetchone()
        return int(row[0])

    def count_up_to(self, sequence: int) -> int:
        """How many messages there are up to one."""
        row = self.db.execute("SELECT count(*) FROM messages WHERE sequence <= ?", (sequence,)).fetchone()
        return int(row[0])

    def last_removal(self) -> int:
        """The number of the last removal."""
        return int(self.db.execute("SELECT coalesce(max(number), 0) FROM removals").fetchone()[0])

    def removals(self, number: int) -> list[Removal]:
        """The removals after one."""
        rows = self.db.execute(
            "SELECT number, first, last, erased FROM removals WHERE number > ? ORDER BY number", (number,)
        )
        return [Removal(at, first, last, bool(erased)) for at, first, last, erased in rows]

    def scopes_of(self, key: int) -> list[int]:
        """The scope of a message's session; all of them if the session is gone."""
        row = self.db.execute("SELECT scope FROM sessions WHERE number = ?", (key >> ORDINAL_BITS,)).fetchone()
        return [row[0]] if row else [one for (one,) in self.db.execute("SELECT number FROM scopes")]

    # --- for people ---------------------------------------------------------------------------------------------------

    def scopes(self, owners: Iterable[Whose]) -> list[int]:
        """The numbers of owners who have sessions."""
        found = []
        for one in owners:
            row = self.db.execute(
                "SELECT number FROM scopes WHERE profile = ? AND principal = ?", (one.profile, one.principal)
            ).fetchone()
            found += [row[0]] if row else []
        return found

    def extent(self, scopes: Iterable[int]) -> tuple[int, range]:
        """How many sessions some scopes have, and in which years."""
        count, first, last = 0, math.inf, 0.0
        for scope in scopes:
            row = self.db.execute(
                "SELECT count(*), min(latest), max(latest) FROM sessions WHERE scope = ?", (scope,)
            ).fetchone()
            if row[0]:
                count, first, last = count + row[0], min(first, row[1]), max(last, row[2])
        return count, range(_year(first), _year(last) + 1) if count else range(0)

    def sessions(self, scopes: Iterable[int], where: str = "", values: Iterable[object] = ()) -> list[SessionRow]:
        """Sessions of some scopes, and of these alone; ``where`` continues the statement."""
        numbers = list(scopes)
        marks = ", ".join("?" * len(numbers))
        rows = self.db.execute(
            "SELECT sessions.number, id, source, parent, root, title, started, latest, ended, messages, profile "  # noqa: S608
            f"FROM sessions JOIN scopes ON scopes.number = scope WHERE scope IN ({marks}) {where}",
            (*numbers, *values),
        )
        return [SessionRow(*row) for row in rows]

    def by_number(self, scopes: Iterable[int], numbers: Iterable[int]) -> dict[int, SessionRow]:
        """Sessions by their numbers."""
        listed = ", ".join(str(int(one)) for one in numbers)
        return {row.number: row for row in self.sessions(scopes, f"AND sessions.number IN ({listed})")}

    def id_of(self, number: int) -> str:
        """The id of a session; empty if it is gone."""
        row = self.db.execute("SELECT id FROM sessions WHERE number = ?", (number,)).fetchone()
        return str(row[0]) if row else ""

    def messages(self, keys: Iterable[int]) -> dict[int, MessageRow]:
        """Visible messages by key."""
        listed = ", ".join(str(int(one)) for one in keys)
        rows = self.db.execute(
            "SELECT key, role, name, tool, time, text FROM messages "  # noqa: S608 - numbers
            f"WHERE key IN ({listed}) AND sequence IS NOT NULL"
        )
        return {row[0]: MessageRow(*row) for row in rows}

    def before(self, session: int, key: int, most: int) -> list[MessageRow]:
        """Visible messages of a session before one, in their order."""
        return self._some("key >= ? AND key < ?", (session << ORDINAL_BITS, key), "DESC", most)[::-1]

    def onward(self, session: int, key: int, most: int) -> list[MessageRow]:
        """Visible messages of a session from one on, in their order."""
        return self._some("key >= ? AND key < ?", (key, (session << ORDINAL_BITS) + MAX_MESSAGES), "ASC", most)

    def count(self, first: int, last: int) -> int:
        """How many visible messages there are from one key to before another."""
        row = self.db.execute(
            "SELECT count(*) FROM messages WHERE key >= ? AND key < ? AND sequence IS NOT NULL", (first, last)
        ).fetchone()
        return int(row[0])

    def _some(self, where: str, values: tuple[int, ...], order: str, most: int) -> list[MessageRow]:
        rows = self.db.execute(
            f"SELECT key, role, name, tool, time, text FROM messages WHERE {where} AND sequence IS NOT NULL "  # noqa: S608
            f"ORDER BY key {order} LIMIT ?",
            (*values, most),
        )
        return [MessageRow(*row) for row in rows]

    def _opened(self) -> sqlite3.Connection:
        self._inode = os.stat(self._path).st_ino
        quoted = self._path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        db = sqlite3.connect(f"file:{quoted}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        db.execute("PRAGMA cache_size = -32768")
        return db


def _year(moment: float) -> int:
    return time.localtime(min(max(moment, 0.0), 32_503_680_000.0)).tm_year
