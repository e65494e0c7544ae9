"""Whether the daemon is there."""

import time
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.messages import Pong

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@click.pass_obj
def ping(asked: Asked, /) -> None:
    """Ask whether the daemon is alive."""
    began = time.perf_counter()
    pong = asked.onlooker.ping()
    took = (time.perf_counter() - began) * 1000

    def show(page: "Page", _: Pong) -> None:
        page.line("memoryd serves ", asked.onlooker.home.root, (f"  answered in {took:.1f} ms", "dim"))

    asked.answer(pong, show)
