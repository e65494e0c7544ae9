"""Rows of sessions and their owners: found, made, and tied to the session that they continue."""

import sqlite3

from memoryd.archive.recording import Recording, Whose
from memoryd.archive.schema import MAX_MESSAGES, ORDINAL_BITS

KNOWN = 4_096


class Sessions:
    """Numbers by owner and id, remembered, since nearly every recording goes on with a session that is known."""

    def __init__(self) -> None:
        self._scopes: dict[Whose, int] = {}
        self._numbers: dict[tuple[int, str], int] = {}
        self._counts: dict[int, int] = {}

    def find(self, db: sqlite3.Connection, whose: Whose, session: str) -> int | None:
        """The number of a session, or None."""
        row = db.execute(
            "SELECT sessions.number FROM sessions JOIN scopes ON scopes.number = scope "
            "WHERE profile = ? AND principal = ? AND id = ?",
            (whose.profile, whose.principal, session),
        ).fetchone()
        return row[0] if row else None

    def extend(self, db: sqlite3.Connection, recording: Recording) -> tuple[int, int]:
        """Make room for a recording's messages; returns the session's number and how many messages it had."""
        scope = self._scope(db, recording.whose)
        number = self._number(db, scope, recording)
        first = self._count(db, number)
        times = [one.time for one in recording.messages]
        db.execute(
            "UPDATE sessions SET messages = ?, latest = max(latest, ?), ended = NULL WHERE number = ?",
            (first + len(times), max(times, default=0.0), number),
        )
        self._counts[number] = first + len(times)
        return number, first

    def _scope(self, db: sqlite3.Connection, whose: Whose) -> int:
        if whose not in self._scopes:
            pair = (whose.profile, whose.principal)
            db.execute("INSERT OR IGNORE INTO scopes (profile, principal) VALUES (?, ?)", pair)
            row = db.execute("SELECT number FROM scopes WHERE profile = ? AND principal = ?", pair).fetchone()
            self._scopes[whose] = row[0]
        return self._scopes[whose]

    def _number(self, db: sqlite3.Connection, scope: int, recording: Recording) -> int:
        key = (scope, recording.session)
        if key not in self._numbers:
            row = db.execute("SELECT number FROM sessions WHERE scope = ? AND id = ?", key).fetchone()
            if len(self._numbers) >= KNOWN:
                self._numbers.clear()
                self._counts.clear()
            self._numbers[key] = row[0] if row else self._make(db, scope, recording)
        return self._numbers[key]

    def _count(self, db: sqlite3.Connection, number: int) -> int:
        if number not in self._counts:
            begin = number << ORDINAL_BITS
            row = db.execute(
                "SELECT max(key) FROM messages WHERE key BETWEEN ? AND ?", (begin, begin + MAX_MESSAGES - 1)
            ).fetchone()
            self._counts[number] = 0 if row[0] is None else row[0] - begin + 1
        return self._counts[number]

    def _make(self, db: sqlite3.Connection, scope: int, recording: Recording) -> int:
        started = min((one.time for one in recording.messages), default=0.0)
        root = self._root(db, scope, recording.parent)
        number = db.execute(
            "INSERT INTO sessions (scope, id, source, parent, root, title, started, latest, messages) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
            (scope, recording.session, recording.source, recording.parent, root, recording.title, started, started),
        ).lastrowid
        if number is None:
            raise AssertionError("a row was inserted and has a number")
        db.execute("UPDATE sessions SET root = ? WHERE number = ? AND root = 0", (number, number))
        self._adopt(db, scope, recording.session, root or number)
        return number

    def _root(self, db: sqlite3.Connection, scope: int, parent: str) -> int:
        row = db.execute("SELECT root FROM sessions WHERE scope = ? AND id = ?", (scope, parent)).fetchone()
        return row[0] if row else 0

    def _adopt(self, db: sqlite3.Connection, scope: int, parent: str, root: int) -> None:
        """Sessions that came before the one they continue, as imports may bring them, join its line."""
        children = db.execute(
            "SELECT root FROM sessions WHERE scope = ? AND parent = ? AND parent <> '' AND root = number",
            (scope, parent),
        ).fetchall()
        for (old,) in children:
            if old != root:
                db.execute("UPDATE sessions SET root = ? WHERE root = ?", (root, old))
