"""The client of the operator's socket: all that a client can do, and what only a person may do."""

import os

import msgspec

from memoryd_client._client import Client
from memoryd_client.messages import Approve, BackedUp, Backup, Content, Decided, Erased, Raw, Redact, Reject


class Operator(Client):
    """A `Client` with the rights of the person whose memory it is. Not for agents: their sandbox should not reach it.

    Args:
        home, timeout, agent, autostart: As for `Client`.
    """

    def __init__(
        self,
        home: str | os.PathLike[str] | None = None,
        timeout: float = 5.0,
        agent: str = "operator",
        *,
        autostart: bool = False,
    ) -> None:
        super().__init__(home, timeout, agent, autostart=autostart)
        self.home = msgspec.structs.replace(self.home, door="operator")

    def read_raw(self, target: str = "memory", *, profile: str = "", principal: str = "") -> Content:
        """The entries as they are on the disk, those that agents do not get to see included."""
        return self._ask(Raw(target=target, profile=profile or self.home.profile, principal=principal), Content)

    def approve(self, *numbers: int, timeout: float = 60.0) -> Decided:
        """Apply edits that wait; each is judged by itself, and its decision tells what became of it."""
        return self._ask(Approve(numbers=numbers), Decided, timeout=timeout)

    def reject(self, *numbers: int, reason: str = "", timeout: float = 60.0) -> Decided:
        """Decide that edits will not be applied."""
        return self._ask(Reject(numbers=numbers, reason=reason), Decided, timeout=timeout)

    def backup(self, path: str | os.PathLike[str], *, timeout: float = 60.0) -> BackedUp:
        """Have the daemon write an archive of the whole home: files, settings, database.

        Raises:
            WriteFailed: Something is there already, or the disk is in the way.
        """
        return self._ask(Backup(path=os.path.abspath(path)), BackedUp, timeout=timeout)

    def redact(self, text: str, *, timeout: float = 60.0) -> Erased:
        """Let a text vanish from wherever memoryd keeps it; the reply says what is beyond its reach.

        Raises:
            InvalidText: It is too short to mean one thing.
            LockedElsewhere, StoreError: Something could not be rewritten; ask again.
        """
        return self._ask(Redact(text=text), Erased, timeout=timeout)
