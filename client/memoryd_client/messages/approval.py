"""Edits that wait for a person's approval."""

from msgspec import Struct

from memoryd_client.messages.base import Reply, Request, Scoped
from memoryd_client.messages.parts import Actor, Usage


class Pending(Scoped, frozen=True, kw_only=True):
    """The edits of what its sender may see that wait for approval, oldest first."""

    target: str = ""


class Approve(Request, frozen=True, kw_only=True):
    """Apply these edits, as they are, to what memory holds now; each is judged by itself."""

    numbers: tuple[int, ...]


class Reject(Request, frozen=True, kw_only=True):
    """These edits will not be applied."""

    numbers: tuple[int, ...]
    reason: str = ""


class Proposal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An edit that waits: what it would take away and bring as memory is now, and how full the target would be.

    ``state`` is pending, or needs_review once it could not be applied; ``reason`` says why: stale, over_limit, threat,
    or the code of another refusal. ``age`` is in seconds.
    """

    number: int
    time: float
    age: float
    profile: str
    target: str
    operation: str
    actor: Actor
    state: str = "pending"
    reason: str = ""
    message: str = ""
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()
    usage: Usage | None = None


class PendingList(Reply, frozen=True, kw_only=True):
    """The answer to pending."""

    proposals: tuple[Proposal, ...] = ()


class Decision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of one edit: approved (as change ``seq``), rejected, needs_review, pending or unknown."""

    number: int
    state: str
    reason: str = ""
    message: str = ""
    seq: int = 0


class Decided(Reply, frozen=True, kw_only=True):
    """The answer to approve and reject: each edit in the order in which it was named."""

    decisions: tuple[Decision, ...] = ()
