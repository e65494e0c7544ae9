"""The journal's database is damaged, locked, from the future, or gone: memory goes on, and a person is told."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from memoryd.store.schema import SCHEMA_VERSION, NewerDatabase
from memoryd.testing import StoppedEarly, running_daemon
from memoryd_client import Client
from memoryd_client.errors import MemorydError, StoreError

SERVE = "import sys; from memoryd.__main__ import main; sys.argv = ['memoryd', '--home', sys.argv[1]]; main()"


def database(home: Path) -> Path:
    return home / "memoryd" / "memoryd.db"


def kept(home: Path) -> list[Path]:
    """What was set aside, without the companions."""
    names = (path for path in (home / "memoryd").iterdir() if ".aside-" in path.name)
    return [path for path in names if not path.name.endswith(("-wal", "-shm"))]


def remembered(home: Path) -> list[str]:
    """The ids of the requests whose outcomes the journal has."""
    with closing(sqlite3.connect(database(home))) as db:
        rows = db.execute("SELECT body FROM outcomes").fetchall()
    return sorted(outcome[1] for (body,) in rows for outcome in msgspec.msgpack.decode(body))


def overwritten(path: Path) -> None:
    """Not a database any more."""
    path.write_bytes(b"\x55" * max(path.stat().st_size, 4096))


def broken_inside(path: Path) -> None:
    """The header is fine, the pages are not."""
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xaa" * (len(data) - 4096)
    path.write_bytes(data)


def of_another_program(path: Path) -> None:
    """A database that says our version, and has other tables."""
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"CREATE TABLE other (x); PRAGMA user_version = {SCHEMA_VERSION};")


DAMAGES: dict[str, Callable[[Path], None]] = {
    one.__name__: one for one in (overwritten, broken_inside, of_another_program)
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_set_aside_at_start(serve: Callable[..., Client], home: Path, damage: str) -> None:
    """Memory is what the files hold, edits work, and the status says what happened and where the old one is."""
    with running_daemon(home), Client(home) as client:
        client.add("memory", "before")
    DAMAGES[damage](database(home))
    damaged = database(home).read_bytes()
    client = serve(home)

    assert client.read("memory").entries == ("before",)
    assert client.add("memory", "after").changed
    (told,) = client.status().degraded
    (aside,) = kept(home)
    assert "damaged" in told
    assert str(aside) in told
    assert len(aside.read_bytes()) == len(damaged)
    assert database(home).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", ["overwritten", "broken_inside"])
def test_a_database_that_is_damaged_while_in_use_is_replaced(home: Path, damage: str) -> None:
    """No edit fails of it; whoever finds it out, this daemon or the next, tells it and goes on."""
    with running_daemon(home), Client(home) as client:
        client.add("memory", "before")
        DAMAGES[damage](database(home))
        overwritten(database(home).with_name("memoryd.db-wal"))
        first = client.add("memory", "after", request_id="after")

        assert client.read("memory").entries == ("before", "after")
        assert client.add("memory", "after", request_id="after") == first
        told = client.status().degraded
    with running_daemon(home), Client(home) as client:
        client.add("memory", "later")
        told += client.status().degraded

        assert client.read("memory").entries == ("before", "after", "later")
    assert len(told) == len(kept(home))
    assert all("damaged" in sentence for sentence in told)
    assert told


def test_at_most_four_damaged_databases_are_kept(home: Path) -> None:
    """A disk that damages one after the other does not fill up with them."""
    for _ in range(6):
        with running_daemon(home):
            pass
        overwritten(database(home))

    assert len(kept(home)) == 4


@pytest.mark.parametrize("gone", ["memoryd.db", "memoryd.db-wal", "everything"])
@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_database_that_goes_while_in_use_is_written_again(client: Client, daemon: Path, gone: str, how: str) -> None:
    """Before the next commit, with all that it held; the status says so."""
    first = client.add("memory", "one", request_id="one")
    names = ["memoryd.db", "memoryd.db-wal", "memoryd.db-shm"] if gone == "everything" else [gone]
    for name in names:
        path = daemon / "memoryd" / name
        path.unlink()
        if how == "replaced":
            path.write_bytes(b"something else")
    client.add("memory", "two", request_id="two")
    client.remove("memory", "one")

    assert {"one", "two"} <= set(remembered(daemon))
    assert client.add("memory", "one", request_id="one") == first
    assert "nothing is lost" in " ".join(client.status().degraded)
    assert client.read("memory").entries == ("two",)


@pytest.mark.slow
def test_what_was_written_again_survives_a_kill(home: Path) -> None:
    """The next daemon tells the outcomes of before and after the database was deleted."""
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(home)], stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    with Client(home) as client:
        client.add("memory", "one", request_id="one")
        for path in (home / "memoryd").glob("memoryd.db*"):
            path.unlink()
        client.add("memory", "two", request_id="two")
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    with running_daemon(home), Client(home) as client:
        client.rewrite("memory", [], client.read("memory").digest)
        for text in ("one", "two"):
            client.add("memory", text, request_id=text)

        assert client.read("memory").entries == (), "both were known, so neither was done again"


@pytest.mark.slow
def test_a_locked_database_refuses_edits_and_nothing_else(client: Client, daemon: Path) -> None:
    """The error names it, reads go on, and the same request works once the lock is gone."""
    client.add("memory", "before")
    with closing(sqlite3.connect(database(daemon), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"memoryd\.db is locked by another process") as refused:
            client.add("memory", "after", request_id="after")
        assert client.read("memory").entries == ("before",)
        assert (daemon / "memories" / "MEMORY.md").read_text() == "before"
        other.execute("ROLLBACK")

    assert refused.value.code == "store_error"
    assert client.add("memory", "after", request_id="after").changed
    assert client.status().degraded == ()


@pytest.mark.slow
def test_a_locked_database_is_told_at_start(home: Path) -> None:
    """The daemon does not start, says why, and leaves the home to the next try."""
    with running_daemon(home):
        pass
    with closing(sqlite3.connect(database(home), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoppedEarly) as refused, running_daemon(home):
            pass

    assert isinstance(refused.value.__cause__, StoreError)
    assert "locked by another process" in str(refused.value.__cause__)
    with running_daemon(home), Client(home) as client:
        client.ping()


def test_a_newer_database_is_left_alone(home: Path) -> None:
    """The daemon does not start, names both versions, and changes nothing."""
    with running_daemon(home):
        pass
    with closing(sqlite3.connect(database(home))) as db:
        db.execute("PRAGMA user_version = 77")
    before = database(home).read_bytes()
    with pytest.raises(StoppedEarly) as refused, running_daemon(home):
        pass

    assert isinstance(refused.value.__cause__, NewerDatabase)
    assert "77" in str(refused.value.__cause__)
    assert f"knows {SCHEMA_VERSION}" in str(refused.value.__cause__)
    assert database(home).read_bytes() == before
    assert kept(home) == []


def test_an_edit_that_the_journal_has_no_room_for_did_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends in no_space, and works when there is room."""
    from memoryd.store import journal  # noqa: PLC0415

    made: list[sqlite3.Connection] = []
    real = journal.Database._connect
    monkeypatch.setattr(journal.Database, "_connect", lambda self: made.append(real(self)) or made[-1])
    with running_daemon(home), Client(home) as client:
        client.add("memory", "before")
        (pages,) = made[0].execute("PRAGMA page_count").fetchone()
        made[0].execute(f"PRAGMA max_page_count = {pages}")
        code = ""
        for number in range(60):
            try:
                client.add("user", f"{number:020}")
            except MemorydError as error:
                code = error.code
                break
        entries = client.read("user").entries
        made[0].execute("PRAGMA max_page_count = 1000000")

        assert code == "no_space"
        assert len(entries) == number
        assert (home / "memories" / "USER.md").read_text().split("\n§\n") == list(entries)
        assert client.add("user", "there is room").changed
