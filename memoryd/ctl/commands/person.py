"""What only the person whose memory it is may do: raw reading, erasing, backing up."""

from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.commands.reading import show
from memoryd.ctl.options import Command, target_argument
from memoryd.ctl.texts import texts
from memoryd.ctl.words import counted
from memoryd_client.messages import BackedUp, Erased

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@target_argument(default="memory")
@click.pass_obj
def raw(asked: Asked, /, target: str) -> None:
    """Show a target as it is on the disk. Also the entries that agents do not get to see."""
    asked.answer(asked.operator.read_raw(target, **asked.whose), show)


@click.command(cls=Command)
@click.argument("text", metavar="TEXT")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def redact(asked: Asked, /, text: str, *, yes: bool) -> None:
    """Let a text vanish from wherever memoryd keeps it. Every entry that contains it, of any file and any time.

    It cannot be undone. Give - to read the text from standard input: what a shell was told, its history keeps.
    """
    (text,) = texts(text)
    if not yes and not asked.json:
        click.confirm("Every entry that contains this text is erased for good. Go on?", abort=True, err=True)
    asked.answer(asked.operator.redact(text), _show_erased)


@click.command(cls=Command)
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.pass_obj
def backup(asked: Asked, /, file: str) -> None:
    """Write an archive of the whole home. Memory files, settings and database, as they are at one moment."""
    asked.answer(asked.operator.backup(file), _show_backup)


def _show_erased(page: "Page", done: Erased) -> None:
    page.line(
        ("erased", "green"),
        f"  {counted(done.entries, 'entry')} of memory, texts in {counted(done.changes, 'change')} of the history",
    )
    for path in done.copies:
        page.line("removed ", path)
    for session in done.sessions:
        page.line("frozen anew: session ", session)
    page.line(("beyond reach:", "bold"))
    for sentence in done.beyond:
        page.text(sentence)


def _show_backup(page: "Page", done: BackedUp) -> None:
    page.line(("written ", "green"), done.path, (f"  {done.bytes:,} bytes, {counted(len(done.files), 'file')}", "dim"))
    page.text("to unpack it, while no daemon runs: tar -xzf FILE -C HOME", "dim")
