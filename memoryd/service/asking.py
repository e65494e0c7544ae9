"""A request and who asks it, as the services see it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from memoryd_client.errors import MemorydError
from memoryd_client.messages import Actor, Reply, Request
from memoryd_client.wire import RequestHeader, encode_reply

R = TypeVar("R", bound=Request)


@dataclass(slots=True)
class Caller:
    """One connection: who the kernel says it is, who it says it is, and whether it may see what agents may not."""

    route: bytes
    uid: int = -1
    pid: int = 0
    agent: str = ""
    started: float = 0.0
    is_operator: bool = False
    version: str = ""
    fd: int = -1

    def actor(self, session: str = "") -> Actor:
        """Who made what comes over this connection."""
        return Actor(uid=self.uid, pid=self.pid, started=self.started, agent=self.agent, session=session)


@dataclass(frozen=True, slots=True)
class Ask:
    """One request; ``body`` is its encoded form, of which resends are copies."""

    caller: Caller
    header: RequestHeader
    request: Request
    body: bytes


Answer = Reply | None
"""None: the answer comes later, through `SendReply`."""

SendReply = Callable[[bytes, str, Literal["ok", "failed"], bytes], None]
"""Route, request id, status, encoded body."""


def answer(send: SendReply, ask: Ask, reply: Reply) -> None:
    """Answer a request that could not be answered at once."""
    send(ask.caller.route, ask.header.id, "ok", encode_reply(reply))


def refuse(send: SendReply, ask: Ask, error: MemorydError) -> None:
    """Refuse one."""
    send(ask.caller.route, ask.header.id, "failed", encode_reply(error.failure()))


def request_of(kind: type[R], ask: Ask) -> R:
    """The request, of the kind that the table of routes sends here."""
    if not isinstance(ask.request, kind):
        raise TypeError(ask.request)
    return ask.request
