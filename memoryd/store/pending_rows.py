"""Edits that wait for a person, in the journal's database. Runs on the committer's thread.

A row stays when it was decided, without its texts, to tell who decided. Numbers are never used again.
"""

import sqlite3
import time
from dataclasses import replace

import msgspec

from memoryd.store.jobs import Outcome
from memoryd.store.journal import Journal
from memoryd.store.journal_health import guarded
from memoryd.store.rows import Transaction
from memoryd.store.waiting import OPEN, Waiting, parsed
from memoryd_client.messages import Edited


class PendingRows:
    """The table.

    Args:
        journal: Whose database it is in.
    """

    def __init__(self, journal: Journal) -> None:
        self.database = journal.database
        self._journal = journal

    @property
    def _db(self) -> sqlite3.Connection:
        return self.database.connection

    def stage(self, one: Waiting, outcome: Outcome) -> tuple[int, Outcome]:
        """Record an edit that waits, and the answer that its sender gets, with the number in it."""
        number = self._next()
        told = _numbered(outcome, number)
        self._journal.record(Transaction(outcomes=[(one.key, told)], waiting=[replace(one, id=number)]))
        return number, told

    @guarded
    def _next(self) -> int:
        row = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'pending'").fetchone()
        return int(row[0]) + 1 if row else 1

    @guarded
    def waiting(self) -> list[Waiting]:
        """All that still wait, oldest first."""
        rows = self._db.execute(
            "SELECT id, time, profile, target, scope, edit, operation, cause, uid, pid, started, agent, session,"
            " state, reason, message FROM pending WHERE state IN (?, ?) ORDER BY id",
            OPEN,
        ).fetchall()
        return [parsed(row) for row in rows]

    @guarded
    def note(self, number: int, state: str, reason: str, message: str) -> None:
        """It could not be applied, and goes on waiting."""
        self._db.execute(
            "UPDATE pending SET state = ?, reason = ?, message = ? WHERE id = ?", (state, reason, message, number)
        )

    @guarded
    def decide(self, number: int, state: str, by: str, reason: str, seq: int) -> None:
        """It was approved or rejected; its texts go."""
        self._db.execute(
            "UPDATE pending SET state = ?, decided_by = ?, reason = ?, seq = ?, decided = ?, edit = x'', message = ''"
            " WHERE id = ?",
            (state, by, reason, seq, time.time(), number),
        )


def _numbered(outcome: Outcome, number: int) -> Outcome:
    reply = msgspec.msgpack.decode(outcome.body, type=Edited)
    note = f"it waits for a person's approval, as number {number}; memory is unchanged"
    told = msgspec.structs.replace(reply, staged=number, notes=(*reply.notes, note))
    return replace(outcome, body=msgspec.msgpack.encode(told))
