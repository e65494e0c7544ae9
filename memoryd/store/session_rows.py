"""Sessions in the journal's database: who each is, what was frozen for it, which processes it lives in, its end.

Rules of this module. It runs on the committer's thread, one transaction per call. What stands in the table wins: asking
for a session again gives the identity and the bytes that are there.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec

from memoryd.core.session import Identity, Snapshot
from memoryd.store.journal_health import Database, guarded
from memoryd.store.layout import Layout
from memoryd.store.outbox import NewRow, Outbox
from memoryd.store.provider_rows import ProviderRows
from memoryd.store.transaction import Immediate

PRUNE_EVERY = 256

_pack = msgspec.msgpack.Encoder().encode
_digests = msgspec.msgpack.Decoder(dict[str, str])


class Process(NamedTuple):
    """A process beyond its number, which is used again: when it was started, in which boot of the machine."""

    pid: int
    born: int
    boot: str


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as it is recorded; ``ended`` is 0 while it is open."""

    id: str
    identity: Identity
    snapshot: Snapshot
    parent: str = ""
    turn: int = 0
    began: float = 0.0
    ended: float = 0.0
    why: str = ""


class SessionRows:
    """The tables, used by one thread.

    Args:
        database: The journal's.
        layout: Has the settings, one of which says how long a session is kept after its end.
        outbox: Where others are told of it, in the same transactions.
    """

    def __init__(self, database: Database, layout: Layout, outbox: Outbox) -> None:
        self.database = database
        self.outbox = outbox
        self.providers = ProviderRows(database)
        self._layout = layout
        self._openings = 0

    @guarded
    def open(self, candidate: SessionRow, process: Process | None, moment: float) -> SessionRow:
        """The session that is recorded under this id, open now; the candidate if there was none.

        One of another identity is returned as it is, and stays so.
        """
        with self._transaction():
            known = self._find(candidate.id)
            if known is not None and known.identity != candidate.identity:
                return known
            if known is None:
                self._insert(candidate)
            elif known.ended:
                self._db.execute("UPDATE sessions SET ended = 0, why = '' WHERE id = ?", (candidate.id,))
            self._attach(candidate.id, process)
            self._prune(moment)
        return candidate if known is None else replace(known, ended=0.0, why="")

    @guarded
    def freeze(self, candidate: SessionRow, process: Process | None, told: Sequence[NewRow] = ()) -> SessionRow:
        """The session with the candidate's snapshot, if its block is another one than before."""
        with self._telling(told):
            known = self._find(candidate.id)
            if known is None:
                self._insert(candidate)
            elif known.identity == candidate.identity:
                self._db.execute("UPDATE sessions SET ended = 0, why = '' WHERE id = ?", (candidate.id,))
                if known.snapshot.block != candidate.snapshot.block:
                    self._freeze(candidate.id, candidate.snapshot)
                    known = replace(known, snapshot=candidate.snapshot)
            else:
                return known
            self._attach(candidate.id, process)
        return candidate if known is None else replace(known, ended=0.0, why="")

    @guarded
    def go_on(
        self, candidate: SessionRow, parent: str, process: Process | None, told: Sequence[NewRow] = ()
    ) -> SessionRow:
        """The session with the snapshot that it has, else with its parent's."""
        with self._telling(told):
            known, before = self._find(candidate.id), self._find(parent)
            if known is None:
                known = replace(candidate, snapshot=before.snapshot) if before is not None else candidate
                self._insert(known)
            elif known.identity != candidate.identity:
                return known
            elif known.ended:
                self._db.execute("UPDATE sessions SET ended = 0, why = '' WHERE id = ?", (candidate.id,))
            self._attach(candidate.id, process)
        return replace(known, ended=0.0, why="")

    @guarded
    def find(self, session: str) -> SessionRow | None:
        """A session, open or ended, or None."""
        return self._find(session)

    @guarded
    def note_turn(self, session: str, turn: int) -> None:
        """A turn began."""
        self._db.execute("UPDATE sessions SET turn = ? WHERE id = ?", (turn, session))

    @guarded
    def attach(self, session: str, process: Process) -> None:
        """A process uses the session, too."""
        self._attach(session, process)

    @guarded
    def detach(self, session: str, process: Process) -> None:
        """A process went on with another session."""
        self._db.execute(
            "DELETE FROM attachments WHERE session = ? AND pid = ? AND born = ? AND boot = ?", (session, *process)
        )

    @guarded
    def forget(self, process: Process) -> None:
        """A process is no more."""
        self._db.execute("DELETE FROM attachments WHERE pid = ? AND born = ? AND boot = ?", process)

    @guarded
    def end(self, session: str, moment: float, why: str, told: Sequence[NewRow] = ()) -> float:
        """A session is over; returns when it ended, which is noted, and told, once. 0 if there is none."""
        with self._telling(told):
            self._db.execute(
                "UPDATE sessions SET ended = ?, why = ? WHERE id = ? AND ended = 0", (moment, why, session)
            )
            self._db.execute("DELETE FROM attachments WHERE session = ?", (session,))
            row = self._db.execute("SELECT ended FROM sessions WHERE id = ?", (session,)).fetchone()
        return float(row[0]) if row else 0.0

    @guarded
    def parents(self) -> dict[str, str]:
        """Of the sessions that go on from another one: which."""
        return dict(self._db.execute("SELECT id, parent FROM sessions WHERE parent != ''"))

    @guarded
    def live(self) -> list[tuple[SessionRow, list[Process]]]:
        """The sessions that are open, without their blocks, and their processes."""
        processes: dict[str, list[Process]] = {}
        for session, *process in self._db.execute("SELECT session, pid, born, boot FROM attachments"):
            processes.setdefault(session, []).append(Process(*process))
        rows = self._db.execute(_SELECT_LIVE).fetchall()
        return [(_row(row), processes.get(row[0], [])) for row in rows]

    @guarded
    def listed(self, most: int) -> list[SessionRow]:
        """The latest sessions, open and ended, without their blocks."""
        return [_row(row) for row in self._db.execute(_SELECT_LATEST, (most,))]

    # --- rows ---------------------------------------------------------------------------------------------------------

    @property
    def _db(self) -> sqlite3.Connection:
        return self.database.connection

    def _transaction(self) -> Immediate:
        return Immediate(self._db)

    @contextmanager
    def _telling(self, told: Sequence[NewRow]) -> Iterator[None]:
        """A transaction that also writes what others are to be told."""
        with self._transaction():
            yield
            written = self.outbox.write(told)
        self.outbox.announced += written

    def _find(self, session: str) -> SessionRow | None:
        row = self._db.execute(_SELECT_ONE, (session,)).fetchone()
        return _row(row) if row else None

    def _insert(self, row: SessionRow) -> None:
        who = row.identity
        self._db.execute(
            "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '')",
            (
                *(row.id, who.context, who.profile, who.principal, who.repository, who.memory),
                *(row.parent, row.turn, row.began),
            ),
        )
        self._freeze(row.id, row.snapshot)

    def _freeze(self, session: str, snapshot: Snapshot) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)",
            (session, snapshot.block, _pack(dict(snapshot.digests)), snapshot.frozen),
        )

    def _attach(self, session: str, process: Process | None) -> None:
        if process is not None:
            self._db.execute("INSERT OR IGNORE INTO attachments VALUES (?, ?, ?, ?)", (session, *process))

    def _prune(self, moment: float) -> None:
        self._openings += 1
        if self._openings % PRUNE_EVERY == 1:
            old = (moment - self._layout.settings.sessions.kept_days * 86_400,)
            self._db.execute("DELETE FROM sessions WHERE ended > 0 AND ended < ?", old)
            self._db.execute("DELETE FROM snapshots WHERE session NOT IN (SELECT id FROM sessions)")


_SELECT_ONE = (
    "SELECT id, context, profile, principal, repository, memory, parent, turn, began, ended, why,"
    " block, digests, frozen FROM sessions JOIN snapshots ON session = id WHERE id = ?"
)
_SELECT_LIVE = (
    "SELECT id, context, profile, principal, repository, memory, parent, turn, began, ended, why,"
    " '', digests, frozen FROM sessions JOIN snapshots ON session = id WHERE ended = 0"
)
_SELECT_LATEST = (
    "SELECT id, context, profile, principal, repository, memory, parent, turn, began, ended, why,"
    " '', digests, frozen FROM sessions JOIN snapshots ON session = id"
    " ORDER BY ended = 0 DESC, max(began, ended) DESC LIMIT ?"
)


def _row(row: Sequence[Any]) -> SessionRow:
    name, *who, parent, turn, began, ended, why, block, digests, frozen = row
    return SessionRow(
        name, Identity(*who), Snapshot(block, _digests.decode(digests), frozen), parent, turn, began, ended, why
    )
