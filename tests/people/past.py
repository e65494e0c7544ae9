"""The history of a home under test: its database, and a person's look at it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from memoryd_client import Client
from memoryd_client.messages import Change


def database(home: Path) -> Path:
    """Where the history is."""
    return home / "memoryd" / "memoryd.db"


def run_sql(home: Path, statement: str, *values: object) -> None:
    """Change the database behind a stopped daemon's back."""
    with closing(sqlite3.connect(database(home))) as db, db:
        db.execute(statement, values)


def look_up(home: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    """Ask the database."""
    with closing(sqlite3.connect(f"file:{database(home)}?mode=ro", uri=True)) as db:
        return db.execute(statement, values).fetchall()


def latest(client: Client, target: str = "") -> Change:
    """The last change."""
    return client.history(target, limit=1).changes[0]


def texts(change: Change) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What went and what came."""
    return tuple(one.text for one in change.gone), tuple(one.text for one in change.come)
