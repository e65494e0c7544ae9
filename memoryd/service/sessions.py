"""Sessions: what each sees is frozen when it opens, and stays the same bytes until a declared point.

Rules of this module. What is recorded wins: a session that is asked for again, here or after a restart, by whatever
process, gets the bytes that are there. A block is built from the views that readers get, which are never older than
what was acknowledged; so a session opened after an ok contains that write. An answer leaves when the snapshot is
recorded, which the committer does: the loop waits for nothing.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace

from memoryd.core import names
from memoryd.core.session import Identity, Snapshot
from memoryd.service.asking import Answer, Ask, SendReply, answer, refuse, request_of
from memoryd.service.ends import Ends
from memoryd.service.live import Live, Observer
from memoryd.service.places import Places
from memoryd.service.reads import Reads
from memoryd.service.showing import Showing, Views
from memoryd.store.commands import Note
from memoryd.store.session_rows import Process, SessionRow, SessionRows
from memoryd_client.errors import MemorydError, StoreError, UnknownSession
from memoryd_client.messages import (
    EndSession,
    OpenSession,
    RefreshSession,
    SessionEnded,
    SwitchSession,
    TurnEnd,
    TurnEnded,
    TurnStart,
)

KEPT_BLOCKS = 256
"""Blocks of open sessions that are kept here, so that asking again costs no look into the journal."""

KEEPS = frozenset(("resume", "branch", "rewind"))
"""Reasons for a switch after which the model goes on with a conversation that it has seen: its prompt stays."""

LEAVES = frozenset(("new", "resume", "compression", "rewind"))
"""Reasons after which the process no longer uses the session before."""


class Sessions:
    """All open sessions.

    Args:
        live: Those that are open, shared with whoever needs to know a session.
        places, reads: Which files a session sees, and what they hold.
        ends: When sessions end by themselves.
        post: Gives the committer something to record.
        send: Sends a reply.
        wall: The time in seconds since 1970.

    Attributes:
        observers: Told what sessions do.
        showing, blocks: What they are shown, and the blocks of those that were asked for lately.
    """

    def __init__(
        self,
        live: dict[str, Live],
        places: Places,
        reads: Reads,
        *,
        post: Callable[[Note], None],
        send: SendReply,
        wall: Callable[[], float],
    ) -> None:
        self.live = live
        self.observers: list[Observer] = []
        self.showing = Showing(places)
        self.ends: Ends | None = None
        self._places = places
        self._reads = reads
        self._post = post
        self._send = send
        self._wall = wall
        self.blocks: OrderedDict[str, str] = OrderedDict()

    def restore(self, rows: Iterable[tuple[SessionRow, list[Process]]]) -> None:
        """Take over the sessions that were open under an earlier daemon."""
        for row, processes in rows:
            self._ends.restore(self._enlist(row), processes)

    def open(self, ask: Ask) -> Answer:
        """Freeze what a session sees, or give the same bytes again."""
        request = request_of(OpenSession, ask)
        session, identity = names.session_id(request.session), self._places.identity(request)
        live = self.live.get(session)
        if live is not None:
            live.identity.require_same(session, identity)
        process = self._ends.used(live, ask.caller.pid) if live is not None else self._ends.watch(ask.caller.pid)

        def seen(views: Views) -> None:
            is_kept = session in self.blocks
            if live is not None and is_kept and not live.unrecorded:
                if process is not None:
                    self._post(Note(lambda rows: rows.attach(session, process)))
                answer(self._send, ask, self.showing.session(live, self.blocks[live.id], views))
                return
            candidate = self._known(live) if live and is_kept else self._row(session, identity, views)

            def record(rows: SessionRows) -> SessionRow:
                # What an agent was given while it could not be recorded is what the record must become.
                return rows.freeze(candidate, process) if is_kept else rows.open(candidate, process, self._wall())

            self._post(Note(record, lambda row: self._opened(ask, candidate, row, views)))

        self._gather(identity, seen)
        return None

    def switch(self, ask: Ask) -> Answer:
        """Go on as another session, with the bytes of before or with new ones, as the reason says."""
        request = request_of(SwitchSession, ask)
        session, parent = names.session_id(request.session), self._places.session(request.parent)
        if session in self.live:
            self.live[session].identity.require_same(session, parent.identity)
        process = self._ends.watch(ask.caller.pid)

        def switched(candidate: SessionRow, row: SessionRow | MemorydError, views: Views) -> None:
            live = self._opened(ask, candidate, row, views)
            if live is None or live is parent:
                return
            if request.reason in LEAVES and (left := self._ends.leave(parent, ask.caller.pid)) is not None:
                self._post(Note(lambda rows: rows.detach(parent.id, left)))
            for observer in self.observers:
                observer.switched(live, parent, request.reason)

        def seen(views: Views) -> None:
            keeps, before = request.reason in KEEPS, parent.id if session != parent.id else parent.parent
            candidate = self._row(session, parent.identity, views, before)
            if keeps and parent.id in self.blocks:
                candidate = replace(candidate, snapshot=self._known(parent).snapshot)
            self._post(
                Note(
                    lambda rows: (
                        rows.go_on(candidate, parent.id, process) if keeps else rows.freeze(candidate, process)
                    ),
                    lambda row: switched(candidate, row, views),
                )
            )

        self._gather(parent.identity, seen)
        return None

    def refresh(self, ask: Ask) -> Answer:
        """Freeze anew what a session sees."""
        live = self._places.session(request_of(RefreshSession, ask).session)
        process = self._ends.used(live, ask.caller.pid)

        def seen(views: Views) -> None:
            candidate = self._row(live.id, live.identity, views, live.parent)
            self._post(
                Note(
                    lambda rows: rows.freeze(candidate, process),
                    lambda row: self._opened(ask, candidate, row, views),
                )
            )

        self._gather(live.identity, seen)
        return None

    def turn_start(self, ask: Ask) -> Answer:
        """The next turn of a session; the same request begins it once."""
        live = self._places.session(request_of(TurnStart, ask).session)
        self.note_use(live, ask.caller.pid)
        if live.unrecorded:
            self._record(live)
        if ask.header.id != live.turn.begun_by:
            number = live.turn.begin(ask.header.id)
            self._post(Note(lambda rows: rows.note_turn(live.id, number)))
            for observer in self.observers:
                observer.turn_started(live)
        number = live.turn.number
        self._gather(live.identity, lambda views: answer(self._send, ask, self.showing.turn(live, number, views)))
        return None

    def turn_end(self, ask: Ask) -> Answer:
        """A turn is over."""
        request = request_of(TurnEnd, ask)
        live = self._places.session(request.session)
        self.note_use(live, ask.caller.pid)
        for observer in self.observers:
            observer.turn_ended(live, request)
        return TurnEnded(turn=request.turn or live.turn.number)

    def end(self, ask: Ask) -> Answer:
        """The conversation is over; again is no harm."""
        session = request_of(EndSession, ask).session
        live = self.live.get(session)
        if live is not None:
            self._forget(live, "asked")
        moment = self._wall()

        def ended(when: float | MemorydError) -> None:
            if isinstance(when, MemorydError):
                refuse(self._send, ask, when)
            elif not when:
                refuse(self._send, ask, UnknownSession(f"there is no session {session!r}", field="session"))
            else:
                answer(self._send, ask, SessionEnded(session=session, ended=when))

        self._post(Note(lambda rows: rows.end(session, moment, "asked"), ended))
        return None

    def over(self, live: Live, why: str) -> None:
        """A session ended by itself."""
        moment = self._wall()
        self._forget(live, why)
        self._post(Note(lambda rows: rows.end(live.id, moment, why)))

    def died(self, process: Process) -> None:
        """A process is no more; a session may outlive many."""
        self._post(Note(lambda rows: rows.forget(process)))

    def _gather(self, identity: Identity, then: Callable[[Views], None]) -> None:
        self._reads.gather(tuple(self._places.targets(identity)), then)

    def _row(self, session: str, identity: Identity, views: Views, parent: str = "") -> SessionRow:
        return self.showing.frozen(session, identity, views, parent, self._wall())

    def _opened(self, ask: Ask, wanted: SessionRow, found: SessionRow | MemorydError, views: Views) -> Live | None:
        """It is recorded, or could not be; answer, unless it is somebody else's.

        A disk that is full is no reason to leave an agent without its memory: the session goes on unrecorded.
        """
        row = wanted if isinstance(found, StoreError) else found
        if isinstance(row, MemorydError):
            refuse(self._send, ask, row)
            return None
        try:
            row.identity.require_same(row.id, wanted.identity)
        except MemorydError as error:
            refuse(self._send, ask, error)
            return None
        is_news = row.id not in self.live
        live = self._enlist(row)
        live.unrecorded = found.message if isinstance(found, StoreError) else ""
        self._ends.used(live, ask.caller.pid)
        self.blocks[row.id] = row.snapshot.block
        self.blocks.move_to_end(row.id)
        if len(self.blocks) > KEPT_BLOCKS:
            self.blocks.popitem(last=False)
        if is_news:
            for observer in self.observers:
                observer.opened(live)
        answer(self._send, ask, self.showing.session(live, self.blocks[live.id], views))
        return live

    def _record(self, live: Live) -> None:
        """Try again what the disk did not allow."""

        def tried(row: SessionRow | MemorydError) -> None:
            if not isinstance(row, MemorydError):
                live.unrecorded = ""

        known = self._known(live)
        if known.snapshot.digest == live.digest:
            self._post(Note(lambda rows: rows.freeze(known, None), tried))

    def _known(self, live: Live) -> SessionRow:
        """An open session as it should be recorded; its block is empty if it is in the journal alone."""
        snapshot = Snapshot(self.blocks.get(live.id, ""), live.digests, live.frozen)
        return SessionRow(live.id, live.identity, snapshot, live.parent, live.turn.number, live.began)

    def _enlist(self, row: SessionRow) -> Live:
        live = self.live.get(row.id)
        if live is None:
            live = self.live[row.id] = Live(row.id, row.identity, row.parent, row.began)
            live.turn.number = row.turn
        live.digests, live.frozen, live.digest = row.snapshot.digests, row.snapshot.frozen, row.snapshot.digest
        return live

    def replaced(self, row: SessionRow) -> None:
        """Another snapshot was recorded for a session."""
        self.blocks.pop(row.id, None)
        if row.id in self.live:
            self._enlist(row)

    def _forget(self, live: Live, why: str) -> None:
        del self.live[live.id]
        self.blocks.pop(live.id, None)
        self._ends.forget(live)
        for observer in self.observers:
            observer.ended(live, why)

    @property
    def _ends(self) -> Ends:
        if self.ends is None:
            raise RuntimeError("no ends: the daemon gives them before it serves")
        return self.ends

    def note_use(self, live: Live, pid: int) -> None:
        """A process asked for something in a session; it is recorded if that is news."""
        process = self._ends.used(live, pid)
        if process is not None:
            self._post(Note(lambda rows: rows.attach(live.id, process)))
