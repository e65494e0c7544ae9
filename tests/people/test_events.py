"""Those who watch are told what happens, in order, and find out what they missed."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoryd.testing import running_daemon
from memoryd_client import AsyncClient, Client
from memoryd_client.errors import BudgetExceeded
from memoryd_client.messages import Event

POISONED = b"\xff\xfe"


def test_a_watcher_is_told_of_changes(daemon: Path) -> None:
    """With number, target, digest, usage and who made it."""
    with Client(daemon, agent="scribe") as client:
        client.add("memory", "before")
        events = client.watch(after=1)
        reply = client.add("memory", "one")
        event = first(events, "changed")

    assert (event.seq, event.target, event.operation) == (reply.seq, "memory", "add")
    assert (event.digest, event.actor.agent) == (reply.digest, "scribe")


def test_a_watcher_that_knows_a_change_is_told_of_all_behind_it(client: Client) -> None:
    """What happened before it came is told first, in order."""
    for number in range(5):
        client.add("memory", f"entry {number}")
    events = client.watch(after=2)

    assert [(event.kind, event.seq) for event in itertools.islice(events, 3)] == [("changed", seq) for seq in (3, 4, 5)]


def test_what_fails_and_what_others_do_is_told(serve: Callable[..., Client], home: Path) -> None:
    """An edit that does not fit, a file that another program made too large, and one that is no text."""
    client = serve(home, config="[targets.memory]\nlimit = 20")
    told = client.watch()
    with pytest.raises(BudgetExceeded):
        client.add("memory", "x" * 21)
    assert first(told, "over_limit").actor.agent == "test"
    (home / "memories" / "MEMORY.md").write_text("y" * 30)
    assert first(told, "external").target == "memory"
    assert first(told, "over_limit").usage is not None
    (home / "memories" / "MEMORY.md").write_bytes(POISONED)
    assert "UTF-8" in first(told, "unreadable").message


def test_what_fails_unattended_is_told_to_the_next_session(serve: Callable[..., Client], home: Path) -> None:
    """A person did not see it; it is told until an edit of that file succeeds."""
    client = serve(home, config="[targets.memory]\nlimit = 20")
    with pytest.raises(BudgetExceeded):
        client.open_session("job", context="subagent").add("memory", "x" * 21)

    assert any("refused for its size" in notice for notice in client.open_session("a", context="cli").notices)
    client.add("memory", "fits")
    assert not any("refused for its size" in notice for notice in client.open_session("b", context="cli").notices)


def test_a_watcher_waits_for_the_next_daemon(home: Path) -> None:
    """And is told what the old and the new one did meanwhile."""
    with running_daemon(home), Client(home) as client:
        client.add("memory", "one")
        events = client.watch(after=1)
        client.add("memory", "two")
        assert first(events, "changed").seq == 2
    with running_daemon(home), Client(home) as client:
        client.add("memory", "three")

        assert first(events, "changed").seq == 3


def test_coroutines_watch_too(daemon: Path) -> None:
    """The same events, beside other calls of the same client."""

    async def run() -> list[int]:
        async with AsyncClient(daemon) as client:
            await client.add("memory", "one")
            events = client.watch(after=1)
            await client.add("memory", "two")
            await client.add("memory", "three")
            seen: list[int] = []
            async for event in events:
                if event.kind == "changed":
                    seen.append(event.seq)
                if len(seen) == 2:
                    break
            await events.aclose()
            return seen

    assert asyncio.run(asyncio.wait_for(run(), 60)) == [2, 3]


@pytest.mark.slow
def test_a_frozen_watcher_finds_out_what_it_missed(serve: Callable[..., Client], home: Path) -> None:
    """What it has not read is bounded, so events are lost; it is told so, and of every change all the same."""
    client = serve(home, config="[targets.memory]\nlimit = 1000000\n[limits]\nunsent_replies = 10")
    events = client.watch()
    asyncio.run(add_many(home, 4_000))
    last = client.add("memory", "the last one").seq
    told = list(itertools.takewhile(lambda event: event.seq != last, events))
    changes = [event.seq for event in told if event.kind == "changed"]

    assert changes == list(range(1, last))
    assert "resync" in {event.kind for event in told}
    assert max(event.number for event in told) < last


async def add_many(home: Path, count: int) -> None:
    """So many changes, which no watcher reads meanwhile."""
    async with AsyncClient(home, timeout=120) as client:
        await asyncio.gather(*(client.add("memory", f"number {number}") for number in range(count)))


def first(events: Iterator[Event], kind: str) -> Event:
    """The next event of this kind."""
    return next(event for event in events if event.kind == kind)
