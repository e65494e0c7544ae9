"""A resent request gets its first answer, not a second effect.

While a request is under way, its resend only changes where the answer goes. Afterwards the answer is kept: the latest
ones here, all of the last day in the journal. An id that comes with another request is refused.
"""

from collections import OrderedDict
from dataclasses import dataclass

from memoryd.store.jobs import Outcome
from memoryd_client.errors import RequestIdReused

KEPT = 4_096


@dataclass(slots=True)
class Pending:
    """A request under way: what identifies it, whom to answer, and the turn of which session it belongs to."""

    request_digest: bytes
    route: bytes
    pid: int
    session: str = ""
    turn: int = 0


class Outcomes:
    """What is under way and what ended lately; used by the loop thread alone."""

    def __init__(self) -> None:
        self.under_way: dict[str, Pending] = {}
        self.by_pid: dict[int, int] = {}
        self._recent: OrderedDict[str, Outcome] = OrderedDict()

    def rejoin(self, request_id: str, request_digest: bytes, route: bytes) -> bool:
        """Whether this request is under way already; then its answer goes to the latest asker.

        Raises:
            RequestIdReused: The id belongs to another request.
        """
        pending = self.under_way.get(request_id)
        if pending is None:
            return False
        require_same(request_id, pending.request_digest, request_digest)
        pending.route = route
        return True

    def recent(self, request_id: str, request_digest: bytes) -> Outcome | None:
        """The answer that this request got lately; raises `RequestIdReused`."""
        outcome = self._recent.get(request_id)
        if outcome is not None:
            require_same(request_id, outcome.request_digest, request_digest)
        return outcome

    def forget(self) -> None:
        """Keep no answers here: the journal's are to be told, which may be others now."""
        self._recent.clear()

    def begin(self, request_id: str, pending: Pending) -> None:
        """A request is under way."""
        self.under_way[request_id] = pending
        self.by_pid[pending.pid] = self.by_pid.get(pending.pid, 0) + 1

    def end(self, request_id: str, outcome: Outcome | None) -> Pending | None:
        """A request ended; returns whom to answer. Without an outcome, or one that is not final, it may come again."""
        pending = self.under_way.pop(request_id, None)
        if pending is not None:
            left = self.by_pid[pending.pid] - 1
            if left:
                self.by_pid[pending.pid] = left
            else:
                del self.by_pid[pending.pid]
        if outcome is not None and outcome.final:
            self._recent[request_id] = outcome
            if len(self._recent) > KEPT:
                self._recent.popitem(last=False)
        return pending


def require_same(request_id: str, first: bytes, now: bytes) -> None:
    """Raise `RequestIdReused` unless both digests are of one request."""
    if first != now:
        raise RequestIdReused(
            f"request id {request_id!r} was used for another request; an id names one request for ever: make a new one"
        )
