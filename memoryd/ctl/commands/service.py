"""The daemon as a service: written, loaded, started and stopped through the platform's own service manager."""

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.commands.stopping import wait_until_gone
from memoryd.ctl.options import Command
from memoryd.ctl.units import Manager, manager_of
from memoryd_client.endpoint import find_home
from memoryd_client.errors import NoDaemon

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, step by step."""

    steps: tuple[str, ...]


@click.group()
def service() -> None:
    """Run the daemon as a service of yours, by systemd or launchd."""


@service.command(cls=Command)
@click.pass_obj
def install(asked: Asked, /) -> None:
    """Write the service's files for this installation and this home, load and start it. Again changes nothing.

    A daemon that runs without the service manager is asked to stop first.
    """
    manager = _manager(asked)
    steps = [*_taken_over(asked, manager), *manager.install(sys.executable)]
    if manager.kind == "systemd":
        steps.append("it ends when you log out, and starts with the next client, unless: loginctl enable-linger")
    _answer(asked, steps)


@service.command(cls=Command)
@click.pass_obj
def uninstall(asked: Asked, /) -> None:
    """Stop the service and remove its files. The memory stays where it is."""
    _answer(asked, _manager(asked).uninstall())


@service.command(cls=Command)
@click.pass_obj
def start(asked: Asked, /) -> None:
    """Start it."""
    _answer(asked, _manager(asked).start())


@service.command(cls=Command)
@click.pass_obj
def stop(asked: Asked, /) -> None:
    """Stop it, and do not start it for the next client."""
    _answer(asked, _manager(asked).stop())


@service.command(cls=Command)
@click.pass_obj
def restart(asked: Asked, /) -> None:
    """Stop and start it. Clients wait meanwhile."""
    _answer(asked, _manager(asked).restart())


@service.command(cls=Command)
@click.pass_obj
def reload(asked: Asked, /) -> None:
    """Have it read its settings again. A bad file changes nothing, and the log says where it is wrong."""
    _answer(asked, _manager(asked).reload())


@service.command(cls=Command)
@click.pass_obj
def status(asked: Asked, /) -> None:
    """Show what the service manager knows about it."""

    def show(page: "Page", found: dict[str, str]) -> None:
        page.table(("", ""), list(found.items()))

    asked.answer(_manager(asked).state(), show)


@service.command(cls=Command)
@click.option("--follow", "-f", is_flag=True, help="Go on showing what comes.")
@click.pass_obj
def logs(asked: Asked, /, *, follow: bool) -> None:
    """Show its log, as the service manager has it."""
    command = _manager(asked).log_command(follow=follow)
    os.execvp(command[0], command)  # noqa: S606 - it takes our place, terminal and signals included


def _manager(asked: Asked) -> Manager:
    return manager_of(find_home(asked.home))


def _taken_over(asked: Asked, manager: Manager) -> list[str]:
    """A daemon that somebody else started would keep the service from starting."""
    try:
        running = asked.onlooker.status().pid
        if manager.state().get("MainPID") == str(running):
            return []
        asked.onlooker.stop()
        asked.close()
    except NoDaemon:
        return []
    wait_until_gone(running, asked.timeout)
    return [f"asked the daemon that ran by itself (process {running}) to stop"]


def _answer(asked: Asked, steps: list[str]) -> None:
    def show(page: "Page", done: Done) -> None:
        for step in done.steps:
            page.line(step)

    asked.answer(Done(tuple(steps)), show)
