"""What a provider has for the system prompt: asked for when a session opens, frozen at its first turn.

It stands before the built-in block, in a field of its own: a provider that is slow, wrong or gone takes nothing from
what is built in. The first turn waits for it a moment; what is not there by then stays away until a refresh point. It
is recorded, so that it is the same bytes after a restart.
"""

from collections.abc import Callable

from memoryd.core.guard import Guard
from memoryd.providers.orders import Done
from memoryd.service.external.deadlines import Deadlines, Once
from memoryd.service.external.seat import Seats
from memoryd.service.live import Live, Observer
from memoryd.store.commands import Note
from memoryd_client import fence
from memoryd_client.errors import MemorydError

PATIENCE = 2.0
MAX_CHARS = 4_000

Then = Callable[[str], None]


class SystemBlocks(Observer):
    """The blocks of all sessions.

    Args:
        seats: The providers.
        guard: Tells what agents must not see.
        post: Gives the committer something to do with the database.
        deadlines: Until when a first turn waits.
    """

    def __init__(self, seats: Seats, guard: Guard, *, post: Callable[[Note], None], deadlines: Deadlines) -> None:
        self._seats = seats
        self._guard = guard
        self._post = post
        self._deadlines = deadlines
        self._frozen: dict[str, str] = {}

    def for_turn(self, session: Live, then: Then) -> None:
        """Call back with the block of a session: at once, but for its first turn."""
        if session.id in self._frozen:
            then(self._frozen[session.id])
        elif self._seats.of(session) is None:
            then("")
        else:
            self._post(
                Note(
                    lambda rows: rows.providers.block(session.id),
                    lambda known: self._known(session, known, then),
                )
            )

    def refreshed(self, session: Live) -> None:
        """A declared point."""
        if self._frozen.pop(session.id, None) is not None:
            self._post(Note(lambda rows: rows.providers.thaw(session.id)))

    def ended(self, session: Live, why: str) -> tuple[()]:
        """It is in the database, should the session be opened again."""
        del why
        self._frozen.pop(session.id, None)
        return ()

    def _known(self, session: Live, known: str | MemorydError | None, then: Then) -> None:
        if isinstance(known, str):
            self._frozen[session.id] = known
            then(known)
            return
        seat = self._seats.of(session)
        if seat is None:
            then("")
            return
        answer: Once[Done] = self._deadlines.once(PATIENCE, lambda done: self._freeze(session, done, then))
        facts = self._seats.facts(session.id, session.identity, session.parent)
        seat.hosted.ask(self._seats.lane(session.id), facts, "system_prompt_block", (), {}, answer)

    def _freeze(self, session: Live, done: Done | None, then: Then) -> None:
        value = done.value if done is not None and isinstance(done.value, str) else ""
        text = fence.defused(value[:MAX_CHARS]).strip()
        text = "" if self._guard.findings(text) else text

        def frozen(kept: str | MemorydError) -> None:
            self._frozen[session.id] = kept if isinstance(kept, str) else text
            then(self._frozen[session.id])

        self._post(Note(lambda rows: rows.providers.freeze(session.id, text), frozen))
