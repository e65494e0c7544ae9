"""The journal's outcomes: how each edit ended, a row for each cycle, and by which cycle an id is found.

Rules of this module. Ids are as good as random, so a table ordered by id would have as many pages written as a cycle
has requests. A cycle's outcomes are one row at the end of the table instead. The ids of the newest cycles are known in
memory, from those rows after a restart; now and then they go to an index of many cycles, which is one row too: sorted
numbers, each the checksum of an id above the cycle's distance from the first. Equal checksums cost a look, no more.
"""

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple
from zlib import crc32

import msgspec

from memoryd.store.jobs import Outcome
from memoryd.store.layout import FileKey

Status = Literal["ok", "failed"]


class Ended(NamedTuple):
    """How one request ended, as it is written."""

    key: FileKey
    id: str
    request: bytes
    status: Status
    body: bytes

    def ended(self, status: Status, body: bytes) -> "Ended":
        """The same request, ended so."""
        return self._replace(status=status, body=body)


_pack = msgspec.msgpack.Encoder().encode
_rows = msgspec.msgpack.Decoder(list[Ended])
_DISTANCE_BITS = 32


class OutcomeRows:
    """Reads and writes the tables through the connection it is given; transactions are the caller's."""

    def __init__(self) -> None:
        self._unindexed: dict[str, int] | None = None

    def insert(
        self, db: sqlite3.Connection, number: int, moment: float, outcomes: Sequence[tuple[FileKey, Outcome]]
    ) -> int:
        """Write a cycle's outcomes; returns how many bytes those are. `inserted` must follow the transaction."""
        if not outcomes:
            return 0
        body = _pack([(key, one.request_id, one.request_digest, one.status, one.body) for key, one in outcomes])
        db.execute("INSERT INTO outcomes VALUES (?, ?, ?)", (number, moment, body))
        return len(body)

    def inserted(self, number: int, outcomes: Sequence[tuple[FileKey, Outcome]]) -> None:
        """They are in the table, so they can be found."""
        if self._unindexed is not None:  # else they are read with all the others
            self._unindexed.update((outcome.request_id, number) for _, outcome in outcomes)

    def find(self, db: sqlite3.Connection, request_id: str) -> Outcome | None:
        """The latest outcome of a request."""
        for number in self._candidates(db, request_id):
            for one in _outcomes(db, number):
                if one.id == request_id:
                    return Outcome(one.id, one.request, one.status, one.body)
        return None

    def change(self, db: sqlite3.Connection, number: int, changed: Callable[[Ended], Ended | None]) -> None:
        """Write the outcomes of a cycle anew, each as ``changed`` has it, without those for which that is None."""
        rows = [row for row in map(changed, _outcomes(db, number)) if row is not None]
        db.execute("UPDATE outcomes SET body = ? WHERE number = ?", (_pack(rows), number))

    def index(self, db: sqlite3.Connection) -> None:
        """Write the index of the cycles that have none; `indexed` must follow the transaction."""
        numbers = self._known(db)
        if not numbers:
            return
        first, last = min(numbers.values()), max(numbers.values())
        keys = array("Q", sorted(_key(name) | (number - first) for name, number in numbers.items()))
        db.execute("INSERT INTO outcome_indexes VALUES (?, ?, ?)", (first, last, keys.tobytes()))

    def indexed(self) -> None:
        """The index is in the table."""
        self._unindexed = {}

    def prune(self, db: sqlite3.Connection, before: float) -> None:
        """Forget the oldest cycles, up to the first that ended at this moment or later."""
        kept = db.execute("SELECT number FROM outcomes WHERE time >= ? ORDER BY number LIMIT 1", (before,)).fetchone()
        last = db.execute("SELECT max(number) + 1 FROM outcomes").fetchone()
        first = (kept or last)[0] or 0
        db.execute("DELETE FROM outcomes WHERE number < ?", (first,))
        db.execute("DELETE FROM outcome_indexes WHERE last < ?", (first,))

    def _candidates(self, db: sqlite3.Connection, request_id: str) -> Iterator[int]:
        """The cycles that may have the outcome of this request, newest first."""
        known = self._known(db).get(request_id)
        if known is not None:
            yield known
        least = _key(request_id)
        for first, keys in db.execute("SELECT first, keys FROM outcome_indexes ORDER BY first DESC"):
            sought = memoryview(keys).cast("Q")
            at = bisect_left(sought, least)
            found = []
            while at < len(sought) and sought[at] >> _DISTANCE_BITS == least >> _DISTANCE_BITS:
                found.append(first + sought[at] - least)
                at += 1
            yield from reversed(found)

    def _known(self, db: sqlite3.Connection) -> dict[str, int]:
        """The cycle of each outcome that no index has."""
        if self._unindexed is None:
            (after,) = db.execute("SELECT coalesce(max(last), 0) FROM outcome_indexes").fetchone()
            numbers = db.execute("SELECT number FROM outcomes WHERE number > ? ORDER BY number", (after,)).fetchall()
            self._unindexed = {one.id: number for (number,) in numbers for one in _outcomes(db, number)}
        return self._unindexed


def _outcomes(db: sqlite3.Connection, number: int) -> list[Ended]:
    row = db.execute("SELECT body FROM outcomes WHERE number = ?", (number,)).fetchone()
    return _rows.decode(row[0]) if row else []


def _key(request_id: str) -> int:
    return crc32(request_id.encode()) << _DISTANCE_BITS
