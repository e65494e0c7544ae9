"""Which edit an undo or a restore means, found out in the history."""

import sqlite3
from dataclasses import dataclass

from memoryd.core.undo import Return, Reversal
from memoryd.core.undo import Step as Undone
from memoryd.store.history.questions import (
    Step,
    state_with_digest,
    step_of,
    steps_of_session,
    texts_of,
    undone_by,
)
from memoryd.store.layout import FileKey
from memoryd_client.errors import ChangeNotFound, Conflict
from memoryd_client.messages import Edit, Restore, Undo


@dataclass(frozen=True, slots=True)
class Composed:
    """The edit that a request turned out to mean, and the change that it takes back or restores."""

    edit: Edit
    cause: int = 0


def undo(db: sqlite3.Connection, request: Undo) -> Composed:
    """The edit that takes back what an undo names.

    Raises:
        ChangeNotFound: There is nothing of that kind.
        Conflict: It was taken back already.
        Redacted: What would return is gone for good.
    """
    if request.seq:
        steps = [step_of(db, request.seq, request.profile)]
    else:
        steps = steps_of_session(db, FileKey(request.profile, request.target), request.session)
    key = steps[0].row.key
    if request.target not in ("", key.target):
        raise ChangeNotFound(f"change {request.seq} is of {key.target}, not of {request.target}", seq=request.seq)
    if request.seq and (by := undone_by(db, request.seq)) and not undone_by(db, by):
        raise Conflict(f"change {request.seq} was taken back already, by change {by}; undo that one to redo it", seq=by)
    edit = Reversal(
        target=key.target,
        profile=key.profile,
        base_digest=request.base_digest,
        steps=tuple(_undone(step) for step in steps),
    )
    return Composed(edit, request.seq)


def _undone(step: Step) -> Undone:
    seq = step.row.seq
    before, after = (tuple(entry.text for entry in state) for state in (step.before, step.after))
    # What stays was perhaps redacted, which is no obstacle; what would return must still be there.
    texts_of([entry for entry in step.before if entry not in step.after], seq)
    return Undone(seq, before, after)


def restore(db: sqlite3.Connection, request: Restore) -> Composed:
    """The edit that gives a target what it had; raises `ChangeNotFound` or `Redacted`."""
    if request.seq:
        step = step_of(db, request.seq, request.profile)
        key, seq, entries = step.row.key, request.seq, step.after
    else:
        key = FileKey(request.profile, request.target)
        seq, entries = state_with_digest(db, key, request.digest)
    if request.target not in ("", key.target):
        raise ChangeNotFound(f"change {request.seq} is of {key.target}, not of {request.target}", seq=request.seq)
    texts = texts_of(entries, seq)
    edit = Return(target=key.target, profile=key.profile, base_digest=request.base_digest, entries=texts)
    return Composed(edit, seq)
