"""Telling whoever looks on which requests are answered.

Rules of this module. Nobody is sent anything unasked: a watcher asks for what came after the last line that it has. If
there is nothing it waits a moment, less than a client waits before it sends again, so that no connection is given up.
What it does not fetch in time it misses, and is told how much; the daemon keeps nothing for anybody.
"""

from collections.abc import Callable

from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.service.traffic import Traffic
from memoryd_client.errors import InvalidRequest
from memoryd_client.messages import Tail, Tailed
from memoryd_client.wire import encode_reply

HOLD = 0.2
"""Seconds for which a question is kept open."""

GATHERING = 0.03
"""Seconds from the first line to the answer, so that a busy daemon tells many lines at once."""

MAX_WAITING = 64


class Tails:
    """All watchers that wait; used by the loop thread alone. A timer of the loop.

    Args:
        traffic: What is told.
        send: Sends a reply.
        clock: Seconds.
    """

    def __init__(self, traffic: Traffic, *, send: SendReply, clock: Callable[[], float]) -> None:
        traffic.told = self._told
        self._traffic = traffic
        self._send = send
        self._clock = clock
        self._waiting: dict[str, tuple[float, Ask, int]] = {}
        self._news_at = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    def tail(self, ask: Ask) -> Answer:
        """Tell what is new, at once or in a moment."""
        request = ask.request
        if not isinstance(request, Tail):
            raise TypeError(request)
        if request.texts:
            _require_operator(ask)
            self._traffic.keep_texts()
        if 0 <= request.after == self._traffic.number and len(self._waiting) < MAX_WAITING:
            self._waiting[ask.header.id] = (self._clock() + HOLD, ask, request.after)
            return None
        return self._new(request.after, texts=request.texts)

    def due(self) -> float | None:
        """When the first has waited long enough, or lines were gathered."""
        if not self._waiting:
            return None
        first = next(iter(self._waiting.values()))[0]
        return min(first, self._news_at) if self._news_at else first

    def tick(self, now: float) -> None:
        """Answer those who have waited long enough, or everybody if there are lines."""
        everybody = 0.0 < self._news_at <= now
        for request_id, (until, ask, after) in list(self._waiting.items()):
            if everybody or until <= now:
                del self._waiting[request_id]
                texts = isinstance(ask.request, Tail) and ask.request.texts
                self._send(ask.caller.route, request_id, "ok", encode_reply(self._new(after, texts=texts)))
        if everybody or not self._waiting:
            self._news_at = 0.0

    def _told(self) -> None:
        if self._waiting and not self._news_at:
            self._news_at = self._clock() + GATHERING

    def _new(self, after: int, *, texts: bool) -> Tailed:
        number = self._traffic.number
        if not 0 <= after <= number:
            return Tailed(number=number)
        lines = self._traffic.after(after, texts=texts)
        return Tailed(lines=lines, number=number, missed=number - after - len(lines))


def _require_operator(ask: Ask) -> None:
    if not ask.caller.is_operator:
        raise InvalidRequest(
            "tail: texts are shown to operators alone, on their own socket; without texts it shows everything else",
            field="texts",
        )
