"""How memoryctl starts and how it ends: exit codes, usage, what is missing, what it imports."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd_client.endpoint import find_home

Ctl = Callable[..., Any]
"""See conftest: arguments of memoryctl in, exit code and output out."""


def python(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_no_daemon_is_exit_code_3(ctl: Ctl, tmp_path: Path) -> None:
    """Without a daemon the message says how to start one."""
    said = ctl("read", home=tmp_path / "nobody")

    assert (said.code, said.out) == (3, "")
    assert f"start one with: memoryd --home {(tmp_path / 'nobody').resolve()}" in said.err


def test_unusable_endpoint_is_exit_code_3(ctl: Ctl, tmp_path: Path) -> None:
    """A socket directory that others may write in is not connected to."""
    directory = Path(find_home(tmp_path).agent_socket).parent
    directory.mkdir(parents=True)
    directory.chmod(0o777)

    said = ctl("--json", "ping", home=tmp_path)

    assert (said.code, said.document["error"]["code"]) == (3, "unsafe_endpoint")


def test_relative_home_variable_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A home that would be another one in every directory is a refusal like any other."""
    from memoryd.ctl.root import run  # noqa: PLC0415 - as in conftest

    monkeypatch.setenv("HERMES_HOME", "somewhere")

    assert run(["ping"]) == 1
    assert "[invalid_request]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["add", "memory"],
        ["read", "memory", "more"],
        ["rewrite", "memory", "[]"],
        ["completion", "tcsh"],
        ["--timeout", "nan", "ping"],
        ["--timeout", "-1", "ping"],
    ],
    ids=str,
)
def test_usage_is_exit_code_2(ctl: Ctl, arguments: list[str]) -> None:
    """What cannot be understood is told on standard error, and nothing is asked."""
    said = ctl(*arguments)

    assert (said.code, said.out) == (2, "")
    assert "Usage: memoryctl" in said.err


def test_what_is_no_name_of_a_user_is_refused(ctl: Ctl) -> None:
    """As the daemon refuses it, instead of reading somebody else's memory."""
    said = ctl("--json", "--user", " ada", "read", "user")

    assert (said.code, said.document["error"]["code"]) == (1, "invalid_name")


def test_timeout_is_what_a_call_may_take(ctl: Ctl, tmp_path: Path) -> None:
    """Of a daemon that accepts connections and says nothing, memoryctl gives up after --timeout, with no_answer."""
    path = Path(find_home(tmp_path).agent_socket)
    path.parent.mkdir(parents=True, mode=0o700)
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(path))
        mute.listen()
        said = ctl("--json", "--timeout", "0.2", "ping", home=tmp_path)

    assert (said.code, said.document["error"]["code"]) == (1, "no_answer")
    assert "within 0.2 s" in said.document["error"]["message"]


def test_help_names_every_command(ctl: Ctl) -> None:
    """--help lists the commands and the exit codes."""
    from memoryd.ctl.root import COMMANDS  # noqa: PLC0415 - as in conftest

    said = ctl("--help")

    assert said.code == 0
    assert all(f"\n  {name} " in said.out for name in COMMANDS)
    assert "Exit codes: 0 done" in said.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(ctl: Ctl, shell: str) -> None:
    """Each shell gets a script that calls memoryctl back."""
    said = ctl("completion", shell)

    assert said.code == 0
    assert "_MEMORYCTL_COMPLETE" in said.out


def test_target_is_completed_from_the_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The shell offers the targets that the home defines, whether a daemon runs or not."""
    from memoryd.ctl.root import run  # noqa: PLC0415 - as in conftest

    (tmp_path / "memoryd").mkdir()
    (tmp_path / "memoryd" / "config.toml").write_text("[targets.notes]\nlimit = 10\n")
    words = f"memoryctl --home {tmp_path} read "
    environment = {"_MEMORYCTL_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": "4"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit):
            run([])

    assert capsys.readouterr().out.split() == ["plain,memory", "plain,user", "plain,notes"]


@pytest.mark.parametrize(
    ("module", "missing"), [("memoryd.ctl.__main__", "rich"), ("memoryd.__main__", "structlog")], ids=["ctl", "daemon"]
)
@pytest.mark.slow
def test_missing_extra_is_one_clear_line(module: str, missing: str) -> None:
    """Where only the client is installed, both programs say what to install."""
    done = python(f"import sys; sys.modules[{missing!r}] = None; from {module} import main; main()")

    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "pip install 'memoryd[daemon]'" in done.stderr


@pytest.mark.slow
def test_json_does_not_wait_for_rich(daemon: Path) -> None:
    """A script that asks for JSON does not pay for tables."""
    done = python(
        "import sys; from memoryd.ctl.root import run; sys.exit(run(sys.argv[1:]) or 'rich' in sys.modules)",
        *("--json", "--home", str(daemon), "read"),
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_answer_that_cannot_be_written(daemon: Path) -> None:
    """A full disk behind standard output is told in one line, with what it means for the edit."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "memoryd.ctl", "--home", str(daemon), "--json", "add", "memory", "x"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=False,
        )

    assert done.returncode == 1
    assert "is done, but the answer could not be written" in done.stderr
    assert "Traceback" not in done.stderr
