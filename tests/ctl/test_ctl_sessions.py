"""Sessions, profiles and people, as a person sees them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from memoryd_client import Client

Ctl = Callable[..., Any]
"""See conftest: arguments of memoryctl in, exit code and output out."""


def test_sessions_are_listed_with_who_they_are(ctl: Ctl, client: Client) -> None:
    """Open ones first; how those ended that did."""
    client.open_session("talk", context="gateway", principal="Ada").turn_start()
    client.open_session("over", context="cli").end()
    lines = ctl("sessions").out.splitlines()

    assert lines[1].split()[:4] == ["talk", "gateway", "Ada", "1"]
    assert lines[1].endswith("open")
    assert lines[2].startswith("over")
    assert lines[2].endswith("(asked)")
    assert lines[-1] == "1 open"


def test_a_session_is_shown_with_its_block(ctl: Ctl, client: Client) -> None:
    """Also after its end; which processes use it while it is open."""
    client.add("memory", "a fact")
    session = client.open_session("one", context="cli")
    client.add("memory", "later")
    open_one = ctl("--json", "session", "one").document
    session.end()
    ended = ctl("session", "one").out

    assert open_one["block"] == session.block
    assert len(open_one["summary"]["processes"]) <= 1
    assert "a fact" in ended
    assert "later" not in ended
    assert "ended" in ended


def test_the_block_alone_is_printed_as_it_is(ctl: Ctl, client: Client) -> None:
    """For a session; without one, as it would be frozen now, and nothing is recorded."""
    client.add("memory", "a fact\nof two lines")
    session = client.open_session("one", context="cli")
    client.add("user", "Ada's", principal="Ada")

    assert ctl("block", "one").out == f"{session.block}\n"
    assert "Ada's" not in ctl("block").out
    assert "Ada's" in ctl("--user", "Ada", "block", "--context", "gateway").out
    assert [one["session"] for one in ctl("--json", "sessions").document["sessions"]] == ["one"]


def test_a_session_that_never_was_is_refused(ctl: Ctl) -> None:
    """With the command that lists those that are."""
    said = ctl("session", "nope")

    assert said.code == 1
    assert "memoryctl sessions" in said.err


def test_profiles_are_listed(ctl: Ctl, client: Client, daemon: Path, tmp_path: Path) -> None:
    """The root's own first, then those that are directories; links and files are none."""
    (daemon / "profiles" / "work").mkdir(parents=True)
    (daemon / "profiles" / "link").symlink_to(tmp_path)
    (daemon / "profiles" / "file").touch()
    client.open_session("one", context="cli", profile="work")
    found = ctl("--json", "profiles").document["profiles"]

    assert [(one["profile"], one["sessions"]) for one in found] == [("", 0), ("work", 1)]
    assert ctl("profiles").out.splitlines()[2].startswith("work")


def test_people_are_listed_by_their_names(ctl: Ctl, client: Client) -> None:
    """As they were given, not as their directories are called."""
    for name in ("Ada", "../x", "Ren\u00e9", "x" * 250):
        client.add("user", "here", principal=name)
    found = ctl("--json", "users").document["users"]

    assert {one["principal"] for one in found} == {"Ada", "../x", "Ren\u00e9", ""}
    assert {tuple(one["files"]) for one in found} == {("USER.md",)}
    assert "a long name" in ctl("users").out


def test_nobody_is_said_to_be_nobody(ctl: Ctl) -> None:
    """Neither people nor sessions."""
    assert "nobody" in ctl("users").out
    assert ctl("sessions").out == "0 open\n"


def test_edits_and_reads_for_a_person(ctl: Ctl, client: Client) -> None:
    """--user is whose file it is, in every command."""
    assert ctl("--user", "Ada", "add", "user", "likes tea").code == 0
    assert ctl("--user", "Ada", "replace", "user", "likes tea", "likes coffee").code == 0
    assert ctl("--user", "Ada", "rewrite", "user", '["likes water"]', "--base", digest(client)).code == 0
    assert "likes water" in ctl("read", "user", "--user", "Ada").out
    assert "no entries" in ctl("read", "user").out


def digest(client: Client) -> str:
    """The revision of Ada's file."""
    return client.read("user", principal="Ada").digest
