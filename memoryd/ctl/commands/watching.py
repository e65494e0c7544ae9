"""What happens, as it happens."""

import json
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked, plain
from memoryd.ctl.options import Command
from memoryd.ctl.words import clock_time, who
from memoryd_client.messages import Event

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@click.option("--after", default=0, metavar="SEQ", help="Begin with the changes after this one.")
@click.option("--count", default=0, metavar="N", help="End after so many events; 0: only when interrupted.")
@click.pass_obj
def watch(asked: Asked, /, after: int, count: int) -> None:
    """Tell what happens, until interrupted. With --json each event is one line."""
    for told, event in enumerate(asked.client.watch(**asked.whose, after=after), 1):
        if asked.json:
            click.echo(json.dumps(plain(event)))
        else:
            asked.answer(event, _show)
        if told == count:
            return


def _show(page: "Page", event: Event) -> None:
    colour = "green" if event.kind == "changed" else "yellow" if event.kind == "external" else "bold red"
    by = f"  {who(event.actor)}" if event.kind in ("changed", "external", "over_limit") else ""
    number = f" {event.seq} {event.operation}" if event.seq and event.operation else ""
    usage = f"  {page.figures(event.usage)}" if event.usage else ""
    page.line(
        (clock_time(event.time), "dim"), " ", (event.kind, colour), f"{number} {event.target}{by}", (usage, "dim")
    )
    if event.message:
        page.text(event.message)
