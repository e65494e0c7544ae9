"""Which providers an operator enabled, and how their files were then; and what they have in sessions' prompts."""

import sqlite3
import time
from dataclasses import dataclass

from memoryd.store.journal_health import Database, guarded

KEPT_SECONDS = 60 * 86_400.0


@dataclass(frozen=True, slots=True)
class Pin:
    """One enabled provider; ``digest`` is that of its files."""

    name: str
    source: str
    path: str
    digest: str


class ProviderRows:
    """The tables; used by the thread that uses the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @guarded
    def pins(self) -> dict[str, Pin]:
        """Every pin by the provider's name."""
        return {row[0]: Pin(*row) for row in self._db.execute("SELECT name, source, path, digest FROM providers")}

    @guarded
    def enable(self, pin: Pin) -> Pin:
        """Enable a provider as its files are now."""
        self._db.execute("INSERT OR REPLACE INTO providers VALUES (?, ?, ?, ?, ?)", (*_fields(pin), time.time()))
        return pin

    @guarded
    def disable(self, name: str) -> bool:
        """Take that back; returns whether it was enabled."""
        return self._db.execute("DELETE FROM providers WHERE name = ?", (name,)).rowcount > 0

    @guarded
    def block(self, session: str) -> str | None:
        """What a provider has in the prompt of a session; None if that is not frozen yet."""
        row = self._db.execute("SELECT text FROM provider_blocks WHERE session = ?", (session,)).fetchone()
        return row[0] if row else None

    @guarded
    def freeze(self, session: str, text: str) -> str:
        """Freeze it, unless it is frozen; returns what is."""
        self._db.execute("INSERT OR IGNORE INTO provider_blocks VALUES (?, ?, ?)", (session, text, time.time()))
        self._db.execute("DELETE FROM provider_blocks WHERE time < ?", (time.time() - KEPT_SECONDS,))
        row = self._db.execute("SELECT text FROM provider_blocks WHERE session = ?", (session,)).fetchone()
        return str(row[0])

    @guarded
    def thaw(self, session: str) -> None:
        """A declared point: what the provider says next counts."""
        self._db.execute("DELETE FROM provider_blocks WHERE session = ?", (session,))

    @property
    def _db(self) -> sqlite3.Connection:
        return self.database.connection


def _fields(pin: Pin) -> tuple[str, str, str, str]:
    return pin.name, pin.source, pin.path, pin.digest
