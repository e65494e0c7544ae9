"""Sessions as lines of JSON, a message each: what is exported, and what is imported again.

A line has ``session``, ``role``, ``content`` and ``time``, and where they say something ``name``, ``tool_name``,
``source``, ``parent``, ``title`` and ``principal``. Lines of one session stand in its order.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memoryd.archive.recording import ROLES
from memoryd_client.errors import InvalidRequest
from memoryd_client.messages import Message, SessionEntry

_TEXTS = ("session", "role", "name", "tool_name", "source", "parent", "title", "principal")


@dataclass(frozen=True, slots=True)
class Line:
    """One message, and what its line says of its session."""

    session: str
    message: dict[str, Any]
    source: str
    parent: str
    title: str
    principal: str


def line_of(session: SessionEntry, message: Message, principal: str) -> str:
    """A message as a line."""
    fields = {
        "session": session.id,
        "role": message.role,
        "content": message.text,
        "time": message.time,
        "name": message.name,
        "tool_name": message.tool,
        "source": session.source,
        "parent": session.parent,
        "title": session.title,
        "principal": principal,
    }
    return json.dumps({name: value for name, value in fields.items() if value not in ("", None)}, ensure_ascii=False)


def check(path: str) -> int:
    """Read a whole file without keeping it; returns how many messages it has.

    Raises:
        InvalidRequest: A line is not as it should be; the message says which, and why.
        OSError: It cannot be read.
    """
    return sum(1 for _ in lines(path))


def lines(path: str) -> Iterator[Line]:
    """The lines of a file; raises as `check`."""
    with open(path, encoding="utf-8", errors="strict") as file:
        number = 1
        try:
            for text in file:
                if text.strip():
                    yield _line(text)
                number += 1
        except (ValueError, TypeError) as error:
            raise InvalidRequest(f"{path}, line {number}: {error}; nothing was imported") from error


def _line(text: str) -> Line:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise TypeError("it is no object")
    for name in _TEXTS:
        if not isinstance(found.get(name, ""), str):
            raise TypeError(f"{name} is no text")
    if not found.get("session"):
        raise ValueError("session is missing")
    if found.get("role") not in ROLES:
        raise ValueError(f"role {found.get('role')!r} is none of {', '.join(ROLES)}")
    message = {name: found[name] for name in ("role", "content", "time", "name", "tool_name") if name in found}
    if not isinstance(message.setdefault("time", 0.0), int | float):
        raise TypeError("time is no number")
    get = found.get
    return Line(found["session"], message, get("source", ""), get("parent", ""), get("title", ""), get("principal", ""))
