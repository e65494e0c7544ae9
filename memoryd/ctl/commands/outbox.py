"""What waits to be delivered to a provider."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.messages import Outbox, OutboxChanged, OutboxDrop, OutboxFlush, OutboxRetry, OutboxRows

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

numbers_argument = click.argument("numbers", nargs=-1, type=int, metavar="[NUMBER]...")


@click.group()
def outbox() -> None:
    """Events on their way to a provider. What waits, and what was given up."""


@outbox.command("list", cls=Command)
@click.option("--limit", type=click.IntRange(1, 10_000), default=100, show_default=True, help="How many are shown.")
@click.pass_obj
def show_all(asked: Asked, /, limit: int) -> None:
    """Show what waits, dead letters first."""
    asked.answer(asked.client.ask(Outbox(limit=limit), OutboxRows), _rows)


@outbox.command(cls=Command)
@numbers_argument
@click.pass_obj
def retry(asked: Asked, /, numbers: tuple[int, ...]) -> None:
    """Give dead letters another try, in their old places. Without a number: all of them."""
    asked.answer(asked.operator.ask(OutboxRetry(numbers=numbers), OutboxChanged), _changed("will be tried again"))


@outbox.command(cls=Command)
@numbers_argument
@click.pass_obj
def drop(asked: Asked, /, numbers: tuple[int, ...]) -> None:
    """Remove events for good. The provider will never be told of them."""
    if not numbers:
        raise click.UsageError("Give the numbers of the events; memoryctl outbox list shows them.")
    asked.answer(asked.operator.ask(OutboxDrop(numbers=numbers), OutboxChanged), _changed("dropped"))


@outbox.command(cls=Command)
@click.pass_obj
def flush(asked: Asked, /) -> None:
    """Try everything that waits now, whatever failed before."""
    asked.answer(asked.operator.ask(OutboxFlush(), OutboxChanged), _changed("tried now"))


def _changed(what: str) -> "Callable[[Page, OutboxChanged], None]":
    def show(page: "Page", reply: OutboxChanged) -> None:
        page.line(f"{reply.count:,} events {what}")

    return show


def _rows(page: "Page", found: OutboxRows) -> None:
    page.line(
        f"{found.total:,} events wait or were given up",
        (f", {found.refused:,} found no room" if found.refused else "", "bold red"),
    )
    if found.full:
        page.line(("full: ", "bold red"), found.full)
    rows = [
        (
            f"{one.number}",
            one.state,
            one.kind,
            one.consumer,
            one.session,
            f"{one.age:,.0f} s",
            f"{one.attempts}",
            one.error,
        )
        for one in found.rows
    ]
    if rows:
        page.gap()
        page.table(("number", "state", "event", "provider", "session", "age", "tries", "last error"), rows)
