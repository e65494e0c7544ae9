"""The settings of a home, as they are; no daemon is needed."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from memoryd import settings
from memoryd.ctl.asked import Asked
from memoryd.ctl.from_hermes import Imported, hermes_config, taken_over
from memoryd.ctl.options import Command, global_options
from memoryd.settings.changing import set_value
from memoryd_client.endpoint import find_home, make_state_dir

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@dataclass(frozen=True, slots=True)
class Chosen:
    """Every setting, and the file that may set it."""

    path: str
    settings: tuple[settings.Setting, ...]


@click.group(invoke_without_command=True, params=global_options(hidden=True))
@click.pass_context
def config(context: click.Context, /) -> None:
    """Show every setting and where it comes from. A running daemon has the values that held when it last read them."""
    if context.invoked_subcommand is None:
        _show_all(context.find_object(Asked) or Asked())


@config.command("import-hermes", cls=Command)
@click.option("--apply", is_flag=True, help="Do it; otherwise only show what would change.")
@click.pass_obj
def import_hermes(asked: Asked, /, *, apply: bool) -> None:
    """Take over what Hermes' config.yaml says of this home's memory: limits, approval, and the provider's name."""
    home = find_home(asked.home)
    path = settings.path_of(home.state_dir)
    changes = taken_over(hermes_config(home), settings.load(path, os.environ))
    if apply and changes:
        make_state_dir(home)
        for change in changes:
            section, _, key = change.name.rpartition(".")
            set_value(path, section, key, change.value)
    asked.answer(Imported(path, hermes_config(home), tuple(changes), applied=apply), _show_imported)


def _show_all(asked: Asked) -> None:
    path = settings.path_of(find_home(asked.home).state_dir)
    settings.load(path, os.environ)  # refuses what cannot be used, naming the file
    asked.answer(Chosen(path, tuple(settings.table(_text(path), os.environ))), _show)


def _text(path: str) -> str:
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def _show(page: "Page", chosen: Chosen) -> None:
    there = "" if os.path.exists(chosen.path) else "  (not there: every setting has its default)"
    page.line(("settings ", "bold"), chosen.path, (there, "dim"))
    page.gap()
    rows = [(one.name, f"{one.value}", f"{one.default}", one.source, one.description) for one in chosen.settings]
    page.table(("setting", "value", "default", "from", "meaning"), rows)
    if any(one.source == "environment" for one in chosen.settings):
        page.gap()
        page.notes(("the environment is this shell's; the daemon has that of the place where it was started",))


def _show_imported(page: "Page", found: Imported) -> None:
    page.line(("from ", "bold"), found.source)
    page.line(("to   ", "bold"), found.path)
    page.gap()
    for change in found.changes:
        page.line((f"- {change.name} = {change.before}", "red"))
        page.line((f"+ {change.name} = {change.value}", "green"))
    if not found.changes:
        page.line("nothing differs")
    elif found.applied:
        page.line("done; a running daemon takes it over with: memoryctl service reload, or a SIGHUP")
    else:
        page.line("nothing was changed; with --apply it is")
