"""A session that is open, as the loop knows it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memoryd.core.session import Identity, Turn
from memoryd.store.outbox import NewRow
from memoryd_client.messages import TurnEnd

LEAVES = frozenset(("new", "resume", "compression", "rewind"))
"""Reasons for a switch after which the process no longer uses the session before."""


@dataclass(eq=False, slots=True)
class Live:
    """One open session.

    Attributes:
        id, identity: Which, and who; fixed.
        parent: The session that it goes on from, if any.
        began: When, in seconds since 1970.
        digests: Each target's digest in the block.
        digest, frozen: Of the block, and when it was frozen.
        turn: Its turn.
        pids: The processes that use it, as far as the kernel tells when they die.
        had_process: Whether there ever was such a process.
        heard: When it was last asked for anything, on the loop's clock.
        reviewed: The turn in which it last saved something, or was reminded of it.
        looked_at: When it is next looked at whether it is over; 0: not yet settled.
        unrecorded: Why it is not in the journal; empty if it is.
    """

    id: str
    identity: Identity
    parent: str = ""
    began: float = 0.0
    digests: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""
    frozen: float = 0.0
    turn: Turn = field(default_factory=Turn)
    pids: set[int] = field(default_factory=set)
    had_process: bool = False
    heard: float = 0.0
    reviewed: int = 0
    looked_at: float = 0.0
    unrecorded: str = ""


class Observer:
    """Whoever wants to know what sessions do: override what matters, and never wait in it."""

    def opened(self, session: Live) -> None:
        """A session was opened, or opened again."""

    def telling(self, session: str, parent: Live, reason: str) -> Iterable[NewRow]:
        """A conversation is about to go on as another session: what others are to be told of it, once it does."""
        del session, parent, reason
        return ()

    def switched(self, session: Live, parent: Live, reason: str) -> None:
        """A conversation goes on as another session."""

    def refreshed(self, session: Live) -> None:
        """A session was frozen anew."""

    def turn_started(self, session: Live) -> None:
        """``session.turn.number`` began."""

    def turn_ended(self, session: Live, turn: TurnEnd, request_id: str) -> Iterable[NewRow]:
        """A turn ended, with its messages: what others are to be told of it before it is answered."""
        del session, turn, request_id
        return ()

    def ended(self, session: Live, why: str) -> Iterable[NewRow]:
        """A session is over, told once: ``asked``, ``gone`` (its processes died) or ``silent`` (its lease ran out)."""
        del session, why
        return ()
