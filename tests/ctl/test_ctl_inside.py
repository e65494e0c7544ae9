"""Looking into a running daemon: status, metrics, tail and top."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from memoryd.ctl.rates import between, plus
from memoryd.ctl.skew import other_versions, skew
from memoryd_client import Client, MemorydError, Operator
from memoryd_client.errors import InvalidRequest
from memoryd_client.messages import REQUESTS, ClientFigures, DaemonStatus, Pong, ProcessFigures, RequestFigures, Timing

Ctl = Callable[..., Any]

ONE = Timing(count=1, ms_sum=4.0, ms_max=4.0, buckets=(0, 0, 0, 1, *(0,) * 10))


@pytest.fixture
def busy(client: Client) -> Client:
    """A daemon that was asked for something, also in vain."""
    client.add("memory", "a fact")
    with pytest.raises(MemorydError):
        client.replace("memory", "no such entry", "x")
    return client


def test_status_shows_clients_queues_and_commits(ctl: Ctl, busy: Client) -> None:
    """Who is connected, how much it asked and was refused, what waits, and how long commits take."""
    out = ctl("status").out.splitlines()
    (agent,) = [line.split() for line in out if line.startswith("test ")]

    assert agent[3:5] == ["3", "1"]
    assert any(line.startswith("waiting  edits 0, reads 0") for line in out)
    assert any(line.startswith("commits  2, median ") for line in out)
    assert any(" files open, " in line for line in out)


def test_status_all_shows_each_kind_of_request(ctl: Ctl, busy: Client) -> None:
    """With its refusals by code."""
    (row,) = [line.split() for line in ctl("status", "--all").out.splitlines() if line.startswith("replace ")]

    assert (row[1:3], row[-2:]) == (["1", "1"], ["entry_not_found", "1"])


def test_what_only_a_person_may_do_is_told(ctl: Ctl, client: Client) -> None:
    """Status and doctor name whoever asked for it at the agents' socket."""
    with pytest.raises(MemorydError):
        client._ask(REQUESTS["redact"](text="a fact"), Pong)

    assert "redact, which only a person may do, by test" in ctl("status").out
    assert "for redact, which only a person may do" in ctl("doctor").out


def test_another_version_is_told_with_what_to_do() -> None:
    """The daemon's as well as a client's."""
    old = DaemonStatus(
        version="0.0.9",
        instance="i",
        pid=1,
        uptime=1.0,
        root="/r",
        clients=(ClientFigures(agent="cron", version="0.0.1"), ClientFigures(pid=5, version="0.0.9"), ClientFigures()),
    )

    assert "memoryctl service restart" in skew(old)
    assert other_versions(old) == {"0.0.1": ["cron"]}


def test_the_same_version_is_no_news(client: Client) -> None:
    """Nothing is said."""
    assert skew(client.status()) == ""
    assert other_versions(client.status()) == {}


def test_metrics_are_openmetrics(ctl: Ctl, busy: Client) -> None:
    """A strict parser takes them, and they count what happened."""
    families = {family.name: family for family in text_string_to_metric_families(ctl("metrics").out)}
    requests = {tuple(sorted(one.labels.items())): one.value for one in families["memoryd_requests"].samples}
    commits = {(one.name, one.labels.get("le")): one.value for one in families["memoryd_commit_seconds"].samples}

    assert families["memoryd_up"].samples[0].value == 1
    assert requests[("code", "ok"), ("request", "add")] == 1
    assert requests[("code", "entry_not_found"), ("request", "replace")] == 1
    assert commits["memoryd_commit_seconds_bucket", "+Inf"] == commits["memoryd_commit_seconds_count", None] >= 1


def test_metrics_without_a_daemon_say_so(ctl: Ctl, tmp_path: Path) -> None:
    """A monitoring system gets a value that it can watch, and a script the exit code."""
    said = ctl("metrics", home=tmp_path / "nobody")

    assert (said.code, said.out.splitlines()[-2:]) == (3, ["memoryd_up 0.0", "# EOF"])


def test_metrics_in_the_older_format(ctl: Ctl, busy: Client) -> None:
    """As a node exporter's file collector reads them."""
    out = ctl("metrics", "--format", "prometheus").out

    assert "# TYPE memoryd_requests_total counter" in out
    assert "# EOF" not in out


def test_tail_shows_what_was_answered_and_no_text(ctl: Ctl, busy: Client) -> None:
    """Which request of whom, its outcome and its duration; never what was written."""
    said = ctl("tail", "--count", "2", "--last", "3")  # the third is its own hello
    lines = [line.split() for line in said.out.splitlines()]

    assert [line[1:4] for line in lines] == [["add", "memory", "ok"], ["replace", "memory", "entry_not_found"]]
    assert all(line[-2] == "test" for line in lines)
    assert "a fact" not in said.out


@contextmanager
def busy_writer(daemon: Path, ask: Callable[[Client], object]) -> Iterator[None]:
    """Somebody asks for something, one time after the other, for as long as this lasts."""
    stop = threading.Event()

    def run() -> None:
        with Client(daemon, agent="writer", timeout=30) as writer:
            while not stop.is_set():
                ask(writer)

    asking = threading.Thread(target=run)
    asking.start()
    try:
        yield
    finally:
        stop.set()
        asking.join()


def test_tail_shows_what_is_answered_meanwhile(ctl: Ctl, daemon: Path) -> None:
    """Without being asked again, in the order of the answers; with --json as one object a line."""
    with busy_writer(daemon, lambda writer: writer.read("user")):
        said = ctl("--json", "tail", "--last", "0", "--count", "20")
    lines = [json.loads(line) for line in said.out.splitlines()]

    assert [line["number"] for line in lines] == list(range(lines[0]["number"], lines[0]["number"] + 20))
    assert {"read"} == {line["request"] for line in lines if line["agent"] == "writer"}


def test_texts_are_shown_to_operators_alone(daemon: Path, client: Client) -> None:
    """From the moment on at which one looks; at the agents' socket the refusal says who may see them."""
    with pytest.raises(InvalidRequest, match="operators"):
        client.tail(texts=True)
    with Operator(daemon) as operator:
        number = operator.tail(texts=True).number
        client.add("memory", "the new fact")
        seen = [line for line in operator.tail(number, texts=True).lines if line.request == "add"]
        masked = [line for line in client.tail(number).lines if line.request == "add"]

    assert [line.texts for line in seen] == [("the new fact",)]
    assert [line.texts for line in masked] == [()]


def test_tail_with_texts_uses_the_operators_socket(ctl: Ctl, daemon: Path) -> None:
    """And shows each text below its line."""
    with busy_writer(daemon, lambda writer: writer.add("user", "the same fact")):
        said = ctl("tail", "--texts", "--last", "0", "--count", "20")

    assert said.out.count("    the same fact\n") > 5


@pytest.mark.slow
def test_top_shows_a_picture(ctl: Ctl, daemon: Path) -> None:
    """Rates, how long requests took, the clients and how full the files are."""
    with busy_writer(daemon, lambda writer: writer.read("user")):
        out = ctl("top", "--count", "1", "--interval", "0.5").out

    assert " requests/s, " in out
    assert "\nread " in out
    assert "≤ 0.5 ms" in out
    assert "\nwriter " in out
    assert " 0 / 1,375 characters" in out


def look(uptime: float, count: int, *, instance: str = "i", agents: tuple[str, ...] = ("a",)) -> DaemonStatus:
    """A daemon that answered so many reads, each in 4 ms, to each agent."""
    timing = plus([ONE] * count)
    return DaemonStatus(
        version="1",
        instance=instance,
        pid=1,
        uptime=uptime,
        root="/r",
        commits=count,
        process=ProcessFigures(cpu_seconds=uptime / 2),
        requests=(RequestFigures(request="read", timing=timing),),
        clients=tuple(ClientFigures(agent=agent, pid=3, timing=timing) for agent in agents),
    )


def test_rates_are_of_what_happened_in_between() -> None:
    """Requests, commits and processor a second, and the durations of these alone."""
    rates = between(look(10.0, 5), look(12.0, 9))

    assert (rates.per_second, rates.commits_per_second, rates.processor) == (2.0, 2.0, 0.5)
    assert rates.timing == msgspec.structs.replace(plus([ONE] * 4), ms_max=4.0)
    assert (rates.clients[0].per_second, rates.clients[0].ms_mean) == (2.0, 4.0)


def test_connections_of_one_process_are_one_client() -> None:
    """However many it has, and may have given up in between."""
    rates = between(look(10.0, 5, agents=("a", "a")), look(12.0, 9, agents=("a",)))

    assert [(one.agent, one.per_second) for one in rates.clients] == [("a", 0.0)]


def test_after_a_restart_everything_counts_anew() -> None:
    """No rate is negative."""
    rates = between(look(100.0, 500), look(2.0, 4, instance="other"))

    assert (rates.per_second, rates.clients[0].per_second) == (2.0, 2.0)
