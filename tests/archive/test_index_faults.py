"""The index breaks, vanishes or is interrupted: recording goes on, search says what it cannot see, all comes back."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from archive_world import World

from memoryd.archive.index import indexer as indexing
from memoryd.archive.layout import index_paths

KILLED = """
import os, signal, sys
from memoryd.archive.index import file, indexer
indexer.BATCH = 20
step, calls = sys.argv[2], int(sys.argv[3])
kind = file.IndexFile if hasattr(file.IndexFile, step) else indexer.Indexer
real = getattr(kind, step)
def dying(*args, **options):
    global calls
    calls -= 1
    if calls < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*args, **options)
setattr(kind, step, dying)
one = indexer.Indexer(sys.argv[1])
if sys.argv[4]:
    one.rebuild()
one.catch_up(60.0)
"""


def fill(world: World) -> None:
    """A hundred messages with a word of their own."""
    for number in range(50):
        world.say(f"s{number}", f"the zebra{number}", "and something else")


@pytest.mark.slow
@pytest.mark.parametrize("step", ["append", "_append_row", "_count", "_settle"])
@pytest.mark.parametrize("rebuilding", [False, True], ids=["first time", "rebuilding"])
def test_killed_at_any_step_it_goes_on_where_it_was(world: World, step: str, *, rebuilding: bool) -> None:
    """What was said is found before, in between, and after; nothing is indexed twice."""
    fill(world)
    if rebuilding:
        world.index()
    for calls in (0, 1, 3):
        command = [sys.executable, "-c", KILLED, str(world.directory), step, str(calls), "x" if rebuilding else ""]
        done = subprocess.run(command, check=False, capture_output=True)
        assert done.returncode in (0, -signal.SIGKILL), done.stderr.decode()
        assert world.found("zebra17") == ["s17"]

    assert world.index().pending == 0
    assert world.found("zebra49") == ["s49"]
    with world.indexer() as one:
        assert one.measured()
        assert one.progress().indexed == 100
    assert len(index_paths(str(world.directory))) == 1


def damage(path: Path) -> None:
    """Overwrite everything but the first page."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))


def test_a_damaged_index_is_an_answer_without_it_and_then_a_new_one(world: World) -> None:
    """Never an empty list: what can be seen without is found, the rest is counted; afterwards all is as before."""
    fill(world)
    world.index()
    world.searcher.close()
    world._searcher = None
    (path,) = index_paths(str(world.directory))
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    damage(Path(path))

    found = world.search("zebra17")

    assert [hit.session.id for hit in found.hits] == ["s17"]
    assert world.index().rebuilt
    assert world.found("zebra17") == ["s17"]
    assert index_paths(str(world.directory)) != [path]


def test_an_index_that_does_not_hold_what_it_says_is_made_again(world: World) -> None:
    """Completeness is counted, not believed."""
    fill(world)
    world.index()
    (path,) = index_paths(str(world.directory))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE totals SET messages = messages - 1")
    db.close()

    assert "did not hold" in world.index().rebuilt
    assert world.index().pending == 0
    assert world.found("zebra13") == ["s13"]


def test_an_index_of_another_archive_is_not_used(world: World, tmp_path: Path) -> None:
    """Restored from a backup beside a new archive, say."""
    fill(world)
    world.index()
    world.close()
    for path in tmp_path.glob("archive.db*"):
        path.unlink()
    again = World(tmp_path)
    again.say("fresh", "zebra17 in the new archive")

    assert again.found("zebra17") == ["fresh"]
    assert again.index().rebuilt
    assert again.found("zebra17") == ["fresh"]
    again.close()


def test_a_deleted_index_comes_back(world: World) -> None:
    """Whether the searcher has it open or not."""
    fill(world)
    world.index()
    assert world.found("zebra11") == ["s11"]
    for path in world.directory.glob("search-*"):
        path.unlink()

    assert world.found("zebra11") == ["s11"]
    assert world.index().pending == 0
    assert world.found("zebra11") == ["s11"]


def test_recording_does_not_need_an_index(world: World) -> None:
    """Something else stands in its place: sessions are recorded and found."""
    (world.directory / "search-1.db").mkdir()
    fill(world)

    with pytest.raises((sqlite3.Error, OSError)):
        world.index()

    assert world.found("zebra11") == ["s11"]


def test_a_rebuild_serves_from_the_old_one_until_it_is_done(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what was said meanwhile is in both."""
    monkeypatch.setattr(indexing, "BATCH", 10)
    fill(world)
    world.index()
    with world.indexer() as one:
        one.rebuild()
        one.catch_up(0.0)
        assert world.found("zebra49") == ["s49"]
        world.say("new", "a gnu")
        assert world.found("gnu") == ["new"]
        assert len(index_paths(str(world.directory))) == 2
        one.catch_up(60.0)
    assert len(index_paths(str(world.directory))) == 1
    assert (world.found("zebra49"), world.found("gnu")) == (["s49"], ["new"])
