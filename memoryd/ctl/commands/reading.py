"""What a target holds."""

from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command, target_argument
from memoryd_client.messages import Content

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@target_argument(default="memory")
@click.pass_obj
def read(asked: Asked, /, target: str) -> None:
    """Show a target's entries with their ids. Without TARGET those of memory."""
    asked.answer(asked.client.read(target, profile=asked.profile, principal=asked.user), show)


def show(page: "Page", content: Content) -> None:
    """What a target holds, for a person."""
    page.line((f"{content.target}  ", "bold"), page.bar(content.usage), f"  {page.figures(content.usage)}")
    page.line((f"digest {content.digest}", "dim"))
    if content.state != "parsed":
        page.line(("state: ", "bold red"), (content.state, "bold red"))
    page.notes(content.notes)
    for name, entry in zip(content.ids, content.entries, strict=True):
        page.entry(name, entry)
    if not content.entries:
        page.line(("no entries", "dim"))
