"""The ``memoryd`` command line."""

import contextlib
import os
import resource
import sys

import click

from memoryd import logs, settings
from memoryd.daemon import Daemon
from memoryd.store.layout import open_private
from memoryd.store.locks import HomeInUse
from memoryd_client._version import __version__
from memoryd_client.endpoint import Home, find_home, interpreter_file
from memoryd_client.errors import MemorydError

EXIT_FAILED = 1
EXIT_HOME_IN_USE = 75
EXIT_BAD_SETTINGS = 78
"""EX_TEMPFAIL and EX_CONFIG; the service units do not restart on either: both need a person."""

home_option = click.option("--home", metavar="DIR", help="The home; default $HERMES_HOME, else ~/.hermes.")


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@home_option
@click.pass_context
def memoryd(context: click.Context, home: str | None) -> None:
    """Own the memory of one home and serve it to any number of agents, in the foreground, until SIGTERM or Ctrl-C."""
    if context.invoked_subcommand is None:
        sys.exit(serve(home))


@memoryd.command()
@click.option("--seconds", type=click.FloatRange(1, 3600), default=6.0, show_default=True, help="How long they write.")
@click.option("--agents", type=click.IntRange(1, 64), default=8, show_default=True, help="How many write.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.pass_context
def demo(context: click.Context, seconds: float, agents: int, *, as_json: bool) -> None:
    """Show the promise: agents write, an editor saves, the daemon is killed half-way, and nothing is lost.

    It happens on a throw-away home; yours is not touched. Exit code 1 if anything was lost or happened twice.
    """
    if context.parent is not None and context.parent.params["home"] is not None:
        raise click.UsageError("demo takes no --home: it makes a throw-away home of its own.")
    from memoryd.demo.command import demo as show  # noqa: PLC0415 - the daemon itself needs none of it

    sys.exit(show(seconds, agents, as_json=as_json))


def serve(given: str | None) -> int:
    """Run the daemon; returns the exit code."""
    try:
        home = find_home(given)

        def load() -> settings.Settings:
            return settings.load(settings.path_of(home.state_dir), os.environ)

        chosen = load()
        log = logs.configure(chosen.log)
        _raise_descriptor_limit()
        daemon = Daemon(home, chosen, log, load=load, on_ready=lambda: _ready(home))
        with daemon.signals():
            daemon.run()
    except HomeInUse as error:
        click.echo(f"memoryd: {error}", err=True)
        return EXIT_HOME_IN_USE
    except settings.BadSettings as error:
        click.echo(f"memoryd: {error}", err=True)
        return EXIT_BAD_SETTINGS
    except MemorydError as error:
        click.echo(f"memoryd: {error}", err=True)
        return EXIT_FAILED
    return 0


def _ready(home: Home) -> None:
    """Requests are served: note which interpreter can do that, for clients that have none, and say what to do next."""
    with contextlib.suppress(OSError):  # a convenience; the state directory may be full or read-only by now
        fd = open_private(interpreter_file(home), os.O_WRONLY | os.O_TRUNC)
        with open(fd, "w", encoding="utf-8") as file:
            file.write(f"{sys.executable}\n")
    _greet(home.root)


def _greet(root: str) -> None:
    """The line that says what to do next."""
    option = "" if root == os.path.realpath(os.path.expanduser("~/.hermes")) else f" --home {root}"
    click.echo(
        f'memoryd serves {root}. In another terminal: memoryctl{option} add memory "the first thing to remember"'
    )


def _raise_descriptor_limit() -> None:
    """Accepting a connection without a free descriptor aborts the process inside libzmq (at about 1,000)."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
