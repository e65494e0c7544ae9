"""An edit that waits for a person, and its row."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from memoryd.core.undo import Return, Reversal
from memoryd.store.layout import FileKey
from memoryd_client.messages import Actor, Add, Batch, Edit, Remove, Replace, Rewrite, Split

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


def insert(db: sqlite3.Connection, one: Waiting) -> None:
    """Write its row."""
    who = one.actor
    db.execute(
        "INSERT INTO pending VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', 0, '', 0)",
        (
            *(one.id, one.time, *one.key, one.operation, one.cause),
            *(who.uid, who.pid, who.started, who.agent, who.session),
            *(_encode(one.edit), one.state),
        ),
    )


def parsed(row: Sequence[Any]) -> Waiting:
    """From its row."""
    number, moment, *key, edit, operation, cause, uid, pid, started, agent, session, state, reason, message = row
    actor = Actor(uid=uid, pid=pid, started=started, agent=agent, session=session)
    where = FileKey(*key)
    return Waiting(number, moment, where, _edit.decode(edit), operation, cause, actor, state, reason, message)
