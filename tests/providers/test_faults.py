"""A provider that hangs, exits, crashes, floods, forks or burns: memory does not notice, and nothing is lost."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import plugins
import pytest
from daemons import Daemon
from plugins import eventually

from memoryd_client import Client
from memoryd_client.messages import Outbox, OutboxRows, ProviderCheck, ProviderList, ProviderReport, Providers

pytestmark = pytest.mark.slow

FAULTY = """
import ctypes, os, subprocess, sys, threading, time
from agent.memory_provider import MemoryProvider

HOME = os.environ["HERMES_HOME"]


def mode():
    try:
        return open(os.path.join(HOME, "mode")).read()
    except FileNotFoundError:
        return ""


def burn():
    while True:
        pass


class Faulty(MemoryProvider):
    name = "faulty"

    def is_available(self):
        return True

    def initialize(self, session_id, **kwargs):
        while mode() == "sleep at start":
            time.sleep(0.01)
        if mode() == "raise at start":
            raise RuntimeError("database is locked")

    def get_tool_schemas(self):
        return []

    def sync_turn(self, user_content, assistant_content, *, session_id="", operation_id=""):
        what = mode()
        if what == "raise":
            raise ConnectionError("no backend")
        if what == "exit":
            os._exit(3)
        if what == "segfault":
            ctypes.string_at(0)
        if what == "kill":
            os.kill(os.getpid(), 9)
        if what == "hang":
            time.sleep(300)
        if what == "burn":
            ctypes.pythonapi.PyGILState_Ensure  # noqa
            burn()
        if what == "flood":
            while True:
                print("flood " * 1000, flush=True)
        if what == "fork" and os.fork() == 0:
            return
        if what == "spawn":
            child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
            with open(os.path.join(HOME, "children"), "a") as file:
                file.write(f"{child.pid}\\n")
        if what == "leave the pipe":
            for fd in range(3, 64):
                try:
                    os.close(fd)
                except OSError:
                    pass
        with open(os.path.join(HOME, "arrived"), "a") as file:
            file.write(f"{user_content}\\n")


def register(ctx):
    ctx.register_memory_provider(Faulty())
"""

CONFIG = """
[provider]
name = "faulty"
retry_seconds = 0.05
call_seconds = 1.5
start_seconds = 10
"""


def set_mode(home: Path, mode: str) -> None:
    """What the provider does from now on."""
    (home / "mode.new").write_text(mode)
    (home / "mode.new").replace(home / "mode")


def arrived(home: Path) -> list[str]:
    """The turns that the provider stored."""
    path = home / "arrived"
    return path.read_text().split() if path.exists() else []


def turn(text: str) -> list[dict[str, str]]:
    """The messages of a turn."""
    return [{"role": "user", "content": text}, {"role": "assistant", "content": "noted"}]


def failures(client: Client) -> int:
    """How often a delivery failed so far."""
    return sum(one.failed for one in client.ask(Providers(), ProviderList, timeout=60).used)


@pytest.fixture
def faulty(start: Callable[..., Client], home: Path) -> Client:
    """A client of a daemon that has the faulty provider."""
    home.mkdir(exist_ok=True)
    plugins.install(home, "faulty", FAULTY)
    return start(CONFIG, enable="faulty")


@pytest.mark.parametrize("fault", ["raise", "exit", "segfault", "kill", "hang", "burn", "flood", "leave the pipe"])
def test_memory_goes_on_and_the_turn_arrives_later(faulty: Client, home: Path, fault: str) -> None:
    """Edits, reads and pings are answered while it lasts; once the provider is well, the same turn is told again."""
    set_mode(home, fault)
    session = faulty.open_session("s1", context="cli")
    session.turn_end(turn("one"))
    for number in range(20):
        faulty.ping()
        assert session.add("memory", f"entry {number}").changed
        assert len(session.read("memory").entries) == number + 1
    eventually(lambda: failures(faulty) > 0)
    set_mode(home, "")
    eventually(lambda: faulty.ask(Outbox(), OutboxRows).total == 0)

    assert arrived(home)[-1] == "one"
    assert set(arrived(home)) == {"one"}


@pytest.mark.parametrize("fault", ["raise at start", "sleep at start"])
def test_a_provider_that_does_not_start_is_tried_again(faulty: Client, home: Path, fault: str) -> None:
    """Meanwhile turns queue up and the state is visible; then they arrive, in order."""
    set_mode(home, fault)
    session = faulty.open_session("s1", context="cli")
    for text in ("one", "two", "three"):
        session.turn_start()
        session.turn_end(turn(text))
    assert faulty.ask(Outbox(), OutboxRows).total == 3
    assert arrived(home) == []
    set_mode(home, "")
    eventually(lambda: faulty.ask(Outbox(), OutboxRows).total == 0)

    assert arrived(home) == ["one", "two", "three"]


def test_a_forked_child_that_comes_back_does_no_harm(faulty: Client, home: Path) -> None:
    """Its answers are not heard, and the turn counts once."""
    set_mode(home, "fork")
    session = faulty.open_session("s1", context="cli")
    session.turn_end(turn("one"))
    eventually(lambda: faulty.ask(Outbox(), OutboxRows).total == 0)
    set_mode(home, "")
    session.turn_end(turn("two"))
    eventually(lambda: faulty.ask(Outbox(), OutboxRows).total == 0)

    assert arrived(home)[-1] == "two"
    assert faulty.ask(Providers(), ProviderList, timeout=60).used[0].starts == 1


def test_why_a_provider_ended_is_told(faulty: Client, home: Path) -> None:
    """The signal, and the end of what it printed."""
    set_mode(home, "segfault")
    faulty.open_session("s1", context="cli").turn_end(turn("one"))
    used = eventually(
        lambda: faulty.ask(Providers(), ProviderList, timeout=60).used, lambda used: bool(used and used[0].printed)
    )

    assert "SIGSEGV" in used[0].last_error
    assert "sync_turn" in used[0].printed


def test_a_provider_that_says_no_is_named_with_its_reason(recorded: Client, home: Path) -> None:
    """And works once it can."""
    no = plugins.wish(home, "unavailable")
    report = recorded.ask(ProviderCheck(), ProviderReport, timeout=60)
    no.unlink()
    later = eventually(lambda: recorded.ask(ProviderCheck(), ProviderReport, timeout=60), lambda one: one.is_available)

    assert not report.is_available
    assert "the test says so" in report.status.reason
    assert later.status.state == "up"


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="orphans can be found on Linux alone")
def test_what_a_provider_started_ends_with_the_daemon(home: Path) -> None:
    """The daemon is killed again and again; never does a child outlive the host that started it."""
    home.mkdir(exist_ok=True)
    plugins.install(home, "faulty", FAULTY)
    set_mode(home, "spawn")
    with Daemon(home, CONFIG) as daemon:
        daemon.enable("faulty")
        children = killed_five_times(daemon, home)

    assert len(children) == 5


def killed_five_times(daemon: Daemon, home: Path) -> list[int]:
    """The children that the provider started under each of the daemons."""
    children: list[int] = []
    for number in range(5):
        with Client(home, timeout=60) as client:
            client.open_session("s1", context="cli").turn_end(turn(f"turn-{number}"))
            eventually(lambda: client.ask(Outbox(), OutboxRows).total == 0)
            hosts = [one.pid for one in client.ask(Providers(), ProviderList).used]
        daemon.kill(signal.SIGKILL)
        children = [int(pid) for pid in (home / "children").read_text().split()]
        eventually(lambda: not any(map(alive, [*hosts, *children])))  # noqa: B023 - as above
        daemon.start()
    return children
