"""What is to be told to others, in ``memoryd.db``: rows written with their cause, and gone when they are delivered.

Rules of this module. A row is written in the transaction of what it tells, or not at all; it is announced when that is
durable. It has an id that never changes, by which a receiver knows it again. It waits until it is delivered, dropped by
an operator, or given up as a dead letter, which stays too. What is full takes no more rows, and says so; nothing that
is in it is ever dropped to make room.
"""

import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from memoryd.store.journal_health import Database, guarded
from memoryd.store.layout import FileKey
from memoryd.store.transaction import Immediate

DAY = 86_400.0

RowState = Literal["waiting", "dead"]


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to be written.

    Attributes:
        id: Its name for ever; a second one of the same name is not written.
        consumer, profile: Who gets it: a provider's name, and of which profile.
        lane: What it must stay in order with.
        session: The session it was born in; empty if there was none.
        kind: What it tells, for people.
        payload: The event itself.
    """

    id: str
    consumer: str
    profile: str
    lane: str
    session: str
    kind: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """What was said in a turn, kept until a provider was told that its session is over."""

    session: str
    number: int
    messages: bytes


@dataclass(frozen=True, slots=True)
class Announced:
    """A waiting row as its deliverer needs to know it."""

    number: int
    consumer: str
    profile: str
    lane: str


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row as it is. ``failed_since`` is when it failed first, by the clock on the wall, or 0."""

    number: int
    id: str
    consumer: str
    profile: str
    lane: str
    session: str
    kind: str
    time: float
    payload: bytes
    state: RowState
    attempts: int
    failed_since: float
    error: str


@dataclass(frozen=True, slots=True)
class Failed:
    """What is to be remembered about a try that failed."""

    number: int
    attempts: int
    since: float
    error: str
    dead: bool


_INSERTED = (
    "id, consumer, profile, lane, session, kind, time, payload, state, attempts, failed_since, error, "
    "commit_number, commit_profile, commit_target, commit_scope"
)
_COLUMNS = "number, id, consumer, profile, lane, session, kind, time, payload, state, attempts, failed_since, error"


class Outbox:
    """The table; used by the thread that uses the database.

    Args:
        database: The journal's.
        clock: The time on the wall.

    Attributes:
        max_rows: More are refused.
        max_days: While a row waits longer than this, new ones are refused.
        refused: How many were.
        announced: Rows that are durable since somebody looked last: to be taken, and delivered.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self.database = database
        self.max_rows = 50_000
        self.max_days = 30.0
        self.refused = 0
        self.announced: list[Announced] = []
        self._clock = clock

    @property
    def _db(self) -> sqlite3.Connection:
        return self.database.connection

    def write(self, rows: Iterable[NewRow], commit: int = 0, key: FileKey | None = None) -> list[Announced]:
        """Write rows within a transaction that the caller began; returns those to be announced once it is through.

        A row whose id is there is left as it is. What there is no room for is counted in ``refused``.
        """
        profile, target, scope = key or FileKey("", "")
        written: list[Announced] = []
        for row in rows:
            if self.full():
                self.refused += 1
                continue
            cursor = self._db.execute(
                f"INSERT OR IGNORE INTO outbox ({_INSERTED}) "  # noqa: S608 - our own columns
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, 0, '', ?, ?, ?, ?)",
                (
                    *(row.id, row.consumer, row.profile, row.lane, row.session, row.kind, self._clock(), row.payload),
                    *(commit, profile, target, scope),
                ),
            )
            if cursor.rowcount and cursor.lastrowid is not None:
                written.append(Announced(cursor.lastrowid, row.consumer, row.profile, row.lane))
        return written

    def taken(self) -> tuple[Announced, ...]:
        """The rows that became durable since this was asked last."""
        announced, self.announced = tuple(self.announced), []
        return announced

    def withdraw(self, commit: int, key: FileKey) -> None:
        """Within a transaction: a commit did not happen to a file, so nothing is to be told of it."""
        self._db.execute(
            "DELETE FROM outbox"
            " WHERE commit_number = ? AND commit_profile = ? AND commit_target = ? AND commit_scope = ?",
            (commit, *key),
        )

    def full(self) -> str:
        """Why there is no room, or an empty string."""
        if self.count() >= self.max_rows:
            return f"it holds {self.max_rows:,} rows, the most there may be (provider.outbox_rows)"
        oldest = self._db.execute("SELECT time FROM outbox WHERE state = 'waiting' ORDER BY number LIMIT 1").fetchone()
        if oldest and self._clock() - oldest[0] > self.max_days * DAY:
            return f"a row waits for more than {self.max_days:g} days (provider.outbox_days)"
        return ""

    @guarded
    def count(self) -> int:
        """How many rows there are, counted as far as it matters."""
        (count,) = self._db.execute("SELECT COUNT(*) FROM (SELECT 1 FROM outbox LIMIT ?)", (self.max_rows,)).fetchone()
        return int(count)

    @guarded
    def add(self, rows: Iterable[NewRow], turn: "SpokenTurn | None" = None) -> int:
        """Write rows, and what was said in a turn, in one transaction; returns how many rows were refused.

        Raises:
            StoreError: Nothing was written.
        """
        before = self.refused
        with self._transaction():
            written = self.write(rows)
            if turn is not None:
                self._db.execute(
                    "INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?)",
                    (turn.session, turn.number, self._clock(), turn.messages),
                )
        self.announced += written
        return self.refused - before

    @guarded
    def transcript(self, session: str) -> list[bytes]:
        """What was said in a session, turn by turn."""
        rows = self._db.execute("SELECT messages FROM turns WHERE session = ? ORDER BY number", (session,))
        return [row[0] for row in rows]

    @guarded
    def waiting(self) -> list[Announced]:
        """Every row that waits, in order."""
        rows = self._db.execute(
            "SELECT number, consumer, profile, lane FROM outbox WHERE state = 'waiting' ORDER BY number"
        )
        return [Announced(*row) for row in rows]

    @guarded
    def row(self, number: int) -> StoredRow | None:
        """A row, or None if it is gone."""
        found = self._db.execute(f"SELECT {_COLUMNS} FROM outbox WHERE number = ?", (number,)).fetchone()  # noqa: S608 - our own columns
        return StoredRow(*found) if found else None

    @guarded
    def listing(self, limit: int) -> list[StoredRow]:
        """The oldest rows, dead letters first."""
        rows = self._db.execute(f"SELECT {_COLUMNS} FROM outbox ORDER BY state, number LIMIT ?", (limit,))  # noqa: S608 - as above
        return [StoredRow(*row) for row in rows]

    @guarded
    def delivered(self, number: int, over: str = "") -> None:
        """It arrived; with it a session may be ``over``, whose transcript nobody needs any more."""
        with self._transaction():
            if over:
                self._db.execute("DELETE FROM turns WHERE session = ?", (over,))
            self._db.execute("DELETE FROM outbox WHERE number = ?", (number,))

    @guarded
    def failed(self, one: Failed) -> None:
        """It did not arrive this time, or ever."""
        with self._transaction():
            self._db.execute(
                "UPDATE outbox SET attempts = ?, failed_since = ?, error = ?, state = ? WHERE number = ?",
                (one.attempts, one.since, one.error, "dead" if one.dead else "waiting", one.number),
            )

    @guarded
    def revive(self, numbers: Iterable[int]) -> list[Announced]:
        """Give dead letters another try, in their old places; no numbers mean all."""
        with self._transaction():
            chosen = self._chosen(numbers, "dead")
            self._db.executemany(
                "UPDATE outbox SET state = 'waiting', attempts = 0, failed_since = 0 WHERE number = ?",
                [(one.number,) for one in chosen],
            )
        return chosen

    @guarded
    def drop(self, numbers: Iterable[int]) -> list[Announced]:
        """Remove rows for good, whatever their state."""
        with self._transaction():
            chosen = [one for number in numbers for one in self._chosen((number,), "dead", "waiting")]
            self._db.executemany("DELETE FROM outbox WHERE number = ?", [(one.number,) for one in chosen])
        return chosen

    def _chosen(self, numbers: Iterable[int], *states: RowState) -> list[Announced]:
        wanted = set(numbers)
        marks = ", ".join("?" * len(states))
        rows = self._db.execute(
            f"SELECT number, consumer, profile, lane FROM outbox WHERE state IN ({marks}) ORDER BY number",  # noqa: S608 - marks alone
            states,
        )
        return [Announced(*row) for row in rows if not wanted or row[0] in wanted]

    def _transaction(self) -> Immediate:
        return Immediate(self._db)
