"""Writes the table ``history``: one row for each change, in the transaction of its commit cycle.

Rules of this module. Numbers have no gap: what is withdrawn leaves an empty row. The ``before`` of each row is the
``after`` of the row before it of the same file; what nobody told of in between is a row of its own. Nothing here reads
more than the newest rows; questions are asked through a connection of their own, on another thread. ``checkpoints``
holds whole states: where replays begin, and what is left of rows that were too old to be kept.
"""

import sqlite3
import time
from collections.abc import Sequence

from memoryd.core.budget import digest
from memoryd.settings import History
from memoryd.store.history import states
from memoryd.store.history.rows import WITHDRAWN, Made, Row, packed_entries, packed_merge, packed_order, packed_places
from memoryd.store.history.rows import seal as sealed
from memoryd.store.history.salted import Salts
from memoryd.store.history.tracked import Tracked
from memoryd.store.layout import FileKey

CHECKPOINT_EVERY = 512
"""Changes of a file after which its state is kept whole: replays are at most a few times as long."""

SLACK = 16
"""Rows go when there are a sixteenth too many, so that a full history does not prune all the time."""

Latest = dict[FileKey, Tracked]

_INSERT = f"INSERT INTO history VALUES ({', '.join('?' * len(Row._fields))})"  # noqa: S608 - nothing but marks


class HistoryTable:
    """Used by the committer's thread through the connection it is given; transactions are the caller's.

    Args:
        settings: How much is kept.
    """

    def __init__(self, settings: History) -> None:
        self._settings = settings
        self._salts = Salts()
        self._files: Latest = {}
        self._based: set[FileKey] = set()

    def known(self, key: FileKey) -> tuple[str, ...] | None:
        """What the file held after its last change, if that was asked before."""
        file = self._files.get(key)
        return file.texts if file else None

    def texts(self, db: sqlite3.Connection, key: FileKey) -> tuple[str, ...]:
        """What the file held after its last change."""
        return self._tracked(db, key).texts

    def insert(self, db: sqlite3.Connection, number: int, moment: float, made: Sequence[Made]) -> Latest:
        """Write changes; returns what to give to `inserted` once the transaction is through."""
        latest: Latest = {}
        rows = [self._row(db, number, moment, one, latest) for one in made]
        if rows:
            db.executemany(_INSERT, rows)
        return latest

    def inserted(self, latest: Latest) -> None:
        """They are in the table."""
        self._files.update(latest)
        self._based.update(latest)

    def renewed(self) -> None:
        """The table is a new one: what files held is to be written into it before their next change."""
        self._based.clear()

    def withdraw(self, db: sqlite3.Connection, number: int, key: FileKey) -> None:
        """The changes of a file in this cycle did not happen; their numbers stay."""
        self._files.pop(key, None)
        rows = states.rows_of(db, "number = ? AND profile = ? AND target = ? AND scope = ?", (number, *key))
        for row in rows:
            states.rewrite(db, row.emptied(rows[0].before))

    def prune(self, db: sqlite3.Connection) -> None:
        """Keep states whole now and then, and let go of what is too old or too much."""
        for key, file in self._files.items():
            if file.rows >= CHECKPOINT_EVERY:
                states.keep(db, key, states.newest(db), packed_entries(file.entries))
                file.rows = 0
        cut = self._cut(db)
        if cut:
            states.cut(db, cut)

    def _tracked(self, db: sqlite3.Connection, key: FileKey) -> Tracked:
        file = self._files.get(key)
        if file is None:
            file = self._files[key] = _loaded(db, key)
            self._based.add(key)
        return file

    def _row(self, db: sqlite3.Connection, number: int, moment: float, one: Made, latest: Latest) -> tuple[object, ...]:
        file = latest.get(one.key)
        if file is None:
            file = latest[one.key] = self._tracked(db, one.key).copy()
            if one.key not in self._based:
                states.keep(db, one.key, one.seq - 1, packed_entries(file.entries))
        before = file.digest
        happened = one.operation != WITHDRAWN  # else it is there for its number alone
        gone, come, order = file.move(one.entries if happened else file.texts, self._salts)
        revision = bytes.fromhex(one.revision or digest(one.entries)) if happened else b""
        who = one.actor
        row = (
            *(one.seq, number, moment, *one.key, one.operation, one.cause),
            *(who.uid, who.pid, who.started, who.agent, who.session),
            *(before, file.digest, revision),
            *(packed_places(gone), packed_places(come), packed_order(order), packed_merge(one.merge)),
        )
        return (*row, sealed(row))

    def _cut(self, db: sqlite3.Connection) -> int:
        """The newest row that is to go, or 0."""
        ends = db.execute("SELECT min(seq), max(seq) FROM history").fetchone()
        first, last = ends[0] or 0, ends[1] or 0
        kept = self._settings
        cut = last - kept.rows if last - first > kept.rows + kept.rows // SLACK else 0
        old = time.time() - kept.days * 86_400
        young = db.execute("SELECT seq FROM history WHERE time >= ? ORDER BY seq LIMIT 1", (old,)).fetchone()
        cut = max(cut, young[0] - 1 if young else last)
        return max(cut, _cut_by_bytes(db, kept.max_bytes))


def _loaded(db: sqlite3.Connection, key: FileKey) -> Tracked:
    try:
        found = states.state(db, key)
    except (ValueError, IndexError):
        # Rows that do not fit are for `verify` to tell. Here we begin anew behind them: what the file holds will be
        # the next change.
        states.keep(db, key, states.newest(db), packed_entries(()))
        return Tracked()
    return Tracked(found.entries, found.rows)


def _cut_by_bytes(db: sqlite3.Connection, limit: int) -> int:
    (pages,), (size,) = db.execute("PRAGMA page_count").fetchone(), db.execute("PRAGMA page_size").fetchone()
    if pages * size <= limit:
        return 0  # the whole database is smaller: no need to look at each row
    sizes = db.execute("SELECT seq, length(gone) + length(come) FROM history ORDER BY seq").fetchall()
    over = sum(size for _, size in sizes) - limit
    if over <= limit // SLACK:
        return 0
    for seq, size in sizes:
        over -= size
        if over <= 0:
            return int(seq)
    return 0
