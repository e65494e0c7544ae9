"""The outbox: nothing is lost by a backend that is down, a daemon that is killed, or a table that is full."""

import random
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import plugins
import pytest
from daemons import Daemon
from plugins import eventually

from memoryd_client import Client, Operator
from memoryd_client.messages import Outbox, OutboxChanged, OutboxDrop, OutboxFlush, OutboxRetry, OutboxRows, Request

pytestmark = pytest.mark.slow

CONFIG = """
[provider]
name = "recorder"
retry_seconds = 0.05
"""


def turn(text: str) -> list[dict[str, str]]:
    """The messages of a turn."""
    return [{"role": "user", "content": text}, {"role": "assistant", "content": "noted"}]


def rows(client: Client) -> OutboxRows:
    """What the outbox holds."""
    return client.ask(Outbox(limit=10_000), OutboxRows)


def operated(home: Path, request: Request) -> OutboxChanged:
    """What an operator asked for."""
    with Operator(home, timeout=60) as operator:
        return operator.ask(request, OutboxChanged)


@pytest.fixture
def killable(home: Path) -> Iterator[Daemon]:
    """A daemon that can be killed, with the recorder enabled."""
    plugins.install(home, "recorder")
    with Daemon(home, CONFIG) as one:
        one.enable()
        yield one


def test_turns_of_a_failing_provider_survive_the_daemon(killable: Daemon, home: Path) -> None:
    """Ten turns, each refused, kill -9, a healthy provider: ten deliveries under the ids that they were queued with."""
    failing = plugins.wish(home, "raise")
    with Client(home, timeout=60) as client:
        session = client.open_session("s1", context="cli")
        for number in range(10):
            session.turn_start()
            session.turn_end(turn(f"turn {number}"))
        eventually(lambda: any(one.attempts for one in rows(client).rows))
        queued = rows(client)
    assert [one.kind for one in queued.rows] == ["turn"] * 10
    assert "backend is down" in str(queued.rows)
    killable.kill()
    failing.unlink()
    killable.start()
    with Client(home, timeout=60) as client:
        eventually(lambda: rows(client).total == 0)

    assert [one["user"] for one in plugins.told(home, "sync_turn")] == [f"turn {number}" for number in range(10)]
    assert [one["operation"] for one in plugins.told(home, "sync_turn")] == [one.id for one in queued.rows]


def test_a_thousand_turns_arrive_in_order_whatever_is_killed(killable: Daemon, home: Path) -> None:
    """The backend is down, the daemon is killed at ten random moments, the backend comes back: none is lost."""
    failing = plugins.wish(home, "raise")
    kills = set(random.Random(7).sample(range(1_000), 10))  # noqa: S311 - the same moments each time
    with Client(home, timeout=60) as client:
        session = client.open_session("s1", context="cli")
        for number in range(1_000):
            session.turn_end(turn(f"turn {number}"))
            if number in kills:
                killable.kill()
                killable.start()
        assert rows(client).total == 1_000
        failing.unlink()
        operated(home, OutboxFlush())
        eventually(lambda: len(plugins.told(home, "sync_turn")) > 100)
        killable.kill()
        killable.start()
        eventually(lambda: rows(client).total == 0, seconds=120)
    arrived = plugins.told(home, "sync_turn")
    first: dict[object, int] = {}
    for index, one in enumerate(arrived):
        first.setdefault(one["operation"], index)
    once = [arrived[index]["user"] for index in first.values()]

    assert once == [f"turn {number}" for number in range(1_000)]
    assert {arrived[index]["user"]: name for name, index in first.items()} == {
        one["user"]: one["operation"] for one in arrived
    }
    assert len(arrived) - len(once) <= 4  # what was in flight at the last kill


def test_a_turn_under_way_at_the_end_is_told_again(killable: Daemon, home: Path) -> None:
    """The session ends and the daemon is asked to stop while the provider still works: the row stays, and replays."""
    hanging = plugins.wish(home, "hang")
    with Client(home, timeout=60) as client:
        session = client.open_session("s1", context="cli")
        session.turn_end(turn("slow"))
        session.end()
        assert [one.kind for one in rows(client).rows] == ["turn", "end"]
    killable.kill(signal.SIGTERM)
    assert plugins.told(home, "sync_turn") == []
    hanging.unlink()
    killable.start()
    with Client(home, timeout=60) as client:
        eventually(lambda: rows(client).total == 0)

    assert [one["call"] for one in plugins.told(home) if one["call"] in ("sync_turn", "on_session_end")] == [
        "sync_turn",
        "on_session_end",
    ]


def test_a_full_outbox_refuses_and_says_so(start: Callable[..., Client], home: Path) -> None:
    """What waits stays, what finds no room is counted and told, and memory itself goes on."""
    plugins.install(home, "recorder")
    plugins.wish(home, "raise")
    client = start(CONFIG + "outbox_rows = 2\n")
    session = client.open_session("s1", context="cli")
    untold = [session.turn_end(turn(f"{number}")).untold for number in range(3)]

    assert untold == [0, 0, 1]
    assert session.add("memory", "goes on").changed
    found = rows(client)
    assert (found.total, found.refused) == (2, 2)
    assert "provider.outbox_rows" in found.full
    assert any("no room for 2 events" in sentence for sentence in client.status().degraded)


def test_dead_letters_stay_until_somebody_decides(home: Path, killable: Daemon) -> None:
    """They are shown first, with the reason; one may be tried again, and one be dropped for good."""
    failing = plugins.wish(home, "raise")
    with Client(home, timeout=60) as client:
        session = client.open_session("s1", context="cli")
        for text in ("one", "two", "three"):
            session.turn_end(turn(text))
        numbers = [one.number for one in rows(client).rows]
    killable.kill()
    with closing(sqlite3.connect(home / "memoryd" / "memoryd.db")) as db, db:
        db.execute("UPDATE outbox SET state = 'dead', error = 'poison' WHERE number IN (?, ?)", numbers[:2])
    killable.start()
    with Client(home, timeout=60) as client:
        found = rows(client)
        assert [(one.number, one.state) for one in found.rows] == [
            (numbers[0], "dead"),
            (numbers[1], "dead"),
            (numbers[2], "waiting"),
        ]
        assert operated(home, OutboxDrop(numbers=(numbers[0],))).count == 1
        assert operated(home, OutboxRetry()).count == 1
        failing.unlink()
        operated(home, OutboxFlush())
        eventually(lambda: rows(client).total == 0)

    assert {one["user"] for one in plugins.told(home, "sync_turn")} == {"two", "three"}


def test_without_a_provider_nothing_is_queued(start: Callable[..., Client]) -> None:
    """And built-in memory is as ever."""
    client = start("", enable="")
    session = client.open_session("s1", context="cli")
    session.turn_end(turn("hello"))
    session.add("memory", "kept")

    assert rows(client).total == 0
    assert client.read("memory").entries == ("kept",)
