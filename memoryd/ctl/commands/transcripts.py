"""Past sessions: the latest, one of them, and taking one out for good."""

from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.moments import moment, shown
from memoryd.ctl.options import Command
from memoryd_client.messages import Browsed, IndexState, Removed, Scrolled

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

ERASE_SECONDS = 120.0
"""Both files are written anew, so that nothing stays in their gaps."""


@click.command(cls=Command)
@click.option("--limit", default=20, show_default=True, help="How many.")
@click.option("--source", "sources", multiple=True, metavar="NAME", help="Only of this source: cli, cron, ...")
@click.option("--after", type=moment, help="Only those in use since then: a date, or an age such as 7d.")
@click.option("--before", type=moment, help="Only those that were not in use after that.")
@click.option("--principal", default="", metavar="NAME", help="The sessions of this user of a shared surface.")
@click.pass_obj
def transcripts(asked: Asked, /, **narrow: object) -> None:
    """List the latest sessions in which something was said."""
    asked.answer(asked.client.browse(profile=asked.profile, **narrow), _show_list)  # type: ignore[arg-type]


@click.command(cls=Command)
@click.argument("session_id", metavar="ID")
@click.option("--message", type=int, help="Around this message; without it, the end.")
@click.option("--window", default=10, show_default=True, help="How many messages on either side.")
@click.option("--principal", default="", metavar="NAME", help="A session of this user of a shared surface.")
@click.pass_obj
def transcript(asked: Asked, /, session_id: str, *, message: int | None, window: int, principal: str) -> None:
    """Show what was said in a session."""
    found = asked.client.scroll(session_id, message, window=window, profile=asked.profile, principal=principal)
    asked.answer(found, _show_session)


@click.command("erase-session", cls=Command)
@click.argument("session_id", metavar="ID")
@click.option("--first", default=0, help="From this message on.")
@click.option("--last", type=int, help="Up to this one; without it, to the end.")
@click.option("--principal", default="", metavar="NAME", help="A session of this user of a shared surface.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def erase_session(asked: Asked, /, session_id: str, *, first: int, last: int | None, principal: str, yes: bool) -> None:
    """Remove the texts of a session for good, from the archive and from its index."""
    if not yes and not asked.json:
        click.confirm(f"Remove what was said in {session_id} for good?", abort=True)
    seconds = max(asked.timeout, ERASE_SECONDS)
    removed = asked.client.erase(session_id, first, last, profile=asked.profile, principal=principal, timeout=seconds)
    asked.answer(removed, _show_removed)


@click.command(cls=Command)
@click.pass_obj
def reindex(asked: Asked, /) -> None:
    """Make the index of all sessions anew, beside the one that serves."""
    asked.answer(asked.client.reindex(), _show_index)


def _show_list(page: "Page", found: Browsed) -> None:
    rows = [
        (one.id, one.source, shown(one.latest), f"{one.messages}", one.title or opening)
        for one, opening in zip(found.sessions, found.openings, strict=True)
    ]
    page.table(("session", "source", "last", "messages", "about"), rows)
    if found.more:
        page.notes((f"there are more: --before {shown(found.sessions[-1].latest)!r} shows them",))


def _show_session(page: "Page", found: Scrolled) -> None:
    page.line((found.session.id, "bold"), f"  {found.session.source}  {shown(found.session.started)}")
    if found.before:
        page.line((f"{found.before} messages before", "dim"))
    for message in found.messages:
        page.entry(f"{message.id:>4} {message.name or message.role} {message.tool}".rstrip(), message.text)
    if found.after:
        page.line((f"{found.after} messages after", "dim"))


def _show_removed(page: "Page", removed: Removed) -> None:
    page.line(f"{removed.count} messages are gone for good")


def _show_index(page: "Page", state: IndexState) -> None:
    page.line(f"the index is made anew; the one that serves has {state.indexed} messages")
