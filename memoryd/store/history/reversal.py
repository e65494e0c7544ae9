"""Which edit an undo or a restore means, found out in the history."""

import sqlite3
from dataclasses import dataclass
from typing import Any

from memoryd.core.undo import Return, Reversal
from memoryd.core.undo import Step as Undone
from memoryd.store.history.questions import (
    Keys,
    Step,
    state_with_digest,
    step_of,
    steps_of_session,
    texts_of,
    undone_by,
)
from memoryd_client.errors import Conflict
from memoryd_client.messages import Edit, Restore, Undo


@dataclass(frozen=True, slots=True)
class Composed:
    """The edit that a request turned out to mean, and the change that it takes back or restores."""

    edit: Edit
    cause: int = 0


def undo(db: sqlite3.Connection, request: Undo, keys: Keys) -> Composed:
    """The edit that takes back what an undo names.

    Raises:
        ChangeNotFound: There is nothing of that kind.
        Conflict: It was taken back already.
        Redacted: What would return is gone for good.
    """
    if request.seq:
        steps = [step_of(db, request.seq, keys)]
        by = undone_by(db, request.seq)
        if by and not undone_by(db, by):
            raise Conflict(f"change {request.seq} was taken back already, by change {by}; undo that to redo it", seq=by)
    else:
        steps = steps_of_session(db, next(iter(keys)), request.of_session)
    edit = Reversal(**_as_asked(request, steps[0].row.target), steps=tuple(_undone(step) for step in steps))
    return Composed(edit, request.seq)


def restore(db: sqlite3.Connection, request: Restore, keys: Keys) -> Composed:
    """The edit that gives a target what it had; raises `ChangeNotFound` or `Redacted`."""
    if request.seq:
        step = step_of(db, request.seq, keys)
        target, seq, entries = step.row.target, request.seq, step.after
    else:
        target = request.target
        seq, entries = state_with_digest(db, next(iter(keys)), request.digest)
    return Composed(Return(**_as_asked(request, target), entries=texts_of(entries, seq)), seq)


def _as_asked(request: Undo | Restore, target: str) -> dict[str, Any]:
    """Who asks and on which terms; it goes on as an edit of theirs."""
    return {
        "target": target,
        "profile": request.profile,
        "principal": request.principal,
        "repository": request.repository,
        "session": request.session,
        "turn": request.turn,
        "base_digest": request.base_digest,
    }


def _undone(step: Step) -> Undone:
    seq = step.row.seq
    before, after = (tuple(entry.text for entry in state) for state in (step.before, step.after))
    # What stays was perhaps redacted, which is no obstacle; what would return must still be there.
    texts_of([entry for entry in step.before if entry not in step.after], seq)
    return Undone(seq, before, after)
