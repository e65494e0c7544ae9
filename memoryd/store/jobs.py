"""An edit on its way to the disk, and how it ended."""

from dataclasses import dataclass, field
from typing import Literal

from memoryd.store.layout import FileKey
from memoryd_client.messages import Actor, Edit

NOBODY = Actor()


@dataclass(eq=False, slots=True)
class Job:
    """An edit that was admitted and is not yet answered.

    Its fate is decided once: by the committer, which applies it, or by the loop, whose clock says that it expired.
    Whoever takes the one token decides; taking it from a list is atomic, so no lock is needed between the two threads.

    Attributes:
        key: Which file.
        edit: The request, prepared.
        limit: The target's budget when it was admitted.
        request_id: The caller's name for it.
        request_digest: Tells a resend of the same request from another request under the same id.
        deadline: The moment after which it must not be applied; 0 is none.
        frozen_digest: The target's digest in the block of the session that asks.
        context: Of the session that asks, ``none`` without one.
        actor, operation, cause: Who asks, what the history calls it, and which change it takes back or restores.
    """

    key: FileKey
    edit: Edit
    limit: int
    request_id: str
    request_digest: bytes
    deadline: float = 0.0
    frozen_digest: str = ""
    context: str = "none"
    actor: Actor = NOBODY
    operation: str = ""
    cause: int = 0
    _token: list[bool] = field(default_factory=lambda: [True])

    def claim(self) -> bool:
        """Whether the caller of this method decides; true for one caller only."""
        try:
            return self._token.pop()
        except IndexError:
            return False

    @property
    def is_settled(self) -> bool:
        """Whether somebody decided."""
        return not self._token


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an edit ended, as the bytes that answer it, now and, if it is ``final``, whenever somebody asks again.

    Only what the disk made impossible is not final: nothing happened, and the same request may be tried again.
    """

    request_id: str
    request_digest: bytes
    status: Literal["ok", "failed"]
    body: bytes
    final: bool = True
