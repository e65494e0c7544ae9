"""What is wrong, and what helps."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import EXIT_REFUSED, Asked
from memoryd.ctl.doctor import Finding, examine, opened, repair
from memoryd.ctl.options import Command
from memoryd_client.endpoint import find_home

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

COLOURS = {"ok": "green", "note": "cyan", "warning": "bold yellow", "error": "bold red"}


@dataclass(frozen=True, slots=True)
class Examined:
    """Everything that was looked at; healthy without an error that is left."""

    healthy: bool
    findings: tuple[Finding, ...]


@click.command(cls=Command)
@click.option("--fix", is_flag=True, help="Repair what can be repaired without a person; docs/operations.md lists it.")
@click.option("--quiet", "-q", is_flag=True, help="Leave out what is in order.")
@click.pass_context
def doctor(context: click.Context, /, *, fix: bool, quiet: bool) -> None:
    """Look at a home, its disk, its daemon and its neighbours, and say what helps. No daemon is needed.

    The exit code is 1 if there is an error. Nothing is changed without --fix, and memory itself never.
    """
    asked: Asked = context.obj
    case = opened(find_home(asked.home), asked.onlooker)
    found = examine(case)
    if fix:
        repaired = [repair(case, one) for one in found if one.repair]
        found = [*repaired, *examine(opened(case.home, asked.onlooker))] if repaired else found
    errors = any(one.level == "error" and not one.repaired for one in found)
    shown = tuple(one for one in found if not quiet or one.level != "ok")
    asked.answer(Examined(not errors, shown), _show)
    if errors:
        context.exit(EXIT_REFUSED)


def _show(page: "Page", examined: Examined) -> None:
    for one in examined.findings:
        page.line((f"{one.level:<8}", COLOURS[one.level]), (f"{one.check:<13} ", "bold"), one.what)
        if one.repaired:
            page.line(f"{'':<8}", (f"{'':<13} {one.repaired}", "green"))
        elif one.fix:
            page.line(f"{'':<8}", (f"{'':<13} {one.fix}", "dim"))
    counts = {
        level: sum(1 for one in examined.findings if one.level == level) for level in ("error", "warning", "note")
    }
    summary = ", ".join(f"{level}s: {number}" for level, number in counts.items() if number)
    page.gap()
    page.line(("in order", "green") if examined.healthy else ("not in order", "bold red"), f"  {summary}")
