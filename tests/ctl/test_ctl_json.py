"""The JSON of every command: one document on standard output, nothing on standard error."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.ctl.root import COMMANDS
from memoryd_client import Client
from memoryd_client.messages import (
    Content,
    DaemonStatus,
    Edited,
    FileStatus,
    ProfileList,
    Proposed,
    SessionList,
    SessionShown,
    UserList,
)

Ctl = Callable[..., Any]
"""See conftest: arguments of memoryctl in, exit code and output out."""

SECTIONS = "\n\n".join(f"## Section {number}\n{'words ' * 70}" for number in range(4))

EVERY = {
    "ping": ["ping"],
    "status": ["status"],
    "stop": ["stop"],
    "doctor": ["doctor"],
    "metrics": ["metrics"],
    "tail": ["tail", "--count", "1"],
    "top": ["top", "--count", "1", "--interval", "0.1"],
    "read": ["read"],
    "add": ["add", "memory", "new"],
    "replace": ["replace", "memory", "first", "other"],
    "remove": ["remove", "memory", "first"],
    "batch": ["batch", "memory", '[{"action": "add", "content": "new"}]'],
    "rewrite": ["rewrite", "memory", '["new"]', "--base"],
    "split": ["split", "memory", "## Section"],
    "history": ["history"],
    "show": ["show", "1"],
    "diff": ["diff", "1"],
    "blame": ["blame"],
    "verify": ["verify"],
    "undo": ["undo", "2"],
    "restore": ["restore", "1"],
    "watch": ["watch", "--after", "1", "--count", "1"],
    "pending": ["pending"],
    "approve": ["approve", "--all"],
    "reject": ["reject", "--all"],
    "raw": ["raw"],
    "redact": ["redact", "nowhere at all"],
    "export": ["export"],
    "search": ["search", "anything"],
    "transcripts": ["transcripts"],
    "transcript": ["transcript", "s"],
    "erase-session": ["erase-session", "s"],
    "reindex": ["reindex"],
    "import-sessions": ["import-sessions", "sessions.jsonl"],
    "export-sessions": ["export-sessions", "exported.jsonl"],
    "scan": ["scan"],
    "sessions": ["sessions"],
    "session": ["session", "one"],
    "block": ["block"],
    "profiles": ["profiles"],
    "users": ["users"],
    "config": ["config"],
    "completion": ["completion", "bash"],
}
ELSEWHERE = {"backup", "import", "mcp", "outbox", "provider", "service"}
"""Tried where there is a service manager, and where there are files to read and write."""


@pytest.fixture
def filled(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A memory with two entries, one of which can be split, and a session; the memory's digest."""
    monkeypatch.chdir(tmp_path)
    Path("sessions.jsonl").write_text('{"session": "other", "role": "user", "content": "anything"}\n')
    client.record("s", [{"role": "user", "content": "anything"}], operation="o")
    client.open_session("one", context="cli")
    client.add("memory", "first")
    return client.add("memory", SECTIONS[:2000]).digest


def test_every_command_is_tried_here() -> None:
    """The list of this module is the table of commands."""
    assert set(EVERY) | ELSEWHERE == set(COMMANDS)


@pytest.mark.parametrize("before", [True, False], ids=["--json first", "--json last"])
@pytest.mark.parametrize("name", EVERY)
def test_success_is_one_document(ctl: Ctl, filled: str, name: str, *, before: bool) -> None:
    """Every command prints one JSON object and nothing else, wherever --json stands."""
    arguments = [*EVERY[name], *([filled] if name == "rewrite" else [])]

    said = ctl("--json", *arguments) if before else ctl(*arguments, "--json")

    assert (said.code, said.err) == (0, "")
    assert isinstance(said.document, dict)
    assert "error" not in said.document


@pytest.mark.parametrize("name", sorted(set(EVERY) - {"scan", "config", "completion", "doctor"}))
def test_refusal_is_one_document(ctl: Ctl, tmp_path: Path, name: str) -> None:
    """Without a daemon every command that needs one prints the refusal as JSON, and the exit code is 3."""
    arguments = [*EVERY[name], *(["digest"] if name == "rewrite" else [])]

    said = ctl("--json", *arguments, home=tmp_path / "nobody")

    assert (said.code, said.err) == (3, "")
    assert list(said.document) == ["error"]
    assert sorted(said.document["error"]) == ["code", "details", "message", "request_id"]
    assert said.document["error"]["code"] == "no_daemon"


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["read"], Content),
        (["status"], DaemonStatus),
        (["add", "memory", "new"], Edited),
        (["sessions"], SessionList),
        (["session", "one"], SessionShown),
        (["block"], SessionShown),
        (["profiles"], ProfileList),
        (["users"], UserList),
        (["split", "memory", "## Section"], Proposed),
        (["split", "memory", "## Section", "--apply"], Edited),
    ],
    ids=str,
)
@pytest.mark.usefixtures("filled")
def test_document_has_exactly_the_fields_of_the_reply(ctl: Ctl, arguments: list[str], kind: type) -> None:
    """A script finds every field, also one that has its default."""
    assert set(ctl("--json", *arguments).document) == set(kind.__struct_fields__)


def test_parts_of_replies_are_whole_too(ctl: Ctl, client: Client) -> None:
    """Nested parts have all their fields."""
    client.add("memory", "one")

    files = ctl("--json", "status").document["files"]
    read = ctl("--json", "read").document

    assert {"memory", "user"} == {file["target"] for file in files}
    assert set(FileStatus.__struct_fields__) == set(files[0])
    assert (read["entries"], read["state"], read["usage"]) == (["one"], "parsed", {"chars": 3, "limit": 2200})


def test_output_is_ascii(ctl: Ctl, client: Client) -> None:
    """Whatever an entry holds, the document is ASCII, so no terminal acts on it and every locale can print it."""
    client.add("memory", "é \x1b[31m 广西 \x9b")

    said = ctl("--json", "read")

    assert said.out.isascii()
    assert "\x1b" not in said.out
    assert said.document["entries"] == ["é \x1b[31m 广西 \x9b"]


def test_refusal_carries_what_the_next_try_needs(ctl: Ctl, client: Client) -> None:
    """Previews, the nearest entry and the request id are in the refusal's JSON."""
    client.add("memory", "prefers tabs")
    client.add("memory", "likes tea")

    error = ctl("--json", "remove", "memory", "prefers tab stops").document["error"]

    assert error["code"] == "entry_not_found"
    assert [one["text"] for one in error["details"]["entries"]] == ["prefers tabs", "likes tea"]
    assert error["details"]["nearest"]["text"] == "prefers tabs"
    assert error["request_id"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["add"],
        ["read", "memory", "more"],
        ["--user"],
        ["sessions", "--limit", "0"],
        ["--timeout", "0", "ping"],
    ],
    ids=str,
)
def test_usage_error_is_a_document_too(ctl: Ctl, arguments: list[str]) -> None:
    """With --json even a usage error leaves one document on standard output, with the code usage and exit code 2."""
    said = ctl("--json", *arguments)

    assert (said.code, said.err) == (2, "")
    assert said.document["error"]["code"] == "usage"


def test_config_has_every_setting_without_a_daemon(ctl: Ctl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Config tells value, default, source and meaning of each setting from the file and the environment alone."""
    (tmp_path / "memoryd").mkdir()
    (tmp_path / "memoryd" / "config.toml").write_text("[targets.memory]\nlimit = 99\n")
    monkeypatch.setenv("MEMORYD_LOG_LEVEL", "debug")

    said = ctl("--json", "config", home=tmp_path)
    rows = {row["name"]: row for row in said.document["settings"]}

    assert said.document["path"] == str(tmp_path.resolve() / "memoryd" / "config.toml")
    assert (rows["targets.memory.limit"]["value"], rows["targets.memory.limit"]["source"]) == (99, "config.toml")
    assert rows["targets.memory.limit"]["default"] == 2200
    assert (rows["log.level"]["value"], rows["log.level"]["source"]) == ("debug", "environment")
    assert rows["limits.in_flight"]["source"] == "default"
    assert all(row["description"] for row in rows.values())


def test_config_that_cannot_be_used_is_refused(ctl: Ctl, tmp_path: Path) -> None:
    """An unknown key is named, with the file that holds it."""
    (tmp_path / "memoryd").mkdir()
    (tmp_path / "memoryd" / "config.toml").write_text("[targets.memory]\nlimti = 99\n")

    said = ctl("--json", "config", home=tmp_path)

    assert (said.code, said.document["error"]["code"]) == (1, "bad_settings")
    assert "limti" in said.document["error"]["message"]
    assert json.dumps(str(tmp_path.resolve()))[1:-1] in said.document["error"]["message"]
