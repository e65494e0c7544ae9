"""Taking changes back, and giving a target what it had."""

import os
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.commands.archives import import_
from memoryd.ctl.commands.edits import show
from memoryd.ctl.options import Command, edit_options, given, target_argument
from memoryd_client.errors import ChangeNotFound
from memoryd_client.messages import Edited

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

PAGE = 1_000


@click.command(cls=Command)
@click.argument("seq", type=int, metavar="[SEQ]", required=False)
@click.option("--session", default="", metavar="ID", help="Everything that this session changed, target by target.")
@click.option("--target", default="", metavar="TARGET", help="With --session: in this target alone.")
@edit_options
@click.pass_obj
def undo(asked: Asked, /, seq: int | None, session: str, target: str, **options: str) -> None:
    """Take back a change. What was changed since stays; where that is the same entry, nothing is done.

    Undoing the undo does it again.
    """
    if (seq is None) == (not session):
        raise click.UsageError("Give either the number of a change or --session.")
    if session:
        replies = tuple(
            asked.client.undo(session=session, target=one, **given(asked, **options))
            for one in ([target] if target else _targets(asked, session))
        )
        asked.answer({"undone": replies}, _show_all)
        return
    asked.answer(asked.client.undo(seq or 0, **given(asked, **options)), show)


@click.command(cls=Command)
@click.argument("revision", metavar="DIGEST|SEQ|FILE")
@target_argument(default="memory")
@edit_options
@click.pass_context
def restore(context: click.Context, /, revision: str, target: str, **options: str) -> None:
    """Give a target the entries that it had. After a change, or when it had a digest, of which 8 digits are enough.

    TARGET is needed with a digest alone, and is memory if left out. A FILE that backup or export wrote gives all of its
    targets what it has for them, as import --replace does.
    """
    asked: Asked = context.obj
    if os.path.isfile(revision):
        context.invoke(import_, file=revision, replace=True)
        return
    reply: Edited
    if revision.isdecimal() and len(revision) < 8:
        reply = asked.client.restore(int(revision), **given(asked, **options))
    else:
        reply = asked.client.restore(digest=revision, target=target, **given(asked, **options))
    asked.answer(reply, show)


def _show_all(page: "Page", found: dict[str, tuple[Edited, ...]]) -> None:
    for one in found["undone"]:
        page.edited(one)


def _targets(asked: Asked, session: str) -> list[str]:
    """The targets that a session changed."""
    found: dict[str, None] = {}
    before = 0
    while True:
        page = asked.client.history(session=session, **asked.whose, before=before, limit=PAGE)
        found |= dict.fromkeys(one.target for one in page.changes)
        if not page.more:
            break
        before = page.changes[-1].seq
    if not found:
        raise ChangeNotFound(f"the history has no change of session {session!r}")
    return list(found)
