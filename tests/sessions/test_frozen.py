"""What a session sees stays the same bytes until a declared point, and is never older than what was acknowledged."""

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from processes_apart import Killable, elsewhere
from until import until

from memoryd.testing import running_daemon
from memoryd_client import Client, MemorydError
from memoryd_client.messages import Usage


def test_a_session_sees_what_was_acknowledged_before_it(client: Client) -> None:
    """The block shows both stores; its digest is that of its bytes; usage is what is in the files."""
    client.add("memory", "a fact")
    client.add("user", "likes short answers")
    session = client.open_session("one", context="cli")

    assert session.block == (
        "=== MEMORY (your notes) [0 %, 6/2,200 characters] ===\na fact\n\n"
        "=== USER (who the user is) [1 %, 19/1,375 characters] ===\nlikes short answers"
    )
    assert session.digest == hashlib.sha256(session.block.encode()).hexdigest()
    assert session.usage == {"memory": Usage(6, 2_200), "user": Usage(19, 1_375)}
    assert (session.id, session.turn, session.pending, session.notices) == ("one", 0, 0, ())


def test_an_empty_memory_is_no_block(client: Client) -> None:
    """Nothing goes into the prompt."""
    assert client.open_session("one", context="cli").block == ""


def test_writes_change_replies_and_not_the_block(client: Client) -> None:
    """Of this session and of others: what is live stands beside what is frozen."""
    client.add("memory", "before")
    session = client.open_session("one", context="cli")
    block, frozen = session.block, client.read("memory").digest
    client.add("memory", "by another")
    reply = session.add("memory", "by itself")

    assert (session.block, client.open_session("one", context="cli").block) == (block, block)
    assert reply.frozen_digest == frozen
    assert reply.digest == client.read("memory").digest != frozen
    assert session.usage["memory"] == reply.usage
    assert session.read("memory").frozen_digest == frozen
    assert "by another" in client.open_session("two", context="cli").block


def test_edits_without_a_session_know_no_snapshot(client: Client) -> None:
    """Neither do reads."""
    assert client.add("memory", "x").frozen_digest == client.read("memory").frozen_digest == ""


def test_a_refresh_is_a_declared_point(client: Client) -> None:
    """The block is what is there now, and stays that, for whoever opens the session again."""
    session = client.open_session("one", context="cli")
    client.add("memory", "later")
    block = session.refresh()

    assert "later" in block
    assert session.block == block == client.open_session("one", context="cli").block
    assert session.targets[0].digest == session.targets[0].frozen_digest


@pytest.mark.parametrize("reason", ["new", "compression"])
def test_a_new_start_and_a_compression_freeze_anew(client: Client, reason: str) -> None:
    """Under another id, and under the same; the session before keeps its own."""
    session = client.open_session("one", context="cli")
    client.add("memory", "later")
    after = session.switch("two", reason)  # type: ignore[arg-type]
    again = session.switch("one", reason)  # type: ignore[arg-type]

    assert "later" in after.block
    assert again.block == after.block
    assert session.block == ""


@pytest.mark.parametrize("reason", ["resume", "branch", "rewind"])
def test_going_on_with_a_conversation_keeps_its_bytes(client: Client, reason: str) -> None:
    """The model has read them; the new id has them from then on."""
    client.add("memory", "before")
    session = client.open_session("one", context="cli")
    client.add("memory", "later")
    after = session.switch("two", reason)  # type: ignore[arg-type]

    assert after.block == session.block == client.open_session("two", context="cli").block
    assert after.view.context == "cli"


def test_resuming_a_session_gives_the_bytes_that_it_had(client: Client) -> None:
    """Not those of the session from which it is resumed."""
    old = client.open_session("old", context="cli")
    client.add("memory", "later")
    now = client.open_session("now", context="cli")

    assert now.block != old.block
    assert now.switch("old", "resume").block == old.block


def test_an_ended_session_has_its_bytes_when_it_is_opened_again(client: Client) -> None:
    """Its end is told once, and edits in it are refused until then."""
    client.add("memory", "before")
    session = client.open_session("one", context="cli")
    ended = session.end()
    client.add("memory", "later")
    with pytest.raises(MemorydError) as caught:
        session.add("memory", "x")

    assert caught.value.code == "unknown_session"
    assert session.end() == ended
    assert client.open_session("one", context="cli").block == session.block
    assert session.add("memory", "x").changed


def test_a_session_that_never_was_cannot_end(client: Client) -> None:
    """Nor go on."""
    session = client.open_session("one", context="cli")
    session.end()
    for ask in (session.refresh, session.turn_start, session.turn_end, lambda: session.switch("two", "new")):
        with pytest.raises(MemorydError) as caught:
            ask()
        assert caught.value.code == "unknown_session"


def test_the_context_manager_ends_the_session(client: Client) -> None:
    """As the block ends."""
    with client.open_session("one", context="cli") as session:
        assert session.add("memory", "x").changed

    with pytest.raises(MemorydError):
        session.read("memory")


def test_a_last_good_copy_is_marked(client: Client, home: Path) -> None:
    """A file that cannot be read is shown as it was, and the session is told; the notice is not in the block."""
    client.add("memory", "good")
    (home / "memories" / "MEMORY.md").write_bytes(b"caf\xe9")
    session = client.open_session("one", context="cli")

    assert "last good copy" in session.block
    assert session.block.endswith("good")
    assert "not valid UTF-8" in session.notices[0]
    assert session.notices[0] not in session.block


def test_hints_begin_at_80_percent(serve: Callable[..., Client]) -> None:
    """In replies to edits and reads, and in a session's targets; the block has the figure."""
    client = serve(config="[targets.memory]\nlimit = 100\n")
    session = client.open_session("one", context="cli")

    assert session.add("memory", "x" * 79).hint == ""
    assert session.add("memory", "y").hint.startswith("83 % full")
    assert client.read("memory").hint == client.open_session("two", context="cli").targets[0].hint
    assert "[83 %, 83/100 characters]" in session.refresh()


def test_another_process_gets_the_same_bytes(client: Client, home: Path) -> None:
    """For the same id."""
    client.add("memory", "before 你好")
    session = client.open_session("one", context="cli")
    client.add("memory", "later")

    assert elsewhere(home, "print(ascii(client.open_session('one', context='cli').block), end='')") == ascii(
        session.block
    )


def test_thousands_of_open_sessions_keep_their_bytes(client: Client) -> None:
    """Also those whose block is no longer in the daemon's own memory."""
    client.add("memory", "before")
    block = client.open_session("first", context="cli").block
    client.add("memory", "later")
    for number in range(300):
        client.open_session(f"other {number}", context="cli")

    assert client.open_session("first", context="cli").block == block


@pytest.mark.slow
def test_bytes_survive_a_thousand_writes_a_kill_and_a_restart_of_the_client(
    killable: Callable[..., Killable], home: Path
) -> None:
    """1,000 writes of another process, SIGKILL, a new daemon and a new client: the block is the same, byte for byte."""
    daemon = killable("[targets.memory]\nlimit = 1000000\n")
    with Client(home, timeout=30) as client:
        client.add("memory", "before")
        session = client.open_session("one", context="cli", principal="ada")
        block, digest = session.block, session.digest
        elsewhere(home, "for number in range(1_000): client.add('memory', f'write {number}')")
        assert client.open_session("one", context="cli", principal="ada").block == block
        daemon.kill()
        daemon.start()
        assert client.open_session("one", context="cli", principal="ada").block == block
        assert session.add("memory", "after the restart").usage.chars > 10_000
    with Client(home) as another:
        again = another.open_session("one", context="cli", principal="ada")
        live = another.read("memory")

    assert (again.block, again.digest) == (block, digest)
    assert len(live.entries) == 1_002


@pytest.mark.slow
def test_a_session_opened_after_an_ok_always_shows_that_write(daemon: Path, client: Client, home: Path) -> None:
    """1,000 times, from another process than the one that wrote, while a third writes beside them."""
    missing = elsewhere(
        home,
        """
import subprocess, threading
writer = Client(sys.argv[1])
stop = threading.Event()
def beside():
    other = Client(sys.argv[1])
    while not stop.is_set():
        other.add("user", "beside"); other.remove("user", "beside")
thread = threading.Thread(target=beside); thread.start()
opener = subprocess.Popen([sys.executable, "-c", '''
import sys
from memoryd_client import Client
client = Client(sys.argv[1])
for line in sys.stdin:
    number = line.strip()
    print(f"write {number}." in client.open_session(f"s {number}", context="cli").block, flush=True)
''', sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
missing = 0
for number in range(1_000):
    if number:
        writer.replace("memory", "write ", f"write {number}.")
    else:
        writer.add("memory", "write 0.")
    opener.stdin.write(f"{number}\\n"); opener.stdin.flush()
    missing += opener.stdout.readline() != "True\\n"
stop.set(); thread.join(); opener.stdin.close(); opener.wait()
print(missing)
""",
    )

    assert missing == "0\n"


def test_snapshots_go_some_days_after_the_end(serve: Callable[..., Client], home: Path) -> None:
    """The setting says how many; an open session is kept however old."""
    client = serve(home, config="[sessions]\nkept_days = 1\n")
    client.open_session("open", context="cli")
    client.open_session("ended", context="cli").end()
    with sqlite3.connect(home / "memoryd" / "memoryd.db") as db:
        db.execute("UPDATE sessions SET began = began - 200000")
        db.execute("UPDATE sessions SET ended = ended - 100000 WHERE ended > 0")
    for number in range(256):
        client.open_session(f"{number}", context="cli")
    with sqlite3.connect(home / "memoryd" / "memoryd.db") as db:
        left = {row[0] for row in db.execute("SELECT session FROM snapshots")}

    assert "open" in left
    assert "ended" not in left


@pytest.mark.slow
def test_a_journal_that_cannot_be_written_leaves_no_agent_without_its_memory(home: Path) -> None:
    """The session goes on unrecorded, says so, and is recorded with the same bytes as soon as that is possible."""
    with running_daemon(home), Client(home, timeout=30) as client:
        client.add("memory", "before")
        with closing(sqlite3.connect(home / "memoryd" / "memoryd.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # as a backup tool might
            session = client.open_session("one", context="cli")
            other.execute("ROLLBACK")
        client.add("memory", "later")
        block, told = session.block, session.notices
        session.turn_start()
        until(lambda: not session.turn_start().notices)
    with running_daemon(home), Client(home) as client:
        again = client.open_session("one", context="cli")

    assert "before" in block
    assert "not recorded" in told[0]
    assert (again.block, again.notices) == (block, ())


def test_a_journal_begun_anew_keeps_the_bytes_of_sessions_in_use(client: Client, home: Path) -> None:
    """It is written again from what the daemon knows, not frozen anew."""
    client.add("memory", "before")
    session = client.open_session("one", context="cli")
    for path in (home / "memoryd").glob("memoryd.db*"):
        path.unlink()
    client.add("memory", "later")

    assert client.open_session("one", context="cli").block == session.block


@pytest.mark.slow
def test_what_an_agent_was_given_unrecorded_becomes_the_record(home: Path) -> None:
    """Also where something else was recorded before: a refresh while the journal is locked."""
    with running_daemon(home), Client(home, timeout=30) as client:
        session = client.open_session("one", context="cli")
        client.add("memory", "later")
        with closing(sqlite3.connect(home / "memoryd" / "memoryd.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            block = session.refresh()
            other.execute("ROLLBACK")
        opened = client.open_session("one", context="cli")
    with running_daemon(home), Client(home) as client:
        again = client.open_session("one", context="cli")

    assert "later" in block
    assert (opened.block, opened.notices, again.block) == (block, (), block)
