"""Does the history still say what was written into it? Replays all of it and names whatever does not fit.

Found are: a row that is missing (its number, and the digests on both sides of it), a row in which a byte was changed
(its seal, or the digest of what it holds), a state that does not follow from the one before. A redacted text leaves its
digest, so what follows still holds.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress

from memoryd.core import budget
from memoryd.store.history import states
from memoryd.store.history.rows import WITHDRAWN, Row, entries_of, places
from memoryd.store.history.salted import Salted, digest_of_state
from memoryd.store.layout import FileKey
from memoryd_client.messages import Gap, Verified

MAX_GAPS = 20
"""Whatever is behind so many need not be told."""


def verify(db: sqlite3.Connection) -> Verified:
    """Replay everything."""
    replay = _Replay(db)
    count = first = last = 0
    for row in states.each_row(db):
        first = first or row.seq
        if last and row.seq != last + 1:
            replay.tell(last + 1, row.key, f"changes {last + 1} to {row.seq - 1} are missing")
        replay.take(row)
        last, count = row.seq, count + 1
    (told,) = db.execute("SELECT coalesce(max(seq), 0) FROM commits").fetchone()
    if told > last:
        replay.gaps.append(Gap(seq=last + 1, problem=f"{told} changes were made, the history ends with {last}"))
    return Verified(changes=count, first=first, last=last, gaps=tuple(replay.gaps[:MAX_GAPS]))


class _Replay:
    """The states of all files, brought forward row by row; after a gap it goes on with what the next row says."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.gaps: list[Gap] = []
        self._db = db
        self._states: dict[FileKey, list[Salted]] = {}
        self._digests: dict[FileKey, bytes] = {}
        self._checkpoints = {
            (FileKey(profile, target, scope), seq)
            for profile, target, scope, seq in db.execute("SELECT profile, target, scope, seq FROM checkpoints")
        }

    def tell(self, seq: int, key: FileKey, problem: str) -> None:
        """Something does not fit."""
        self.gaps.append(Gap(seq=seq, profile=key.profile, target=key.target, problem=problem))

    def take(self, row: Row) -> None:
        """The next row of all files."""
        state = self._before(row)
        try:
            for problem in _problems(row, self._digests[row.key]):
                self.tell(row.seq, row.key, problem)
            state = row.replayed(state)
        except (ValueError, IndexError, TypeError) as error:
            self.tell(row.seq, row.key, f"it cannot be replayed: {error}")
        else:
            if digest_of_state(state) != row.after:
                self.tell(row.seq, row.key, "the entries that it leads to have not the digest that it states")
            elif row.revision and not _is_revision(row, state):
                self.tell(row.seq, row.key, "the entries that it leads to are not of the revision that it states")
        self._states[row.key], self._digests[row.key] = state, row.after
        self._compare_checkpoint(row)

    def _before(self, row: Row) -> list[Salted]:
        if row.key not in self._states:
            with suppress(ValueError):
                self._states[row.key] = states.checkpoint(self._db, row.key, row.seq - 1).entries
            self._states.setdefault(row.key, [])
            self._digests[row.key] = digest_of_state(self._states[row.key])
        return self._states[row.key]

    def _compare_checkpoint(self, row: Row) -> None:
        if (row.key, row.seq) not in self._checkpoints:
            return
        where = "profile = ? AND target = ? AND scope = ? AND seq = ?"
        found = self._db.execute(f"SELECT entries FROM checkpoints WHERE {where}", (*row.key, row.seq)).fetchone()  # noqa: S608 - a literal
        try:
            fits = digest_of_state(entries_of(found[0])) == row.after
        except ValueError:
            fits = False
        if not fits:
            self.tell(row.seq, row.key, "the checkpoint behind it is of other entries")


def _problems(row: Row, before: bytes) -> Iterator[str]:
    if not row.is_sealed():
        yield "something in it was changed since it was written"
    if row.before != before:
        yield "what it says was there before is not what the change before it left"
    if row.operation != WITHDRAWN:
        for _, entry in (*places(row.gone), *places(row.come)):
            if not entry.holds():
                yield "a text in it has not the digest that stands beside it"


def _is_revision(row: Row, state: list[Salted]) -> bool:
    if any(entry.is_redacted for entry in state):
        return True
    return budget.digest([entry.text for entry in state]) == row.revision.hex()
