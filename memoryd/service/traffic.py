"""What was asked, by whom, how it ended and how long it took: counted for status, told to whoever tails.

Rules of this module. It is on the path of every request, so it only counts and appends. Everything is bounded: kinds
of requests by what we know, codes by what we answer, requests under way and lines told by their number. No text is
kept unless an operator looks on.
"""

from bisect import bisect_left
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from memoryd.core.edits import texts
from memoryd.service.asking import Caller
from memoryd_client import messages
from memoryd_client.messages import (
    LATENCY_BOUNDS_MS,
    REQUESTS,
    ClientFigures,
    Count,
    Edit,
    Line,
    Request,
    RequestFigures,
)
from memoryd_client.wire import NAME_BYTES, RequestHeader, failure_code

UNKNOWN = "unknown"
"""The kind under which requests are counted that this daemon does not know."""

UNDER_WAY = 8_192
LINES = 1_000
SHOWN_CLIENTS = 64

TEXT_CHARS = 200
"""How much of each text an operator sees."""

TEXTS_SECONDS = 5.0
"""For how long texts are kept after an operator looked."""


class Timings:
    """Durations, as they come."""

    __slots__ = ("_buckets", "_count", "_longest", "_sum")

    def __init__(self) -> None:
        self._buckets = [0] * (len(LATENCY_BOUNDS_MS) + 1)
        self._count = 0
        self._sum = 0.0
        self._longest = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        ms = seconds * 1000
        self._buckets[bisect_left(LATENCY_BOUNDS_MS, ms)] += 1
        self._count += 1
        self._sum += ms
        self._longest = max(self._longest, ms)

    def figures(self) -> messages.Timing:
        """What they amount to."""
        return messages.Timing(
            count=self._count,
            ms_sum=self._sum,
            ms_max=self._longest,
            buckets=tuple(self._buckets) if self._count else (),
        )


@dataclass(slots=True)
class Kind:
    """One kind of request."""

    timings: Timings = field(default_factory=Timings)
    failed: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Known:
    """One connection, as long as it is heard of."""

    caller: Caller
    since: float
    heard: float
    in_flight: int = 0
    failed: int = 0
    timings: Timings = field(default_factory=Timings)


@dataclass(slots=True)
class UnderWay:
    """A request that was taken and not yet answered."""

    kind: str
    known: Known
    began: float
    size: int
    request: Request | None = None


class Traffic:
    """All requests; used by the loop thread alone.

    Args:
        clock: Seconds, for durations.
        wall: Seconds since 1970, for people.
    """

    def __init__(self, clock: Callable[[], float], wall: Callable[[], float]) -> None:
        self.number = 0
        self.told: Callable[[], None] = lambda: None
        self._clock = clock
        self._wall = wall
        self._kinds: dict[str, Kind] = {}
        self._connections: dict[bytes, Known] = {}
        self._under_way: OrderedDict[str, UnderWay] = OrderedDict()
        self._lines: deque[Line] = deque(maxlen=LINES)
        self._texts_until = 0.0

    def __len__(self) -> int:
        return len(self._connections)

    # --- what happens -------------------------------------------------------------------------------------------------

    def met(self, caller: Caller) -> None:
        """A connection was heard of for the first time."""
        now = self._clock()
        self._connections[caller.route] = Known(caller, now, now)

    def left(self, route: bytes) -> None:
        """A connection is gone, or was not heard of for too long."""
        self._connections.pop(route, None)

    def began(self, caller: Caller, header: RequestHeader, size: int) -> UnderWay:
        """A request was taken. One that comes again began when it first came; whoever asked last gets the answer."""
        now = self._clock()
        known = self._connections.get(caller.route)
        if known is None:
            known = self._connections[caller.route] = Known(caller, now, now)
        known.heard = now
        before = self._under_way.pop(header.id, None)
        if before is not None:
            before.known.in_flight -= 1
            now = before.began
        elif len(self._under_way) >= UNDER_WAY:
            self._under_way.popitem(last=False)[1].known.in_flight -= 1
        known.in_flight += 1
        kind = header.type if header.type in REQUESTS else UNKNOWN
        one = self._under_way[header.id] = UnderWay(kind, known, now, size)
        return one

    def ended(self, request_id: str, status: Literal["ok", "failed"], body: bytes) -> None:
        """A request is being answered."""
        one = self._under_way.pop(request_id, None)
        if one is None:
            return
        took = self._clock() - one.began
        kind = self._kinds.get(one.kind)
        if kind is None:
            kind = self._kinds[one.kind] = Kind()
        code = status if status == "ok" else failure_code(body)
        known = one.known
        known.in_flight -= 1
        known.timings.add(took)
        kind.timings.add(took)
        if status == "failed":
            known.failed += 1
            kind.failed[code] += 1
        if one.kind != "tail":  # or whoever looks on would see nothing but that
            self.number += 1
            self._lines.append(self._line(one, code, took))
            self.told()

    # --- what is told -------------------------------------------------------------------------------------------------

    def requests(self) -> tuple[RequestFigures, ...]:
        """Figures of every kind that was asked for."""
        return tuple(
            RequestFigures(request=name, timing=kind.timings.figures(), failed=_counts(kind.failed))
            for name, kind in sorted(self._kinds.items())
        )

    def clients(self) -> tuple[ClientFigures, ...]:
        """The connections that were heard of last."""
        latest = sorted(self._connections.values(), key=lambda one: one.heard, reverse=True)[:SHOWN_CLIENTS]
        now = self._clock()
        return tuple(
            ClientFigures(
                pid=one.caller.pid,
                uid=one.caller.uid,
                agent=one.caller.agent,
                version=one.caller.version,
                connected=now - one.since,
                idle=now - one.heard,
                in_flight=one.in_flight,
                failed=one.failed,
                timing=one.timings.figures(),
            )
            for one in latest
        )

    def owed(self) -> list[Caller]:
        """The connections that wait for an answer; one that waits for several comes as often."""
        return [one.known.caller for one in self._under_way.values()]

    def after(self, number: int, *, texts: bool) -> tuple[Line, ...]:
        """The lines after this one, as far as they are left; without texts for whoever may not see them."""
        newer = min(self.number - number, len(self._lines))
        lines = (self._lines[index] for index in range(len(self._lines) - newer, len(self._lines)))
        return tuple(line if texts or not line.texts else replace(line, texts=()) for line in lines)

    def keep_texts(self) -> None:
        """An operator looks on: keep what is written for a while."""
        self._texts_until = self._clock() + TEXTS_SECONDS

    def _line(self, one: UnderWay, code: str, took: float) -> Line:
        asked, caller = one.request, one.known.caller
        return Line(
            number=self.number,
            time=self._wall(),
            request=one.kind,
            code=code,
            ms=took * 1000,
            agent=caller.agent,
            pid=caller.pid,
            target=getattr(asked, "target", "")[:NAME_BYTES],
            profile=getattr(asked, "profile", "")[:NAME_BYTES],
            request_bytes=one.size,
            texts=tuple(_written(asked)) if self._texts_until > self._clock() else (),
        )


def _counts(failed: Counter[str]) -> tuple[Count, ...]:
    return tuple(Count(code, number) for code, number in sorted(failed.items()))


def _written(request: Request | None) -> Iterator[str]:
    """The beginnings of what a request would write or looks for."""
    if isinstance(request, Edit):
        new = (text for _, text in texts(request))
        yield from (text[:TEXT_CHARS] for text in (getattr(request, "old_text", ""), *new) if text)
