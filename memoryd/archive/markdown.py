"""Sessions as Markdown, for people."""

import time
from collections.abc import Iterable

from memoryd_client.messages import Message, SessionEntry

_FENCE = "`"


def session_page(session: SessionEntry, messages: Iterable[Message]) -> str:
    """A session as a page: a heading, then each message under who said it and when."""
    about = [f"session `{session.id}`", _moment(session.started), session.source]
    parts = [f"# {_one_line(session.title or session.id)}", ", ".join(one for one in about if one)]
    for message in messages:
        who = " ".join(one for one in (message.name or message.role, message.tool) if one)
        parts.append(f"## {_one_line(who)}, {_moment(message.time)}")
        parts.append(_fenced(message.text) if message.role == "tool" else _quoted(message.text))
    return "\n\n".join(parts) + "\n"


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(max(0.0, min(seconds, 253_402_300_000.0))))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    """A text whose headings cannot be taken for ours."""
    return "\n".join(f"\\{line}" if line.startswith("#") else line for line in text.splitlines())


def _fenced(text: str) -> str:
    """What a machine printed, in a fence that it cannot close."""
    longest = max((len(run) for run in text.replace("\n", " ").split(" ") if set(run) == {_FENCE}), default=0)
    fence = _FENCE * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
