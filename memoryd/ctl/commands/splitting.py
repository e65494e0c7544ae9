"""Turning one over-size entry into entries: shown first, done when asked again."""

import shlex
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command, edit_options, given, target_argument
from memoryd.ctl.texts import texts
from memoryd_client.messages import Edited, Proposed

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@target_argument()
@click.argument("old", metavar="[OLD]", default="")
@click.option("--apply", is_flag=True, help="Do it; a copy of the file as it was is kept.")
@edit_options
@click.pass_obj
def split(asked: Asked, /, target: str, old: str, *, apply: bool, **options: str) -> None:
    """Turn an over-size entry into entries. It is cut at headings, paragraphs and list items.

    Without OLD it is the one entry that alone is over the limit. Without --apply the outcome is
    only shown.
    """
    (old,) = texts(old)
    reply = asked.client.split(target, old, apply=apply, **given(asked, **options))
    asked.answer(reply, lambda page, reply: _show(page, reply, asked))


def _show(page: "Page", reply: Proposed | Edited, asked: Asked) -> None:
    if isinstance(reply, Edited):
        page.edited(reply)
        return
    page.line(("would replace ", "bold"), (reply.old.id, "bold cyan"), f" ({reply.old.chars:,} characters): ")
    page.text(reply.old.text, "dim")
    page.gap()
    page.line((f"{reply.target} would then hold {len(reply.entries):,} entries:", "bold"))
    for number, entry in enumerate(reply.entries, 1):
        page.gap()
        page.line((f"{number}", "cyan"), (f"  {len(entry):,} characters", "dim"))
        page.text(entry)
    page.gap()
    page.usage(reply.usage)
    page.line("nothing was changed; this does it:")
    page.text(shlex.join(_next_command(reply, asked)), "bold")


def _next_command(reply: Proposed, asked: Asked) -> list[str]:
    """What applies the proposal; its digest makes sure that what is done is what was looked at."""
    home = ["--home", asked.home] if asked.home else []
    profile = ["--profile", asked.profile] if asked.profile else []
    user = ["--user", asked.user] if asked.user else []
    command = ["split", reply.target, reply.old.id, "--apply", "--base-digest", reply.digest]
    return ["memoryctl", *home, *profile, *user, *command]
