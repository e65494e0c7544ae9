"""What was said in past sessions."""

from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.moments import moment, shown
from memoryd.ctl.options import Command
from memoryd_client.messages import Found, Hit

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", default=5, show_default=True, help="How many sessions.")
@click.option("--window", default=1, show_default=True, help="How many messages around the match, on either side.")
@click.option("--role", "roles", multiple=True, metavar="ROLE", help="Only what these said: user, assistant, tool.")
@click.option("--source", "sources", multiple=True, metavar="NAME", help="Only sessions of this source: cli, cron, ...")
@click.option("--after", type=moment, help="Only from then on: a date, or an age such as 7d.")
@click.option("--before", type=moment, help="Only before.")
@click.option("--newest", is_flag=True, help="The newest first, not the best.")
@click.option("--principal", default="", metavar="NAME", help="The sessions of this user of a shared surface.")
@click.pass_obj
def search(asked: Asked, /, query: tuple[str, ...], *, newest: bool, **narrow: object) -> None:
    """Find sessions in which something was said. Any text is a QUERY; AND, OR, NOT, "quotes" and word* count."""
    found = asked.client.search(" ".join(query), profile=asked.profile, newest_first=newest, **narrow)  # type: ignore[arg-type]
    asked.answer(found, _show)


def _show(page: "Page", found: Found) -> None:
    for hit in found.hits:
        _show_hit(page, hit)
    if not found.hits:
        page.line(("nothing was found", "dim"))
    page.notes((*found.notes, *(("there is more: --limit shows it",) if found.more else ())))


def _show_hit(page: "Page", hit: Hit) -> None:
    session = hit.session
    others = f", {hit.others} more matches" if hit.others else ""
    page.line((session.id, "bold"), f"  {session.source}  {shown(session.latest)}  message {hit.message}{others}")
    if hit.missing:
        page.line((f"without {', '.join(hit.missing)}", "dim"))
    for message in hit.window:
        name = message.name or message.role
        text = hit.snippet if message.id == hit.message else " ".join(message.text[:160].split())
        page.entry(f"{message.id:>4} {name}", text)
    page.gap()
