"""Sessions: what an agent sees of the memory, frozen, and who it is."""

from typing import Any, Literal

from msgspec import Struct

from memoryd_client.messages.base import Reply, Request
from memoryd_client.messages.parts import Usage

SessionContext = Literal["cli", "gateway", "api", "worktree", "subagent", "cron"]
"""Where an agent runs. ``gateway`` and ``api`` serve many people: there a person is known only by a principal."""

MemoryMode = Literal["on", "read_only", "off"]
SwitchReason = Literal["new", "resume", "branch", "compression", "rewind"]


class OpenSession(Request, frozen=True, kw_only=True):
    """Freeze what a session sees, or give the same bytes again; the identity given here holds until the end."""

    session: str
    context: SessionContext
    profile: str = ""
    principal: str = ""
    repository: str = ""
    memory: MemoryMode = "on"


class SwitchSession(Request, frozen=True, kw_only=True):
    """Go on as session ``session``, which has the identity of ``parent``."""

    session: str
    parent: str
    reason: SwitchReason


class RefreshSession(Request, frozen=True, kw_only=True):
    """Freeze what the session sees anew, as the memory is now."""

    session: str


class TurnStart(Request, frozen=True, kw_only=True):
    """The user said something: counters of refusals begin anew."""

    session: str


class TurnEnd(Request, frozen=True, kw_only=True):
    """The agent answered, or was ``interrupted``; ``messages`` are those of the turn, as the model's API has them."""

    session: str
    turn: int = 0
    messages: tuple[dict[str, Any], ...] = ()
    interrupted: bool = False


class EndSession(Request, frozen=True, kw_only=True):
    """The conversation is over."""

    session: str


class TargetState(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One target as a session has it: how full it is now, and whether it is still what the block shows."""

    target: str
    usage: Usage
    digest: str
    frozen_digest: str
    writable: bool = True
    hint: str = ""


class SessionView(Reply, frozen=True, kw_only=True):
    """A session: its frozen block, and what is live beside it. ``digest`` is the SHA-256 of the block's bytes."""

    session: str
    context: str
    profile: str = ""
    principal: str = ""
    repository: str = ""
    memory: str = "on"
    block: str = ""
    digest: str = ""
    frozen_at: float = 0.0
    turn: int = 0
    targets: tuple[TargetState, ...] = ()
    pending: int = 0
    notices: tuple[str, ...] = ()


class TurnStarted(Reply, frozen=True, kw_only=True):
    """A turn began; ``turn`` numbers it within its session.

    ``provider_block`` is what an external provider has for the system prompt, to stand before the block. It is frozen
    at the session's first turn.
    """

    turn: int
    targets: tuple[TargetState, ...] = ()
    pending: int = 0
    notices: tuple[str, ...] = ()
    provider_block: str = ""


class TurnEnded(Reply, frozen=True, kw_only=True):
    """A turn ended. ``untold`` events found no room in the outbox; ``review_due`` after many turns without a save."""

    turn: int
    untold: int = 0
    review_due: bool = False


class SessionEnded(Reply, frozen=True, kw_only=True):
    """A session is over; ``ended`` is when, in seconds since 1970."""

    session: str
    ended: float
