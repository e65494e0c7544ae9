"""Edits that wait for a person."""

from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import EXIT_REFUSED, Asked
from memoryd.ctl.options import Command, target_argument
from memoryd.ctl.words import clock_time, counted, who
from memoryd_client.messages import Decided, PendingList, Proposal

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@target_argument(default="")
@click.pass_obj
def pending(asked: Asked, /, target: str) -> None:
    """List the edits that wait for approval. With what each would do to memory as it is now."""
    asked.answer(asked.operator.pending(target, **asked.whose), _show_pending)


@click.command(cls=Command)
@click.argument("numbers", type=int, nargs=-1, metavar="[NUMBER]...")
@click.option("--all", "everything", is_flag=True, help="All that wait.")
@click.pass_context
def approve(context: click.Context, /, numbers: tuple[int, ...], *, everything: bool) -> None:
    """Apply edits that wait. Each is judged by itself; exit code 1 if one could not be applied."""
    asked: Asked = context.obj
    _finish(context, asked.operator.approve(*_chosen(asked, numbers, everything=everything)), "approved")


@click.command(cls=Command)
@click.argument("numbers", type=int, nargs=-1, metavar="[NUMBER]...")
@click.option("--all", "everything", is_flag=True, help="All that wait.")
@click.option("--reason", default="", metavar="TEXT", help="Why; it is kept.")
@click.pass_context
def reject(context: click.Context, /, numbers: tuple[int, ...], reason: str, *, everything: bool) -> None:
    """Decide that edits will not be applied."""
    asked: Asked = context.obj
    chosen = _chosen(asked, numbers, everything=everything)
    _finish(context, asked.operator.reject(*chosen, reason=reason), "rejected")


def _chosen(asked: Asked, numbers: tuple[int, ...], *, everything: bool) -> tuple[int, ...]:
    if bool(numbers) == everything:
        raise click.UsageError("Give the numbers that memoryctl pending lists, or --all.")
    if not everything:
        return numbers
    return tuple(one.number for one in asked.operator.pending(**asked.whose).proposals)


def _finish(context: click.Context, found: Decided, wanted: str) -> None:
    asked: Asked = context.obj
    asked.answer(found, _show_decided)
    if any(one.state != wanted for one in found.decisions):
        context.exit(EXIT_REFUSED)


def _show_pending(page: "Page", found: PendingList) -> None:
    for one in found.proposals:
        page.gap()
        _show_proposal(page, one)
    if not found.proposals:
        page.line(("nothing waits", "dim"))


def _show_proposal(page: "Page", one: Proposal) -> None:
    page.line((f"{one.number}", "bold cyan"), f"  {one.operation} in {one.target}, {who(one.actor)}")
    page.line((f"since {clock_time(one.time)}", "dim"))
    if one.reason:
        page.line((f"{one.state}: {one.reason}", "bold red"))
    if one.message:
        page.text(one.message)
    for sign, colour, texts in (("-", "red", one.gone), ("+", "green", one.come)):
        for text in texts:
            page.line((sign, f"bold {colour}"))
            page.text(text, colour)
    if one.usage is not None:
        page.usage(one.usage)


def _show_decided(page: "Page", found: Decided) -> None:
    for one in found.decisions:
        colour = "green" if one.state in ("approved", "rejected") else "bold red"
        page.line((f"{one.number} ", "bold cyan"), (one.state, colour), f"  {one.reason}" if one.reason else "")
        if one.message:
            page.text(one.message)
    page.line((counted(len(found.decisions), "edit"), "dim"))
