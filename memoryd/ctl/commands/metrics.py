"""The daemon's figures for a monitoring system."""

from dataclasses import dataclass

import click

from memoryd.ctl.asked import EXIT_NO_DAEMON, Asked
from memoryd.ctl.options import Command
from memoryd_client.errors import NoDaemon


@dataclass(frozen=True, slots=True)
class Metrics:
    """The text."""

    text: str


@click.command(cls=Command)
@click.option(
    "--format",
    "form",
    type=click.Choice(["openmetrics", "prometheus"]),
    default="openmetrics",
    show_default=True,
    help="prometheus is the older text, for the file collector of a node exporter.",
)
@click.pass_context
def metrics(context: click.Context, /, form: str) -> None:
    """Print what there is to measure, as text that Prometheus and others read.

    Without a daemon that is memoryd_up 0, and the exit code is 3.
    """
    from memoryd.ctl.openmetrics import text_of  # noqa: PLC0415 - only who wants metrics waits for its library

    asked: Asked = context.obj
    try:
        status = asked.onlooker.status()
    except NoDaemon:
        if asked.json:
            raise
        status = None
    asked.answer(Metrics(text_of(status, form)), lambda _, found: click.echo(found.text, nl=False))
    if status is None:
        context.exit(EXIT_NO_DAEMON)
