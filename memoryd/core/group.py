"""Group commit as a state machine without I/O: events in, instructions out.

Rules of this module. Only `tick` says what to do, after whatever happened: so all that arrived at one moment goes into
one commit. Requests that arrive while a commit is under way wait, and are then committed together, in the
order of their arrival. One commit cycle is under way at a time, plus any number of files that are parked, waiting for
a lock that another program holds; a parked file's requests wait by themselves and delay no other file. After a cycle
the next one may wait a moment for the clients that were just answered to ask again (`gathering`): without that they
fall into two cohorts that take turns, and every commit is half full. Nobody waits alone: a single client never waits.
"""

import heapq
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

MAX_GATHERING = 0.008
GATHERING_CYCLES = 3
"""Seconds, and average cycles, that are waited at most. Who comes late makes a whole cycle more: with 2 ms, 16 clients
on two cores filled 12 of 16 places, with 4 ms all of them, and 32 clients 20 of 32."""

SWEEP_EVERY = 1_024
"""Arrivals after which deadlines of answered requests are forgotten."""


class Waiting(Protocol):
    """What the machine needs to know of a request: the moment after which it must not be applied, and its fate."""

    @property
    def deadline(self) -> float:
        """In seconds of the clock that the events are told in; 0 is none."""

    @property
    def is_settled(self) -> bool:
        """Whether it was answered or is being applied."""


T = TypeVar("T", bound=Waiting)
F = TypeVar("F", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Commit(Generic[F, T]):
    """Make these requests durable, for each file in this order."""

    jobs: dict[F, list[T]]


@dataclass(frozen=True, slots=True)
class Expire(Generic[T]):
    """This request's deadline has passed; it may be answered, if nobody is applying it already."""

    request: T


@dataclass(slots=True)
class Group(Generic[F, T]):
    """All requests that are not yet answered. Feed events, then `tick` and carry out what comes back."""

    waiting: dict[F, list[T]] = field(default_factory=dict)
    parked: set[F] = field(default_factory=set)
    underway: bool = False
    average: float = 0.0
    _expected: int = 0
    _gather_until: float = 0.0
    _deadlines: list[tuple[float, int, T]] = field(default_factory=list)
    _arrivals: int = 0

    def submitted(self, file: F, request: T) -> None:
        """A request for a file arrived."""
        self.waiting.setdefault(file, []).append(request)
        if request.deadline:
            self._watch(request)

    def finished(self, now: float, took: float, answered: int, parked: Iterable[F]) -> None:
        """The cycle under way ended after ``took`` seconds; ``answered`` clients may ask again."""
        self.underway = False
        self.parked.update(parked)
        self.average = took if not self.average else 0.8 * self.average + 0.2 * took
        self._expected = answered + self._ready()
        self._gather_until = now + min(MAX_GATHERING, GATHERING_CYCLES * self.average)

    def unparked(self, file: F) -> None:
        """A parked file was committed by itself."""
        self.parked.discard(file)

    def tick(self, now: float) -> "list[Commit[F, T] | Expire[T]]":
        """Something happened, or time passed."""
        expired: list[Commit[F, T] | Expire[T]] = []
        while self._deadlines and self._deadlines[0][0] <= now:
            request = heapq.heappop(self._deadlines)[2]
            if not request.is_settled:
                expired.append(Expire(request))
        if expired:
            self._drop_expired(now)
        return expired + self._next(now)

    def due(self) -> float | None:
        """The moment at which `tick` has something to do, or None."""
        moments = [self._deadlines[0][0]] if self._deadlines else []
        if not self.underway and self._ready():
            moments.append(self._gather_until)
        return min(moments, default=None)

    def _drop_expired(self, now: float) -> None:
        """A file may be parked for hours: who gave up does not wait for it."""
        for file, requests in list(self.waiting.items()):
            standing = [one for one in requests if one.deadline > now or not one.deadline]
            if standing:
                self.waiting[file] = standing
            else:
                del self.waiting[file]

    def _watch(self, request: T) -> None:
        self._arrivals += 1
        heapq.heappush(self._deadlines, (request.deadline, self._arrivals, request))
        if self._arrivals % SWEEP_EVERY == 0:
            # A deadline lies seconds ahead and most requests are answered in milliseconds: do not keep them till then.
            self._deadlines = [one for one in self._deadlines if not one[2].is_settled]
            heapq.heapify(self._deadlines)

    def _ready(self) -> int:
        if not self.parked:
            return sum(map(len, self.waiting.values()))
        return sum(len(requests) for file, requests in self.waiting.items() if file not in self.parked)

    def _next(self, now: float) -> "list[Commit[F, T] | Expire[T]]":
        ready = 0 if self.underway else self._ready()
        if not ready or (ready < self._expected and now < self._gather_until):
            return []
        jobs = {file: requests for file, requests in self.waiting.items() if file not in self.parked}
        for file in jobs:
            del self.waiting[file]
        self.underway = True
        self._expected = 0
        return [Commit(jobs)]
