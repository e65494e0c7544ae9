"""Answers that take a while, and requests that come again meanwhile: one effect, and whoever asked last is answered.

A client that waits sends its request again under the same id. What is under way is then not begun anew, and what was
answered lately is answered so again: a tool of a provider must not run twice.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Literal

from memoryd.service.asking import Answer, Ask, SendReply
from memoryd_client.errors import MemorydError
from memoryd_client.messages import Reply
from memoryd_client.wire import encode_reply

KEPT = 256
"""Answers that are remembered."""

Route = Callable[[Ask], Answer]


class LateReplies:
    """Takes requests in and sends answers out.

    Args:
        send: Sends a reply.
    """

    def __init__(self, send: SendReply) -> None:
        self._send = send
        self._under_way: dict[str, Ask] = {}
        self._recent: OrderedDict[str, tuple[Literal["ok", "failed"], bytes]] = OrderedDict()

    def joining(self, route: Route) -> Route:
        """The route, for requests that may come again."""

        def take(ask: Ask) -> Answer:
            name = ask.header.id
            if name in self._under_way:
                self._under_way[name] = ask
                return None
            if (known := self._recent.get(name)) is not None:
                self._send(ask.caller.route, name, *known)
                return None
            self._under_way[name] = ask
            try:
                answer = route(ask)
            except MemorydError:
                del self._under_way[name]
                raise
            if answer is not None:
                del self._under_way[name]
            return answer

        return take

    def answer(self, ask: Ask, reply: Reply) -> None:
        """It was done."""
        self._settle(ask, "ok", encode_reply(reply))

    def fail(self, ask: Ask, error: MemorydError) -> None:
        """It was not."""
        self._settle(ask, "failed", encode_reply(error.failure()))

    def _settle(self, ask: Ask, status: Literal["ok", "failed"], body: bytes) -> None:
        name = ask.header.id
        last = self._under_way.pop(name, ask)
        self._recent[name] = (status, body)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        self._send(last.caller.route, name, status, body)
