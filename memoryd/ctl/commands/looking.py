"""How the daemon is."""

import time
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.messages import DaemonStatus, FileStatus, Pong

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


@click.command(cls=Command)
@click.pass_obj
def status(asked: Asked, /) -> None:
    """Show the daemon and its files. How full, in what state, how written, and what does not work as it should."""
    asked.answer(asked.onlooker.status(), _show_status)


def _show_status(page: "Page", found: DaemonStatus) -> None:
    page.line(("memoryd ", "bold"), found.version, f"  pid {found.pid}, up {_duration(found.uptime)}")
    page.line(("home     ", "dim"), found.root)
    page.line(("now      ", "dim"), f"edits in flight: {found.in_flight:,}, connections seen: {found.connections:,}")
    page.line(("commits  ", "dim"), _commits(found))
    page.gap()
    for file in found.files:
        _show_file(page, file)
    for sentence in found.degraded:
        page.line(("degraded: ", "bold red"), sentence)


def _show_file(page: "Page", file: FileStatus) -> None:
    name = f"{file.profile}/{file.target}" if file.profile else file.target
    page.line((f"{name:<8} ", "bold"), page.bar(file.usage), f"  {page.figures(file.usage)}")
    page.line(f"{'':<8} ", file.path)
    state = (file.state, "green" if file.state == "parsed" else "bold red")
    page.line(f"{'':<8} ", state, (f", written by {file.written_by}, digest {file.digest[:12]}", "dim"))
    page.notes(file.notes)
    page.gap()


def _commits(found: DaemonStatus) -> str:
    if not found.commits:
        return "none yet"
    return f"{found.commits:,}, median {found.commit_ms_p50:.1f} ms, slowest {found.commit_ms_max:.1f} ms"


def _duration(seconds: float) -> str:
    """The two largest units: ``3 h 12 min``."""
    parts: list[str] = []
    left = int(seconds)
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, left = divmod(left, length)
        if count or (unit == "s" and not parts):
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2])
