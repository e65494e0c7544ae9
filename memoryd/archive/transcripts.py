"""The archive: ``<root>/memoryd/archive.db``, every message of every session, written by one thread.

Rules of this module. What was recorded survives kill -9 once the call returned; a power cut may take the last
transactions, as in the journal, whose outbox brings them again. An operation that was recorded before changes nothing.
Nothing here knows the index, which lives in a file of its own and follows by sequence numbers: each visible message
has one, from a counter that never goes back, and every removal is a row in ``removals``.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from memoryd.archive.recording import Recording, Whose, checked
from memoryd.archive.schema import MAX_MESSAGES, ORDINAL_BITS, prepare, truncate_log
from memoryd.archive.sessions import Sessions
from memoryd.store.journal_health import Database, guarded
from memoryd_client.errors import TooLarge

KEPT_OPERATIONS_SECONDS = 90 * 86_400.0
"""For so long a repeated operation is known; the outbox that repeats them keeps its rows for a third of that."""
PRUNE_EVERY = 1_024


@dataclass(frozen=True, slots=True)
class Recorded:
    """Where a recording went.

    Attributes:
        first: The place of its first message in the session.
        count: How many there are.
        new: False if the operation had been recorded before.
    """

    first: int
    count: int
    new: bool


class Transcripts:
    """The database, used by one thread.

    Args:
        path: Where it stands; created 0600 if missing.
        told: Gets a sentence when something happened to the database file.

    Raises:
        NewerDatabase: Its schema is from a newer version.
        StoreError: It cannot be opened.
    """

    def __init__(self, path: str, told: Callable[[str], object] = str) -> None:
        self.path = path
        self.database = Database(
            path, self._prepare, told, what="archive", lost="earlier sessions are not found any more"
        )
        self._sessions = Sessions()
        self._recorded = 0

    @property
    def _db(self) -> sqlite3.Connection:
        return self.database.connection

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def record(self, recording: Recording) -> Recorded:
        """Add messages to a session; durable when this returns.

        Raises:
            InvalidRequest: It is not fit to be recorded.
            NoSpace, StoreError: Nothing was recorded.
        """
        return self.record_all((recording,))[0]

    def record_all(self, recordings: Iterable[Recording]) -> list[Recorded]:
        """The same for several, all or nothing, at the cost of one."""
        return self._record([checked(one) for one in recordings])

    @guarded
    def _record(self, recordings: list[Recording]) -> list[Recorded]:
        with self._transaction():
            done = [self._add(one) for one in recordings]
        self._recorded += len(done)
        if self._recorded >= PRUNE_EVERY:
            self._prune()
        return done

    @guarded
    def end(self, whose: Whose, session: str, moment: float) -> bool:
        """Note when a session ended; False if there is none of this id."""
        with self._transaction():
            number = self._sessions.find(self._db, whose, session)
            self._db.execute("UPDATE sessions SET ended = ? WHERE number = ?", (moment, number))
        return number is not None

    @guarded
    def rewind(self, whose: Whose, session: str, keep: int) -> int:
        """Hide the messages of a session from place ``keep`` on; returns how many were seen until now."""
        return self._remove(whose, session, keep, MAX_MESSAGES, erased=False)

    @guarded
    def erase(self, whose: Whose, session: str, first: int = 0, last: int = MAX_MESSAGES) -> int:
        """Remove the texts of messages for good, those that a rewind hid, too; returns how many."""
        return self._remove(whose, session, first, last, erased=True)

    @guarded
    def restore(self, whose: Whose, session: str, first: int) -> int:
        """Show what a rewind hid, from place ``first`` on; returns how many messages."""
        with self._transaction():
            number = self._sessions.find(self._db, whose, session)
            if number is None:
                return 0
            low, high = _range(number, first, MAX_MESSAGES)
            hidden = self._db.execute(
                "SELECT key FROM messages WHERE key BETWEEN ? AND ? AND sequence IS NULL", (low, high)
            ).fetchall()
            following = self._take_sequence(len(hidden))
            rows = [(following + at, key) for at, (key,) in enumerate(hidden)]
            self._db.executemany("UPDATE messages SET sequence = ? WHERE key = ?", rows)
        return len(hidden)

    @guarded
    def expire(self, before: float, limit: int = 1_000) -> int:
        """Erase the sessions that nobody spoke in since a moment, ``limit`` at a time; returns how many."""
        with self._transaction():
            rows = self._db.execute("SELECT number FROM sessions WHERE latest < ? LIMIT ?", (before, limit)).fetchall()
            for (number,) in rows:
                low, high = _range(number, 0, MAX_MESSAGES)
                self._note_removal(low, high, erased=True)
                self._db.execute("DELETE FROM messages WHERE key BETWEEN ? AND ?", (low, high))
                self._db.execute("DELETE FROM sessions WHERE number = ?", (number,))
        if rows:
            self._sessions = Sessions()
        return len(rows)

    @guarded
    def shred(self) -> None:
        """Leave no byte of what was erased in the files: what SQLite still holds in their gaps goes."""
        self._db.execute("VACUUM")
        truncate_log(self._db)

    @guarded
    def last_removal(self) -> int:
        """The number of the last removal."""
        return int(self._db.execute("SELECT coalesce(max(number), 0) FROM removals").fetchone()[0])

    def _add(self, recording: Recording) -> Recorded:
        row = self._db.execute("SELECT first, count FROM operations WHERE id = ?", (recording.operation,)).fetchone()
        if row:
            return Recorded(row[0] & (MAX_MESSAGES - 1), row[1], new=False)
        number, first = self._sessions.extend(self._db, recording)
        count = len(recording.messages)
        if first + count > MAX_MESSAGES:
            raise TooLarge(f"session {recording.session!r} has {first} messages; {MAX_MESSAGES} is the most")
        key, following = number << ORDINAL_BITS | first, self._take_sequence(count)
        self._db.executemany(
            "INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (key + at, following + at, one.role, one.name, one.tool, one.time, one.text)
                for at, one in enumerate(recording.messages)
            ],
        )
        self._db.execute("INSERT INTO operations VALUES (?, ?, ?, ?)", (recording.operation, time.time(), key, count))
        return Recorded(first, count, new=True)

    def _take_sequence(self, count: int) -> int:
        (sequence,) = self._db.execute("SELECT sequence FROM archive").fetchone()
        self._db.execute("UPDATE archive SET sequence = ?", (sequence + count,))
        return int(sequence) + 1

    def _remove(self, whose: Whose, session: str, first: int, last: int, *, erased: bool) -> int:
        with self._transaction():
            number = self._sessions.find(self._db, whose, session)
            if number is None:
                return 0
            low, high = _range(number, first, last)
            self._note_removal(low, high, erased=erased)
            change = "sequence = NULL, text = '', name = '', tool = ''" if erased else "sequence = NULL"
            seen = "text <> ''" if erased else "sequence IS NOT NULL"
            return self._db.execute(
                f"UPDATE messages SET {change} WHERE key BETWEEN ? AND ? AND {seen}",  # noqa: S608 - our own words
                (low, high),
            ).rowcount

    def _note_removal(self, low: int, high: int, *, erased: bool) -> None:
        self._db.execute("INSERT INTO removals (first, last, erased) VALUES (?, ?, ?)", (low, high, erased))

    def _prune(self) -> None:
        self._recorded = 0
        with contextlib.suppress(sqlite3.Error), self._transaction():
            # Imports are repeated after years.
            self._db.execute(
                "DELETE FROM operations WHERE time < ? AND id NOT GLOB 'import:*'",
                (time.time() - KEPT_OPERATIONS_SECONDS,),
            )

    def _prepare(self, db: sqlite3.Connection) -> None:
        prepare(db, self.path)
        self._sessions = Sessions()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._sessions = Sessions()
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise


def _range(number: int, first: int, last: int) -> tuple[int, int]:
    """The keys of a session's messages from one place to another."""
    begin = number << ORDINAL_BITS
    return begin + min(max(first, 0), MAX_MESSAGES - 1), begin + min(max(last, 0), MAX_MESSAGES - 1)
