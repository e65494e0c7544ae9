"""A request and who asks it, as the services see it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from memoryd_client.messages import Actor, Reply, Request
from memoryd_client.wire import RequestHeader


@dataclass(slots=True)
class Caller:
    """One connection: who the kernel says it is, and who it says it is."""

    route: bytes
    uid: int = -1
    pid: int = 0
    agent: str = ""
    started: float = 0.0
    is_operator: bool = False

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
