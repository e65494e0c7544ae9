"""The daemon at work, drawn anew every second."""

import json
import time
from collections.abc import Iterator

import click

from memoryd.ctl.asked import Asked, plain
from memoryd.ctl.options import Command
from memoryd.ctl.rates import Rates, between
from memoryd_client import Client
from memoryd_client.errors import NoAnswer, NoDaemon
from memoryd_client.messages import DaemonStatus


@click.command(cls=Command)
@click.option("--interval", type=click.FloatRange(0.1, 3600), default=1.0, show_default=True, help="Seconds.")
@click.option("--count", default=0, metavar="N", help="End after so many looks; 0: only when interrupted.")
@click.pass_obj
def top(asked: Asked, /, interval: float, count: int) -> None:
    """Show requests a second, how long they take, the slowest clients and how full the files are, until interrupted.

    With --json each look is one line.
    """
    looks = _looks(asked.onlooker, interval, count)
    if asked.json:
        for status, rates in looks:
            click.echo(json.dumps({"rates": plain(rates), "status": plain(status)}))
        return
    from memoryd.ctl.top_screen import Screen  # noqa: PLC0415 - only a person waits for rich

    with Screen() as screen:
        for status, rates in looks:
            screen.show(status, rates)


def _looks(client: Client, interval: float, count: int) -> Iterator[tuple[DaemonStatus, Rates]]:
    """Each look with what happened since the one before; raises `NoDaemon` if there is none at the beginning."""
    before, number = client.status(), 0
    while not count or number < count:
        time.sleep(interval)
        try:
            status = client.status()
        except (NoDaemon, NoAnswer):
            continue  # it restarts; the screen stays as it is
        yield status, between(before, status)
        before, number = status, number + 1
