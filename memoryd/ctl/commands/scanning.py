"""What a scan says of a text, as a daemon of this home would; no daemon is needed."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from memoryd import settings
from memoryd.core.scan import explain
from memoryd.core.scan import scan as scanned
from memoryd.ctl.asked import EXIT_REFUSED, Asked
from memoryd.ctl.options import Command
from memoryd.ctl.texts import STDIN, texts
from memoryd.policy import policy_of
from memoryd_client.endpoint import find_home
from memoryd_client.errors import InvalidText
from memoryd_client.messages import Finding

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@dataclass(frozen=True, slots=True)
class Scanned:
    """A text's findings, in the order of the text."""

    clean: bool
    policy: str
    findings: tuple[Finding, ...]


@click.command(cls=Command)
@click.argument("file", default=STDIN, metavar="[FILE]")
@click.pass_context
def scan(context: click.Context, /, file: str) -> None:
    """Say what would be refused in a file's text, or in standard input. The exit code is 1 if anything would be."""
    asked: Asked = context.obj
    text = texts(STDIN)[0] if file == STDIN else _read(file)
    chosen = settings.load(settings.path_of(find_home(asked.home).state_dir), os.environ)
    found = tuple(sorted(scanned(text, policy_of(chosen)), key=lambda one: (one.start, one.end)))
    asked.answer(Scanned(not found, chosen.scan.policy, found), lambda page, result: _show(page, result, text))
    if found:
        context.exit(EXIT_REFUSED)


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidText(f"{path} cannot be scanned: {error}", path=path) from error


def _show(page: "Page", result: Scanned, text: str) -> None:
    if result.clean:
        page.line(("clean", "green"), f" under the {result.policy} policy")
        return
    for finding in result.findings:
        page.line((finding.category, "bold red"), (f"  {finding.pattern}", "dim"), f"  {finding.start}-{finding.end}")
        page.marked(text, finding.start, finding.end)
        page.text(explain(finding, text), "dim")
        page.gap()
