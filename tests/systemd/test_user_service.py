"""The units, run by a real user manager, and the plist, read back."""

import os
import plistlib
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from until import until
from user_manager import UserManager, missing, user_manager

from memoryd.ctl.units import Launchd, Systemd
from memoryd.ctl.units.manager import ManagerFailed
from memoryd_client import Client, Operator
from memoryd_client.endpoint import find_home

UNIT = "memoryd.service"


@pytest.fixture(scope="module")
def installed() -> None:
    """The units run the interpreter without looking at any path but its own."""
    if subprocess.run([sys.executable, "-I", "-c", "import memoryd"], check=False, capture_output=True).returncode:
        pytest.skip("memoryd is not installed for this interpreter, only found by its path")


@pytest.fixture
def manager(installed: None, tmp_path: Path) -> Iterator[UserManager]:
    """A manager whose user's home has nothing in it yet."""
    if why := missing():
        pytest.skip(f"no user manager can run here: {why}")
    with user_manager(tmp_path) as running:
        yield running


def memoryctl(manager: UserManager, *arguments: str) -> str:
    return manager.run(sys.executable, "-m", "memoryd.ctl", *arguments)


@pytest.mark.slow
def test_a_service_survives_what_happens_to_daemons(manager: UserManager, tmp_path: Path) -> None:
    """Installed and ready; killed, and there again; hung, and replaced; stopped, and started by the next client."""
    assert "started memoryd.service" in memoryctl(manager, "service", "install")
    with Client(tmp_path / ".hermes", timeout=60, agent="test") as client:
        client.add("memory", "The build host is called anvil.")
        assert manager.shown(UNIT, "ActiveState") == "active"
        assert manager.shown(UNIT, "StatusText") == f"serving {tmp_path / '.hermes'}"

        first = client.status().pid
        manager.kill(UNIT, signal.SIGKILL)
        assert client.add("memory", "And the spare one hammer.").changed
        until(lambda: manager.shown(UNIT, "NRestarts") == "1")
        assert client.status().pid != first

        memoryctl(manager, "service", "restart")
        assert len(client.read("memory").entries) == 2

    memoryctl(manager, "stop")  # nobody is connected any more: whoever is would come back, and start the next one
    until(lambda: manager.shown(UNIT, "ActiveState") == "inactive")
    with Client(tmp_path / ".hermes", timeout=60) as client:
        assert client.ping()
    assert manager.shown(UNIT, "ActiveState") == "active"

    assert "is as it should be" in memoryctl(manager, "service", "install")
    assert "active" in memoryctl(manager, "--json", "service", "status")
    memoryctl(manager, "service", "uninstall")
    assert manager.shown(UNIT, "LoadState") == "not-found"
    assert "anvil" in (tmp_path / ".hermes" / "memories" / "MEMORY.md").read_text()


@pytest.mark.slow
def test_a_daemon_whose_loop_stands_still_is_replaced(manager: UserManager, tmp_path: Path) -> None:
    """The watchdog is fed by the loop, so it notices."""
    memoryctl(manager, "service", "install")
    shorter = tmp_path / ".config" / "systemd" / "user" / f"{UNIT}.d" / "test.conf"
    shorter.parent.mkdir()
    shorter.write_text("[Service]\nWatchdogSec=2\n")
    manager.run("systemctl", "--user", "daemon-reload")
    memoryctl(manager, "service", "restart")
    with Client(tmp_path / ".hermes", timeout=60) as client:
        first = client.status().pid
        manager.kill(UNIT, signal.SIGSTOP)
        until(lambda: manager.shown(UNIT, "NRestarts") == "1" and manager.shown(UNIT, "ActiveState") == "active")
        assert client.status().pid != first


@pytest.mark.slow
def test_clients_that_wait_at_the_socket_are_served(manager: UserManager, tmp_path: Path) -> None:
    """With the socket alone nobody is turned away: the first to come starts the daemon."""
    memoryctl(manager, "service", "install")
    memoryctl(manager, "service", "stop")
    manager.run("systemctl", "--user", "start", "memoryd.socket")
    assert manager.shown(UNIT, "ActiveState") == "inactive"
    done: list[bool] = []

    def ask(number: int) -> None:
        with Client(tmp_path / ".hermes", timeout=60) as client:
            done.append(client.add("memory", f"note {number}").changed)

    clients = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()

    assert done == [True] * 8


@pytest.mark.slow
def test_the_operators_socket_starts_a_daemon_too(manager: UserManager, tmp_path: Path) -> None:
    """And each of the two is what it was bound for: a person reads raw at one, an agent writes at the other."""
    memoryctl(manager, "service", "install")
    memoryctl(manager, "service", "stop")
    manager.run("systemctl", "--user", "start", "memoryd.socket")
    assert manager.shown(UNIT, "ActiveState") == "inactive"
    with Operator(tmp_path / ".hermes", timeout=60) as operator:
        assert operator.read_raw("memory").entries == ()
    assert manager.shown(UNIT, "ActiveState") == "active"
    with Client(tmp_path / ".hermes", timeout=60) as client:
        assert client.add("memory", "The build host is called anvil.").changed


@pytest.mark.slow
def test_a_daemon_that_ran_by_itself_makes_way(manager: UserManager, tmp_path: Path) -> None:
    """Otherwise the service would find the home taken, and never start."""
    del manager.environ["MEMORYD_NO_AUTOSTART"]
    memoryctl(manager, "add", "memory", "The build host is called anvil.")
    with Client(tmp_path / ".hermes", timeout=60) as client:
        alone = client.status().pid

        assert f"process {alone}" in memoryctl(manager, "service", "install")
        assert client.status().pid != alone


def test_the_units_are_accepted_and_confine_the_daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Systemd finds nothing to object to, and rates the exposure at no more than 7 of 10."""
    if not Systemd.is_here():
        pytest.skip("systemd is not installed")
    monkeypatch.setenv("HOME", str(tmp_path))
    unit = Systemd(find_home(tmp_path / ".hermes"))
    for kind in ("service", "socket"):
        (tmp_path / f"memoryd.{kind}").write_text(unit.text(kind, sys.executable))
    environ = os.environ | {"SYSTEMD_LOG_LEVEL": "warning", "XDG_RUNTIME_DIR": str(tmp_path)}
    paths = [str(tmp_path / f"memoryd.{kind}") for kind in ("service", "socket")]
    verified = subprocess.run(
        ["systemd-analyze", "--user", "verify", "--man=no", *paths], env=environ, capture_output=True, check=False
    )
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=70", paths[0]],
        env=environ,
        capture_output=True,
        check=False,
    )

    about_ours = [line for line in verified.stderr.decode().splitlines() if "memoryd" in line]
    assert about_ours == []
    assert rated.returncode == 0, rated.stdout.decode()[-600:]


@pytest.mark.parametrize("name", ["plain", "with space", "100%", 'quo"ted', "back\\slash", "$HOME", "ünï"])
def test_any_path_stands_in_a_unit_as_it_is(tmp_path: Path, name: str) -> None:
    """No specifier, variable or quote of systemd's is found in it."""
    home = find_home(tmp_path / name)
    text = Systemd(home).text("service", "/usr/bin/python3")
    (line,) = [line for line in text.splitlines() if line.startswith("ExecStart=")]
    word = line.rpartition("--home ")[2]

    assert (word[0], word[-1]) == ('"', '"')
    read = word[1:-1].replace("%%", "%").replace("$$", "$").replace('\\"', '"').replace("\\\\", "\\")
    assert read == home.root


@pytest.mark.parametrize("name", ["plain", "a & b < c", "ünï"])
def test_the_plist_says_what_launchd_needs(tmp_path: Path, name: str) -> None:
    """Absolute paths, started again unless it ended well, private files."""
    home = find_home(tmp_path / name)
    agent = Launchd(home)
    read = plistlib.loads(agent.text("/usr/bin/python3").encode())

    assert read["ProgramArguments"] == ["/usr/bin/python3", "-I", "-m", "memoryd", "--home", home.root]
    assert read["Label"] == agent.name
    assert (read["RunAtLoad"], read["KeepAlive"], read["Umask"]) == (True, {"SuccessfulExit": False}, 0o77)
    assert read["StandardErrorPath"] == agent.log
    assert not any("@" in str(value) for value in read.values())


def test_a_path_that_no_plist_can_hold_is_refused(tmp_path: Path) -> None:
    """Before anything is written."""
    with pytest.raises(ManagerFailed, match="move the home"):
        Launchd(find_home(tmp_path / "bell\x07")).text("/usr/bin/python3")


def test_other_homes_have_units_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two homes never share a unit; the usual one has the plain name."""
    monkeypatch.setenv("HOME", str(tmp_path))
    names = [Systemd(find_home(tmp_path / name)).name for name in (".hermes", "one", "two")]

    assert names[0] == "memoryd"
    assert len(set(names)) == 3
