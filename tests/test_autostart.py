"""A client that finds no daemon starts one, once, however many look for it at the same time."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.markdown_tables import table
from until import until

from memoryd_client import AsyncClient, Client
from memoryd_client.endpoint import find_home
from memoryd_client.errors import NoDaemon

pytestmark = pytest.mark.slow

COLD = """
import sys
from memoryd_client import Client
with Client(sys.argv[1], timeout=120, autostart=True) as client:
    client.add("memory", f"note {sys.argv[2]}")
    print(client.status().pid)
"""


@pytest.fixture
def cold(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home that nobody serves; what is started for it ends with the test."""
    if subprocess.run([sys.executable, "-I", "-c", "import memoryd"], check=False, capture_output=True).returncode:
        pytest.skip("memoryd is not installed for this interpreter, only found by its path")
    monkeypatch.delenv("MEMORYD_NO_AUTOSTART")
    yield home
    monkeypatch.setenv("MEMORYD_NO_AUTOSTART", "1")
    try:
        with Client(home, timeout=60) as client:
            pid = client.stop().pid
    except NoDaemon:
        return
    until(lambda: not Path(f"/proc/{pid}").exists() or "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text())


def test_the_first_client_starts_a_daemon(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no terminal, no directory of ours, none of our variables, and its log stands in its own directory."""
    monkeypatch.setenv("UNRELATED_VARIABLE", "1")
    with Client(cold, timeout=60, autostart=True) as client:
        client.add("memory", "The build host is called anvil.")
        pid = client.status().pid

    assert os.getsid(pid) == pid
    assert b"UNRELATED_VARIABLE" not in Path(f"/proc/{pid}/environ").read_bytes()
    assert os.readlink(f"/proc/{pid}/cwd") == "/"
    assert '"serving"' in (cold / "memoryd" / "memoryd.log").read_text()
    assert (cold / "memoryd" / "interpreter").read_text().strip() == sys.executable


def test_the_files_that_starting_leaves_are_documented(cold: Path) -> None:
    """With the mode that they have: for this user alone."""
    rows = table("file-format.md", "Files about starting") + table("file-format.md", "Under the home")
    documented = {row["path"].rstrip("/"): row["mode"] for row in rows}
    with Client(cold, timeout=60, autostart=True) as client:
        client.ping()
    found = [path for path in (cold / "memoryd").iterdir() if path.suffix != ".aside"]

    assert {
        f"memoryd/{path.name}": f"{path.stat().st_mode & 0o777:04o}" for path in found
    }.items() <= documented.items()
    assert {"interpreter", "spawn.lock", "start.log", "memoryd.log"} <= {path.name for path in found}


def test_coroutines_start_one_too(cold: Path) -> None:
    """And the event loop turns meanwhile."""

    async def main() -> int:
        turns = 0
        async with AsyncClient(cold, timeout=60, autostart=True) as client:
            asked = asyncio.create_task(client.ping())
            while not asked.done():
                turns += 1
                await asyncio.sleep(0.001)
            await asked
        return turns

    assert asyncio.run(main()) > 10


def test_fifty_cold_clients_get_one_daemon(cold: Path) -> None:
    """All are served, by the same one."""
    clients = [
        subprocess.Popen([sys.executable, "-c", COLD, str(cold), str(number)], stdout=subprocess.PIPE)
        for number in range(50)
    ]
    pids = {client.communicate(timeout=200)[0] for client in clients}

    assert [client.returncode for client in clients] == [0] * 50
    assert len(pids) == 1
    with Client(cold, timeout=60) as client:
        assert len(client.read("memory").entries) == 50


def test_a_daemon_that_was_killed_is_started_again(cold: Path) -> None:
    """In the middle of a client's life, too."""
    with Client(cold, timeout=60, autostart=True) as client:
        client.add("memory", "The build host is called anvil.")
        os.kill(client.status().pid, signal.SIGKILL)

        assert client.add("memory", "And the spare one hammer.").changed
        assert len(client.read("memory").entries) == 2


def test_it_can_be_forbidden(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a variable; then nothing is made."""
    monkeypatch.setenv("MEMORYD_NO_AUTOSTART", "1")
    with Client(cold, autostart=True) as client, pytest.raises(NoDaemon, match="start one with"):
        client.ping()

    assert not cold.exists()


def test_what_kept_it_from_starting_is_said(cold: Path) -> None:
    """The daemon's own last words are in the error."""
    (cold / "memoryd").mkdir(parents=True, mode=0o700)
    (cold / "memoryd" / "config.toml").write_text("[limits]\nin_fligth = 3\n")
    with Client(cold, timeout=60, autostart=True) as client, pytest.raises(NoDaemon, match=r"in_fligth.*in_flight"):
        client.ping()


def test_an_interpreter_without_the_daemon_uses_the_one_that_ran_it_last(cold: Path, tmp_path: Path) -> None:
    """An agent's own environment has the client alone."""
    with Client(cold, timeout=60, autostart=True) as client:
        client.ping()
        pid = client.stop().pid
    until(lambda: not Path(find_home(cold).agent_socket).exists())
    bare = f"""
import sys, importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "memoryd" else found(name, *rest)
sys.executable = {str(tmp_path / "elsewhere")!r}
{COLD}
"""
    said = subprocess.run([sys.executable, "-c", bare, str(cold), "1"], capture_output=True, text=True, check=False)

    assert said.returncode == 0, said.stderr
    assert int(said.stdout) != pid


def test_memoryctl_starts_one_unless_it_looks_at_the_daemon_itself(cold: Path) -> None:
    """``ping`` and ``status`` tell that there is none; ``add`` needs one."""
    run = [sys.executable, "-m", "memoryd.ctl", "--home", str(cold), "--timeout", "60"]

    assert [
        subprocess.run([*run, name], check=False, capture_output=True).returncode for name in ("ping", "status")
    ] == [
        3,
        3,
    ]
    assert subprocess.run([*run, "add", "memory", "a fact"], check=False, capture_output=True).returncode == 0
    assert subprocess.run([*run, "stop"], check=False, capture_output=True).returncode == 0
