"""Who is who is settled when a session opens, and checked on each request; missing identity narrows access."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd_client import Client, MemorydError, Session
from memoryd_client.messages import Add, Edited, Read

TARGETS = """
[targets.project]
scope = "repository"
limit = 500
[targets.team]
writers = ["cli"]
[profiles.work.targets.memory]
limit = 50
[profiles.work.targets.incident]
"""


def refused(act: Callable[[], object]) -> MemorydError:
    """How it is refused."""
    with pytest.raises(MemorydError) as caught:
        act()
    return caught.value


def names(session: Session) -> list[str]:
    """The targets that a session has."""
    return [state.target for state in session.targets]


def test_each_person_has_a_file_beside_the_shared_notes(client: Client, home: Path) -> None:
    """One person's facts are in that person's file, block and reads, and in nobody else's."""
    one = client.open_session("1", context="gateway", principal="u1")
    one.add("user", "secret A")
    one.add("memory", "shared")
    other = client.open_session("2", context="gateway", principal="u2")

    assert other.read("user").entries == ()
    assert "secret A" not in other.block
    assert "shared" in other.block
    assert "secret A" in client.open_session("3", context="gateway", principal="u1").block
    assert (home / "memories" / "users" / "u1" / "USER.md").read_text() == "secret A"
    assert not (home / "memories" / "users" / "u2").exists()
    assert client.read("user").entries == ()
    assert client.read("user", principal="u1").entries == ("secret A",)


@pytest.mark.parametrize("context", ["gateway", "api"])
def test_nobody_among_many_has_no_persons_file(client: Client, context: str) -> None:
    """Not the shared one either: it is the home owner's."""
    client.add("user", "the owner's")
    session = client.open_session("1", context=context)  # type: ignore[arg-type]

    assert names(session) == ["memory"]
    assert "the owner's" not in session.block
    for act in (lambda: session.read("user"), lambda: session.add("user", "x"), lambda: session.remove("user", "x")):
        assert refused(act).code == "no_principal"
    assert client.read("user").entries == ("the owner's",)


@pytest.mark.parametrize("context", ["cli", "worktree", "subagent"])
def test_an_agent_of_one_person_has_the_owners_file(client: Client, context: str) -> None:
    """Without a name; with one it has that person's."""
    client.add("user", "the owner's")

    assert "the owner's" in client.open_session("1", context=context).block  # type: ignore[arg-type]
    assert client.open_session("2", context=context, principal="u1").block == ""  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"context": "cron"}, {"context": "cli", "memory": "read_only"}])
def test_jobs_and_read_only_sessions_read_and_do_not_write(client: Client, options: dict[str, str]) -> None:
    """Whatever the edit; nothing changes, and the session says so beforehand."""
    client.add("memory", "a fact")
    session = client.open_session("1", **options)  # type: ignore[arg-type]

    assert "a fact" in session.block
    assert session.read("memory").entries == ("a fact",)
    assert [state.writable for state in session.targets] == [False, False]
    for act in (
        lambda: session.add("memory", "x"),
        lambda: session.remove("memory", "a fact"),
        lambda: session.batch("memory", [{"action": "remove", "old_text": "a fact"}]),
        lambda: session.rewrite("memory", [], client.read("memory").digest),
        lambda: session.split("memory", "a fact", apply=True),
    ):
        error = refused(act)
        assert error.code == "not_allowed"
        assert isinstance(error, PermissionError)
    assert client.read("memory").entries == ("a fact",)


def test_memory_off_is_a_session_without_memory(client: Client) -> None:
    """No block, no targets, no reads, no edits."""
    client.add("memory", "a fact")
    session = client.open_session("1", context="cli", memory="off")

    assert (session.block, names(session), session.refresh()) == ("", [], "")
    assert refused(lambda: session.read("memory")).code == "not_allowed"
    assert refused(lambda: session.add("memory", "x")).code == "not_allowed"


@pytest.mark.parametrize(
    "other",
    [
        {"context": "worktree"},
        {"principal": "u2"},
        {"principal": ""},
        {"repository": "/other/.git"},
        {"memory": "read_only"},
        {"profile": "work"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_an_id_belongs_to_one_identity(client: Client, home: Path, other: dict[str, str]) -> None:
    """While the session is open, and after its end; the first one keeps its block."""
    (home / "profiles" / "work").mkdir(parents=True)
    mine = {"context": "cli", "principal": "u1", "repository": "/repo/.git"}
    session = client.open_session("1", **mine)  # type: ignore[arg-type]
    session.add("user", "mine")
    block = session.refresh()
    error = refused(lambda: client.open_session("1", **(mine | other)))  # type: ignore[arg-type]
    session.end()

    assert error.code == refused(lambda: client.open_session("1", **(mine | other))).code == "session_taken"  # type: ignore[arg-type]
    assert error.details.field == next(iter(other))
    assert client.open_session("1", **mine).block == block  # type: ignore[arg-type]


def test_a_switch_to_somebody_elses_session_is_refused(client: Client) -> None:
    """Open or ended, whatever the reason."""
    for ended in (False, True):
        theirs = client.open_session(f"theirs {ended}", context="gateway", principal="u2")
        if ended:
            theirs.end()
        mine = client.open_session("mine", context="gateway", principal="u1")
        for reason in ("resume", "new", "compression", "branch", "rewind"):
            error = refused(lambda mine=mine, ended=ended, reason=reason: mine.switch(f"theirs {ended}", reason))  # type: ignore[misc]
            assert error.code == "session_taken"
    client.add("user", "secret", principal="u2")

    assert client.open_session("theirs True", context="gateway", principal="u2").block == ""


@pytest.mark.parametrize(
    ("field", "value"), [("profile", "work"), ("principal", "u2"), ("repository", "/other/.git")], ids=str
)
def test_a_request_cannot_name_another_identity_than_its_session(
    client: Client, home: Path, field: str, value: str
) -> None:
    """Neither a read nor an edit; the same identity, said again, is fine."""
    (home / "profiles" / "work").mkdir(parents=True)
    session = client.open_session("1", context="cli", principal="u1", repository="/repo/.git")
    own = {"principal": "u1", "repository": "/repo/.git"}.get(field, "")
    for request in (
        Read(target="memory", session="1", **{field: value}),
        Add(target="memory", content="x", session="1", **{field: value}),
    ):
        error = refused(lambda request=request: client._ask(request, Edited))  # type: ignore[misc]
        assert (error.code, error.details.field) == ("identity_mismatch", field)

    assert client._ask(Add(target="memory", content="x", session="1", **{field: own}), Edited).changed
    assert session.read("memory").entries == ("x",)


def test_other_spellings_of_a_name_are_the_same_person(client: Client) -> None:
    """Composed and decomposed; another case is another person, with another file."""
    client.open_session("1", context="gateway", principal="Ren\u00e9").add("user", "likes tea")

    assert "likes tea" in client.open_session("2", context="gateway", principal="Rene\u0301").block
    assert "likes tea" not in client.open_session("3", context="gateway", principal="ren\u00e9").block
    assert client.open_session("1", context="gateway", principal="Rene\u0301").view.principal == "Ren\u00e9"


@pytest.mark.parametrize("person", ["../../x", "..", ".", "a/b", "/etc", "x" * 256, "ä" * 128, "%2e%2e", "a%2fb"])
def test_a_name_leads_nowhere_but_to_its_own_directory(client: Client, home: Path, person: str) -> None:
    """Whatever it looks like to a file system."""
    session = client.open_session("1", context="gateway", principal=person)
    session.add("user", "here")
    files = [path for path in home.rglob("USER.md") if path.read_text() == "here"]

    assert len(files) == 1
    assert files[0].parent.parent == home / "memories" / "users"
    assert "here" in session.refresh()


@pytest.mark.parametrize("person", ["a\0b", "x" * 4_096, "a\nb", " a", "\u202ea"], ids=repr)
def test_what_is_no_name_is_refused(client: Client, person: str) -> None:
    """With the field, before anything is made."""
    error = refused(lambda: client.open_session("1", context="gateway", principal=person))
    assert (error.code, error.details.field) == ("invalid_name", "principal")
    assert refused(lambda: client.read("user", principal=person)).code == "invalid_name"
    assert refused(lambda: client.open_session(person, context="cli")).details.field == "session"


@pytest.mark.parametrize("profile", ["../x", "..", "a/b", "a\0b", "x" * 4_096, "Work", "wo\u0301rk", "other", ".git"])
def test_a_profile_is_one_that_is_there_under_exactly_this_name(client: Client, home: Path, profile: str) -> None:
    """For sessions and without them."""
    (home / "profiles" / "work").mkdir(parents=True)

    assert refused(lambda: client.open_session("1", context="cli", profile=profile)).code == "unknown_profile"
    assert refused(lambda: client.add("memory", "x", profile=profile)).code == "unknown_profile"
    assert client.open_session("1", context="cli", profile="work").block == ""


def test_a_profile_that_is_a_link_out_of_the_root_is_none(client: Client, home: Path, tmp_path: Path) -> None:
    """Nothing is read or written at its end."""
    outside = tmp_path / "outside"
    (outside / "memories").mkdir(parents=True)
    (outside / "memories" / "MEMORY.md").write_text("not ours")
    (home / "profiles").mkdir()
    os.symlink(outside, home / "profiles" / "work")
    for act in (
        lambda: client.open_session("1", context="cli", profile="work"),
        lambda: client.read("memory", profile="work"),
        lambda: client.add("memory", "x", profile="work"),
    ):
        error = refused(act)
        assert error.code == "unknown_profile"
        assert "link" in str(error)
    assert [path.name for path in (outside / "memories").iterdir()] == ["MEMORY.md"]


def test_a_profile_that_became_a_link_ends_its_sessions_access(client: Client, home: Path, tmp_path: Path) -> None:
    """The identity is checked on each request, not at open alone."""
    (home / "profiles" / "work").mkdir(parents=True)
    session = client.open_session("1", context="cli", profile="work")
    session.add("memory", "here")
    os.rename(home / "profiles" / "work", tmp_path / "moved")
    os.symlink(tmp_path / "moved", home / "profiles" / "work")

    assert refused(lambda: session.add("memory", "there")).code == "unknown_profile"


def test_worktrees_of_a_repository_share_its_target(serve: Callable[..., Client], home: Path) -> None:
    """Keyed by git's common directory, which the client names; without one the session has no such target."""
    client = serve(home, config=TARGETS)
    one = client.open_session("1", context="worktree", repository="/src/app/.git")
    one.add("project", "built with make")
    same = client.open_session("2", context="worktree", repository="/src/app/.git/")
    other = client.open_session("3", context="cli", repository="/src/other/.git")
    none = client.open_session("4", context="cli")

    assert "built with make" in same.block
    assert "built with make" not in other.block
    assert names(none) == ["memory", "user", "team"]
    assert refused(lambda: none.add("project", "x")).code == "no_repository"
    assert len(list((home / "memories" / "repos").iterdir())) == 1


def test_a_profile_has_targets_and_limits_of_its_own(serve: Callable[..., Client], home: Path) -> None:
    """What it does not say is as everywhere."""
    (home / "profiles" / "work").mkdir(parents=True)
    client = serve(home, config=TARGETS)
    work = client.open_session("1", context="cli", profile="work")

    assert names(work) == ["memory", "user", "team", "incident"]
    assert refused(lambda: work.add("memory", "x" * 51)).code == "budget_exceeded"
    assert work.add("incident", "the disk was full").usage.limit == 2_200
    assert refused(lambda: client.add("incident", "x")).code == "unknown_target"
    assert client.add("memory", "x" * 51).changed
    assert (home / "profiles" / "work" / "memories" / "INCIDENT.md").exists()


def test_a_target_says_who_may_write_it(serve: Callable[..., Client], home: Path) -> None:
    """Others read it."""
    client = serve(home, config=TARGETS)
    client.open_session("1", context="cli").add("team", "we deploy on Tuesdays")
    gateway = client.open_session("2", context="gateway", principal="u1")

    assert "we deploy on Tuesdays" in gateway.block
    assert [state.target for state in gateway.targets if not state.writable] == ["team"]
    assert refused(lambda: gateway.add("team", "x")).code == "not_allowed"


def test_identity_does_not_depend_on_the_working_directory(
    client: Client, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor on a variable that changes after the client was made."""
    session = client.open_session("1", context="cli")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "another"))
    session.add("memory", "here")

    assert (home / "memories" / "MEMORY.md").read_text() == "here"


def test_people_who_were_not_seen_for_long_cost_no_open_files(client: Client, home: Path) -> None:
    """Of hundreds some dozens stay open; all are read and written as before."""
    for number in range(200):
        client.add("user", f"the name is {number}", principal=f"u{number}")
    for number in range(200):
        session = client.open_session(f"{number}", context="gateway", principal=f"u{number}")
        assert f"the name is {number}" in session.block
    (home / "memories" / "users" / "u0" / "USER.md").write_text("the name is 0\n§\nchanged outside")
    client.add("user", "more", principal="u0")
    ours = [fd for fd in map(_target, os.listdir("/proc/self/fd")) if fd.endswith("USER.md")]

    assert client.read("user", principal="u0").entries == ("the name is 0", "changed outside", "more")
    assert len(set(ours)) <= 70
    assert len(client.status().files) <= 70


def test_what_is_recorded_of_a_session_is_its_canonical_identity(client: Client, home: Path) -> None:
    """So that a restart compares the same spelling."""
    client.open_session("1", context="gateway", principal="Rene\u0301", repository="/a//b/.git/")
    with sqlite3.connect(home / "memoryd" / "memoryd.db") as db:
        (row,) = db.execute("SELECT context, principal, repository, memory, ended FROM sessions").fetchall()

    assert row == ("gateway", "Ren\u00e9", "/a/b/.git", "on", 0.0)


def _target(fd: str) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{fd}")
    except OSError:
        return ""
