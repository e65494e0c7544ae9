"""The table of commands, and how each of them ends."""

import importlib
import keyword
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import click

from memoryd.ctl.asked import EXIT_REFUSED, Asked
from memoryd.ctl.options import global_options
from memoryd_client._version import __version__
from memoryd_client.errors import MemorydError

EXIT_USAGE = 2
EXIT_INTERRUPTED = 130

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "ping": "looking",
        "status": "status",
        "doctor": "doctor",
        "metrics": "metrics",
        "tail": "tailing",
        "top": "top",
        "stop": "stopping",
        "service": "service",
        "read": "reading",
        "add": "edits",
        "replace": "edits",
        "remove": "edits",
        "batch": "lists",
        "rewrite": "lists",
        "split": "splitting",
        "history": "history",
        "show": "history",
        "diff": "history",
        "blame": "history",
        "verify": "history",
        "undo": "undoing",
        "restore": "undoing",
        "watch": "watching",
        "pending": "approval",
        "approve": "approval",
        "reject": "approval",
        "raw": "person",
        "redact": "person",
        "export": "archives",
        "import": "archives",
        "backup": "person",
        "search": "searching",
        "transcripts": "transcripts",
        "transcript": "transcripts",
        "erase-session": "transcripts",
        "reindex": "transcripts",
        "import-sessions": "importing",
        "export-sessions": "exporting",
        "mcp": "mcp",
        "scan": "scanning",
        "provider": "provider",
        "outbox": "outbox",
        "sessions": "sessions",
        "session": "sessions",
        "block": "sessions",
        "profiles": "sessions",
        "users": "sessions",
        "config": "config",
        "completion": "completion",
    }
)
"""Each command's name and the module under ``commands`` that has it; only the one that is called is imported."""


class Commands(click.Group):
    """A group that finds its commands in `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Every command, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """The command of a name, or None."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        where = importlib.import_module(f"memoryd.ctl.commands.{module}")
        name = cmd_name.replace("-", "_")
        found: click.Command = getattr(where, f"{name}_" if keyword.iskeyword(name) else name)
        return found


memoryctl = Commands(
    "memoryctl",
    params=global_options(),
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""Look into a home's memory and change it, through the daemon that owns it.

    TARGET is a memory file: memory (MEMORY.md), user (USER.md), or another one that the settings define. OLD selects
    an entry by its id, its whole text, or a part that only it contains. A TEXT or OLD given as - is read from standard
    input. What begins with a dash and is not an option goes after --.

    Exit codes: 0 done, 1 refused or failed (the code is in the message and in the JSON), 2 usage, 3 no daemon.
    """,
)
click.version_option(__version__, prog_name="memoryctl")(memoryctl)


def run(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit code."""
    asked = Asked()
    try:
        code = memoryctl.main(list(arguments), prog_name="memoryctl", standalone_mode=False, obj=asked)
    except click.ClickException as error:
        # Where the arguments could not be parsed, nobody has noted yet that JSON was among them.
        if asked.json or "--json" in arguments:
            asked.print_error("usage", error.format_message())
        else:
            error.show()
        return EXIT_USAGE
    except click.Abort:
        click.echo("memoryctl: interrupted; a change that was already sent may still happen", err=True)
        return EXIT_INTERRUPTED
    except MemorydError as error:
        return asked.refuse(error)
    except OSError as error:
        click.echo(f"memoryctl: what was asked is done, but the answer could not be written: {error}", err=True)
        return EXIT_REFUSED
    finally:
        asked.close()
    return code if isinstance(code, int) else 0
