"""What happens, told to those who asked to be told."""

from typing import Literal

from memoryd_client.messages.base import Reply, Scoped
from memoryd_client.messages.parts import Actor, Usage

Kind = Literal["changed", "external", "pending", "over_limit", "unreadable", "degraded", "resync"]


class Subscribe(Scoped, frozen=True, kw_only=True):
    """Tell this connection what happens to what its sender may see.

    Sent again with the same id it asks whether anything was missed.

    Every answer and every event bears the id of this request.
    """

    target: str = ""


class Subscribed(Reply, frozen=True, kw_only=True):
    """You are told: ``number`` is that of the last event sent to you, ``seq`` that of the last change."""

    number: int
    seq: int


class Event(Reply, frozen=True, kw_only=True):
    """Something happened. ``number`` counts a subscription's events: where one is missing, it was lost on the way.

    ``changed`` and ``external`` are changes, by an edit and by another program; ``seq`` is theirs. ``over_limit``: an
    edit was refused for size, or another program made a file too large. ``resync`` is the client's own: events were
    lost, and the changes among them follow.
    """

    kind: Kind
    number: int = 0
    time: float = 0.0
    seq: int = 0
    profile: str = ""
    target: str = ""
    operation: str = ""
    digest: str = ""
    usage: Usage | None = None
    actor: Actor = Actor()
    message: str = ""
