"""What sessions say, on its way to the archive: each turn once, with the identity that its session was opened with."""

import hashlib
from collections.abc import Callable, Iterable

import msgspec

from memoryd.archive.archivist import Act, Archivist, Record
from memoryd.archive.recording import Recording, said
from memoryd.logs import Logger
from memoryd.service.live import Live, Observer
from memoryd.service.owners import owner_of
from memoryd.store.outbox import NewRow
from memoryd_client.errors import MemorydError
from memoryd_client.messages import TurnEnd

_encode = msgspec.msgpack.Encoder().encode


class Scribe(Observer):
    """Hands over what is said; never waits.

    Args:
        archivist: Records it.
        log: Where it is told if it could not be.
        wall: Seconds since 1970.
    """

    def __init__(self, archivist: Archivist, log: Logger, wall: Callable[[], float]) -> None:
        self._archivist = archivist
        self._log = log
        self._wall = wall

    def turn_ended(self, session: Live, turn: TurnEnd, request_id: str) -> Iterable[NewRow]:
        """The messages of a turn, also of one that was interrupted: they were said."""
        del request_id  # the same turn, sent again under another id, is still the same
        if turn.messages and session.identity.may_read:
            self._record(session, turn)
        return ()

    def _record(self, session: Live, turn: TurnEnd) -> None:
        number = turn.turn or session.turn.number
        # By what was said, too: a turn without a number must not hide the next one.
        digest = hashlib.sha256(_encode(turn.messages)).hexdigest()[:16]
        recording = Recording(
            f"turn:{digest}:{number}:{session.id}"[:256],
            session.id,
            owner_of(session.identity, session.id),
            said(turn.messages, self._wall(), strict=False),
            source=session.identity.context,
            parent=session.parent,
        )
        self._archivist.post(Record(recording, self._recorded))

    def ended(self, session: Live, why: str) -> Iterable[NewRow]:  # noqa: ARG002 - the archive does not keep why
        """Note when."""
        whose, moment = owner_of(session.identity, session.id), self._wall()
        self._archivist.post(Act(lambda one: one.end(whose, session.id, moment), self._recorded))
        return ()

    def _recorded(self, done: object) -> None:
        """Called on the archivist's thread."""
        if isinstance(done, MemorydError):
            self._log.warning("session not recorded", code=done.code, reason=str(done))
