"""The index file: ``<root>/memoryd/search-N.db``. ``docs/search.md`` describes its tables.

Rules of this module. One process writes, any number read. What a batch adds and how far the index has come are one
transaction, so that after kill -9 the file is complete up to where it says. Everything here can be made again from the
archive: what is damaged is deleted, never repaired. Scopes are the first column of each key: one principal's words are
not even read for another.
"""

import bisect
import os
import sqlite3
from collections.abc import Callable, Iterator

from memoryd.archive.index.postings import EVERY, KEY, Postings, packed, unpacked
from memoryd.archive.index.tail import Admit, Tail
from memoryd.archive.schema import ORDINAL_BITS, truncate_log
from memoryd.archive.words import word_terms
from memoryd.store.layout import open_private

SCHEMA_VERSION = 1
BLOCK = 512
"""Postings of one row: a row is written again with every batch until it is full."""
MAX_READ = 200_000
"""Postings of a term that are looked through at most for those that a filter admits."""

_SCHEMA = """
CREATE TABLE progress (archive TEXT NOT NULL, sequence INTEGER NOT NULL, removal INTEGER NOT NULL);
CREATE TABLE totals (scope INTEGER PRIMARY KEY, messages INTEGER NOT NULL);
CREATE TABLE postings (
    scope INTEGER NOT NULL, term TEXT NOT NULL, number INTEGER NOT NULL, count INTEGER NOT NULL, keys BLOB NOT NULL,
    weights BLOB NOT NULL, PRIMARY KEY (scope, term, number)) WITHOUT ROWID;
CREATE TABLE words (scope INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (scope, word)) WITHOUT ROWID;
"""


class IndexFile:
    """One file, on a connection of its own.

    Args:
        path: Where it stands; made if missing, unless it is only read.
        archive: The id of the archive that it is the index of.
        read_only: It is only read.

    Raises:
        sqlite3.Error: It is damaged, of another archive, or of another version: to be deleted.
    """

    def __init__(self, path: str, archive: str, *, read_only: bool = False) -> None:
        self.path = path
        self.db = _connected(path, read_only=read_only)
        try:
            self._prepare(archive, read_only=read_only)
        except BaseException:
            self.db.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        self.db.close()

    # --- reading ------------------------------------------------------------------------------------------------------

    def progress(self) -> tuple[int, int]:
        """The last message and the last removal that are in it."""
        row = self.db.execute("SELECT sequence, removal FROM progress").fetchone()
        return row[0], row[1]

    def count(self, scope: int) -> int:
        """How many messages of a scope are in it."""
        row = self.db.execute("SELECT messages FROM totals WHERE scope = ?", (scope,)).fetchone()
        return row[0] if row else 0

    def messages(self) -> int:
        """How many messages are in it."""
        return int(self.db.execute("SELECT coalesce(sum(messages), 0) FROM totals").fetchone()[0])

    def postings(self, scope: int, term: str, most: int, admit: Admit = None) -> Postings:
        """The newest postings of a term, ``most`` of them, in the sessions that are admitted."""
        found = Postings()
        for count, keys, weights in self.db.execute(
            "SELECT count, keys, weights FROM postings WHERE scope = ? AND term = ? ORDER BY number DESC", (scope, term)
        ):
            if len(found.keys) >= most or found.total >= MAX_READ:
                break
            found.total += count
            _extend(found, unpacked(keys)[::-1], weights[::-1], admit)
        else:
            found.total = len(found.keys)
            return found
        found.total = self.total(scope, term)
        return found

    def total(self, scope: int, term: str) -> int:
        """How many messages of a scope have a term."""
        row = self.db.execute(
            "SELECT coalesce(sum(count), 0) FROM postings WHERE scope = ? AND term = ?", (scope, term)
        ).fetchone()
        return int(row[0])

    def words(self, scope: int, start: str, most: int) -> list[str]:
        """Words that begin so."""
        rows = self.db.execute(
            "SELECT word FROM words WHERE scope = ? AND word >= ? AND word < ? ORDER BY length(word), word LIMIT ?",
            (scope, start, start + "\U0010ffff", most),
        )
        return [row[0] for row in rows]

    def words_with(self, scope: int, part: str, most: int) -> list[str]:
        """Words that have this anywhere in them; looks at all words of the scope."""
        rows = self.db.execute(
            "SELECT word FROM words WHERE scope = ? AND instr(word, ?) ORDER BY length(word), word LIMIT ?",
            (scope, part, most),
        )
        return [row[0] for row in rows]

    # --- writing ------------------------------------------------------------------------------------------------------

    def append(self, tail: Tail, words: set[tuple[int, str]], sequence: int) -> None:
        """Add a batch, and say how far the index has come with it.

        Args:
            tail: The postings.
            words: New words, with their scopes.
            sequence: The last message of the batch.
        """
        with self._transaction():
            for (scope, term), (keys, weights) in tail.rows():
                self._append_row(scope, term, keys, weights)
            self.db.executemany("INSERT OR IGNORE INTO words VALUES (?, ?)", sorted(words))
            self._count(tail.counts())
            self.db.execute("UPDATE progress SET sequence = ?", (sequence,))

    def remove(self, gone: dict[int, list[tuple[int, int]]], removal: int) -> None:
        """Take messages out, and say that the removals up to this one are done.

        Args:
            gone: Ranges of keys by scope.
            removal: The last removal.
        """
        with self._transaction():
            for scope, ranges in gone.items():
                self._remove(scope, ranges)
            self.db.execute("UPDATE progress SET removal = ?", (removal,))

    def shred(self) -> None:
        """Leave no byte of what was taken out in the file, its gaps and its log."""
        self.db.execute("VACUUM")
        truncate_log(self.db)

    def _append_row(self, scope: int, term: str, keys: list[int], weights: bytearray) -> None:
        last = self.db.execute(
            "SELECT number, count, keys, weights FROM postings WHERE scope = ? AND term = ? "
            "ORDER BY number DESC LIMIT 1",
            (scope, term),
        ).fetchone()
        number, blob, levels = 1, packed(keys), bytes(weights)
        if last:
            number = last[0] + 1
            if last[1] < BLOCK:
                number, blob, levels = last[0], last[2] + blob, last[3] + levels
        pieces = range(0, len(levels), BLOCK)
        self.db.executemany(
            "INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?, ?, ?)",
            [
                (scope, term, number + at // BLOCK, len(piece), blob[at * KEY : (at + BLOCK) * KEY], piece)
                for at in pieces
                if (piece := levels[at : at + BLOCK])
            ],
        )

    def _remove(self, scope: int, ranges: list[tuple[int, int]]) -> None:
        removed = 0
        dropped: set[str] = set()
        is_gone = _within(ranges)
        for term, number, blob, weights in self._rows(scope):
            keys = unpacked(blob)
            kept = [at for at, key in enumerate(keys) if not is_gone(key)]
            if len(kept) == len(keys):
                continue
            if term == EVERY:
                removed += len(keys) - len(kept)
            where = (scope, term, number)
            if kept:
                row = (len(kept), packed(keys[at] for at in kept), bytes(weights[at] for at in kept), *where)
                self.db.execute(
                    "UPDATE postings SET count = ?, keys = ?, weights = ? WHERE scope = ? AND term = ? AND number = ?",
                    row,
                )
            else:
                self.db.execute("DELETE FROM postings WHERE scope = ? AND term = ? AND number = ?", where)
                dropped.add(term)
        self._count({scope: -removed})
        self._forget_words(scope, {term for term in dropped if not self.total(scope, term)})

    def _forget_words(self, scope: int, dropped: set[str]) -> None:
        """Words of terms that nothing has any more must not be offered, nor be in the file."""
        for word in self.words(scope, "", -1) if dropped else ():
            if dropped.issuperset(word_terms(word)):
                self.db.execute("DELETE FROM words WHERE scope = ? AND word = ?", (scope, word))

    def _rows(self, scope: int) -> Iterator[tuple[str, int, bytes, bytes]]:
        """All rows of a scope, read in portions, since they are changed meanwhile."""
        at: tuple[str, int] = ("", 0)
        while True:
            rows = self.db.execute(
                "SELECT term, number, keys, weights FROM postings WHERE scope = ? AND (term, number) > (?, ?) "
                "ORDER BY term, number LIMIT 1000",
                (scope, *at),
            ).fetchall()
            if not rows:
                return
            yield from rows
            at = (rows[-1][0], rows[-1][1])

    def _count(self, counts: dict[int, int]) -> None:
        self.db.executemany(
            "INSERT INTO totals VALUES (?, ?) "
            "ON CONFLICT (scope) DO UPDATE SET messages = messages + excluded.messages",
            list(counts.items()),
        )

    def _prepare(self, archive: str, *, read_only: bool) -> None:
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if version == 0 and not read_only:
            self.db.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version = {SCHEMA_VERSION};COMMIT;")
            self.db.execute("INSERT INTO progress VALUES (?, 0, 0)", (archive,))
            version = SCHEMA_VERSION
        of = self.db.execute("SELECT archive FROM progress").fetchone() if version == SCHEMA_VERSION else None
        if of != (archive,):
            raise sqlite3.DatabaseError(f"{self.path} is not the index of this archive")

    def _transaction(self) -> "_Immediate":
        return _Immediate(self.db)


class _Immediate:
    """A write transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._db.execute("COMMIT")
        elif self._db.in_transaction:
            self._db.execute("ROLLBACK")


def _within(ranges: list[tuple[int, int]]) -> Callable[[int], bool]:
    """Whether a key is in one of some ranges, which may overlap: thousands of them, when old sessions go."""
    lows, highs = list[int](), list[int]()
    for low, high in sorted(ranges):
        if highs and low <= highs[-1] + 1:
            highs[-1] = max(highs[-1], high)
        else:
            lows.append(low)
            highs.append(high)

    def within(key: int) -> bool:
        at = bisect.bisect_right(lows, key) - 1
        return at >= 0 and key <= highs[at]

    return within


def _extend(found: Postings, keys: list[int], weights: bytes, admit: Admit) -> None:
    if admit is None:
        found.keys += keys
        found.bytes += weights
        return
    for key, byte in zip(keys, weights, strict=True):
        if key >> ORDINAL_BITS in admit:
            found.keys.append(key)
            found.bytes.append(byte)


def _connected(path: str, *, read_only: bool) -> sqlite3.Connection:
    if read_only:
        if not os.path.exists(path):
            raise sqlite3.OperationalError(f"{path} is missing")
        db = sqlite3.connect(f"file:{_quoted(path)}?mode=ro", uri=True, timeout=5.0, isolation_level=None)
        db.execute("PRAGMA cache_size = -65536")
        return db
    if not os.path.exists(path):
        os.close(open_private(path, os.O_RDWR))  # SQLite makes its other files with the mode of this one
    db = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "cache_size = -65536", "secure_delete = ON"):
        db.execute(f"PRAGMA {pragma}")
    return db


def _quoted(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
