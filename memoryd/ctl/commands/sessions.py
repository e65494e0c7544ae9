"""Who and what there is: sessions, what they see, profiles, users."""

import time
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.messages import ProfileList, SessionList, SessionShown, SessionSummary, UserList

if TYPE_CHECKING:
    from memoryd.ctl.page import Page


@click.command(cls=Command)
@click.option("--limit", type=click.IntRange(1, 1_000), default=50, metavar="NUMBER", help="How many; default 50.")
@click.pass_obj
def sessions(asked: Asked, /, limit: int) -> None:
    """List sessions. The open ones first, then those that ended last."""
    asked.answer(asked.client.list_sessions(limit), _show_sessions)


@click.command(cls=Command)
@click.argument("session", metavar="ID")
@click.pass_obj
def session(asked: Asked, /, session: str) -> None:
    """Show a session. Who it is, which processes use it, and its block."""
    asked.answer(asked.client.show_session(session), _show_session)


@click.command(cls=Command)
@click.argument("session", metavar="[ID]", default="")
@click.option(
    "--context",
    type=click.Choice(["cli", "gateway", "api", "worktree", "subagent", "cron"]),
    default="cli",
    help="Without ID: where the agent would run.",
)
@click.option("--repository", metavar="DIR", default="", help="Without ID: git's common directory.")
@click.pass_obj
def block(asked: Asked, /, session: str, context: str, repository: str) -> None:
    """Print the block of a session. Without ID that of one that were opened now, by --user in --profile."""
    identity = {"context": context, "principal": asked.user, "repository": repository}
    profile = asked.profile or asked.client.home.profile
    shown = asked.client.show_session(session, profile=profile, **identity)
    asked.answer(shown, lambda page, one: page.text(one.block, indent=""))


@click.command(cls=Command)
@click.pass_obj
def profiles(asked: Asked, /) -> None:
    """List the profiles. Each with its targets and how many sessions are open in it."""
    asked.answer(asked.client.list_profiles(), _show_profiles)


@click.command(cls=Command)
@click.pass_obj
def users(asked: Asked, /) -> None:
    """List the persons. Those who have files of their own in the profile."""
    asked.answer(asked.client.list_users(asked.profile or asked.client.home.profile), _show_users)


def _show_sessions(page: "Page", found: SessionList) -> None:
    rows = [
        (one.session, one.context, _who(one), f"{one.turn}", _when(one.began), _state(one)) for one in found.sessions
    ]
    if rows:
        page.table(("session", "context", "who", "turn ", "began", "state"), rows)
        page.gap()
    page.line(f"{found.open:,} open")


def _show_session(page: "Page", found: SessionShown) -> None:
    one = found.summary
    page.line((one.session, "bold"), f"  {one.context}, {_state(one)}")
    for name, value in (
        ("who", _who(one)),
        ("memory", one.memory),
        ("parent", one.parent),
        ("began", _when(one.began)),
        ("turn", f"{one.turn}"),
        ("processes", ", ".join(map(str, one.processes))),
        ("frozen", f"{_when(found.frozen_at)}, digest {found.digest[:12]}"),
    ):
        if value:
            page.line((f"{name:<10} ", "dim"), value)
    page.gap()
    page.text(found.block or "no block: there was nothing to show")


def _show_profiles(page: "Page", found: ProfileList) -> None:
    rows = [
        (one.profile or "(the root's own)", f"{one.sessions:,}", ", ".join(one.targets), one.directory)
        for one in found.profiles
    ]
    page.table(("profile", "open ", "targets", "directory"), rows)


def _show_users(page: "Page", found: UserList) -> None:
    rows = [(one.principal or "(a long name)", ", ".join(one.files), one.directory) for one in found.users]
    if rows:
        page.table(("user", "files", "directory"), rows)
    else:
        page.line(("nobody has files of their own here", "dim"))


def _who(one: SessionSummary) -> str:
    parts = (one.profile and f"profile {one.profile}", one.principal, one.repository)
    return ", ".join(part for part in parts if part) or "the home's owner"


def _state(one: SessionSummary) -> str:
    if not one.ended:
        return "open"
    return f"ended {_when(one.ended)} ({one.why})"


def _when(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(moment)) if moment else "not recorded"
