"""The script that teaches a shell to complete memoryctl's arguments."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

VARIABLE = "_MEMORYCTL_COMPLETE"


@dataclass(frozen=True, slots=True)
class Script:
    """What the shell is to run at its start."""

    shell: str
    script: str


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_obj
def completion(asked: Asked, /, shell: str) -> None:
    """Print the completion script of a shell.

    For bash put this into ~/.bashrc: eval "$(memoryctl completion bash)"
    """
    kind = get_completion_class(shell)
    root = click.get_current_context().find_root().command
    if kind is None:
        raise click.UsageError(f"click has no completion for {shell}.")
    asked.answer(Script(shell, kind(root, {}, "memoryctl", VARIABLE).source()), _show)


def _show(_: "Page", script: Script) -> None:
    click.echo(script.script)
