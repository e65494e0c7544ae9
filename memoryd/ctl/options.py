"""Options and arguments that several commands share, and the kind of command that takes them."""

import os
import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from memoryd import settings
from memoryd.ctl.asked import Asked
from memoryd_client.calls import EditOptions
from memoryd_client.endpoint import find_home
from memoryd_client.errors import MemorydError

MAX_TIMEOUT = 86_400.0

F = TypeVar("F", bound=Callable[..., object])

_DASHED_TEXT = re.compile(r"-[^\s=]*\s")
_SHIELD = "\0"
"""Put before an argument to keep it from being taken for an option; a command line cannot hold this character."""


def global_options(*, hidden: bool = False) -> list[click.Parameter]:
    """Options that may stand before a command and, hidden from its help, after it."""
    shared: dict[str, Any] = {"expose_value": False, "hidden": hidden, "is_eager": True, "default": None}
    return [
        click.Option(
            ["--home"], metavar="DIR", help="The home; default $HERMES_HOME, else ~/.hermes.", callback=_note, **shared
        ),
        click.Option(
            ["--json"], is_flag=True, help="Print one JSON document and nothing else.", callback=_note, **shared
        ),
        click.Option(
            ["--profile"], metavar="NAME", help="Another profile than the home's own.", callback=_note, **shared
        ),
        click.Option(["--user"], metavar="NAME", help="A person of a home that many share.", callback=_note, **shared),
        click.Option(
            ["--timeout"],
            type=float,
            metavar="SECONDS",
            help="How long to wait for an answer; default 5.",
            callback=_note_timeout,
            **shared,
        ),
    ]


def _note(context: click.Context, option: click.Parameter, value: object) -> None:
    if value and option.name:
        setattr(context.find_object(Asked), option.name, value)


def _note_timeout(context: click.Context, option: click.Parameter, value: float | None) -> None:
    if value is not None and not 0 < value <= MAX_TIMEOUT:
        raise click.BadParameter(f"{value:g} is not above 0 and at most {MAX_TIMEOUT:g}.", context, option)
    _note(context, option, value)


class Command(click.Command):
    """A command that also takes the global options, and texts that begin like a list item."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - click's own signature
        super().__init__(*args, **kwargs)
        self.params.extend(global_options(hidden=True))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, but take "- buy milk" for the text that it is: no option's name has white space in it."""
        shielded = [_SHIELD + one if _DASHED_TEXT.match(one) else one for one in args]
        rest = super().parse_args(ctx, shielded)
        for name, value in ctx.params.items():
            if isinstance(value, str):
                ctx.params[name] = value.removeprefix(_SHIELD)
        return rest


def target_argument(**options: Any) -> Callable[[F], F]:  # noqa: ANN401 - click's own signature
    """The TARGET argument. The daemon knows which there are; the settings do, too, for the shell's completion."""
    return click.argument("target", shell_complete=_targets, **options)


def _targets(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    asked = context.find_object(Asked) or Asked()
    try:
        path = settings.path_of(find_home(asked.home).state_dir)
        names = list(settings.load(path, os.environ).targets)
    except MemorydError:
        names = list(settings.DEFAULT_LIMITS)
    return [name for name in names if name.startswith(incomplete)]


def edit_options(command: F) -> F:
    """The options that every edit has."""
    for option in (
        click.option("--request-id", default="", metavar="ID", help="Name this change, or ask again about one."),
        click.option("--base-digest", default="", metavar="DIGEST", help="Refuse unless the target has this digest."),
    ):
        command = option(command)
    return command


def given(asked: Asked, *, base_digest: str, request_id: str) -> EditOptions:
    """What the client is to be told beside the texts; it takes what is empty for not given."""
    return {"profile": asked.profile, "principal": asked.user, "base_digest": base_digest, "request_id": request_id}
