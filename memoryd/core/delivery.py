"""When which row of the outbox goes to a provider: moments and outcomes in, rows to deliver out.

Rules of this machine. Rows of one lane go in their order, one at a time; lanes do not wait for each other. What failed
comes again after a pause that doubles, with jitter. After `OPENS_AFTER` failures in a row, of whatever lanes, nothing
is tried for a while (the breaker is open); then one row is, and if that succeeds all lanes go on at once. A row that
keeps failing while others succeed, or for too long altogether, is given up as a dead letter, and its lane goes on.
"""

import heapq
import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

OPENS_AFTER = 5
MAX_ATTEMPTS = 8
MAX_PAUSE = 300.0
DEAD_AFTER = 24 * 3600.0

State = Literal["closed", "open", "half-open"]


class Row(NamedTuple):
    """A waiting row: its number, which is its place, and its lane."""

    number: int
    lane: str


@dataclass(slots=True)
class _Lane:
    """The rows of one lane, as a heap of numbers: one that is given another try comes back into its old place."""

    rows: list[int] = field(default_factory=list)
    not_before: float = 0.0
    failures: int = 0
    in_flight: int | None = None


class Delivery:
    """The rows of one provider.

    Args:
        jitter: Numbers between 0 and 1, to spread what would otherwise come all at once.
        pause: Seconds after a first failure.
        parallel: How many lanes may be in flight at once.
    """

    def __init__(self, jitter: Callable[[], float], *, pause: float = 1.0, parallel: int = 4) -> None:
        self._jitter = jitter
        self._pause = pause
        self._parallel = parallel
        self._lanes: dict[str, _Lane] = {}
        self._turns: deque[str] = deque()
        self._known: set[int] = set()
        self._in_flight = 0
        self._failures = 0
        self._opened = 0
        self._open_until = 0.0
        self._last_success = -math.inf

    def __len__(self) -> int:
        return sum(len(lane.rows) + (lane.in_flight is not None) for lane in self._lanes.values())

    @property
    def in_flight(self) -> int:
        """How many rows are being delivered."""
        return self._in_flight

    def breaker(self, now: float) -> State:
        """Whether rows are tried at all."""
        if self._failures < OPENS_AFTER:
            return "closed"
        return "open" if now < self._open_until else "half-open"

    def add(self, rows: Iterable[Row]) -> None:
        """Rows that are durable and wait, in any order; one that is known already counts once."""
        for number, name in rows:
            if number in self._known:
                continue
            self._known.add(number)
            lane = self._lanes.get(name)
            if lane is None:
                lane = self._lanes[name] = _Lane()
                self._turns.append(name)
            heapq.heappush(lane.rows, number)

    def forget(self, numbers: Iterable[int]) -> None:
        """Rows that are gone."""
        gone = set(numbers)
        self._known -= gone
        for lane in self._lanes.values():
            if not gone.isdisjoint(lane.rows):
                lane.rows = [number for number in lane.rows if number not in gone]
                heapq.heapify(lane.rows)

    def ready(self, now: float) -> list[Row]:
        """What is to be delivered now; each row is in flight until it is `succeeded`, `failed` or `returned`."""
        limit = {"closed": self._parallel, "open": 0, "half-open": 1}[self.breaker(now)]
        chosen: list[Row] = []
        for _ in range(len(self._turns)):
            if self._in_flight >= limit:
                break
            name = self._turns.popleft()  # every lane gets its turn
            lane = self._lanes[name]
            if not lane.rows and lane.in_flight is None:
                del self._lanes[name]
                continue
            self._turns.append(name)
            if lane.in_flight is None and lane.not_before <= now:
                lane.in_flight = heapq.heappop(lane.rows)
                self._in_flight += 1
                chosen.append(Row(lane.in_flight, name))
        return chosen

    def succeeded(self, row: Row, moment: float) -> None:
        """A row is delivered; ``moment`` is when, by the clock on the wall."""
        lane = self._landed(row)
        self._known.discard(row.number)
        lane.failures, lane.not_before = 0, 0.0
        if self._failures >= OPENS_AFTER:
            for other in self._lanes.values():
                other.not_before = 0.0
        self._failures = self._opened = 0
        self._last_success = moment

    def failed(self, row: Row, now: float, *, attempts: int, since: float, moment: float) -> bool:
        """A row was tried and failed; returns whether it is given up.

        Args:
            row: Which.
            now: The monotonic moment.
            attempts: How often it was tried, this time included.
            since: When it failed first, by the clock on the wall.
            moment: The time on the wall.
        """
        lane = self._landed(row)
        self._count_failure(now)
        lane.failures += 1
        lane.not_before = now + self._backoff(self._pause, lane.failures)
        dead = attempts >= MAX_ATTEMPTS and (self._last_success > since or moment - since > DEAD_AFTER)
        if dead:
            self._known.discard(row.number)
            lane.failures, lane.not_before = 0, 0.0
        else:
            heapq.heappush(lane.rows, row.number)
        return dead

    def returned(self, row: Row, now: float, pause: float) -> None:
        """A row could not even be tried: it waits for a moment, and nothing is counted."""
        lane = self._landed(row)
        lane.not_before = now + pause
        heapq.heappush(lane.rows, row.number)

    def hurry(self) -> None:
        """Try everything now, whatever failed before."""
        self._failures = self._opened = 0
        for lane in self._lanes.values():
            lane.failures, lane.not_before = 0, 0.0

    def due(self, now: float) -> float | None:
        """When `ready` may have something, if nothing else happens."""
        waiting = [lane.not_before for lane in self._lanes.values() if lane.in_flight is None and lane.rows]
        breaker = self.breaker(now)
        if not waiting or self._in_flight >= (self._parallel if breaker == "closed" else 1):
            return None
        return max(min(waiting), self._open_until if breaker == "open" else 0.0)

    def _landed(self, row: Row) -> _Lane:
        lane = self._lanes[row.lane]
        if lane.in_flight != row.number:
            raise LookupError(f"row {row.number} of {row.lane} is not in flight")
        lane.in_flight = None
        self._in_flight -= 1
        return lane

    def _count_failure(self, now: float) -> None:
        half_open = self.breaker(now) == "half-open"
        self._failures += 1
        if self._failures == OPENS_AFTER or half_open:
            self._opened += 1
            self._open_until = now + self._backoff(OPENS_AFTER * self._pause, self._opened)

    def _backoff(self, first: float, failures: int) -> float:
        """Doubling from ``first``, 5 minutes at most, and between half of it and the whole."""
        return min(first * 2.0 ** min(failures - 1, 32), MAX_PAUSE) * (0.5 + self._jitter() / 2)
