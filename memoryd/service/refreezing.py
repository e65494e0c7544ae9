"""Freezing what sessions see anew without being asked: a text in their blocks was erased."""

from collections.abc import Callable, Iterable

from memoryd.service.live import Live
from memoryd.service.places import Places
from memoryd.service.reads import Reads
from memoryd.service.sessions import Sessions
from memoryd.service.showing import Views
from memoryd.store.commands import Note
from memoryd.store.session_rows import SessionRow
from memoryd_client.errors import MemorydError

TOLD = "a text was redacted: the block was frozen anew, use the new one"


class Refreezing:
    """Does it; the next answer to the session tells so.

    Args:
        sessions, places, reads: Which sessions there are, what they see, and what that holds.
        post: Gives the committer something to record.
        wall: The time in seconds since 1970.
    """

    def __init__(
        self,
        sessions: Sessions,
        places: Places,
        reads: Reads,
        *,
        post: Callable[[Note], None],
        wall: Callable[[], float],
    ) -> None:
        self._sessions = sessions
        self._places = places
        self._reads = reads
        self._post = post
        self._wall = wall

    def freeze(self, names: Iterable[str]) -> None:
        """Freeze these sessions anew, as far as they are open."""
        for live in [self._sessions.live[name] for name in names if name in self._sessions.live]:
            self._sessions.blocks.pop(live.id, None)
            self._sessions.showing.told[live.id] = (TOLD,)
            self._gather(live)

    def _gather(self, live: Live) -> None:
        def seen(views: Views) -> None:
            candidate = self._sessions.showing.frozen(live.id, live.identity, views, live.parent, self._wall())
            self._post(Note(lambda rows: rows.freeze(candidate, None), self._frozen))

        self._reads.gather(tuple(self._places.targets(live.identity)), seen)

    def _frozen(self, row: SessionRow | MemorydError) -> None:
        if isinstance(row, SessionRow):
            self._sessions.replaced(row)
