"""Requests about past sessions: who may see what, and who works on it. The loop never waits for any of it."""

from collections.abc import Callable
from dataclasses import dataclass

from memoryd.archive.archivist import Act
from memoryd.archive.archivist import Record as ToRecord
from memoryd.archive.process import Job
from memoryd.archive.recording import Recording, Whose, checked, said
from memoryd.archive.schema import MAX_MESSAGES
from memoryd.archive.threads import ArchiveThreads
from memoryd.archive.transcripts import Recorded as Place
from memoryd.archive.worker import Answered, Task
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.store.layout import Layout
from memoryd_client.errors import Expired, MemorydError, NotAllowed
from memoryd_client.messages import Archived, Erase, IndexState, Record, Recorded, Reindex, Removed, Reply, Rewind
from memoryd_client.wire import encode_reply

DEFAULT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Deferred:
    """Something that the loop is to do, told by another thread."""

    call: Callable[[], None]


class Past:
    """What is asked of the archive.

    Args:
        layout: Whose settings say which profiles may be searched by others.
        archive: Who records, and who searches.
        later: Brings answers to the loop, from any thread.
        send: Sends them.
        clock: The clock of deadlines.
        wall: Seconds since 1970.
    """

    def __init__(
        self,
        layout: Layout,
        archive: ArchiveThreads,
        *,
        later: Callable[[Deferred], None],
        send: SendReply,
        clock: Callable[[], float],
        wall: Callable[[], float],
    ) -> None:
        self._layout = layout
        self.under_way = 0
        self._archivist = archive.archivist
        self._searching = archive.searching
        self._bring = later
        self._send = send
        self._clock = clock
        self._wall = wall

    def routes(self) -> dict[str, Callable[[Ask], Answer]]:
        """Each request and what answers it."""
        return {
            "search": self.look,
            "scroll": self.look,
            "browse": self.look,
            "record": self.record,
            "rewind": self.rewind,
            "erase": self.erase,
            "reindex": self.reindex,
        }

    def look(self, ask: Ask) -> Answer:
        """Search, scroll or browse."""
        request = ask.request
        if not isinstance(request, Archived):
            raise TypeError(request)
        seconds = self._seconds_left(ask)
        task = Task(ask.header.type, ask.body, self._owners(request))
        self._searching.post(Job(task, seconds, lambda answered: self._later(lambda: self._answered(ask, answered))))
        self.under_way += 1
        return None

    def record(self, ask: Ask) -> Answer:
        """Add messages to a session."""
        request = ask.request
        if not isinstance(request, Record):
            raise TypeError(request)
        recording = checked(
            Recording(
                request.operation,
                request.session,
                Whose(request.profile, request.principal),
                said(request.messages, self._wall()),
                source=request.source,
                parent=request.parent,
                title=request.title,
            )
        )
        self._archivist.post(ToRecord(recording, lambda done: self._later(lambda: self._recorded(ask, done))))
        self.under_way += 1
        return None

    def rewind(self, ask: Ask) -> Answer:
        """Hide what was taken back."""
        request = ask.request
        if not isinstance(request, Rewind):
            raise TypeError(request)
        whose = Whose(request.profile, request.principal)
        self._act(ask, Act(lambda one: one.rewind(whose, request.session, request.keep), self._removed(ask)))
        return None

    def erase(self, ask: Ask) -> Answer:
        """Remove texts for good; answered when neither archive nor index has a byte of them."""
        request = ask.request
        if not isinstance(request, Erase):
            raise TypeError(request)
        whose = Whose(request.profile, request.principal)
        last = MAX_MESSAGES if request.last is None else request.last
        act = Act(lambda one: one.erase(whose, request.session, request.first, last), self._removed(ask), shred=True)
        self._act(ask, act)
        return None

    def reindex(self, ask: Ask) -> Answer:
        """Make the index anew."""
        if not isinstance(ask.request, Reindex):
            raise TypeError(ask.request)
        self._archivist.rebuild()
        progress = self._archivist.progress
        return IndexState(indexed=progress.indexed, pending=progress.pending)

    def _act(self, ask: Ask, act: Act) -> None:
        self._seconds_left(ask)
        self._archivist.post(act)
        self.under_way += 1

    def _later(self, call: Callable[[], None]) -> None:
        """Called by other threads."""
        self._bring(Deferred(call))

    def _seconds_left(self, ask: Ask) -> float:
        if not ask.header.deadline:
            return DEFAULT_SECONDS
        left = ask.header.deadline - self._clock()
        if left <= 0:
            raise Expired("the deadline had passed when the request arrived; nothing was done")
        return left

    def _owners(self, request: Archived) -> tuple[tuple[str, str], ...]:
        """The scopes that may be searched: the asker's own, and those that the settings open to all.

        Raises:
            NotAllowed: The settings do not.
        """
        shared = self._layout.settings.archive.shared_profiles
        for profile in request.also:
            if profile != request.profile and profile not in shared:
                raise NotAllowed(
                    f"sessions of profile {profile!r} may not be searched from {request.profile!r}; the setting "
                    "archive.shared_profiles would allow it",
                    field="also",
                )
        return tuple(dict.fromkeys((one, request.principal) for one in (request.profile, *request.also)))

    def _answered(self, ask: Ask, answered: Answered) -> None:
        self.under_way -= 1
        if answered.damaged:
            self._archivist.rebuild()
        self._send(ask.caller.route, ask.header.id, "ok" if answered.ok else "failed", answered.body)

    def _recorded(self, ask: Ask, done: Place | MemorydError) -> None:
        self._reply(
            ask, done if isinstance(done, MemorydError) else Recorded(first=done.first, count=done.count, new=done.new)
        )

    def _removed(self, ask: Ask) -> Callable[[int | MemorydError], None]:
        def then(done: int | MemorydError) -> None:
            reply = done if isinstance(done, MemorydError) else Removed(count=done)
            self._later(lambda: self._reply(ask, reply))

        return then

    def _reply(self, ask: Ask, done: Reply | MemorydError) -> None:
        self.under_way -= 1
        if isinstance(done, MemorydError):
            self._send(ask.caller.route, ask.header.id, "failed", encode_reply(done.failure()))
        else:
            self._send(ask.caller.route, ask.header.id, "ok", encode_reply(done))
