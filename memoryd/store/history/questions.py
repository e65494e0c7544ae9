"""Questions about the history, each answered through a connection of its own; any thread may ask.

What agents must not see has a placeholder in every answer, as everywhere. Nobody is told of a file that is not theirs.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec

from memoryd.core import budget, selector
from memoryd.core.guard import Guard
from memoryd.store.history import states
from memoryd.store.history.rows import WITHDRAWN, Merge, Place, Row, merge_of, places
from memoryd.store.history.salted import Salted
from memoryd.store.layout import FileKey
from memoryd_client.errors import ChangeNotFound, Redacted
from memoryd_client.messages import Blamed, Change, Changes, History, Origin, Outside, Piece, Show, Shown

Keys = Collection[FileKey]
"""The files that the one who asks may see."""

MAX_CHANGES = 1_000
REDACTED = "[redacted]"
"""What stands for a text that was redacted. Such a text can also be an entry; `Piece.redacted` tells them apart."""


class Step(NamedTuple):
    """A change with all entries around it; None where a text was redacted."""

    row: Row
    before: list[Salted]
    after: list[Salted]


def changes(db: sqlite3.Connection, asked: History, keys: Keys, guard: Guard) -> Changes:
    """The changes that fit, newest first."""
    where, values = _filter(asked, keys)
    limit = max(1, min(asked.limit, MAX_CHANGES))
    rows = states.rows_of(db, where, (*values, limit + 1), order="seq DESC LIMIT ?")
    told = tuple(change(row, guard) for row in rows[:limit])
    return Changes(changes=told, more=len(rows) > limit, seq=states.newest(db))


def show(db: sqlite3.Connection, asked: Show, keys: Keys, guard: Guard) -> Shown:
    """One change; raises `ChangeNotFound`."""
    step = step_of(db, asked.seq, keys)
    before, after = (tuple(_text(entry, guard) for entry in state) for state in (step.before, step.after))
    told = change(step.row, guard)
    if told.outside is not None and (merge := merge_of(step.row.merge)):
        kept = tuple(after[index] for index in merge.kept if index < len(after))
        told = msgspec.structs.replace(told, outside=msgspec.structs.replace(told.outside, kept_texts=kept))
    return Shown(change=told, before=before, after=after)


def blame(db: sqlite3.Connection, key: FileKey, guard: Guard) -> Blamed:
    """For each entry of the last state the change that brought it, going back as far as the history does."""
    texts = [entry.text for entry in states.state(db, key).entries]
    origins: dict[str, Row] = {}
    missing = set(texts)
    if missing:
        for row in states.backwards(db, key):
            for _, entry in places(row.come):
                if entry.text in missing:
                    missing.discard(entry.text)
                    origins[entry.text] = row
            if not missing:
                break
    names = selector.ids(texts)
    entries = tuple(_origin(name, text, origins.get(text), guard) for name, text in zip(names, texts, strict=True))
    return Blamed(target=key.target, entries=entries, digest=budget.digest(texts))


def step_of(db: sqlite3.Connection, seq: int, keys: Keys) -> Step:
    """A change with the states around it; raises `ChangeNotFound` if there is none of this number in these files."""
    rows = states.rows_of(db, "seq = ? AND operation <> ?", (seq, WITHDRAWN))
    if not rows or rows[0].key not in keys:
        raise ChangeNotFound(f"the history has no change {seq} that is yours; memoryctl history lists them", seq=seq)
    before = states.state(db, rows[0].key, seq - 1).entries
    return Step(rows[0], before, rows[0].replayed(before))


def steps_of_session(db: sqlite3.Connection, key: FileKey, session: str) -> list[Step]:
    """Everything that a session changed in a file, the latest first; raises `ChangeNotFound` if that is nothing."""
    where = "session = ? AND profile = ? AND target = ? AND scope = ? AND operation <> ?"
    rows = states.rows_of(db, where, (session, *key, WITHDRAWN), order="seq DESC")
    if not session or not rows:
        raise ChangeNotFound(f"the history has no change of session {session!r} in {key.target}")
    return [step_of(db, row.seq, (key,)) for row in rows]


def state_with_digest(db: sqlite3.Connection, key: FileKey, digest: str) -> tuple[int, list[Salted]]:
    """The latest change that led to this revision, and its state; raises `ChangeNotFound`."""
    where = "hex(revision) LIKE ? AND profile = ? AND target = ? AND scope = ?"
    rows = states.rows_of(db, where, (f"{digest}%", *key), order="seq DESC LIMIT 1") if _is_digest(digest) else []
    if not rows:
        raise ChangeNotFound(
            f"the history knows no revision {digest!r} of {key.target}; give at least 8 hex digits of one that "
            "memoryctl history shows",
            digest=digest,
        )
    return rows[0].seq, states.state(db, key, rows[0].seq).entries


def texts_of(entries: Sequence[Salted], seq: int) -> tuple[str, ...]:
    """The texts of a state; raises `Redacted` if one of them is gone for good."""
    if any(entry.is_redacted for entry in entries):
        raise Redacted(
            f"what change {seq} would put back was redacted, so nobody has it any more; nothing was changed", seq=seq
        )
    return tuple(entry.text for entry in entries)


def undone_by(db: sqlite3.Connection, seq: int) -> int:
    """The latest change that took this one back, 0 if none did."""
    found = db.execute("SELECT max(seq) FROM history WHERE seq > ? AND cause = ? AND operation = 'undo'", (seq, seq))
    return int(found.fetchone()[0] or 0)


def change(row: Row, guard: Guard) -> Change:
    """A row as a message."""
    merge = merge_of(row.merge)
    return Change(
        seq=row.seq,
        time=row.time,
        profile=row.profile,
        target=row.target,
        operation=row.operation,
        actor=row.actor,
        cause=row.cause,
        digest=row.revision.hex(),
        gone=_pieces(places(row.gone), guard),
        come=_pieces(places(row.come), guard),
        reordered=bool(row.moved),
        outside=_outside(merge, guard) if merge else None,
    )


def _outside(merge: Merge, guard: Guard) -> Outside:
    dropped = guard.shown(merge.dropped)
    return Outside(origin=merge.origin, kept=len(merge.kept), dropped=dropped, torn=merge.torn)


def _pieces(found: Iterable[Place], guard: Guard) -> tuple[Piece, ...]:
    return tuple(
        Piece(index, redacted=True)
        if entry.is_redacted
        else Piece(index, selector.preview(entry.text).id, _text(entry, guard))
        for index, entry in found
    )


def _text(entry: Salted, guard: Guard) -> str:
    return REDACTED if entry.is_redacted else guard.shown((entry.text,))[0]


def _origin(name: str, text: str, row: Row | None, guard: Guard) -> Origin:
    (shown,) = guard.shown((text,))
    if row is None:
        return Origin(id=name, text=shown)
    return Origin(id=name, text=shown, seq=row.seq, time=row.time, operation=row.operation, actor=row.actor)


_FILTERS: tuple[tuple[str, Callable[[History], object]], ...] = (
    ("agent = ?", lambda asked: asked.agent),
    ("session = ?", lambda asked: asked.of_session),
    ("operation = ?", lambda asked: asked.operation),
    ("pid = ?", lambda asked: asked.pid),
    ("time > ?", lambda asked: asked.since),
    ("time < ?", lambda asked: asked.until),
    ("seq < ?", lambda asked: asked.before),
    ("seq > ?", lambda asked: asked.after),
)


def _filter(asked: History, keys: Keys) -> tuple[str, tuple[object, ...]]:
    chosen = [(condition, value) for condition, of in _FILTERS if (value := of(asked))]
    files = f"(profile, target, scope) IN (VALUES {', '.join(['(?, ?, ?)'] * len(keys)) or '(0, 0, 0)'})"
    conditions = ["operation <> ?", files, *(condition for condition, _ in chosen)]
    named = [part for key in keys for part in key]
    return " AND ".join(conditions), (WITHDRAWN, *named, *(value for _, value in chosen))


def _is_digest(text: str) -> bool:
    return 8 <= len(text) <= 64 and set(text.lower()) <= set("0123456789abcdef")
