"""The requests that the daemon answers, as it answers them."""

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked, plain
from memoryd.ctl.options import Command
from memoryd_client import Client
from memoryd_client.errors import NoAnswer, NoDaemon
from memoryd_client.messages import Line, Tailed

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

ABSENT_PAUSE = 0.5
"""Seconds between looks for a daemon that was there before."""


@click.command(cls=Command)
@click.option("--last", "-n", default=10, show_default=True, metavar="N", help="Begin with the latest N requests.")
@click.option("--count", default=0, metavar="N", help="End after so many lines; 0: only when interrupted.")
@click.option("--texts", is_flag=True, help="Show what is written, too. For operators alone.")
@click.pass_obj
def tail(asked: Asked, /, last: int, count: int, *, texts: bool) -> None:
    """Show each request that is answered: which, whose, how it ended and how long it took. With --json one a line.

    What was written is not shown: agents and their logs must not get it here. A daemon that restarts is waited for.
    """
    told = 0
    for tailed in _answers(asked.operator if texts else asked.onlooker, last, texts=texts):
        if tailed.missed and not asked.json:
            asked.answer(tailed, _show_missed)
        for line in tailed.lines:
            if asked.json:
                click.echo(json.dumps(plain(line)))
            else:
                asked.answer(line, _show)
            told += 1
            if told == count:
                return


def _answers(client: Client, last: int, *, texts: bool) -> Iterator[Tailed]:
    """What the daemon tells, without an end; raises `NoDaemon` if there is none at the beginning."""
    number = max(0, client.tail(texts=texts).number - last)
    while True:
        try:
            tailed = client.tail(number, texts=texts)
        except (NoDaemon, NoAnswer):
            time.sleep(ABSENT_PAUSE)
            continue
        number = tailed.number  # after a restart it is small again
        yield tailed


def _show(page: "Page", line: Line) -> None:
    stamp = time.strftime("%H:%M:%S", time.localtime(line.time)) + f".{int(line.time * 1000) % 1000:03d}"
    who = f"{line.agent or '-'} ({line.pid})" if line.pid else line.agent
    target = f"{line.profile}/{line.target}" if line.profile else line.target
    code = (f"{line.code:<16}", "green" if line.code == "ok" else "bold red")
    page.line((stamp, "dim"), f"  {line.request:<8} {target:<10} ", code, f" {line.ms:8.1f} ms  {who}")
    for text in line.texts:
        page.text(text, "dim")


def _show_missed(page: "Page", tailed: Tailed) -> None:
    page.line((f"{tailed.missed:,} more came too fast to be shown", "yellow"))
