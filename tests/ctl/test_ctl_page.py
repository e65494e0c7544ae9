"""What a person sees."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.ctl.page import Page, counted, shown
from memoryd_client import Client
from memoryd_client.messages import Usage

Ctl = Callable[..., Any]
"""See conftest: arguments of memoryctl in, exit code and output out."""

HOSTILE = "a \x1b[31mred\x1b[0m \x9b2J \u202eesrever\u200b [bold]x[/bold] :smile: \x07\x00\r tab\there"
STORABLE = HOSTILE.replace("\u202e", "").replace("\u200b", "")
"""What of it no scan refuses."""


def test_harmful_characters_are_spelled() -> None:
    """Escapes, C1 controls, invisible and reordering characters appear as escapes, everything else as it is."""
    text = shown(HOSTILE + "\U000e0041\ud800 é 广西 👨‍👩‍👧 می‌خواهم").plain

    assert text == (
        r"a \x1b[31mred\x1b[0m \x9b2J \u202eesrever\u200b [bold]x[/bold] :smile: \x07\x00\r tab" + "\there"
        r"\U000e0041\ud800 é 广西 👨‍👩‍👧 می‌خواهم"
    )


def test_one_line_keeps_to_one_line() -> None:
    """In a table line ends and tabs are spelled, too."""
    assert shown("a\nb\tc", one_line=True).plain == r"a\nb\tc"


@pytest.mark.parametrize("command", [["read"], ["remove", "memory", "nothing"], ["remove", "memory", "red"]], ids=str)
def test_entry_cannot_act_on_the_terminal(ctl: Ctl, client: Client, command: list[str]) -> None:
    """Neither read nor a refusal nor what an edit discarded lets a control character through, or obeys markup."""
    client.add("memory", STORABLE)

    said = ctl(*command)

    whole = said.out + said.err
    assert "[bold]x[/bold] :smile:" in whole
    assert not [one for one in whole if one < " " and one not in "\n\t"]
    assert not set("\x1b\x9b\u202e\u200b") & set(whole)


def test_message_cannot_act_on_the_terminal(ctl: Ctl) -> None:
    """Names that a refusal repeats are spelled as well."""
    assert "\x1b" not in ctl("read", "\x1b[31m").err


def test_piped_lines_are_neither_wrapped_nor_padded(ctl: Ctl, serve: Callable[..., Client], tmp_path: Path) -> None:
    """Off a terminal every line of an entry is one line, without colours, padding or trailing blanks."""
    client = serve(tmp_path / "wide", config="[targets.memory]\nlimit = 100000\n")
    long = "word " * 2000 + "end"
    client.add("memory", f"{long}\n\nsecond")

    said = ctl("read", home=tmp_path / "wide")

    assert f"    {long}\n\n    second\n" in said.out
    assert not [line for line in said.out.splitlines() if line.endswith(" ")]


@pytest.mark.usefixtures("daemon")
def test_colours_never_go_into_a_pipe(ctl: Ctl, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where the environment asks for them: a script would read them as text."""
    monkeypatch.setenv("FORCE_COLOR", "1")

    assert "\x1b" not in ctl("status").out


@pytest.mark.parametrize(
    ("usage", "share", "rest"),
    [
        (Usage(0, 2200), "  0 %", "0 / 2,200 characters, 2,200 left"),
        (Usage(1364, 2200), " 62 %", "1,364 / 2,200 characters, 836 left"),
        (Usage(2441, 1375), "177 %", "2,441 / 1,375 characters, 1,066 over the limit"),
    ],
)
def test_usage_bar(usage: Usage, share: str, rest: str) -> None:
    """The bar fills up to its end and no further; percentage and figures say the rest."""
    bar = Page().bar(usage).plain

    assert bar.endswith(share)
    assert len(bar) == 24 + len(" 100 %")
    assert Page.figures(usage) == rest


def test_counted() -> None:
    """A number agrees with its noun."""
    assert [counted(1, "entry"), counted(2_000, "entry"), counted(1, "character")] == [
        "1 entry",
        "2,000 entries",
        "1 character",
    ]


def test_read_shows_ids_beside_entries(ctl: Ctl, client: Client) -> None:
    """Every entry stands under its id, with an empty line before it."""
    client.add("memory", "first\nof two lines")
    client.add("memory", "second")
    one, two = client.read("memory").ids

    lines = ctl("read").out.splitlines()

    assert ["", f"{one}  18 characters", "    first", "    of two lines", ""] == lines[2:7]
    assert [f"{two}  6 characters", "    second"] == lines[7:9]


def test_refusal_goes_to_stderr_with_advice(ctl: Ctl, client: Client) -> None:
    """Nothing is on standard output; the code, the nearest entry, all previews and the advice are on standard error."""
    client.add("memory", "prefers tabs")
    client.add("memory", "likes tea")

    said = ctl("replace", "memory", "prefers tab stops", "x")

    assert (said.code, said.out) == (1, "")
    assert "[entry_not_found]" in said.err
    assert said.err.index("nearest entry") < said.err.index("prefers tabs") < said.err.index("likes tea")


def test_budget_refusal_shows_usage(ctl: Ctl, client: Client) -> None:
    """Over the limit, the figures and the entries that could go are shown."""
    client.add("user", "x" * 1000)

    said = ctl("add", "user", "y" * 1000)

    assert said.code == 1
    assert "1,000 / 1,375 characters, 375 left" in said.err
    assert "628 over the limit of 1375" in said.err


def test_status_tells_of_each_file(ctl: Ctl, client: Client, daemon: Path) -> None:
    """Status names the home, every file with its usage, state and path, and how it is written."""
    client.add("memory", "x" * 220)

    out = ctl("status").out

    assert str(daemon.resolve()) in out
    assert " 10 %  220 / 2,200 characters" in out
    assert str(daemon.resolve() / "memories" / "USER.md") in out
    assert "parsed, written by " in out


def test_ping_names_the_home(ctl: Ctl, daemon: Path) -> None:
    """Ping says which home is served."""
    assert ctl("ping").out.startswith(f"memoryd serves {daemon.resolve()}")


def test_config_for_a_person(ctl: Ctl, tmp_path: Path) -> None:
    """Every setting is one line with its meaning."""
    lines = ctl("config", home=tmp_path).out.splitlines()

    (limit,) = [line for line in lines if line.startswith("targets.memory.limit ")]
    assert limit.split(maxsplit=4)[1:4] == ["2200", "2200", "default"]
    assert "code points" in limit


@pytest.mark.slow
def test_on_a_terminal_there_are_colours_and_lines_fit(daemon: Path, client: Client) -> None:
    """On a terminal an entry is wrapped to its width, and colours set things off."""
    client.add("memory", "word " * 60)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "memoryd.ctl", "--home", str(daemon), "read"]
    environment = {**os.environ, "COLUMNS": "60", "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("NO_COLOR", None)

    subprocess.run(command, stdout=theirs, env=environment, check=True)
    os.close(theirs)
    seen = b""
    while chunk := _read(ours):
        seen += chunk
    os.close(ours)

    assert b"\x1b[" in seen
    wrapped = [line for line in seen.decode().splitlines() if "word" in line]
    assert len(wrapped) > 4
    assert max(len(line.rstrip()) for line in wrapped) <= 60


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, 65536)
    except OSError:  # Linux says EIO where a pipe would say end of file
        return b""
