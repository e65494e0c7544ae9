"""What the editing commands change, and when they refuse."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd_client import Client

Ctl = Callable[..., Any]
"""See conftest: arguments of memoryctl in, exit code and output out."""

LONG = "\n\n".join(f"## Section {number}\n{'words ' * 70}".strip() for number in range(8))


def entries(client: Client) -> list[str]:
    return list(client.read("memory").entries)


def test_add_replace_remove(ctl: Ctl, client: Client) -> None:
    """The three plain edits change the file, and say what was there before."""
    assert ctl("add", "memory", "likes tea").code == 0
    assert entries(client) == ["likes tea"]

    replaced = ctl("replace", "memory", "tea", "likes coffee")
    assert entries(client) == ["likes coffee"]
    assert "likes tea" in replaced.out

    removed = ctl("remove", "memory", "coffee")
    assert entries(client) == []
    assert "likes coffee" in removed.out


def test_adding_again_changes_nothing(ctl: Ctl, client: Client) -> None:
    """Adding what is there succeeds, and the answer says that nothing had to be changed."""
    ctl("add", "memory", "likes tea")

    again = ctl("add", "memory", "likes tea")

    assert again.code == 0
    assert "nothing had to be changed" in again.out
    assert entries(client) == ["likes tea"]


@pytest.mark.parametrize("text", ["- buy milk", "--- a rule", "-\nx", "--json is an option"])
def test_text_may_begin_like_a_list_item(ctl: Ctl, client: Client, text: str) -> None:
    """A text with white space after its dashes is a text, not an unknown option."""
    assert ctl("add", "memory", text).code == 0
    assert entries(client) == [text]


def test_mistyped_option_is_not_stored(ctl: Ctl, client: Client) -> None:
    """What looks like an option and is none is a usage error; after -- it is a text."""
    assert ctl("add", "memory", "--dry-run").code == 2
    assert ctl("add", "memory", "--", "--dry-run").code == 0
    assert entries(client) == ["--dry-run"]


@pytest.mark.parametrize(
    ("arguments", "after"),
    [
        (["add", "memory", "-"], ["old", "été\nzwei"]),
        (["replace", "memory", "old", "-"], ["été\nzwei"]),
    ],
    ids=["add", "replace"],
)
def test_text_from_stdin(ctl: Ctl, client: Client, arguments: list[str], after: list[str]) -> None:
    """A dash stands for the text on standard input, whose byte order mark and last line end do not count."""
    client.add("memory", "old")

    assert ctl(*arguments, stdin=b"\xef\xbb\xbf\xc3\xa9t\xc3\xa9\nzwei\n").code == 0
    assert entries(client) == after


@pytest.mark.parametrize("arguments", [["remove", "memory", "-"], ["replace", "memory", "-", "new"]], ids=str)
def test_old_from_stdin(ctl: Ctl, client: Client, arguments: list[str]) -> None:
    """OLD can come from standard input, too."""
    client.add("memory", "old\nlines")

    assert ctl(*arguments, stdin=b"old\nlines\n").code == 0
    assert "old\nlines" not in entries(client)


def test_stdin_is_read_once(ctl: Ctl) -> None:
    """Two dashes are a usage error."""
    said = ctl("replace", "memory", "-", "-", stdin=b"x")

    assert said.code == 2
    assert "read once" in said.err


def test_stdin_that_is_not_utf8_is_refused(ctl: Ctl, client: Client) -> None:
    """The refusal names the byte and its place; nothing changes."""
    said = ctl("--json", "add", "memory", "-", stdin=b"caf\xe9 mode")

    assert (said.code, said.document["error"]["code"]) == (1, "invalid_text")
    assert "0xe9 at offset 3" in said.document["error"]["message"]
    assert entries(client) == []


def test_argument_that_is_not_utf8_is_refused(ctl: Ctl, client: Client) -> None:
    """Bytes of the command line that are not UTF-8 are refused; Python hands them on as lone surrogates."""
    said = ctl("--json", "add", "memory", "caf\udce9")

    assert (said.code, said.document["error"]["code"]) == (1, "invalid_text")
    assert entries(client) == []


def test_batch_from_argument_and_stdin(ctl: Ctl, client: Client) -> None:
    """A JSON list of operations is applied as one."""
    client.add("memory", "old")
    operations = [{"action": "remove", "old_text": "old"}, {"action": "add", "content": "new"}]

    assert ctl("batch", "memory", json.dumps(operations)).code == 0
    assert entries(client) == ["new"]

    assert ctl("batch", "memory", "-", stdin=b'[{"action": "add", "content": "second"}]').code == 0
    assert entries(client) == ["new", "second"]


@pytest.mark.parametrize(
    "command", [["batch", "memory"], ["rewrite", "memory", "--base", "x"]], ids=["batch", "rewrite"]
)
@pytest.mark.parametrize("given", ["nonsense", "{}", "[1]", '[{"action": "burn"}]'])
def test_what_is_no_list_of_the_right_kind_is_refused(ctl: Ctl, command: list[str], given: str) -> None:
    """Broken JSON and wrong fields are refused by name."""
    said = ctl("--json", *command, given)

    assert (said.code, said.document["error"]["code"]) == (1, "invalid_request")


def test_rewrite_with_kept_entries(ctl: Ctl, client: Client) -> None:
    """Rewrite takes texts and ids, and the digest that read gave."""
    client.add("memory", "keep")
    client.add("memory", "drop")
    read = ctl("--json", "read").document
    new = json.dumps([{"id": read["ids"][0]}, "added"])

    assert ctl("rewrite", "memory", "--base", read["digest"], stdin=new.encode()).code == 0
    assert entries(client) == ["keep", "added"]

    stale = ctl("--json", "rewrite", "memory", "--base", read["digest"], new)
    assert (stale.code, stale.document["error"]["code"]) == (1, "conflict")
    assert stale.document["error"]["details"]["texts"] == ["keep", "added"]


def test_base_digest_guards_every_edit(ctl: Ctl, client: Client) -> None:
    """With a digest that is no longer true an edit is refused."""
    digest = client.add("memory", "one").digest

    assert ctl("add", "memory", "two", "--base-digest", digest).code == 0
    stale = ctl("--json", "add", "memory", "three", "--base-digest", digest)

    assert (stale.code, stale.document["error"]["code"]) == (1, "conflict")
    assert entries(client) == ["one", "two"]


def test_request_id_makes_a_repetition_harmless(ctl: Ctl, client: Client) -> None:
    """The same command with the same request id gets the first outcome, although the entry is gone meanwhile."""
    first = ctl("--json", "add", "memory", "one", "--request-id", "mine-1").document
    client.remove("memory", "one")

    again = ctl("--json", "add", "memory", "one", "--request-id", "mine-1").document

    assert first == again
    assert entries(client) == []


def test_split_shows_first_and_applies_when_asked(serve: Callable[..., Client], ctl: Ctl, tmp_path: Path) -> None:
    """Without --apply only the proposal is shown, with the command that applies just that."""
    client = serve(tmp_path / "small", config="[targets.memory]\nlimit = 1000\n")
    (tmp_path / "small" / "memories" / "MEMORY.md").write_text(LONG)

    shown = ctl("split", "memory", home=tmp_path / "small")
    assert shown.code == 0
    assert entries(client) == [LONG]

    apply = shown.out.splitlines()[-1].split()[3:]
    done = ctl(*apply, home=tmp_path / "small")
    assert done.code == 0
    assert len(entries(client)) == 8


def test_profile(ctl: Ctl, client: Client, daemon: Path) -> None:
    """--profile reads and edits another profile, and an unknown one is refused."""
    (daemon / "profiles" / "work").mkdir(parents=True)

    assert ctl("--profile", "work", "add", "memory", "at work").code == 0
    assert ctl("--json", "--profile", "work", "read").document["entries"] == ["at work"]
    assert entries(client) == []
    assert ctl("--json", "read", "--profile", "none").document["error"]["code"] == "unknown_profile"
