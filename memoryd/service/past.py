"""Requests about past sessions: who may see what, and who works on it. The loop never waits for any of it."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, TypeVar

from memoryd.archive.archivist import Act
from memoryd.archive.archivist import Record as ToRecord
from memoryd.archive.process import Job
from memoryd.archive.recording import Recording, Whose, checked, said
from memoryd.archive.schema import MAX_MESSAGES
from memoryd.archive.threads import ArchiveThreads
from memoryd.archive.transcripts import Recorded as Place
from memoryd.archive.transcripts import Transcripts
from memoryd.archive.worker import Answered, Task
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.service.owners import Owners
from memoryd.store.commands import Noted
from memoryd_client.errors import Expired, MemorydError
from memoryd_client.messages import Archived, Erase, IndexState, Record, Recorded, Reindex, Removed, Reply, Rewind
from memoryd_client.wire import encode_reply

DEFAULT_SECONDS = 30.0
KEPT = 1_024
"""Answers to changes that a resend gets again."""

T = TypeVar("T")


class Past:
    """What is asked of the archive.

    Args:
        owners: Who may see what.
        archive: Who records, and who searches.
        later: Brings answers to the loop, from any thread.
        send: Sends them.
        clock: The clock of deadlines.
        wall: Seconds since 1970.
    """

    def __init__(
        self,
        owners: Owners,
        archive: ArchiveThreads,
        *,
        later: Callable[[Noted], None],
        send: SendReply,
        clock: Callable[[], float],
        wall: Callable[[], float],
    ) -> None:
        self._owners = owners
        self._asks: dict[str, Ask] = {}
        self._told: OrderedDict[str, tuple[Literal["ok", "failed"], bytes]] = OrderedDict()
        self._archivist = archive.archivist
        self._searching = archive.searching
        self._bring = later
        self._send = send
        self._clock = clock
        self._wall = wall

    @property
    def under_way(self) -> int:
        """Requests that wait for their answer."""
        return len(self._asks)

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
        if self._is_known(ask):
            return None
        seconds, id_ = self._seconds_left(ask), ask.header.id
        task = Task(ask.header.type, ask.body, self._owners.seen_by(request))
        self._searching.post(Job(task, seconds, lambda answered: self._later(lambda: self._answered(id_, answered))))
        self._asks[id_] = ask
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
        return self._post(ask, ToRecord(recording, self._then(ask, _recorded)))

    def rewind(self, ask: Ask) -> Answer:
        """Hide what was taken back."""
        request = ask.request
        if not isinstance(request, Rewind):
            raise TypeError(request)
        whose = Whose(request.profile, request.principal)
        act = Act(lambda one: one.rewind(whose, request.session, request.keep), self._then(ask, _removed))
        return self._post(ask, act)

    def erase(self, ask: Ask) -> Answer:
        """Remove texts for good; answered when neither archive nor index has a byte of them."""
        request = ask.request
        if not isinstance(request, Erase):
            raise TypeError(request)
        whose = Whose(request.profile, request.principal)
        last = MAX_MESSAGES if request.last is None else request.last

        def erase(transcripts: Transcripts) -> int:
            return transcripts.erase(whose, request.session, request.first, last)

        return self._post(ask, Act(erase, self._then(ask, _removed), shred=True))

    def reindex(self, ask: Ask) -> Answer:
        """Make the index anew."""
        if not isinstance(ask.request, Reindex):
            raise TypeError(ask.request)
        self._archivist.rebuild()
        progress = self._archivist.progress
        return IndexState(indexed=progress.indexed, pending=progress.pending)

    def _is_known(self, ask: Ask) -> bool:
        """Whether this is a resend: of what is under way, whose answer then goes here, or of what was just answered."""
        id_ = ask.header.id
        if id_ in self._asks:
            self._asks[id_] = ask
            return True
        if id_ in self._told:
            self._send(ask.caller.route, id_, *self._told[id_])
            return True
        return False

    def _post(self, ask: Ask, command: ToRecord | Act) -> Answer:
        if not self._is_known(ask):
            self._seconds_left(ask)
            self._archivist.post(command)
            self._asks[ask.header.id] = ask
        return None

    def _later(self, call: Callable[[], None]) -> None:
        """Called by other threads."""
        self._bring(Noted(lambda _: call(), None))

    def _seconds_left(self, ask: Ask) -> float:
        if not ask.header.deadline:
            return DEFAULT_SECONDS
        left = ask.header.deadline - self._clock()
        if left <= 0:
            raise Expired("the deadline had passed when the request arrived; nothing was done")
        return left

    def _answered(self, id_: str, answered: Answered) -> None:
        if answered.damaged:
            self._archivist.rebuild()
        ask = self._asks.pop(id_)
        self._send(ask.caller.route, id_, "ok" if answered.ok else "failed", answered.body)

    def _then(self, ask: Ask, reply: Callable[[T], Reply]) -> Callable[[T | MemorydError], None]:
        """What the archivist calls when it is done."""
        id_ = ask.header.id

        def answer(done: T | MemorydError) -> None:
            ask = self._asks.pop(id_)
            failed = isinstance(done, MemorydError)
            told = done.failure() if isinstance(done, MemorydError) else reply(done)
            self._told[id_] = ("failed" if failed else "ok", encode_reply(told))
            if len(self._told) > KEPT:
                self._told.popitem(last=False)
            self._send(ask.caller.route, id_, *self._told[id_])

        return lambda done: self._later(lambda: answer(done))


def _recorded(place: Place) -> Recorded:
    return Recorded(first=place.first, count=place.count, new=place.new)


def _removed(count: int) -> Removed:
    return Removed(count=count)
