"""The archive's tables. ``docs/search.md`` describes every column; a test compares the two."""

import sqlite3
import time

from memoryd.store.schema import NewerDatabase

SCHEMA_VERSION = 1

ORDINAL_BITS = 20
"""A message's key is its session's number, shifted by this, and its place there: a window is a range of keys."""
MAX_MESSAGES = 1 << ORDINAL_BITS

_SCHEMA = """
CREATE TABLE archive (id TEXT NOT NULL, sequence INTEGER NOT NULL);
CREATE TABLE scopes (
    number INTEGER PRIMARY KEY, profile TEXT NOT NULL, principal TEXT NOT NULL, UNIQUE (profile, principal));
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY, scope INTEGER NOT NULL, id TEXT NOT NULL, source TEXT NOT NULL, parent TEXT NOT NULL,
    root INTEGER NOT NULL, title TEXT NOT NULL, started REAL NOT NULL, latest REAL NOT NULL, ended REAL,
    messages INTEGER NOT NULL, UNIQUE (scope, id));
CREATE INDEX sessions_by_time ON sessions (scope, latest);
CREATE INDEX sessions_by_root ON sessions (root);
CREATE TABLE messages (
    key INTEGER PRIMARY KEY, sequence INTEGER UNIQUE, role TEXT NOT NULL, name TEXT NOT NULL, tool TEXT NOT NULL,
    time REAL NOT NULL, text TEXT NOT NULL);
CREATE TABLE operations (id TEXT PRIMARY KEY, time REAL NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE INDEX operations_by_time ON operations (time);
CREATE TABLE removals (
    number INTEGER PRIMARY KEY AUTOINCREMENT, first INTEGER NOT NULL, last INTEGER NOT NULL, erased INTEGER NOT NULL);
"""

_TRIES = 50
_PAUSE = 0.1


def truncate_log(db: sqlite3.Connection) -> None:
    """Empty the write-ahead log, which holds what pages held before; waits for readers, 5 s at most.

    Raises:
        sqlite3.OperationalError: Somebody reads on.
    """
    for _ in range(_TRIES):
        if not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            return
        time.sleep(_PAUSE)
    raise sqlite3.OperationalError("the log cannot be emptied while somebody reads")


def prepare(db: sqlite3.Connection, path: str) -> None:
    """Make the tables of a new archive.

    Raises:
        NewerDatabase: They are there, from a newer version.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise NewerDatabase(
            f"{path} has schema {version}, this memoryd knows {SCHEMA_VERSION}; install a newer memoryd", path=path
        )
    if version == 0:
        begin = "INSERT INTO archive VALUES (lower(hex(randomblob(8))), 0);"
        db.executescript(f"BEGIN;{_SCHEMA}{begin}PRAGMA user_version = {SCHEMA_VERSION};COMMIT;")
    db.execute("PRAGMA secure_delete = ON")
    db.execute("PRAGMA cache_size = -16384")  # the ids of operations come in no order
