"""The journal's tables, step by step. ``docs/file-format.md`` describes every column; a test compares the two.

A new database takes all steps, an older one those that it lacks. A step is never changed once it was released.
"""

import sqlite3

from memoryd_client.errors import MemorydError

_JOURNAL = """
CREATE TABLE commits (number INTEGER PRIMARY KEY, time REAL NOT NULL, seq INTEGER NOT NULL, done INTEGER NOT NULL);
CREATE TABLE publications (
    number INTEGER NOT NULL, profile TEXT NOT NULL, target TEXT NOT NULL, scope TEXT NOT NULL, path TEXT NOT NULL,
    way TEXT NOT NULL, temp TEXT NOT NULL, ours TEXT NOT NULL, theirs TEXT NOT NULL,
    version INTEGER NOT NULL, since INTEGER NOT NULL,
    PRIMARY KEY (number, profile, target, scope)) WITHOUT ROWID;
CREATE TABLE outcomes (number INTEGER PRIMARY KEY, time REAL NOT NULL, body BLOB NOT NULL);
CREATE TABLE outcome_indexes (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, keys BLOB NOT NULL);
CREATE TABLE versions (
    profile TEXT NOT NULL, target TEXT NOT NULL, scope TEXT NOT NULL, number INTEGER NOT NULL, origin TEXT NOT NULL,
    boot TEXT NOT NULL, named_at REAL NOT NULL, head INTEGER NOT NULL, tail INTEGER NOT NULL, middle BLOB NOT NULL,
    PRIMARY KEY (profile, target, scope, number)) WITHOUT ROWID;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, context TEXT NOT NULL, profile TEXT NOT NULL, principal TEXT NOT NULL,
    repository TEXT NOT NULL, memory TEXT NOT NULL, parent TEXT NOT NULL, turn INTEGER NOT NULL, began REAL NOT NULL,
    ended REAL NOT NULL, why TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX sessions_by_end ON sessions (ended);
CREATE TABLE snapshots (
    session TEXT PRIMARY KEY, block TEXT NOT NULL, digests BLOB NOT NULL, frozen REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE attachments (
    session TEXT NOT NULL, pid INTEGER NOT NULL, born INTEGER NOT NULL, boot TEXT NOT NULL,
    PRIMARY KEY (session, pid, born, boot)) WITHOUT ROWID;
CREATE TABLE instances (name TEXT PRIMARY KEY, time REAL NOT NULL) WITHOUT ROWID;
"""

_HISTORY = """
CREATE TABLE history (
    seq INTEGER PRIMARY KEY, number INTEGER NOT NULL, time REAL NOT NULL, profile TEXT NOT NULL, target TEXT NOT NULL,
    scope TEXT NOT NULL, operation TEXT NOT NULL, cause INTEGER NOT NULL,
    uid INTEGER NOT NULL, pid INTEGER NOT NULL, started REAL NOT NULL,
    agent TEXT NOT NULL, session TEXT NOT NULL, before BLOB NOT NULL, after BLOB NOT NULL, revision BLOB NOT NULL,
    gone BLOB NOT NULL, come BLOB NOT NULL, moved BLOB NOT NULL, merge BLOB NOT NULL, seal BLOB NOT NULL);
CREATE TABLE checkpoints (
    profile TEXT NOT NULL, target TEXT NOT NULL, scope TEXT NOT NULL, seq INTEGER NOT NULL, entries BLOB NOT NULL,
    PRIMARY KEY (profile, target, scope, seq)) WITHOUT ROWID;
"""

_PENDING = """
CREATE TABLE pending (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL, profile TEXT NOT NULL, target TEXT NOT NULL,
    scope TEXT NOT NULL, operation TEXT NOT NULL, cause INTEGER NOT NULL, uid INTEGER NOT NULL, pid INTEGER NOT NULL,
    started REAL NOT NULL, agent TEXT NOT NULL, session TEXT NOT NULL, edit BLOB NOT NULL, state TEXT NOT NULL,
    reason TEXT NOT NULL, message TEXT NOT NULL, decided REAL NOT NULL, decided_by TEXT NOT NULL, seq INTEGER NOT NULL);
"""

STEPS = (_JOURNAL, _HISTORY, _PENDING)
SCHEMA_VERSION = len(STEPS)


class NewerDatabase(MemorydError):
    """The database was written by a newer memoryd."""

    code = "newer_database"


def prepare(db: sqlite3.Connection, path: str) -> None:
    """Make the tables that the database lacks, all of them or none.

    Raises:
        NewerDatabase: It is from a newer version.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise NewerDatabase(
            f"{path} has schema {version}, this memoryd knows {SCHEMA_VERSION}; install a newer memoryd", path=path
        )
    if version < SCHEMA_VERSION:
        db.executescript(f"BEGIN;{''.join(STEPS[version:])}PRAGMA user_version = {SCHEMA_VERSION};COMMIT;")
