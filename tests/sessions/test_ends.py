"""Sessions end once: when asked, or some time after the last process that used them died."""

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from processes_apart import Killable, elsewhere
from until import until

from memoryd.core.session import Identity
from memoryd.processes import Processes
from memoryd.service.ends import Ends
from memoryd.service.live import Live
from memoryd.settings import decode
from memoryd.store.layout import Layout
from memoryd_client import Client
from memoryd_client.endpoint import find_home

Starter = Callable[..., "subprocess.Popen[str]"]
NO_GRACE = "[sessions]\ngrace_minutes = 0\n"
can_watch = pytest.mark.skipif(
    not hasattr(os, "pidfd_open") or not hasattr(select, "epoll"), reason="this kernel cannot watch processes"
)

SLEEPER = """
import sys
from memoryd_client import Client
from memoryd_client.endpoint import find_home
client = Client(sys.argv[1])
for name in sys.argv[2:]:
    client.open_session(name, context="cli")
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def process_with(home: Path) -> Iterator[Starter]:
    """Start a process that has sessions open until its input ends."""
    made: list[subprocess.Popen[str]] = []

    def start(*sessions: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", SLEEPER, str(home), *sessions]
        made.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        assert made[-1].stdout
        assert made[-1].stdout.readline() == "open\n"
        return made[-1]

    yield start
    for one in made:
        one.kill()
        one.communicate()


def why(home: Path, session: str) -> str:
    """Why a session ended, as it is recorded."""
    import sqlite3  # noqa: PLC0415 - only here

    with sqlite3.connect(home / "memoryd" / "memoryd.db") as db:
        rows = db.execute("SELECT why FROM sessions WHERE id = ? AND ended > 0", (session,)).fetchall()
    return rows[0][0] if rows else ""


@can_watch
@pytest.mark.slow
@pytest.mark.parametrize("how", ["terminate", "kill"])
def test_a_session_ends_after_its_last_process(
    serve: Callable[..., Client], home: Path, process_with: Starter, how: str
) -> None:
    """However that died; a session that another process uses goes on."""
    client = serve(home, config=NO_GRACE)
    process = process_with("lonely", "shared")
    client.open_session("shared", context="cli")
    getattr(process, how)()
    process.communicate()
    until(lambda: why(home, "lonely") == "gone")

    assert client.open_session("shared", context="cli").add("memory", "goes on").changed
    assert why(home, "shared") == ""


@can_watch
@pytest.mark.slow
def test_within_the_grace_another_process_takes_the_session_up(
    daemon: Path, client: Client, home: Path, process_with: Starter
) -> None:
    """An agent that is restarted goes on with its conversation."""
    process = process_with("one")
    process.communicate()
    elsewhere(home, "client.open_session('one', context='cli').add('memory', 'by the next process')")

    assert why(home, "one") == ""
    assert client.read("memory").entries == ("by the next process",)


@can_watch
@pytest.mark.slow
def test_a_session_whose_process_died_while_no_daemon_ran_ends_too(
    killable: Callable[..., Killable], home: Path, process_with: Starter
) -> None:
    """The next daemon looks the processes up; those that live on are watched again."""
    daemon = killable(NO_GRACE)
    dies, lives = process_with("dies"), process_with("lives")
    daemon.kill()
    dies.communicate()
    daemon.start()
    until(lambda: why(home, "dies") == "gone")
    assert why(home, "lives") == ""
    lives.communicate()
    until(lambda: why(home, "lives") == "gone")


@can_watch
@pytest.mark.slow
@pytest.mark.parametrize(("reason", "stays"), [("new", False), ("compression", False), ("branch", True)])
def test_a_process_that_goes_on_elsewhere_lets_go(
    serve: Callable[..., Client], home: Path, reason: str, *, stays: bool
) -> None:
    """A branch alone leaves the session before in use."""
    client = serve(home, config=NO_GRACE)
    session = client.open_session("before", context="cli")
    session.switch("after", reason)  # type: ignore[arg-type]
    if not stays:
        until(lambda: why(home, "before") == "gone")
    else:
        assert client.open_session("before", context="cli").turn_start().turn == 1
    assert why(home, "after") == ""


def test_a_session_without_a_watched_process_has_a_lease(
    serve: Callable[..., Client], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the kernel does not tell when a process dies, silence ends a session."""
    monkeypatch.setattr(Processes, "watch", lambda _self, _pid: None)  # as on a kernel that has no such descriptors
    client = serve(home, config="[sessions]\nlease_minutes = 0.0001\n")
    client.open_session("one", context="cli")

    until(lambda: why(home, "one") == "silent")


def test_an_end_is_told_once(client: Client, home: Path) -> None:
    """Whoever asks again gets the moment of the first."""
    session = client.open_session("one", context="cli")

    assert session.end() == session.end()
    assert why(home, "one") == "asked"


@can_watch
def test_a_process_is_known_by_its_start_not_by_its_number() -> None:
    """A number that is used again is another process."""
    processes = Processes()
    me = processes.watch(os.getpid())
    assert me is not None
    impostor, of_another_boot = me._replace(born=me.born - 1), me._replace(boot="another")
    known = [processes.watch_again(one) for one in (me, impostor, of_another_boot)]
    processes.close()

    assert known == [True, False, False]


@can_watch
def test_a_death_is_told_once() -> None:
    """And the number may be watched again."""
    processes = Processes()
    with subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE) as child:
        watched = processes.watch(child.pid)
        assert processes.died() == []
        child.communicate()
    until(lambda: bool(select.select([processes.fileno()], [], [], 0)[0]))
    told = [processes.died(), processes.died()]
    gone = processes.watch(child.pid)
    processes.close()

    assert told == [[watched], []]
    assert gone is None


def test_a_lease_is_renewed_by_every_request_and_costs_nothing(tmp_path: Path) -> None:
    """However many there are; it is over the length of the lease after the last."""
    now, over = [0.0], list[tuple[str, str]]()
    layout = Layout(find_home(tmp_path), decode("[sessions]\nlease_minutes = 1\n", {}))
    ends = Ends(
        Processes(),
        layout,
        clock=lambda: now[0],
        end=lambda session, why: over.append((session.id, why)),
        died=lambda _: None,
    )
    session = Live("one", Identity("cli"))
    for second in range(0, 3_000, 10):
        now[0] = float(second)
        ends.tick(now[0])
        ends.used(session, 0)
    assert over == []
    assert len(ends._due) == 1
    now[0] += 59.0
    ends.tick(now[0])
    assert over == []
    now[0] += 1.0
    ends.tick(now[0])
    ends.tick(now[0])

    assert over == [("one", "silent")]
