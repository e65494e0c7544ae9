"""The examples run as they stand."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd_client import Client

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the examples stand in the repository alone"),
]


def run(*command: str, home: Path) -> str:
    environ = os.environ | {"HERMES_HOME": str(home), "PYTHON": sys.executable}
    ended = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=200, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_quickstart(daemon: Path, client: Client) -> None:
    """Its last line shows the refusal that it is about."""
    out = run(sys.executable, str(EXAMPLES / "quickstart.py"), home=daemon)

    assert "entry_not_found" in out
    assert client.read("user").entries == ("Prefers short answers.",)


def test_agent(daemon: Path, client: Client) -> None:
    """What the model saved is in memory, and its sessions are over or left behind."""
    out = run(sys.executable, str(EXAMPLES / "agent.py"), home=daemon)

    assert out.splitlines()[-1] == "agent: The build host is called anvil."
    assert client.read("user").entries == ("Prefers answers in one sentence.",)


def test_gateway(daemon: Path, client: Client) -> None:
    """Each person has a file of their own, and nobody else's is touched."""
    out = run(sys.executable, str(EXAMPLES / "gateway.py"), home=daemon)

    assert "grace: Likes ships." in out
    assert {user.principal for user in client.list_users().users} == {"ada", "grace", "alan"}
    assert client.read("user").entries == ()


def test_worktrees(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second agent begins with what the first learned."""
    memoryctl = shutil.which("memoryctl", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if memoryctl is None or shutil.which("git") is None:
        pytest.skip("memoryctl or git is not on the PATH")
    monkeypatch.delenv("MEMORYD_NO_AUTOSTART")
    monkeypatch.setenv("PATH", f"{Path(memoryctl).parent}{os.pathsep}{os.environ['PATH']}")
    out = run("sh", str(EXAMPLES / "worktrees.sh"), home=home)

    second = out.split("== the agent in second begins with:")[1]
    assert "a database called scratch" in second.split("== the agent in")[0]
    assert "stable" in second.split("== the agent in")[1]
