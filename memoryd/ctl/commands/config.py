"""The settings of a home, as they are; no daemon is needed."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from memoryd import settings
from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.endpoint import find_home

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@dataclass(frozen=True, slots=True)
class Chosen:
    """Every setting, and the file that may set it."""

    path: str
    settings: tuple[settings.Setting, ...]


@click.command(cls=Command)
@click.pass_obj
def config(asked: Asked, /) -> None:
    """Show every setting and where it comes from. A running daemon has the values that held when it started."""
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
