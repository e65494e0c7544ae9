"""Takes a text out of the journal's database: history, checkpoints, versions, outcomes, snapshots.

Rules of this module. One transaction, the caller's. Rows stay, so numbers and digests go on to say what they said: an
entry loses text and salt and keeps its salted digest, which nobody can try texts against. What is not salted goes: the
digests of revisions that held the text, in whatever table. Afterwards the caller has the free pages written over.
"""

import os
import sqlite3
from dataclasses import dataclass, field
from typing import cast

import msgspec

from memoryd.core import selector
from memoryd.store.history import states
from memoryd.store.history.questions import REDACTED
from memoryd.store.history.rows import (
    Merge,
    Place,
    Row,
    entries_of,
    merge_of,
    packed_entries,
    packed_merge,
    packed_places,
    places,
)
from memoryd.store.history.salted import Salted
from memoryd.store.layout import FileKey
from memoryd.store.outcome_rows import Ended, OutcomeRows
from memoryd_client import errors

_encode = msgspec.msgpack.Encoder().encode
_entries = msgspec.msgpack.Decoder(tuple[str, ...])
_digests = msgspec.msgpack.Decoder(dict[str, str])


@dataclass(slots=True)
class Redaction:
    """One text on its way out.

    Attributes:
        text: What must go.
        changes: How many rows of the history lost a text.
        sessions: The open sessions in whose block it was.
        tell_tales: Unsalted digests and ids of what held it, in hex: they go, too.
    """

    text: str
    changes: int = 0
    sessions: list[str] = field(default_factory=list)
    tell_tales: set[str] = field(default_factory=set)

    def run(self, db: sqlite3.Connection) -> None:
        """Take it out of every table."""
        self._history(db)
        self._checkpoints(db)
        self._versions(db)
        self._snapshots(db)
        self._outcomes(db)
        self._pending(db)

    # --- the history --------------------------------------------------------------------------------------------------

    def _history(self, db: sqlite3.Connection) -> None:
        held: dict[FileKey, list[Salted]] = {}
        rows = db.execute("SELECT seq FROM history ORDER BY seq").fetchall()
        for (seq,) in rows:
            (row,) = states.rows_of(db, "seq = ?", (seq,))
            if row.key not in held:
                held[row.key] = states.checkpoint(db, row.key, seq - 1).entries
            try:
                held[row.key] = row.replayed(held[row.key])
                clean = self._row(row, held[row.key])
            except (ValueError, IndexError, TypeError):
                clean = self._damaged(row)
            if clean != row:
                states.rewrite(db, clean.resealed())

    def _row(self, row: Row, after: list[Salted]) -> Row:
        gone, come = places(row.gone), places(row.come)
        if any(self._is_in(entry) for _, entry in (*gone, *come)):
            self.changes += 1
            row = row._replace(gone=packed_places(self._cleaned(gone)), come=packed_places(self._cleaned(come)))
        if any(self._is_in(entry) for entry in after):
            self.tell_tales.add(row.revision.hex())
            row = row._replace(revision=b"")
        merge = merge_of(row.merge)
        if merge is not None and any(self.text in one for one in merge.dropped):
            dropped = tuple(REDACTED if self.text in one else one for one in merge.dropped)
            row = row._replace(merge=packed_merge(Merge(merge.origin, merge.kept, dropped, merge.torn)))
        return row

    def _damaged(self, row: Row) -> Row:
        """A row that cannot be replayed: what it holds is not understood, so what holds the text goes whole."""
        needle = self.text.encode()
        columns = {name: b"" for name in ("gone", "come", "merge") if needle in bytes(getattr(row, name))}
        return row._replace(**columns, revision=b"") if columns else row  # type: ignore[arg-type]

    def _checkpoints(self, db: sqlite3.Connection) -> None:
        found = db.execute("SELECT profile, target, scope, seq, entries FROM checkpoints").fetchall()
        for profile, target, scope, seq, column in found:
            try:
                entries = entries_of(column)
            except ValueError:
                continue
            if any(self._is_in(entry) for entry in entries):
                clean = packed_entries([self._cleaned_entry(entry) for entry in entries])
                states.keep(db, FileKey(profile, target, scope), seq, clean)

    # --- the journal's other tables -----------------------------------------------------------------------------------

    def _versions(self, db: sqlite3.Connection) -> None:
        """Places stay, since later versions are differences from these; nobody merges with an empty entry."""
        where = "profile = ? AND target = ? AND scope = ? AND number = ?"
        for *key, middle in db.execute("SELECT profile, target, scope, number, middle FROM versions").fetchall():
            entries = _entries.decode(middle)
            if any(self.text in entry for entry in entries):
                clean = _encode(tuple("" if self.text in entry else entry for entry in entries))
                db.execute(f"UPDATE versions SET middle = ? WHERE {where}", (clean, *key))  # noqa: S608 - a literal

    def _snapshots(self, db: sqlite3.Connection) -> None:
        found = db.execute(
            "SELECT session, block, digests, ended FROM snapshots JOIN sessions ON id = session"
        ).fetchall()
        for session, block, column, ended in found:
            digests = _digests.decode(column)
            clean = {target: "" if digest in self.tell_tales else digest for target, digest in digests.items()}
            if self.text in block or clean != digests:
                db.execute(
                    "UPDATE snapshots SET block = ?, digests = ? WHERE session = ?",
                    (block.replace(self.text, REDACTED), _encode(clean), session),
                )
                self.sessions += [] if ended else [session]

    def _outcomes(self, db: sqlite3.Connection) -> None:
        """Whoever asks for the outcome of such an edit again is refused: it must not happen twice."""
        error = errors.Redacted("what this edit was about was redacted since")
        needles = [self.text.encode(), *(tale.encode() for tale in self.tell_tales if tale)]

        def changed(one: Ended) -> Ended:
            if not any(needle in one.body for needle in needles):
                return one
            return one._replace(request=os.urandom(16), status="failed", body=_encode(error.failure()))

        for number, body in db.execute("SELECT number, body FROM outcomes").fetchall():
            if any(needle in body for needle in needles):
                OutcomeRows().change(db, number, changed)

    def _pending(self, db: sqlite3.Connection) -> None:
        """An edit that waits with the text in it will not be approved any more."""
        needle = self.text.encode()
        for number, edit, message in db.execute("SELECT id, edit, message FROM pending").fetchall():
            if needle in edit or self.text in message:
                db.execute(
                    "UPDATE pending SET edit = x'', message = '', state = 'rejected', reason = 'redacted' WHERE id = ?",
                    (number,),
                )

    # --- texts --------------------------------------------------------------------------------------------------------

    def _is_in(self, entry: Salted) -> bool:
        return self.text in entry.text

    def _cleaned(self, found: list[Place]) -> list[Place]:
        return [(index, self._cleaned_entry(entry)) for index, entry in found]

    def _cleaned_entry(self, entry: Salted) -> Salted:
        if not self._is_in(entry):
            return entry
        self.tell_tales.add(selector.preview(entry.text).id)
        self.tell_tales.add(selector.fingerprint_of(entry.text))
        return entry.without_text()


def compact(db: sqlite3.Connection) -> None:
    """Have everything that is free written over: the log, and pages that held what is gone.

    Raises:
        sqlite3.Error: Another connection is reading; nothing is lost, ask again.
    """
    for statement in ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
        row = db.execute(statement).fetchone()
        if row and cast("int", row[0]):
            raise sqlite3.OperationalError("database is locked")
