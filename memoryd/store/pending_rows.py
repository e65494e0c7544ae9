"""Edits that wait for a person, in the journal's database. Runs on the committer's thread.

A row stays when it was decided, without its texts, to tell who decided. Numbers are never used again.
"""

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from memoryd.core.undo import Return, Reversal
from memoryd.store.jobs import Outcome
from memoryd.store.journal_health import Database, guarded
from memoryd.store.layout import FileKey
from memoryd.store.transaction import Immediate
from memoryd_client.messages import Actor, Add, Batch, Edit, Edited, Remove, Replace, Rewrite, Split

PENDING, NEEDS_REVIEW, APPROVED, REJECTED = "pending", "needs_review", "approved", "rejected"
OPEN = (PENDING, NEEDS_REVIEW)

_encode = msgspec.msgpack.Encoder().encode
_edit: msgspec.msgpack.Decoder[Edit] = msgspec.msgpack.Decoder(
    Add | Replace | Remove | Batch | Rewrite | Split | Reversal | Return
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """One edit that waits.

    Attributes:
        id: Its number; 0 before it is recorded.
        time: When it was staged.
        key: Of which file.
        edit: Prepared and scanned.
        operation, cause, actor: As the history will tell them.
        state: ``pending``, or ``needs_review`` once it could not be applied as it is.
        reason, message: Why it could not.
    """

    id: int
    time: float
    key: FileKey
    edit: Edit
    operation: str
    cause: int
    actor: Actor
    state: str = PENDING
    reason: str = ""
    message: str = ""


class PendingRows:
    """The table.

    Args:
        database: The journal's.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    @property
    def _db(self) -> sqlite3.Connection:
        return self.database.connection

    @guarded
    def stage(self, one: Waiting, outcome: Outcome) -> tuple[int, Outcome]:
        """Record an edit that waits, and the answer that its sender gets, with the number in it."""
        with Immediate(self._db):
            who = one.actor
            cursor = self._db.execute(
                "INSERT INTO pending (time, profile, target, scope, operation, cause, uid, pid, started, agent,"
                " session, edit, state, reason, message, decided, decided_by, seq)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', 0, '', 0)",
                (
                    *(one.time, *one.key, one.operation, one.cause),
                    *(who.uid, who.pid, who.started, who.agent, who.session),
                    *(_encode(one.edit), one.state),
                ),
            )
            number = int(cursor.lastrowid or 0)
            told = _numbered(outcome, number)
            self._db.execute(
                "INSERT OR REPLACE INTO outcomes VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?)",
                (told.request_id, *one.key, time.time(), told.request_digest, told.status, told.body),
            )
        return number, told

    @guarded
    def waiting(self) -> list[Waiting]:
        """All that still wait, oldest first."""
        rows = self._db.execute(
            "SELECT id, time, profile, target, scope, edit, operation, cause, uid, pid, started, agent, session,"
            " state, reason, message FROM pending WHERE state IN (?, ?) ORDER BY id",
            OPEN,
        ).fetchall()
        return [_waiting(row) for row in rows]

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
    return Outcome(outcome.request_id, outcome.request_digest, outcome.status, _encode(told))


def _waiting(row: Sequence[Any]) -> Waiting:
    number, moment, *key, edit, operation, cause, uid, pid, started, agent, session, state, reason, message = row
    actor = Actor(uid=uid, pid=pid, started=started, agent=agent, session=session)
    where = FileKey(*key)
    return Waiting(number, moment, where, _edit.decode(edit), operation, cause, actor, state, reason, message)
