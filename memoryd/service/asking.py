"""A request and who asks it, as the services see it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from memoryd_client.messages import Reply, Request
from memoryd_client.wire import RequestHeader


@dataclass(slots=True)
class Caller:
    """One connection: who the kernel says it is, who it says it is, and whether it may see what agents may not."""

    route: bytes
    uid: int = -1
    pid: int = 0
    agent: str = ""
    version: str = ""
    fd: int = -1
    operator: bool = False


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
