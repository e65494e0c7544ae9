"""Search: any string is a query, what contains it is found, and whoever may not see it does not learn of it."""

import hashlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from disks import fill, tmpfs
from until import until

from memoryd_client import AsyncClient, Client
from memoryd_client.errors import IdentityMismatch, MemorydError, NotAllowed, UnknownSession

SHARED = '[archive]\nshared_profiles = ["open"]'


def say(client: Client, session: str, *texts: str, **options: str) -> None:
    """Record what a user said."""
    messages = [{"role": "user", "content": text} for text in texts]
    operation = hashlib.sha256(f"{session} {texts} {options}".encode()).hexdigest()
    client.record(session, messages, operation=operation, **options)  # type: ignore[arg-type]


def found(client: Client, query: str, **options: object) -> list[str]:
    """The ids of the sessions that are found."""
    return [hit.session.id for hit in client.search(query, timeout=60.0, **options).hits]  # type: ignore[arg-type]


HOSTILE = (
    "it's",
    "gateway/run.py",
    "user@host",
    "50%",
    "TODO: fix",
    ".env",
    "rm -rf",
    "C:\\Users",
    "wrong-book",
    "group-commit 数据库",
    "'; DROP TABLE messages; --",
    "text:secret",
    "a (b",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_b62_a_text_is_found_by_itself(client: Client, text: str) -> None:
    """Whatever a search engine's syntax would make of it."""
    say(client, "s", f"before {text} after", "something else")

    assert found(client, text) == ["s"]


@pytest.mark.parametrize(
    "query",
    [
        *(
            '"',
            "AND",
            "a OR",
            "NEAR(",
            "*",
            "",
            "NOT",
            "((",
            "\x00",
            "\ud800",
            "AND OR NOT",
            '"unbalanced',
            "^",
            "{a b}:c",
        ),
        *("word " * 20_000, "(" * 5_000, '"' * 999, "修" * 30_000),
    ],
    ids=lambda query: f"{query[:8]!a}",
)
def test_b62_no_string_is_an_error(client: Client, query: str) -> None:
    """Operators alone, halves of pairs, NUL, half a surrogate, a hundred kilobytes: an answer, then the right one."""
    say(client, "s", "plain words")

    client.search(query, timeout=60.0)

    assert found(client, "plain") == ["s"]


def test_b63_words_with_signs_between_operators_are_words(client: Client) -> None:
    """The hyphen is no operator."""
    say(client, "hyphen", "my wrong-book")
    say(client, "chinese", "我的错题本")
    say(client, "word", "many mistakes")

    assert sorted(found(client, "错题本 OR wrong-book OR mistakes")) == ["chinese", "hyphen", "word"]


def test_b64_short_chinese_words_are_found_anywhere(client: Client) -> None:
    """One character or two, alone or between operators."""
    say(client, "s", "我们去广西桂林旅游")

    assert found(client, "广西") == found(client, "广西 OR 桂林") == found(client, "桂") == ["s"]


def test_b65_a_word_of_another_script_is_found_within(client: Client) -> None:
    """Where scripts touch, a word begins."""
    say(client, "s", "修改youer服务端的计划")

    assert found(client, "youer") == found(client, "服务端") == found(client, "修改youer服务端") == ["s"]


@pytest.mark.slow
def test_b68_killed_workers_are_started_again_and_nothing_is_missing(client: Client, home: Path) -> None:
    """Both processes die at any moment: searches go on, old messages are found, recording never noticed."""
    for number in range(60):
        say(client, f"s{number}", f"the zebra{number:02} is here")
        if number % 20 == 10:
            attempt(client, "zebra")
            for pid in workers(home):
                os.kill(pid, signal.SIGKILL)

    until(lambda: "s3" in attempt(client, "zebra03"))
    until(lambda: "s59" in attempt(client, "zebra59"))
    assert not client.status().degraded


def workers(home: Path) -> list[int]:
    """The processes that work for a home's archive."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,args"], check=True, capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if "archive.worker" in line and f"{home}/" in line]


def attempt(client: Client, query: str) -> list[str]:
    """What is found; nothing if the process was killed just now, which is an error and no empty list."""
    try:
        return found(client, query)
    except MemorydError as error:
        assert error.code == "store_error"  # noqa: PT017 - either may happen
        return []


def test_workers_are_nice_and_end_with_the_daemon(serve: Callable[..., Client], home: Path) -> None:
    """They leave the processor to memory, and nothing behind."""
    client = serve(home)
    say(client, "s", "a zebra")
    client.search("zebra", timeout=60.0)
    until(lambda: len(workers(home)) == 2)

    until(lambda: all(os.getpriority(os.PRIO_PROCESS, pid) >= 10 for pid in workers(home)))  # the first thing they do
    client.stop()
    until(lambda: not workers(home))


OUTSIDER = """
import sqlite3, sys
open(sys.argv[1], "rb").close()
db = sqlite3.connect(sys.argv[1])
db.execute("SELECT count(*) FROM messages").fetchone()
db.close()
"""


@pytest.mark.slow
def test_b76_another_program_that_opens_and_closes_the_archive_does_no_harm(client: Client, home: Path) -> None:
    """Hashing it, or asking it something: what was recorded before, meanwhile and afterwards is found."""
    path = home / "memoryd" / "archive.db"
    for number in range(5):
        say(client, f"s{number}", f"the zebra{number:02}")
        subprocess.run([sys.executable, "-c", OUTSIDER, str(path)], check=True)

    assert [found(client, f"zebra{number:02}") for number in range(5)] == [[f"s{number}"] for number in range(5)]


def test_b76_a_log_that_is_deleted_under_the_daemon_is_made_good(client: Client, home: Path) -> None:
    """Nothing that was recorded is lost, and a person is told."""
    say(client, "before", "a zebra01")
    for name in ("archive.db-wal", "archive.db-shm"):
        (home / "memoryd" / name).unlink()

    say(client, "after", "a zebra02")

    assert found(client, "zebra01") == ["before"]
    assert found(client, "zebra02") == ["after"]
    assert any("nothing is lost" in one for one in client.status().degraded)


@pytest.mark.slow
def test_b77_a_full_disk_refuses_and_search_goes_on(serve: Callable[..., Client], tmp_path: Path) -> None:
    """No space is said, what was there is found, and with space it goes on without a restart."""
    with tmpfs(tmp_path / "small", "size=3m") as small:
        client = serve(small / "home")
        say(client, "s", "the zebra")
        assert found(client, "zebra") == ["s"]
        ballast = fill(small)

        assert "no_space" in {refusal(client, number) for number in range(20)}
        assert found(client, "zebra") == ["s"]
        ballast.unlink()
        say(client, "later", "the gnu")
        assert found(client, "gnu") == ["later"]


def refusal(client: Client, number: int) -> str:
    """The code with which a large recording is refused."""
    try:
        say(client, "big", f"{number} {'words of all kinds ' * 5_000}")
    except MemorydError as error:
        return error.code
    return ""


def test_b84_a_block_of_recalled_memory_is_not_in_the_archive(client: Client) -> None:
    """It went to the model, and is not what was said; prose that names the tag stays."""
    block = "<memory-context>\nthe zebra is striped\n</memory-context>"
    with client.open_session("s", context="cli") as session:
        session.turn_start()
        session.turn_end(
            [
                {"role": "user", "content": f"what is a gnu?\n{block}"},
                {"role": "assistant", "content": f"{block}\nIn the `<memory-context>` block there was nothing."},
            ]
        )
        until(lambda: bool(found(client, "gnu")))

        texts = [one.text for one in client.scroll("s").messages]

    assert found(client, "striped") == []
    assert not any("zebra" in text for text in texts)
    assert texts[1] == "In the `<memory-context>` block there was nothing."


def test_b85_b87_a_principal_sees_its_own_past_alone(client: Client) -> None:
    """By search, by reading on, by listing, by naming another profile or principal: not found, or refused."""
    one = client.open_session("one", context="gateway", principal="u1")
    one.turn_end([{"role": "user", "content": "the secret zebra"}])
    two = client.open_session("two", context="gateway", principal="u2")
    until(lambda: bool(one.search("zebra").hits))

    assert two.search("zebra").hits == ()
    assert two.browse().sessions == ()
    assert found(client, "zebra") == []
    with pytest.raises(UnknownSession) as foreign:
        two.scroll("one")
    with pytest.raises(UnknownSession) as unknown:
        two.scroll("non")
    assert re.sub("one|non", "", str(foreign.value), count=1) == re.sub("one|non", "", str(unknown.value), count=1)
    with pytest.raises(IdentityMismatch):
        two.search("zebra", principal="u1")
    with pytest.raises(IdentityMismatch):
        two.search("zebra", profile="other")
    with pytest.raises(NotAllowed):
        two.search("zebra", also=["other"])


def test_b85_who_is_not_named_sees_nobodys_past(client: Client) -> None:
    """On a surface that many use a session without a principal sees what it said itself, and nobody sees that."""
    say(client, "owner", "the owner's zebra")
    one = client.open_session("one", context="gateway")
    one.turn_end([{"role": "user", "content": "an anonymous zebra"}])
    two = client.open_session("two", context="gateway")
    until(lambda: bool(one.search("zebra", without="none").hits))

    assert [hit.session.id for hit in one.search("zebra").hits] == ["one"]
    assert two.search("zebra").hits == ()
    assert found(client, "zebra") == ["owner"]


def test_b87_another_profile_is_searched_where_the_settings_allow_it(serve: Callable[..., Client], home: Path) -> None:
    """By name, and no other."""
    for name in ("open", "closed"):
        (home / "profiles" / name).mkdir(parents=True)
    client = serve(home, config=SHARED)
    say(client, "o", "a zebra in the open", profile="open")
    say(client, "c", "a zebra behind doors", profile="closed")

    assert found(client, "zebra") == []
    assert found(client, "zebra", also=["open"]) == ["o"]
    with pytest.raises(NotAllowed):
        found(client, "zebra", also=["open", "closed"])


def test_a_session_with_memory_off_has_no_past(client: Client) -> None:
    """What it says is not recorded, and it cannot look."""
    session = client.open_session("s", context="cli", memory="off")
    session.turn_end([{"role": "user", "content": "the zebra"}])
    client.open_session("t", context="cli").turn_end([{"role": "user", "content": "the gnu"}])
    until(lambda: bool(found(client, "gnu")))

    assert found(client, "zebra") == []
    assert session.tools() == []
    with pytest.raises(NotAllowed):
        session.search("gnu")


def test_a_turn_is_recorded_once_whoever_tells_it_again(client: Client) -> None:
    """With its session's source and parent, and with when it ended."""
    first = client.open_session("first", context="cli")
    first.turn_start()
    for _ in range(3):
        first.turn_end([{"role": "user", "content": "the zebra"}, {"role": "robot", "content": "beep"}])
    second = first.switch("second", "compression")
    second.turn_start()
    second.turn_end([{"role": "user", "content": "the zebra again"}])
    until(lambda: len(client.browse().sessions) == 2)
    second.end()
    until(lambda: client.scroll("second").session.ended is not None)

    hits = client.search("zebra").hits

    assert [hit.session.line for hit in hits] == ["first"]
    assert hits[0].session.source == "cli"
    assert [(one.role, one.text) for one in client.scroll("first").messages] == [
        ("user", "the zebra"),
        ("system", "beep"),
    ]


def test_an_erasure_is_answered_when_it_is_done(client: Client, home: Path) -> None:
    """No file has a byte of it then."""
    say(client, "s", "the code is xyzzy4711plugh", "harmless")
    say(client, "t", *[f"other words {number}" for number in range(50)])
    assert found(client, "xyzzy4711plugh") == ["s"]

    assert client.erase("s", 0, 0, timeout=120.0).count == 1

    holding = [path.name for path in (home / "memoryd").iterdir() if path.is_file() and b"xyzzy" in path.read_bytes()]
    assert holding == []
    assert found(client, "harmless") == ["s"]


def test_the_tool_finds_reads_on_and_lists(client: Client) -> None:
    """As a model calls it; what it asks wrongly is told, and never an empty list."""
    say(client, "old", "where is the zebra?", "in the stable", "good")
    session = client.open_session("now", context="cli")

    names = [one["function"]["name"] for one in session.tools()]
    hit = json.loads(session.call("session_search", '{"query": "zebra stable", "limit": 3}'))["sessions"][0]
    read = json.loads(session.call("session_search", {"session": "old", "message": hit["message"], "window": 1}))
    listed = json.loads(session.call("session_search", {}))
    wrong = json.loads(session.call("session_search", {"query": "x", "message": 3}))
    unknown = json.loads(session.call("session_search", {"session": "nowhere"}))

    assert names == ["memory", "session_search"]
    assert session.tools("anthropic")[1]["input_schema"]["properties"].keys() >= {"query", "session", "message"}
    assert hit["session"]["id"] == "old"
    assert [one["text"] for one in read["messages"]][:2] == ["where is the zebra?", "in the stable"]
    assert [(one["id"], one["began"]) for one in listed["sessions"]] == [("old", "where is the zebra?")]
    assert (wrong["error"], unknown["error"]) == ("invalid_request", "unknown_session")


def test_coroutines_search_too(daemon: Path) -> None:
    """The same calls, awaited."""
    import asyncio  # noqa: PLC0415 - this test alone

    async def run() -> list[str]:
        async with AsyncClient(daemon) as client:
            await client.record("s", [{"role": "user", "content": "a zebra"}], operation="o")
            session = await client.open_session("t", context="cli")
            hits = (await session.search("zebra", timeout=60.0)).hits
            told = json.loads(await session.call("session_search", {"session": "s"}))
            return [hits[0].session.id, told["messages"][0]["text"]]

    assert asyncio.run(run()) == ["s", "a zebra"]


def test_an_archive_that_cannot_be_read_is_an_error(client: Client, home: Path) -> None:
    """Not an empty list."""
    say(client, "s", "a zebra")
    path = home / "memoryd" / "archive.db"
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE sessions RENAME TO elsewhere")
    db.close()

    with pytest.raises(MemorydError) as failed:
        client.search("zebra", timeout=60.0)

    assert failed.value.code == "store_error"
