"""The part of the composition root that gives people control: history, undo, events, and the operator's door."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memoryd.core.guard import Guard
from memoryd.core.scan import Policy
from memoryd.logs import Logger
from memoryd.server import Door, Route, Server
from memoryd.service.approvals import Approvals
from memoryd.service.deciding import Deciding
from memoryd.service.diagnosis import Diagnosis
from memoryd.service.edits import Edits
from memoryd.service.events import Events
from memoryd.service.history import Histories
from memoryd.service.operator import Operator
from memoryd.service.places import Places
from memoryd.service.reads import Reads
from memoryd.service.refreezing import Refreezing
from memoryd.service.sessions import Sessions
from memoryd.sockets import Listener
from memoryd.store.commands import Report
from memoryd.store.committer import Committer
from memoryd.store.journal import Journal
from memoryd.store.layout import Layout
from memoryd.store.pending_rows import PendingRows
from memoryd.store.reader import Reader
from memoryd.store.syscalls import now
from memoryd.store.view import View

OPERATOR = b"operator:"


@dataclass(frozen=True, slots=True)
class House:
    """What was built before, and is needed here."""

    layout: Layout
    server: Server
    committer: Committer
    reader: Reader
    journal: Journal
    places: Places
    edits: Edits
    reads: Reads
    sessions: Sessions
    diagnosis: Diagnosis
    guard: Guard
    log: Logger


class People:
    """Builds it, and opens its door.

    Args:
        house: What is there.
        guard: For the reader's thread.
        door: Where the operator's socket is bound.
        more: What else operators alone may ask.
    """

    def __init__(self, house: House, guard: Guard, door: Listener, more: Mapping[str, Route]) -> None:
        server, edits, diagnosis = house.server, house.edits, house.diagnosis
        self._degraded = house.journal.troubles  # it grows while we run
        self._history = Histories(house.places, guard, post=house.reader.post, send=server.send, clock=now)
        self._events = Events(
            house.layout, house.places, house.journal.seq, send=server.send, wall=time.time, log=house.log
        )
        self._operator = Operator(
            house.layout,
            house.reads,
            Refreezing(house.sessions, house.places, house.reads, post=house.committer.post, wall=time.time),
            ask=house.reader.post,
            erase=house.committer.eraser.erase,
            forget=edits.outcomes.forget,
            post=house.committer.post,
            send=server.send,
            wall=time.time,
            log=house.log,
        )
        rows = PendingRows(house.journal)
        self._approvals = Approvals(
            house.layout,
            house.places,
            house.reads,
            house.guard,
            rows,
            self._events,
            post=house.committer.post,
            send=server.send,
            wall=time.time,
        )
        self._deciding = Deciding(
            house.layout, self._approvals, rows, post=house.committer.post, carry_out=edits.carry_out, send=server.send
        )
        edits.approvals = self._approvals
        house.sessions.showing.pending = self._approvals.count
        house.sessions.showing.remarks = self._remarks
        diagnosis.approvals = self._approvals
        self._operator.redacted = self._approvals.reload
        edits.composers = {"undo": self._history.compose_undo, "restore": self._history.compose_restore}
        server.left = self._events.left
        diagnosis.attempts, diagnosis.watchers = self._operator.attempts, self._events.__len__
        own = {**self._own_routes(), **more}
        shared = {**server.routes, **self._shared_routes(edits)}
        server.open(Door(door.router, {**shared, **own}, OPERATOR))
        server.routes = {**shared, **dict.fromkeys(own, self._operator.refuse)}

    def reported(self, report: Report) -> None:
        """Tell what a committer's report holds."""
        self._events.reported(report, self._degraded)

    def _remarks(self, view: View) -> Iterable[str]:
        yield from self._approvals.remarks(view)
        yield from self._events.remarks(view)

    def renew(self, policy: Policy | None) -> None:
        """Another scan policy holds from now on, if there is one."""
        self._history.renew(policy)

    def _shared_routes(self, edits: Edits) -> dict[str, Route]:
        ask = self._history.ask
        return {
            "history": ask,
            "show": ask,
            "blame": ask,
            "verify": ask,
            "undo": edits.submit,
            "restore": edits.submit,
            "subscribe": self._events.subscribe,
            "pending": self._approvals.pending,
        }

    def _own_routes(self) -> dict[str, Route]:
        """What agents are refused."""
        return {
            "approve": self._deciding.approve,
            "reject": self._deciding.reject,
            "raw": self._operator.raw,
            "redact": self._operator.redact,
            "backup": self._operator.back_up,
        }
