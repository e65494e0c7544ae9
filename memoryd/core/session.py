"""A session as values: who acts in it and what it may do, what was frozen for it, and its turn.

Missing identity narrows access: it never falls back to what is shared.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from memoryd_client.errors import MemorydError, Refused, RequestError, SessionTaken, by_code

SHARED_CONTEXTS = frozenset(("gateway", "api"))
"""Where many people talk to one agent: who is not named there is nobody in particular."""

TERMINAL_AFTER = 3
"""Refusals in one turn after which a model is told to stop trying and answer."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who acts: fixed when a session opens. The empty context is a request without a session."""

    context: str = ""
    profile: str = ""
    principal: str = ""
    repository: str = ""
    memory: str = "on"

    @property
    def may_read(self) -> bool:
        """Whether there is memory for this session at all."""
        return self.memory != "off"

    @property
    def may_write(self) -> bool:
        """Whether it may change memory: a job that runs by itself may not."""
        return self.memory == "on" and self.context != "cron"

    @property
    def is_anonymous(self) -> bool:
        """Whether this is somebody among many, and it is not known who."""
        return self.context in SHARED_CONTEXTS and not self.principal

    def require_same(self, session: str, given: "Identity") -> None:
        """Raise `SessionTaken` if the same session id comes with another identity."""
        for name in self.__slots__:
            mine, theirs = getattr(self, name), getattr(given, name)
            if mine != theirs:
                raise SessionTaken(
                    f"session {session!r} was opened with {name} {mine!r}, not {theirs!r}; a session keeps its "
                    "identity: use another id",
                    field=name,
                )


@dataclass(frozen=True)
class Snapshot:
    """What a session sees until a declared point, and what each target's digest was then."""

    block: str
    digests: Mapping[str, str]
    frozen: float

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the block's bytes, in hex."""
        return hashlib.sha256(self.block.encode()).hexdigest()


@dataclass(slots=True)
class Turn:
    """A turn of a session, and what was refused in it."""

    number: int = 0
    refusals: int = 0
    begun_by: str = ""
    _counted: int = field(default=0)

    def begin(self, request_id: str) -> int:
        """The next turn; the same request begins it once."""
        if not request_id or request_id != self.begun_by:
            self.number += 1
            self.begun_by = request_id
        return self.number

    def refused(self, turn: int) -> int:
        """One more refusal in this turn; returns how many there were."""
        if turn != self._counted:
            self._counted, self.refusals = turn, 0
        self.refusals += 1
        return self.refusals

    def succeeded(self, turn: int) -> None:
        """An edit was done, so the model is getting somewhere."""
        if turn == self._counted:
            self.refusals = 0


def counts(code: str) -> bool:
    """Whether a refusal is one that a model can do something about; trouble of disk and daemon is not its own."""
    return issubclass(by_code.get(code, MemorydError), (RequestError, Refused))
