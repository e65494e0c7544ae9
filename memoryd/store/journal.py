"""What is remembered about edits and files, in ``<root>/memoryd/memoryd.db``: commits, outcomes, versions.

Rules of this module. One transaction per commit cycle, written before any file is exchanged; the done mark of a cycle
goes into the next transaction. After kill -9 nothing is missing. ``synchronous=NORMAL`` means that a power cut may take
the last transactions, while the files, which were fsynced, keep their content: then the file is the truth.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable

import msgspec

from memoryd.core.merge import Version
from memoryd.settings import History
from memoryd.store.checkpoints import Checkpoints
from memoryd.store.history.table import HistoryTable
from memoryd.store.jobs import Outcome
from memoryd.store.journal_health import Database, guarded
from memoryd.store.layout import FileKey
from memoryd.store.outcome_rows import OutcomeRows
from memoryd.store.rows import Publication, Transaction, Unfinished
from memoryd.store.schema import prepare
from memoryd.store.transaction import Immediate
from memoryd.store.version_rows import VersionRows
from memoryd.store.waiting import insert as insert_waiting
from memoryd_client.errors import OutcomeUnknown

KEPT_COMMITS = 4_096
PRUNE_EVERY = 256
PAGES, PAGE_BYTES = 4, 4_096
CHANGE_BYTES = 512

_pack = msgspec.msgpack.Encoder().encode


class Journal:
    """The database, used by one thread.

    Args:
        path: Where it stands; created 0600 if missing.
        outcome_seconds: How long outcomes are kept.
        told: Gets a sentence when something happened to the database file.
        history: How much is kept of what was changed.

    Raises:
        NewerDatabase: Its schema is from a newer version.
        StoreError: It cannot be opened.
    """

    def __init__(
        self, path: str, outcome_seconds: float, told: Callable[[str], object] = str, history: History | None = None
    ) -> None:
        self.path = path
        self._outcome_seconds = outcome_seconds
        self._instance = ""
        self._versions = VersionRows()
        self._history = HistoryTable(history or History())
        self._outcomes = OutcomeRows()
        self._checkpoints = Checkpoints(path)
        self.database = Database(path, self._prepare, told)
        self.number, self.seq = self._last()
        self._undone: list[int] = []
        self._commits = 0

    @property
    def troubles(self) -> list[str]:
        """What happened to the database file, in sentences; grows while we run."""
        return self.database.troubles

    @property
    def _db(self) -> sqlite3.Connection:
        return self.database.connection

    @property
    def owes_done_marks(self) -> bool:
        """Whether `mark_done` has something to do."""
        return bool(self._undone)

    def close(self) -> None:
        """Write pending done marks and close."""
        self.mark_done()
        self.database.close()

    @guarded
    def record(self, work: Transaction) -> int:
        """Write a cycle's rows, and the done marks of cycles before; returns the cycle's number.

        Raises:
            NoSpace, StoreError: Nothing was written.
        """
        number = self.number + 1
        moment = time.time()
        seq = max(self.seq, work.seq)
        with self._transaction():
            self._mark_done_rows()
            done = 0 if work.publications else 1
            self._db.execute("INSERT INTO commits VALUES (?, ?, ?, ?)", (number, moment, seq, done))
            size = self._insert(number, moment, work)
            states = self._history.insert(self._db, number, moment, work.changes)
        self.number, self.seq = number, seq
        self._checkpoints.wrote(size + CHANGE_BYTES * len(work.changes))
        self._versions.inserted()
        self._history.inserted(states)
        self._outcomes.inserted(number, work.outcomes)
        self._undone.clear()
        self._commits += 1
        return number

    def texts(self, key: FileKey) -> tuple[str, ...]:
        """What a file held after its last change in the history; asked before every commit."""
        known = self._history.known(key)
        return self._load_texts(key) if known is None else known

    @guarded
    def _load_texts(self, key: FileKey) -> tuple[str, ...]:
        return self._history.texts(self._db, key)

    def done(self, number: int) -> None:
        """The files of a cycle are exchanged and durable."""
        self._undone.append(number)

    def mark_done(self) -> None:
        """Write the done marks now, when there is nothing else to do."""
        if not self.owes_done_marks:
            return
        try:
            with self._transaction():
                self._mark_done_rows()
        except sqlite3.Error:
            return  # they are hints: without them recovery looks at files that turn out to be in order
        self._undone.clear()

    @guarded
    def replace_outcomes(self, number: int, outcomes: Iterable[Outcome]) -> None:
        """Correct outcomes of a cycle that were recorded as ok before the disk refused to confirm them."""
        now = {one.request_id: one for one in outcomes}
        with self._transaction():
            self._outcomes.change(
                self._db, number, lambda one: one.ended(new.status, new.body) if (new := now.get(one.id)) else one
            )

    @guarded
    def withdraw(self, number: int, publication: Publication) -> None:
        """A recorded publication did not happen: its outcomes must not be told to anybody.

        The outside versions that it would have merged are forgotten too: they will be seen, and merged, again.
        """
        with self._transaction():
            self._versions.withdraw(self._db, publication.key, publication.since)
            self._history.withdraw(self._db, number, publication.key)
            self._outcomes.change(self._db, number, lambda one: None if one.key == publication.key else one)
            self._db.execute(
                "DELETE FROM publications WHERE number = ? AND profile = ? AND target = ? AND scope = ?",
                (number, *publication.key),
            )

    @guarded
    def doubt(self, number: int, publication: Publication) -> None:
        """Nobody can tell any more whether a recorded publication happened."""
        error = OutcomeUnknown(
            f"a crash interrupted the writing of {publication.path}, and it now holds neither what was before nor what "
            "should have come after; read it and repeat what is missing",
            path=publication.path,
        )
        body = _pack(error.failure())
        with self._transaction():
            self._outcomes.change(
                self._db, number, lambda one: one.ended("failed", body) if one.key == publication.key else one
            )

    @guarded
    def note_in_place(self, number: int, publication: Publication) -> None:
        """A recorded publication turned out to need overwriting."""
        with self._transaction():
            self._db.execute(
                "UPDATE publications SET way = 'in place'"
                " WHERE number = ? AND profile = ? AND target = ? AND scope = ?",
                (number, *publication.key),
            )

    def prune_if_due(self) -> None:
        """Forget what is too old, once in a while, even if there is never a quiet moment."""
        if self._commits >= PRUNE_EVERY:
            self._commits = 0
            with contextlib.suppress(sqlite3.Error):
                with self._transaction():
                    self._outcomes.index(self._db)
                    self._prune()
                self._outcomes.indexed()

    def bring_log_in(self, aside: Callable[[Callable[[], None]], None], *, idle: bool = False) -> None:
        """Keep the database's log short; ``aside`` has its argument done on another thread, once in a while."""
        self._checkpoints.finish(self._db)
        if self._checkpoints.is_due(idle=idle):
            aside(self._checkpoints.carry)

    @guarded
    def unfinished(self) -> list[Unfinished]:
        """The cycles that a crash may have interrupted, oldest first."""
        numbers = [row[0] for row in self._db.execute("SELECT number FROM commits WHERE done = 0 ORDER BY number")]
        return [Unfinished(number, self._publications(number)) for number in numbers]

    @guarded
    def versions(self, key: FileKey, boot: str) -> list[Version]:
        """The versions of a file that were recorded since this boot, oldest first."""
        return self._versions.since(self._db, key, boot)

    @guarded
    def forget_versions(self, key: FileKey) -> None:
        """Forget every version of a file."""
        with self._transaction():
            self._versions.withdraw(self._db, key, 0)

    def let_go(self, key: FileKey) -> None:
        """A file is no longer in use."""
        self._versions.let_go(key)

    @guarded
    def entries(self, key: FileKey, number: int) -> tuple[str, ...] | None:
        """What a version held, or None if that is not known any more."""
        return self._versions.entries(self._db, key, number)

    @guarded
    def outcome(self, request_id: str) -> Outcome | None:
        """The outcome of an earlier request, or None if none is recorded."""
        return self._outcomes.find(self._db, request_id)

    @guarded
    def instances(self) -> list[str]:
        """The names of all daemon instances that ever wrote here."""
        return [row[0] for row in self._db.execute("SELECT name FROM instances")]

    @guarded
    def enlist(self, instance: str) -> None:
        """Record this instance, whose name is in the names of its temp files."""
        with self._transaction():
            _enlist(self._db, instance)
        self._instance = instance

    def _insert(self, number: int, moment: float, work: Transaction) -> int:
        """Returns about how many bytes go to the log: the last page of each table, and what is long."""
        for one in work.publications:
            self._db.execute(
                "INSERT INTO publications VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (number, *one.key, one.path, one.way, one.temp, one.ours, one.theirs, one.version, one.since),
            )
        for waiting in work.waiting:
            insert_waiting(self._db, waiting)
        size = self._outcomes.insert(self._db, number, moment, work.outcomes)
        size += self._versions.insert(self._db, work.versions)
        return size + PAGES * PAGE_BYTES

    def _publications(self, number: int) -> tuple[Publication, ...]:
        rows = self._db.execute(
            "SELECT profile, target, scope, path, way, temp, ours, theirs, version, since FROM publications"
            " WHERE number = ?",
            (number,),
        )
        return tuple(Publication(FileKey(*row[:3]), *row[3:]) for row in rows)

    def _mark_done_rows(self) -> None:
        for number in self._undone:
            self._db.execute("UPDATE commits SET done = 1 WHERE number = ?", (number,))

    def _prune(self) -> None:
        oldest = self.number - KEPT_COMMITS
        # What is not done may be needed by the next start, however long somebody keeps writing a displaced file.
        self._db.execute("DELETE FROM commits WHERE number < ? AND done = 1", (oldest,))
        self._db.execute(
            "DELETE FROM publications WHERE number < ? AND number NOT IN (SELECT number FROM commits)", (oldest,)
        )
        self._outcomes.prune(self._db, time.time() - self._outcome_seconds)
        self._versions.prune(self._db, KEPT_COMMITS)
        self._history.prune(self._db)

    @guarded
    def _last(self) -> tuple[int, int]:
        row = self._db.execute("SELECT number, seq FROM commits ORDER BY number DESC LIMIT 1").fetchone()
        return (row[0], row[1]) if row else (0, 0)

    def _prepare(self, db: sqlite3.Connection) -> None:
        prepare(db, self.path)
        self._versions, self._outcomes = VersionRows(), OutcomeRows()  # what they knew was of another file, perhaps
        self._history.renewed()
        if self._instance:
            _enlist(db, self._instance)

    def _transaction(self) -> Immediate:
        return Immediate(self._db)


def _enlist(db: sqlite3.Connection, instance: str) -> None:
    db.execute("INSERT OR REPLACE INTO instances VALUES (?, ?)", (instance, time.time()))
