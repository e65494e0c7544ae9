"""Sessions out of the archive, as lines of JSON or as Markdown."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import click

from memoryd.archive import jsonl, markdown
from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.errors import WriteFailed
from memoryd_client.messages import Message, SessionEntry

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

PAGE = 100


@dataclass(frozen=True)
class Exported:
    """What an export wrote."""

    path: str
    sessions: int
    messages: int


@click.command("export-sessions", cls=Command)
@click.argument("path")
@click.option("--session", "only", multiple=True, metavar="ID", help="Only this session.")
@click.option("--format", "form", type=click.Choice(["jsonl", "markdown"]), help="Default: by the ending, else jsonl.")
@click.option("--principal", default="", metavar="NAME", help="The sessions of this user of a shared surface.")
@click.pass_obj
def export_sessions(asked: Asked, /, path: str, *, only: tuple[str, ...], form: str | None, principal: str) -> None:
    """Write sessions to the file PATH, which must not exist yet; - is standard output."""
    chosen = form or ("markdown" if path.endswith(".md") else "jsonl")
    asked.client.ping()  # before a file is made that stays empty
    sessions = messages = 0
    try:
        with _opened(path) as file:
            for session in _sessions(asked, only, principal):
                said = list(_messages(asked, session.id, principal))
                if chosen == "markdown":
                    file.write(markdown.session_page(session, said) + "\n")
                else:
                    file.writelines(f"{jsonl.line_of(session, one, principal)}\n" for one in said)
                sessions, messages = sessions + 1, messages + len(said)
    except OSError as error:
        raise WriteFailed(f"{path} cannot be written: {error.strerror}", path=path) from error
    if path != "-":
        asked.answer(Exported(path, sessions, messages), _show)


def _opened(path: str) -> IO[str]:
    if path == "-":
        return click.open_file("-", "w", encoding="utf-8")
    # What was said is nobody else's to read.
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")


def _sessions(asked: Asked, only: tuple[str, ...], principal: str) -> Iterator[SessionEntry]:
    """The chosen sessions, or all, the latest first."""
    for one in only:
        yield asked.client.scroll(one, window=0, profile=asked.profile, principal=principal).session
    before, seen = None, set[str]()
    while not only:
        found = asked.client.browse(limit=PAGE, before=before, profile=asked.profile, principal=principal)  # type: ignore[arg-type]
        yield from (one for one in found.sessions if one.id not in seen)
        seen.update(one.id for one in found.sessions)
        if not found.more:
            return
        before = found.sessions[-1].latest


def _messages(asked: Asked, session: str, principal: str) -> Iterator[Message]:
    """Everything that was said in a session, in order."""
    place = 0
    while True:
        found = asked.client.scroll(session, place, window=PAGE, profile=asked.profile, principal=principal)
        fresh = [one for one in found.messages if one.id >= place]
        yield from fresh
        if not found.after or not fresh:
            return
        place = fresh[-1].id + 1


def _show(page: "Page", exported: Exported) -> None:
    page.line(f"{exported.sessions} sessions, {exported.messages} messages in {exported.path}")
