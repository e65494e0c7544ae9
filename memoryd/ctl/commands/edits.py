"""One change of one entry."""

from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command, edit_options, given, target_argument
from memoryd.ctl.texts import texts
from memoryd_client.messages import Edited

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@target_argument()
@click.argument("content", metavar="TEXT")
@edit_options
@click.pass_obj
def add(asked: Asked, /, target: str, content: str, **options: str) -> None:
    """Append an entry. Adding what is already there is a success that changes nothing."""
    (content,) = texts(content)
    asked.answer(asked.client.add(target, content, **given(asked, **options)), show)


@click.command(cls=Command)
@target_argument()
@click.argument("old", metavar="OLD")
@click.argument("content", metavar="TEXT")
@edit_options
@click.pass_obj
def replace(asked: Asked, /, target: str, old: str, content: str, **options: str) -> None:
    """Replace the entry that OLD selects by TEXT. The whole entry is replaced; what was there is shown."""
    old, content = texts(old, content)
    asked.answer(asked.client.replace(target, old, content, **given(asked, **options)), show)


@click.command(cls=Command)
@target_argument()
@click.argument("old", metavar="OLD")
@edit_options
@click.pass_obj
def remove(asked: Asked, /, target: str, old: str, **options: str) -> None:
    """Remove the entry that OLD selects. Its text is shown."""
    (old,) = texts(old)
    asked.answer(asked.client.remove(target, old, **given(asked, **options)), show)


def show(page: "Page", reply: Edited) -> None:
    """What an edit did, for a person."""
    page.edited(reply)
