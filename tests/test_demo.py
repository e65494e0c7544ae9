"""The demo: played for real, and its verdict on files that somebody tampered with."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Unpack

import pytest
from click.testing import CliRunner

from memoryd.commands import memoryd
from memoryd.demo.agent import Agent
from memoryd.demo.ledger import Line, opened, read
from memoryd.demo.verdict import Account, entries, judge, percentile
from memoryd.store.syscalls import Disk
from memoryd_client import Client
from memoryd_client.calls import EditOptions
from memoryd_client.messages import Edited

KEPT = Line("add", "agent-1 #1: kept", ms=2.0)
ADDED = Line("add", "agent-1 #2: removed later", ms=4.0)
REMOVED = Line("remove", "agent-1 #2: removed later", ms=6.0)
FILE = "agent-1 #1: kept\n§\nsomebody else's"


def account(text: str, *lines: Line) -> Account:
    (only,) = judge(text, {"agent-1": lines}).accounts
    return only


def test_what_is_as_it_should_be_is_found() -> None:
    """An added entry that is there and a removed one that is not are what was acknowledged."""
    fared = account(FILE, KEPT, ADDED, REMOVED)

    assert (fared.acknowledged, fared.found, fared.lost, fared.twice, fared.wrong) == (3, 3, 0, 0, [])
    assert (fared.p50_ms, fared.p99_ms, fared.max_ms) == (4.0, 6.0, 6.0)


@pytest.mark.parametrize(
    ("text", "lost", "twice"),
    [
        ("somebody else's", 1, 0),
        ("", 1, 0),
        ("agent-1 #1: kep\n§\nsomebody else's", 1, 0),
        (f"{FILE}\n§\nagent-1 #2: removed later", 1, 0),
        (f"{FILE}\n§\nagent-1 #1: kept", 0, 1),
    ],
    ids=["entry gone", "file empty", "entry cut", "removed entry came back", "entry twice"],
)
def test_tampered_file_is_caught(text: str, lost: int, twice: int) -> None:
    """Whatever a file lacks, or has too much of, breaks the promise and is named."""
    verdict = judge(text, {"agent-1": [KEPT, ADDED, REMOVED]})
    (fared,) = verdict.accounts

    assert (fared.lost, fared.twice) == (lost, twice)
    assert fared.found == fared.acknowledged - lost
    assert fared.wrong
    assert not verdict.held


@pytest.mark.parametrize(
    ("line", "twice"),
    [
        (Line("add", "agent-1 #1: kept", changed=False, sendings=2), 1),
        (Line("add", "agent-1 #1: kept", "unsettled", sendings=9), 0),
        (Line("add", "agent-1 #1: kept", "nothing", code="expired"), 0),
        (Line("add", "agent-1 #1: kept", "refused", code="budget_exceeded"), 0),
    ],
    ids=["happened before", "never answered", "said not to have happened", "refused"],
)
def test_ledger_alone_can_break_the_promise(line: Line, twice: int) -> None:
    """An answer that contradicts the file, or no answer at all, is not hidden."""
    fared = account(FILE, line)

    assert fared.twice == twice
    assert fared.wrong


def test_removal_applied_anew_is_twice() -> None:
    """A repeated removal that then finds nothing shows that its id was not recognised."""
    fared = account("", KEPT, Line("remove", KEPT.text, "refused", sendings=2, code="entry_not_found"))

    assert (fared.twice, fared.lost) == (1, 0)


@pytest.mark.parametrize("text", [FILE, "somebody else's"], ids=["there", "not there"])
def test_stated_doubt_is_no_loss(text: str) -> None:
    """After outcome_unknown either state of the file is right; the doubt is counted."""
    fared = account(text, Line("add", "agent-1 #1: kept", "unknown", code="outcome_unknown"))

    assert (fared.doubtful, fared.lost, fared.wrong) == (1, 0, [])


def test_edit_that_did_not_happen_is_expected_to_be_absent() -> None:
    """An addition that expired is not there; a removal that expired left its entry."""
    assert not account(FILE, Line("add", "agent-1 #9: never", "nothing", code="expired")).wrong
    assert not account(FILE, KEPT, Line("remove", KEPT.text, "nothing", code="busy")).wrong


def test_entries_are_read_by_the_formats_one_rule() -> None:
    """A line holding only the separator separates; anything else does not."""
    assert entries("a § b\n §\t\nc\n\n§\n") == ["a § b", "c"]


def test_percentile() -> None:
    """The smallest value that the share of all does not exceed."""
    hundred = [float(number) for number in range(1, 101)]

    assert (percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([], 0.5)) == (50.0, 99.0, 0.0)


def test_ledger_is_read_up_to_its_last_whole_line(tmp_path: Path) -> None:
    """A line that is being written right now is not there yet."""
    path = str(tmp_path / "ledger")
    with opened(path) as ledger:
        ledger.note(KEPT)
    with open(path, "ab") as file:
        file.write(b'{"action": "ad')

    assert read(path) == (KEPT,)
    assert read(str(tmp_path / "none")) == ()


class HeldDisk(Disk):
    """A disk on which no file can be made until it is let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.let_go.set()

    def create(self, path: str) -> int:
        """As on any disk, but later."""
        self.let_go.wait(30)
        return super().create(path)


class Counting(Client):
    """A client that counts its additions, and lets the disk go at the second one."""

    def __init__(self, home: Path, disk: HeldDisk) -> None:
        super().__init__(home, timeout=0.1)
        self.disk = disk
        self.ids: list[str] = []

    def add(self, target: str, content: str, **options: Unpack[EditOptions]) -> Edited:
        """As any client, but counted."""
        self.ids.append(options.get("request_id", ""))
        if len(self.ids) == 2:
            self.disk.let_go.set()
        return super().add(target, content, **options)


@pytest.mark.slow
def test_agent_asks_again_with_the_same_id(serve: Callable[..., Client], home: Path, tmp_path: Path) -> None:
    """A call without an answer is made again under its own id until it is settled; it takes effect once."""
    disk = HeldDisk()
    serve(home, disk=disk)
    with Counting(home, disk) as client, opened(str(tmp_path / "ledger")) as ledger:
        client.read("memory", timeout=5.0)
        disk.let_go.clear()
        Agent("agent-1", client, ledger).act()

        (line,) = read(str(tmp_path / "ledger"))
        assert (line.outcome, line.changed, line.sendings) == ("done", True, 2)
        assert client.ids[0] == ""
        assert client.ids[1] != ""
        assert client.read("memory", timeout=5.0).entries == (line.text,)


def test_demo_makes_its_own_home(tmp_path: Path) -> None:
    """A home cannot be given: the demo never touches one that is in use."""
    done = CliRunner().invoke(memoryd, ["--home", str(tmp_path), "demo"])

    assert done.exit_code == 2
    assert "throw-away" in done.output


@pytest.mark.slow
def test_the_promise_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents and an editor write, the daemon is killed half-way: all that was acknowledged is in the file, once."""
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    done = subprocess.run(
        [sys.executable, "-m", "memoryd", "demo", "--seconds", "2", "--agents", "3", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )

    played = json.loads(done.stdout)
    assert (done.returncode, played["held"], played["lost"], played["twice"]) == (0, True, 0, 0), played
    assert [one["name"] for one in played["writers"]] == ["agent-1", "agent-2", "agent-3", "editor"]
    assert all(one["acknowledged"] == one["found"] > 0 for one in played["writers"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_demo_for_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Off a terminal the story is told in plain lines, and the table ends it."""
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    done = subprocess.run(
        [sys.executable, "-m", "memoryd", "demo", "--seconds", "1", "--agents", "1"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert "\x1b" not in done.stdout
    story = [
        done.stdout.index(part)
        for part in ("is killed with SIGKILL", "serves again", "acknowledged", "nothing acknowledged")
    ]
    assert sorted(story) == story
