"""The archive itself: what is recorded stays, once; what is removed is gone."""

import os
import sqlite3
import time
from pathlib import Path

import pytest
from archive_world import World

from memoryd.archive.recording import MAX_ID, Recording, Said, Whose, said
from memoryd.archive.transcripts import Transcripts
from memoryd.store.schema import NewerDatabase
from memoryd_client.errors import InvalidRequest

ONE = (Said("user", "hello", 1.0),)


def test_an_operation_is_recorded_once(world: World) -> None:
    """Again, after a restart, and with another text: the first stays."""
    first = world.transcripts.record(Recording("op", "s", Whose(), ONE))
    again = Transcripts(str(world.directory / "archive.db"))
    second = again.record(Recording("op", "s", Whose(), (Said("user", "other", 2.0),)))
    again.close()

    assert (first.new, second.new) == (True, False)
    assert (second.first, second.count) == (first.first, first.count)
    assert [one.text for one in world.scroll("s").messages] == ["hello"]


def test_several_recordings_are_all_or_nothing(world: World) -> None:
    """One that is not fit refuses the others with it."""
    with pytest.raises(InvalidRequest, match="role"):
        world.transcripts.record_all(
            [Recording("a", "s", Whose(), ONE), Recording("b", "s", Whose(), (Said("robot", "x", 1.0),))]
        )

    assert world.transcripts.record(Recording("a", "s", Whose(), ONE)).new


@pytest.mark.parametrize(
    "wrong",
    [
        Recording("", "s", Whose(), ONE),
        Recording("op", "", Whose(), ONE),
        Recording("op", "s" * (MAX_ID + 1), Whose(), ONE),
        Recording("op", "s", Whose(), (Said("user", "x", float("nan")),)),
    ],
)
def test_what_is_not_fit_is_refused(world: World, wrong: Recording) -> None:
    """By name of the field."""
    with pytest.raises(InvalidRequest):
        world.transcripts.record(wrong)


def test_any_text_can_be_recorded(world: World) -> None:
    """NUL and lone surrogates are replaced, the rest stays."""
    world.say("s", "a\x00b \ud800 c")

    assert world.scroll("s").messages[0].text == "a\ufffdb \ufffd c"


def test_messages_of_chat_apis_become_text() -> None:
    """Lists of parts, other names of roles, and none at all."""
    found = said(
        [
            {"role": "developer", "content": "be brief"},
            {"role": "user", "content": [{"type": "text", "text": "look"}, {"type": "image_url"}], "time": 5},
            {"role": "assistant", "content": None},
        ],
        9.0,
    )

    assert [(one.role, one.text, one.time) for one in found] == [
        ("system", "be brief", 9.0),
        ("user", "look\n[image_url]", 5.0),
        ("assistant", "", 9.0),
    ]


def test_no_byte_is_left_of_what_was_erased(world: World) -> None:
    """Neither in the archive, its index, nor their logs: not the text, not a term; the rest is found as before."""
    for number in range(200):
        world.say(f"s{number}", *[f"some other words {number} {at}" for at in range(10)])
    world.say("s7", "the code is xyzzy4711plugh and 秘密词语", "harmless")
    for number in range(200):
        world.say(f"s{number}", f"later words {number}")
    world.index()
    assert world.found("xyzzy4711plugh") == ["s7"]
    assert len(holding(world.directory, "xyzzy4711plugh")) >= 2
    assert holding(world.directory, "秘密")

    assert world.transcripts.erase(Whose(), "s7", 10, 10) == 1
    world.transcripts.shred()
    world.index()

    assert holding(world.directory, "xyzzy4711plugh") == []
    assert holding(world.directory, "秘密") == []
    assert world.found("harmless") == ["s7"]
    assert world.found("xyzzy4711plugh") == []


def holding(directory: Path, text: str) -> list[str]:
    """The files with these bytes in them."""
    return [path.name for path in sorted(directory.iterdir()) if text.encode() in path.read_bytes()]


def test_what_is_older_than_is_kept_expires(world: World) -> None:
    """By the last message of a session; from the index, too."""
    now = time.time()
    for name, at in (("old", now - 1e6), ("new", now)):
        world.transcripts.record(Recording(f"op {name}", name, Whose(), (Said("user", f"zebra {name}", at),)))
    world.index()

    assert world.transcripts.expire(now - 5e5) == 1
    assert world.found("zebra") == ["new"]
    world.index()
    assert world.found("zebra") == ["new"]
    assert [one.id for one in world.browse().sessions] == ["new"]
    with world.indexer() as one:
        assert one.measured()


def test_ranges_that_overlap_go_together(world: World) -> None:
    """Rewound, erased, and whole sessions that expire, carried out by the index at once."""
    for number in range(6):
        world.say(f"s{number}", *[f"zebra{number}{at}" for at in range(6)])
    world.index()
    world.transcripts.rewind(Whose(), "s1", 2)
    world.transcripts.erase(Whose(), "s1", 1, 3)
    world.transcripts.erase(Whose(), "s4", 0, 0)
    assert world.transcripts.expire(1.7e9 + 12) == 1

    with world.indexer() as one:
        progress = one.catch_up(60.0)
        assert one.measured()

    assert progress.indexed == 36 - 6 - 5 - 1
    left = {f"zebra{number}{at}" for number in range(6) for at in range(6) if world.found(f"zebra{number}{at}")}
    assert len(left) == progress.indexed


def test_a_log_that_was_deleted_under_the_archive_loses_nothing(world: World) -> None:
    """Another program closed the database and took the log with it: what was recorded is written again."""
    told: list[str] = []
    transcripts = Transcripts(str(world.directory / "archive.db"), told.append)
    transcripts.record(Recording("a", "s", Whose(), ONE))
    world.close()
    os.unlink(world.directory / "archive.db-wal")

    transcripts.record(Recording("b", "s", Whose(), ONE))
    transcripts.close()

    again = World(world.directory)
    assert len(again.scroll("s").messages) == 2
    again.close()
    assert "nothing is lost" in told[0]


def test_a_damaged_archive_is_kept_aside_and_begun_anew(tmp_path: Path) -> None:
    """Recording goes on, and a person is told where the old one is."""
    (tmp_path / "archive.db").write_bytes(b"no database at all, whatever it was " * 400)
    told: list[str] = []

    transcripts = Transcripts(str(tmp_path / "archive.db"), told.append)

    assert transcripts.record(Recording("a", "s", Whose(), ONE)).new
    transcripts.close()
    assert list(tmp_path.glob("archive.db.aside-*"))
    assert "earlier sessions are not found any more" in told[0]


def test_an_archive_of_a_newer_version_stays_as_it_is(tmp_path: Path) -> None:
    """It is refused, and no byte of it changes."""
    path = tmp_path / "archive.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()

    with pytest.raises(NewerDatabase, match="99"):
        Transcripts(str(path))

    assert path.read_bytes() == before
