"""A daemon's life: started by whoever has a socket for it, told to read its settings again, asked to leave."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from until import until

from memoryd.sockets import given_descriptors
from memoryd_client import Client
from memoryd_client.endpoint import find_home
from memoryd_client.errors import BudgetExceeded, ThreatFound, UnknownTarget

pytestmark = pytest.mark.slow

AS_ACTIVATED = 'import os, sys; os.environ["LISTEN_PID"] = str(os.getpid()); os.execv(sys.executable, sys.argv[1:])'


@contextmanager
def process(home: Path, *, environ: dict[str, str] | None = None, given: int = -1) -> Iterator[subprocess.Popen[bytes]]:
    """A daemon in a process of its own; ``given`` is passed to it as a service manager passes a socket."""
    command = [sys.executable, "-m", "memoryd", "--home", str(home)]
    env = os.environ | (environ or {})
    if given >= 0:
        env |= {"LISTEN_FDS": "1", "LISTEN_FDNAMES": "agent"}
        command = [sys.executable, "-c", AS_ACTIVATED, *command]
    running = subprocess.Popen(
        command,
        env=env,
        stderr=subprocess.DEVNULL,
        pass_fds=() if given < 0 else (3,),
        preexec_fn=None if given < 0 else lambda: os.dup2(given, 3),  # noqa: PLW1509 - no other way to a fixed number
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@pytest.fixture
def served(home: Path) -> Iterator[tuple[Client, subprocess.Popen[bytes]]]:
    """A daemon's process and a client of it."""
    with process(home) as running, Client(home, timeout=30, agent="test") as client:
        until(lambda: answers(client))
        yield client, running


def answers(client: Client) -> bool:
    try:
        client.ping()
    except OSError:
        return False
    return True


def config(home: Path, text: str) -> None:
    (home / "memoryd" / "config.toml").write_text(text)


def refusal(client: Client, target: str, text: str) -> type[Exception] | None:
    try:
        client.add(target, text)
    except (BudgetExceeded, ThreatFound, UnknownTarget) as error:
        return type(error)
    return None


def test_sighup_takes_over_limits_targets_and_policy(
    served: tuple[Client, subprocess.Popen[bytes]], home: Path
) -> None:
    """What the file says counts from then on, for every target, and readers see the new limit."""
    client, running = served
    client.add("memory", "The build host is called anvil.")
    config(home, '[targets.memory]\nlimit = 40\n[targets.team]\n[scan.patterns]\nfruit = "banana"\n')
    running.send_signal(signal.SIGHUP)
    until(lambda: refusal(client, "team", "a banana") is ThreatFound)

    assert refusal(client, "memory", "A second entry, for which there is no room now.") is BudgetExceeded
    assert client.read("memory").usage.limit == 40
    assert client.read("memory").entries == ("The build host is called anvil.",)
    assert refusal(client, "team", "an apple") is None


def test_a_bad_file_changes_nothing(served: tuple[Client, subprocess.Popen[bytes]], home: Path) -> None:
    """The old settings stay, and the daemon is served on."""
    client, running = served
    config(home, '[targets.team]\n[scan.patterns]\nfruit = "banana"\n')
    running.send_signal(signal.SIGHUP)
    until(lambda: refusal(client, "team", "a banana") is ThreatFound)
    config(home, '[targets.team]\nlimit = "many"\n')
    running.send_signal(signal.SIGHUP)
    config(home, '[targets.team]\nlimit = 60\n[scan.patterns]\nfruit = "banana"\n')
    running.send_signal(signal.SIGHUP)
    until(lambda: client.read("team").usage.limit == 60)

    assert refusal(client, "team", "a banana") is ThreatFound


def test_a_file_in_use_keeps_its_name_until_the_next_start(
    served: tuple[Client, subprocess.Popen[bytes]], home: Path
) -> None:
    """Otherwise what was read from one file would be written to another."""
    client, running = served
    client.add("memory", "The build host is called anvil.")
    config(home, '[targets.memory]\nfile = "OTHER.md"\nlimit = 999\n[targets.thief]\nfile = "memory.md"\n')
    running.send_signal(signal.SIGHUP)
    until(lambda: client.read("memory").usage.limit == 999)
    client.add("memory", "And the spare one hammer.")

    assert not (home / "memories" / "OTHER.md").exists()
    assert "hammer" in (home / "memories" / "MEMORY.md").read_text()
    assert refusal(client, "thief", "anything") is UnknownTarget


@pytest.mark.parametrize("what", ["the file", "its directory", "everything"])
def test_a_socket_that_was_removed_is_there_again(
    served: tuple[Client, subprocess.Popen[bytes]], home: Path, tmp_path: Path, what: str
) -> None:
    """New clients come in, old ones are served on, and no second daemon can start meanwhile."""
    client, _ = served
    path = Path(find_home(home).agent_socket)
    if what == "the file":
        path.unlink()
    else:
        place = path.parent if what == "its directory" else path.parent.parent
        place.rename(tmp_path / "away")  # at once: the daemon would be quicker than a removal file by file
        shutil.rmtree(tmp_path / "away")
    until(path.is_socket)

    with Client(home, timeout=30) as fresh:
        assert fresh.ping()
    assert client.add("memory", "The build host is called anvil.").changed
    with process(home) as second:
        assert second.wait(60) == 75
    assert client.ping()


def test_stop_answers_and_then_the_process_is_gone(served: tuple[Client, subprocess.Popen[bytes]], home: Path) -> None:
    """It ends by itself with 0, and leaves no socket."""
    client, running = served
    client.add("memory", "The build host is called anvil.")

    assert client.stop().pid == running.pid
    assert running.wait(60) == 0
    assert not Path(find_home(home).agent_socket).exists()


def test_a_client_that_came_before_the_daemon_is_served(home: Path) -> None:
    """With a socket that a service manager holds nobody is turned away, and it is there for the next daemon, too."""
    path = find_home(home).agent_socket
    Path(path).parent.mkdir(parents=True, mode=0o700)
    for directory in (home, home / "memoryd"):
        directory.chmod(0o700)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(path)
        listening.listen(64)
        for text in ("The build host is called anvil.", "And the spare one hammer."):
            changed: list[bool] = []
            waiting = threading.Thread(target=lambda text=text, changed=changed: changed.append(added(home, text)))
            waiting.start()
            with process(home, given=listening.fileno()) as running:
                waiting.join(60)
                running.terminate()
                assert running.wait(60) == 0
            assert changed == [True]
            assert Path(path).is_socket()


def added(home: Path, text: str) -> bool:
    with Client(home, timeout=60) as early:
        return early.add("memory", text).changed


def test_descriptors_for_another_process_are_not_taken() -> None:
    """`LISTEN_PID` says whose they are; a child that inherits the variables must not take somebody's file for one."""
    environ = {"LISTEN_PID": str(os.getpid() + 1), "LISTEN_FDS": "3", "LISTEN_FDNAMES": "a:b:c"}

    assert given_descriptors(environ) == {}
    assert environ == {}


def test_a_service_manager_is_told(home: Path, tmp_path: Path) -> None:
    """Ready once it serves, alive while the loop turns, reloading and ready again, stopping at the end."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        environ = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
        with process(home, environ=environ) as running:
            heard = listen(manager, "READY=1")
            with Client(home, timeout=30) as client:
                client.ping()
            listen(manager, "WATCHDOG=1")
            listen(manager, "WATCHDOG=1")
            running.send_signal(signal.SIGHUP)
            listen(manager, "RELOADING=1")
            listen(manager, "READY=1")
            running.terminate()
            listen(manager, "STOPPING=1")

    assert f"MAINPID={running.pid}" in heard
    assert f"STATUS=serving {os.path.realpath(home)}" in heard


def listen(manager: socket.socket, word: str) -> list[str]:
    """Wait for a message with this word; returns its lines."""
    while word not in (lines := manager.recv(4_096).decode().splitlines()):
        pass
    return lines
