"""States of files as the history has them: read from checkpoints and the rows behind them."""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from memoryd.store.history.rows import Row, entries_of, packed_entries
from memoryd.store.history.salted import Salted
from memoryd.store.layout import FileKey

COLUMNS = Row._fields
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM history"  # noqa: S608 - the names of its columns
_UPDATE = f"UPDATE history SET {', '.join(f'{one} = ?' for one in COLUMNS)} WHERE seq = ?"  # noqa: S608 - likewise
LATEST = (1 << 63) - 1


class State(NamedTuple):
    """What a file held, after which change, and how many rows were replayed for it."""

    entries: list[Salted]
    seq: int = 0
    rows: int = 0


def rows_of(db: sqlite3.Connection, where: str, values: tuple[object, ...], order: str = "seq") -> list[Row]:
    """The rows that a condition selects."""
    return [Row._make(row) for row in db.execute(f"{_SELECT} WHERE {where} ORDER BY {order}", values)]


def each_row(db: sqlite3.Connection, after: int = 0) -> Iterator[Row]:
    """All rows behind a change, oldest first, one at a time."""
    return map(Row._make, db.execute(f"{_SELECT} WHERE seq > ? ORDER BY seq", (after,)))


def backwards(db: sqlite3.Connection, key: FileKey) -> Iterator[Row]:
    """A file's rows, the latest first, one at a time."""
    return map(
        Row._make, db.execute(f"{_SELECT} WHERE profile = ? AND target = ? AND scope = ? ORDER BY seq DESC", key)
    )


def rewrite(db: sqlite3.Connection, row: Row) -> None:
    """Put a row in the place of the one with its number."""
    db.execute(_UPDATE, (*row, row.seq))


def newest(db: sqlite3.Connection) -> int:
    """The number of the last change."""
    return int(db.execute("SELECT coalesce(max(seq), 0) FROM history").fetchone()[0])


def checkpoint(db: sqlite3.Connection, key: FileKey, up_to: int = LATEST) -> State:
    """The newest state that is kept whole and not younger than this change; an empty one if there is none."""
    row = db.execute(
        "SELECT seq, entries FROM checkpoints WHERE profile = ? AND target = ? AND scope = ? AND seq <= ?"
        " ORDER BY seq DESC LIMIT 1",
        (*key, up_to),
    ).fetchone()
    return State(entries_of(row[1]), row[0]) if row else State([])


def state(db: sqlite3.Connection, key: FileKey, up_to: int = LATEST) -> State:
    """What a file held after its last change up to this one; raises `ValueError` or `IndexError` if rows do not fit."""
    entries, seq, count = checkpoint(db, key, up_to)
    where = "seq > ? AND seq <= ? AND profile = ? AND target = ? AND scope = ?"
    for row in rows_of(db, where, (seq, up_to, *key)):
        entries, seq, count = row.replayed(entries), row.seq, count + 1
    return State(entries, seq, count)


def keep(db: sqlite3.Connection, key: FileKey, seq: int, entries: bytes) -> None:
    """Keep a state whole."""
    db.execute("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?)", (*key, seq, entries))


def files(db: sqlite3.Connection) -> list[FileKey]:
    """Every file that the history knows."""
    found = db.execute(
        "SELECT profile, target, scope FROM checkpoints UNION SELECT profile, target, scope FROM history"
    )
    return [FileKey(*row) for row in found]


def cut(db: sqlite3.Connection, seq: int) -> None:
    """Let go of all rows up to this one; the states after it are kept whole, so that what follows can be replayed."""
    for key in files(db):
        keep(db, key, seq, packed_entries(state(db, key, seq).entries))
        db.execute("DELETE FROM checkpoints WHERE profile = ? AND target = ? AND scope = ? AND seq < ?", (*key, seq))
    db.execute("DELETE FROM history WHERE seq <= ?", (seq,))
