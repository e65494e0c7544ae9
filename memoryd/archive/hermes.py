"""Hermes' own archive, ``state.db``, as recordings: read only, while Hermes runs.

Rules of this module. Everything that can be wrong with the file is found before the first message is given out. The
messages of a session are counted as they stand there, so that an import can go on where the last one ended.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memoryd_client.errors import ReadFailed

KNOWN_SCHEMA = 22
"""The newest schema of Hermes that this was tried with (0.19.0)."""
_SPECIAL = "\x00json:"
"""Before a content that is a list of parts, as JSON."""

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class HermesSession:
    """A session of Hermes'.

    Attributes:
        id: Its id.
        source: Where it took place.
        parent: The session that it continues; may be empty.
        title: What it is called; may be empty.
        principal: The user of a surface that many use; empty on a person's own.
        messages: How many it has.
    """

    id: str
    source: str
    parent: str
    title: str
    principal: str
    messages: int


class HermesArchive:
    """A ``state.db``.

    Args:
        path: Where it stands.

    Raises:
        ReadFailed: It is missing, damaged, no such database, or newer than what is known.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        if not os.path.isfile(path):
            raise ReadFailed(f"{path} does not exist; nothing was imported", path=path)
        quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        self._db = sqlite3.connect(f"file:{quoted}?mode=ro", uri=True, timeout=10.0, isolation_level=None)
        try:
            self._check()
        except sqlite3.Error as error:
            self._db.close()
            raise ReadFailed(f"{path} cannot be read: {error}; nothing was imported", path=path) from error
        except ReadFailed:
            self._db.close()
            raise

    def close(self) -> None:
        """Close it."""
        self._db.close()

    def sessions(self) -> list[HermesSession]:
        """All sessions, the oldest first, so that one comes before those that continue it."""
        rows = self._db.execute(
            "SELECT s.id, s.source, s.parent_session_id, s.title, s.user_id, count(m.id) FROM sessions s "  # noqa: S608
            f"LEFT JOIN messages m ON m.session_id = s.id AND {self._visible} GROUP BY s.id ORDER BY s.started_at, s.id"
        )
        return [
            HermesSession(id_, source or "", parent or "", title or "", user or "", count)
            for id_, source, parent, title, user, count in rows
        ]

    def messages(self, session: str) -> Iterator[Message]:
        """The messages of a session that were not taken back, in order."""
        for role, content, tool, moment in self._db.execute(
            "SELECT role, content, tool_name, timestamp FROM messages m "  # noqa: S608 - our own words
            f"WHERE session_id = ? AND {self._visible} ORDER BY id",
            (session,),
        ):
            known = role if role in ("user", "assistant", "tool", "system") else "system"
            yield {"role": known, "content": _content(content), "tool_name": tool or "", "time": float(moment or 0)}

    def _check(self) -> None:
        if (found := self._db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise ReadFailed(f"{self.path} is damaged: {found}; nothing was imported", path=self.path)
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= {"sessions", "messages"}:
            raise ReadFailed(f"{self.path} is no archive of Hermes; nothing was imported", path=self.path)
        version = self._db.execute("SELECT max(version) FROM schema_version").fetchone()[0] or 0
        if version > KNOWN_SCHEMA:
            raise ReadFailed(
                f"{self.path} has Hermes' schema {version}, this memoryd knows {KNOWN_SCHEMA}; nothing was imported: "
                "install a newer memoryd",
                path=self.path,
            )
        columns = {row[1] for row in self._db.execute("PRAGMA table_info(messages)")}
        # What a compression moved out of the conversation was said all the same; what a rewind took back was not.
        self._visible = "(m.active = 1 OR m.compacted = 1)" if {"active", "compacted"} <= columns else "1"


def _content(content: object) -> object:
    if isinstance(content, bytes):
        return content.decode("utf-8", "replace")
    if isinstance(content, str) and content.startswith(_SPECIAL):
        try:
            return json.loads(content.removeprefix(_SPECIAL))
        except ValueError:
            return content
    return content
