"""What is recorded, as values: messages of a session, with whose session it is."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from memoryd_client import fence
from memoryd_client.errors import InvalidRequest

MAX_ID = 256
"""Characters of a session's id, and of other names: what agents use has 36 at most."""

ROLES = ("user", "assistant", "tool", "system")

AUTOMATION = frozenset(
    ("automation", "background", "batch", "cron", "delegation", "flush", "heartbeat", "subagent", "webhook")
)
"""Sources of sessions in which no person speaks; they stand below those of people."""

_ROLES = {"function": "tool", "developer": "system", "human": "user", "ai": "assistant"}
"""Names of roles that some APIs have."""

_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Said:
    """One message.

    Attributes:
        role: Who speaks: one of `ROLES`.
        text: What, whole.
        time: When, in seconds since 1970.
        name: Who in particular, where several speak; may be empty.
        tool: Which tool answers or is called; may be empty.
    """

    role: str
    text: str
    time: float
    name: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose session it is: it was fixed when the session was opened, and search never leaves it.

    Attributes:
        profile: The empty one is the root's own.
        principal: A user of a surface that many use; empty where there is one person.
    """

    profile: str = ""
    principal: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """Messages to be added to a session, which is made with the first of them.

    Attributes:
        operation: An id of its own: recorded again, it changes nothing.
        session: The session's id, unique for its owner.
        whose: Its owner.
        source: Where it takes place: ``cli``, ``telegram``, ``cron``, ...
        parent: The session that this one continues; may be empty, or not be known yet.
        title: What it is called; may be empty.
        messages: What was said, in order.
    """

    operation: str
    session: str
    whose: Whose
    messages: tuple[Said, ...]
    source: str = ""
    parent: str = ""
    title: str = ""


def checked(recording: Recording) -> Recording:
    """The same, fit for the database.

    Raises:
        InvalidRequest: An id is missing or too long, or a role is unknown.
    """
    for name in ("operation", "session"):
        if not getattr(recording, name):
            raise InvalidRequest(f"a recording needs its {name}'s id", field=name)
    for name in ("operation", "session", "source", "parent"):
        if len(getattr(recording, name)) > MAX_ID:
            raise InvalidRequest(f"{name} is longer than {MAX_ID} characters", field=name)
    return replace(recording, messages=tuple(_clean(one) for one in recording.messages))


def _clean(one: Said) -> Said:
    if one.role not in ROLES:
        raise InvalidRequest(f"role {one.role!r} is none of {', '.join(ROLES)}", field="role")
    if not math.isfinite(one.time):
        raise InvalidRequest(f"{one.time} is no time", field="time")
    # SQLite ends texts at NUL in some of its functions, and takes no lone surrogates.
    return replace(one, text=plain(one.text), name=plain(one.name)[:MAX_ID], tool=plain(one.tool)[:MAX_ID])


def plain(text: str) -> str:
    """A text that any database takes: without NUL, lone surrogates replaced."""
    return _SURROGATES.sub("\ufffd", text).replace("\x00", "\ufffd")


def said(messages: Iterable[Mapping[str, object]], now: float, *, strict: bool = True) -> tuple[Said, ...]:
    """Messages in the form that chat APIs use: role, content, optionally name, tool_name and time.

    What memory put into a message for the model is not what was said: blocks of recalled memory are taken out.

    Args:
        messages: Those.
        now: The time of those without one.
        strict: Leave an unknown role as it is, to be refused; otherwise it is the system's.
    """
    return tuple(_said(one, now, strict=strict) for one in messages)


def _said(message: Mapping[str, object], now: float, *, strict: bool) -> Said:
    role = str(message.get("role") or "")
    role = _ROLES.get(role, role)
    moment = message.get("time", message.get("timestamp"))
    return Said(
        role=role if strict or role in ROLES else "system",
        text=fence.strip(text_of(message.get("content"))),
        time=float(moment) if isinstance(moment, int | float) else now,
        name=str(message.get("name") or ""),
        tool=str(message.get("tool_name") or ""),
    )


def text_of(content: object) -> str:
    """The text of a message's content, which may be a list of parts; what is not text is named in brackets."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(_text_of_part, content)))
    return str(content)


def _text_of_part(part: object) -> str:
    if isinstance(part, dict):
        text = part.get("text")
        return text if isinstance(text, str) else f"[{part.get('type') or 'part'}]"
    return str(part)
