"""External providers: which there are, which is used, what may run, how it is."""

from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.messages import (
    ProviderCheck,
    ProviderDisable,
    ProviderEnable,
    ProviderList,
    ProviderReport,
    Providers,
    ProviderStatus,
    ProviderUse,
)

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

PATIENCE = 90.0
"""Seconds: looking for providers starts their interpreter, and a check their backend's client."""


@click.group()
def provider() -> None:
    """External memory. Which providers there are, and how the one in use is."""


@provider.command("list", cls=Command)
@click.pass_obj
def show_all(asked: Asked, /) -> None:
    """Show every provider that was found, and those in use."""
    asked.answer(asked.client.ask(Providers(), ProviderList, timeout=PATIENCE), _list)


@provider.command(cls=Command)
@click.argument("name")
@click.pass_obj
def enable(asked: Asked, /, name: str) -> None:
    """Let a provider from outside run, as its files are now. It runs with your rights: look at it first.

    When its files change, it is not loaded any more until it is enabled again.
    """
    asked.answer(asked.operator.ask(ProviderEnable(name=name), ProviderList, timeout=PATIENCE), _list)


@provider.command(cls=Command)
@click.argument("name")
@click.pass_obj
def disable(asked: Asked, /, name: str) -> None:
    """Take that back. What it was to be told waits."""
    asked.answer(asked.operator.ask(ProviderDisable(name=name), ProviderList, timeout=PATIENCE), _list)


@provider.command(cls=Command)
@click.argument("name", required=False, default="")
@click.option("--none", "nothing", is_flag=True, help="Use no external provider.")
@click.pass_obj
def use(asked: Asked, /, name: str, *, nothing: bool) -> None:
    """Use this provider from now on, in the place of the one before. It is written into config.toml."""
    if bool(name) == nothing:
        raise click.UsageError("Give the name of a provider, or --none.")
    asked.answer(asked.operator.ask(ProviderUse(name=name), ProviderList, timeout=PATIENCE), _list)


@provider.command(cls=Command)
@click.pass_obj
def check(asked: Asked, /) -> None:
    """Start the provider in use, and show what it says about itself."""
    request = ProviderCheck(profile=asked.profile)
    asked.answer(asked.client.ask(request, ProviderReport, timeout=PATIENCE), _report)


def _list(page: "Page", found: ProviderList) -> None:
    if not found.found:
        page.line(
            "no provider was found", (f"  looked for with {found.python or 'the interpreter of the daemon'}", "dim")
        )
    rows = [
        (
            f"{'→ ' if one.is_used else '  '}{one.name}",
            one.source,
            ""
            if one.source == "bundled"
            else "enabled"
            if one.pinned == one.digest
            else "changed"
            if one.pinned
            else "-",
            one.path,
        )
        for one in found.found
    ]
    if rows:
        page.table(("provider", "from", "may run", "files"), rows)
    page.notes(tuple(f"{one.name}: {one.problem}" for one in found.found if one.problem))
    for one in found.used:
        page.gap()
        _status(page, one)


def _report(page: "Page", found: ProviderReport) -> None:
    _status(page, found.status)
    if found.config:
        page.gap()
        rows = [
            (
                str(one.get("key", "")),
                "yes" if one.get("required") else "",
                str(one.get("env_var", "")),
                str(one.get("description", "")),
            )
            for one in found.config
        ]
        page.table(("its setting", "required", "variable", "meaning"), rows)
    page.notes(tuple(f"belongs into a backup: {path}" for path in found.backup_paths))


def _status(page: "Page", one: ProviderStatus) -> None:
    name = f"{one.name} ({one.profile})" if one.profile else one.name
    colour = "green" if one.state == "up" and not one.reason else "bold red" if one.state == "down" else "yellow"
    page.line(
        (f"{name}  ", "bold"), (one.state, colour), f"  pid {one.pid}" if one.pid else "", (f"  {one.reason}", "dim")
    )
    page.line(
        f"  waiting {one.waiting:,}, delivered {one.delivered:,}, failed tries {one.failed:,}, breaker {one.breaker}"
    )
    if one.last_error:
        page.line(("  last error  ", "dim"), one.last_error)
    if one.tools:
        page.line(("  tools       ", "dim"), ", ".join(one.tools))
    page.notes(tuple(f"tool refused: {tool}" for tool in one.refused_tools))
