"""What the daemon counts and tells of its requests, as values: no socket, no clock of its own."""

import pytest

from memoryd.service.asking import Ask, Caller
from memoryd.service.tails import HOLD, MAX_WAITING, Tails
from memoryd.service.traffic import LINES, TEXT_CHARS, UNDER_WAY, UNKNOWN, Traffic
from memoryd_client import wire
from memoryd_client.errors import Busy, InvalidRequest
from memoryd_client.messages import LATENCY_BOUNDS_MS, Add, Batch, Operation, Pong, Read, Request, Tail, Tailed, Timing
from memoryd_client.wire import RequestHeader, encode_reply


class Bench:
    """A traffic with a clock that is set by hand, and what its watchers were sent."""

    def __init__(self) -> None:
        self.now = 100.0
        self.sent: dict[str, Tailed] = {}
        self.traffic = Traffic(lambda: self.now, lambda: 1_000.0 + self.now)
        self.tails = Tails(self.traffic, send=self._send, clock=lambda: self.now)
        self.callers: dict[str, Caller] = {}

    def caller(self, agent: str, *, operator: bool = False) -> Caller:
        """A connection, always the same for a name."""
        if agent not in self.callers:
            self.callers[agent] = Caller(agent.encode(), pid=7, agent=agent, is_operator=operator)
            self.traffic.met(self.callers[agent])
        return self.callers[agent]

    def begin(self, request_id: str, request: Request, agent: str = "agent") -> None:
        """A request is taken."""
        name = type(request).__name__.lower()
        begun = self.traffic.began(self.caller(agent), RequestHeader(type=name, id=request_id), 10)
        begun.request = request

    def end(self, request_id: str, took: float = 0.0, code: str = "ok") -> None:
        """It is answered ``took`` seconds later."""
        self.now += took
        body = encode_reply(Pong()) if code == "ok" else encode_reply(Busy("later").failure())
        self.traffic.ended(request_id, "ok" if code == "ok" else "failed", body)

    def ask(self, request_id: str, request: Tail, agent: str = "watcher", *, operator: bool = False) -> Tailed | None:
        """A watcher asks; None if the answer comes later."""
        header = RequestHeader(type="tail", id=request_id)
        answer = self.tails.tail(Ask(self.caller(agent, operator=operator), header, request, b""))
        assert answer is None or isinstance(answer, Tailed)
        return answer

    def _send(self, _route: bytes, request_id: str, _status: str, body: bytes) -> None:
        reply = wire.decode_reply(wire.ReplyHeader(id=request_id), body)
        assert isinstance(reply, Tailed)
        self.sent[request_id] = reply


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_durations_go_into_the_bucket_of_their_bound(bench: Bench) -> None:
    """Up to its bound, and what is over all bounds into the last."""
    for number, ms in enumerate((0.2, 0.49, 0.6, 40.0, 9_000.0)):
        bench.begin(f"r{number}", Read(target="memory"))
        bench.end(f"r{number}", ms / 1000)
    ((figures),) = bench.traffic.requests()

    assert figures.request == "read"
    assert figures.timing.count == 5
    assert figures.timing.ms_max == pytest.approx(9_000)
    assert sum(figures.timing.buckets) == 5
    assert len(figures.timing.buckets) == len(LATENCY_BOUNDS_MS) + 1
    assert (figures.timing.buckets[0], figures.timing.buckets[-1]) == (2, 1)


def test_quantiles_are_bounds_that_hold() -> None:
    """The median of a timing is an upper bound of half of its durations, never above the longest."""
    timing = Timing(count=4, ms_sum=30, ms_max=17.0, buckets=(2, 0, 1, 0, 0, 1))

    assert [timing.quantile(share) for share in (0.5, 0.75, 1.0)] == [0.5, 2.0, 17.0]
    assert Timing().quantile(0.5) == 0.0


def test_refusals_are_counted_by_code_and_by_client(bench: Bench) -> None:
    """Whoever was refused, and why, can be seen."""
    bench.begin("a", Add(target="memory", content="x"), "one")
    bench.begin("b", Add(target="memory", content="x"), "two")
    bench.end("a", code="busy")
    bench.end("b")
    (figures,) = bench.traffic.requests()
    clients = {one.agent: one for one in bench.traffic.clients()}

    assert [(count.code, count.number) for count in figures.failed] == [("busy", 1)]
    assert (clients["one"].failed, clients["two"].failed) == (1, 0)


def test_a_request_that_comes_again_began_when_it_first_came(bench: Bench) -> None:
    """It is one request, of whoever asked last, and nobody waits for it twice."""
    bench.begin("a", Add(target="memory", content="x"), "one")
    bench.now += 1.0
    bench.begin("a", Add(target="memory", content="x"), "two")

    assert {one.agent: one.in_flight for one in bench.traffic.clients()} == {"one": 0, "two": 1}
    assert [one.agent for one in bench.traffic.owed()] == ["two"]
    bench.end("a", 1.0)
    assert bench.traffic.requests()[0].timing.ms_max == pytest.approx(2_000)
    assert bench.traffic.owed() == []


def test_nothing_grows_without_bound(bench: Bench) -> None:
    """Neither unanswered requests, nor names that nobody knows, nor lines."""
    for number in range(UNDER_WAY + 10):
        bench.traffic.began(bench.caller("agent"), RequestHeader(type=f"noise{number}", id=f"r{number}"), 0)
        bench.end(f"r{number}") if number % 2 else None
    for number in range(UNDER_WAY + 10):
        bench.begin(f"s{number}", Read(target="memory"))

    assert bench.traffic.clients()[0].in_flight == UNDER_WAY
    assert [one.request for one in bench.traffic.requests()] == [UNKNOWN]
    assert len(bench.traffic.after(0, texts=False)) == LINES


def test_a_watcher_gets_what_came_after_its_number(bench: Bench) -> None:
    """At once if there is something, with how much it missed."""
    for number in range(LINES + 5):
        bench.begin(f"r{number}", Read(target="memory"))
        bench.end(f"r{number}", 0.002)
    recent = bench.ask("q", Tail(after=LINES + 3))
    late = bench.ask("q", Tail(after=2))

    assert recent is not None
    assert [(line.number, line.request, line.code, line.target) for line in recent.lines] == [
        (LINES + 4, "read", "ok", "memory"),
        (LINES + 5, "read", "ok", "memory"),
    ]
    assert recent.lines[0].ms == pytest.approx(2.0)
    assert late is not None
    assert (late.missed, late.lines[0].number, len(late.lines)) == (3, 6, LINES)


def test_a_watcher_waits_for_what_is_next(bench: Bench) -> None:
    """It is answered when something happens, or after a moment with nothing; not about its own questions."""
    assert bench.ask("q1", Tail(after=0)) is None
    bench.begin("tail", Tail())
    bench.end("tail")
    assert bench.tails.due() == bench.now + HOLD
    bench.begin("a", Read(target="user"))
    bench.end("a")
    due = bench.tails.due()
    assert due is not None
    assert due < bench.now + HOLD
    bench.now = due
    bench.tails.tick(bench.now)

    assert [line.target for line in bench.sent["q1"].lines] == ["user"]
    assert bench.ask("q2", Tail(after=1)) is None
    bench.now += HOLD
    bench.tails.tick(bench.now)
    assert bench.sent["q2"] == Tailed(number=1)
    assert bench.tails.due() is None


def test_watchers_beyond_the_bound_are_answered_at_once(bench: Bench) -> None:
    """Nobody can make the daemon remember any number of them."""
    answers = [bench.ask(f"q{number}", Tail(after=0)) for number in range(MAX_WAITING + 1)]

    assert answers == [None] * MAX_WAITING + [Tailed(number=0)]


def test_a_number_of_another_daemon_is_answered_with_ours(bench: Bench) -> None:
    """A watcher that met a daemon before goes on from here; so does one that only wants the number."""
    assert bench.ask("q", Tail(after=900)) == Tailed(number=0)
    assert bench.ask("q", Tail()) == Tailed(number=0)


def test_texts_are_for_operators_alone(bench: Bench) -> None:
    """An agent is refused; an operator sees the beginnings, from then on and for a while; agents beside it never."""
    with pytest.raises(InvalidRequest, match="operators"):
        bench.ask("q", Tail(after=0, texts=True))
    bench.begin("a", Add(target="memory", content="before"))
    bench.end("a")
    bench.ask("q", Tail(after=1, texts=True), "operator", operator=True)
    bench.begin("b", Add(target="memory", content="t" * 900))
    bench.end("b")
    both = (Operation(action="add", content="new"), Operation(action="remove", old_text="old"))
    bench.begin("c", Batch(target="memory", operations=both))
    bench.end("c")
    seen = bench.ask("q", Tail(after=0, texts=True), "operator", operator=True)
    agents = bench.ask("q", Tail(after=0))

    assert seen is not None
    assert [line.texts for line in seen.lines] == [(), ("t" * TEXT_CHARS,), ("new",)]
    assert agents is not None
    assert [line.texts for line in agents.lines] == [(), (), ()]
    bench.now += 60.0
    bench.begin("d", Add(target="memory", content="later"))
    bench.end("d")
    later = bench.ask("q", Tail(after=3, texts=True), "operator", operator=True)
    assert later is not None
    assert later.lines[0].texts == ()
