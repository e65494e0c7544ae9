"""Telling those who subscribed what happens.

Rules of this module. Nobody is waited for: an event that cannot be sent at once is lost, its number is missing at the
receiver, and who misses one asks the history. What a subscriber has not yet read is bounded by its connection.
Whoever has not renewed for longest is forgotten when there are too many.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from memoryd.core import budget
from memoryd.logs import Logger
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.service.places import Places
from memoryd.store.commands import Report
from memoryd.store.history.rows import EXTERNAL, Made
from memoryd.store.jobs import Job, Outcome
from memoryd.store.layout import FileKey, Layout
from memoryd.store.view import View
from memoryd_client.errors import BudgetExceeded
from memoryd_client.messages import Event, Subscribe, Subscribed
from memoryd_client.wire import encode_reply, failure_code

MAX_SUBSCRIBERS = 256

UNUSABLE = ("read_failed", "unreadable")


@dataclass(slots=True)
class Subscription:
    """One: the request that it answers, the files that it may be told of, and how many events it was sent."""

    request_id: str
    keys: frozenset[FileKey]
    number: int = 0


class Events:
    """All subscriptions; used by the loop thread.

    Args:
        layout, places: Where files are, and which are whose.
        seq: The number of the last change.
        send: Sends a reply.
        wall: Tells the time in seconds since 1970.
        log: Where it is told what failed without anybody watching.
    """

    def __init__(
        self, layout: Layout, places: Places, seq: int, *, send: SendReply, wall: Callable[[], float], log: Logger
    ) -> None:
        self.seq = seq
        self._layout = layout
        self._places = places
        self._send = send
        self._wall = wall
        self._log = log
        self._subscriptions: OrderedDict[bytes, Subscription] = OrderedDict()
        self._states: dict[FileKey, str] = {}
        self._too_large: dict[FileKey, str] = {}
        self._degraded = 0

    def __len__(self) -> int:
        return len(self._subscriptions)

    def subscribe(self, ask: Ask) -> Answer:
        """Begin a subscription, or say how far it is."""
        request = ask.request
        if not isinstance(request, Subscribe):
            raise TypeError(request)
        keys = self._places.visible(request, ask.caller.pid)
        found = self._subscriptions.get(ask.caller.route)
        if found is None or found.request_id != ask.header.id:
            found = self._subscriptions[ask.caller.route] = Subscription(ask.header.id, keys)
        self._subscriptions.move_to_end(ask.caller.route)
        if len(self._subscriptions) > MAX_SUBSCRIBERS:
            self._subscriptions.popitem(last=False)
        return Subscribed(number=found.number, seq=self.seq)

    def remarks(self, view: View) -> Iterable[str]:
        """What failed with a file while nobody watched: told until an edit of it succeeds."""
        if view.key in self._too_large:
            yield self._too_large[view.key]

    def left(self, route: bytes) -> None:
        """A connection is gone."""
        self._subscriptions.pop(route, None)

    def reported(self, report: Report, degraded: Sequence[str]) -> None:
        """Tell what a committer's report holds."""
        for made in report.made:
            self.seq = max(self.seq, made.seq)
            self._too_large.pop(made.key, None)
            if self._subscriptions:
                self.tell(self._event_of(made), made.key)
        for job, outcome in report.outcomes:
            if outcome.status == "failed":
                self._refused(job, outcome)
        for view in report.views:
            self._looked_at(view)
        for sentence in degraded[self._degraded :]:
            self.tell(Event(kind="degraded", message=sentence), None)
        self._degraded = len(degraded)

    def tell(self, event: Event, key: FileKey | None) -> None:
        """Send an event about a file to all who may see it; one about no file to everybody."""
        if key is not None:
            event = msgspec.structs.replace(event, profile=key.profile, target=key.target)
        event = msgspec.structs.replace(event, time=self._wall())
        for route, one in list(self._subscriptions.items()):
            if key is None or key in one.keys:
                one.number += 1
                told = msgspec.structs.replace(event, number=one.number)
                self._send(route, one.request_id, "ok", encode_reply(told))

    def _event_of(self, made: Made) -> Event:
        return Event(
            kind="external" if made.operation == EXTERNAL else "changed",
            seq=made.seq,
            operation=made.operation,
            digest=made.revision or budget.digest(made.entries),
            usage=budget.usage(made.entries, self._layout.limit(made.key)),
            actor=made.actor,
        )

    def _refused(self, job: Job, outcome: Outcome) -> None:
        if failure_code(outcome.body) != BudgetExceeded.code:
            return
        edit, actor = job.edit, job.actor
        if job.context != "cli":  # there a person saw it
            who = actor.agent or "an agent"
            self._too_large[job.key] = f"{edit.target}: an edit of {who} was refused for its size; make room first"
        self._log.warning("edit over the limit", target=edit.target, agent=actor.agent, session=actor.session)
        self.tell(
            Event(
                kind="over_limit",
                operation=job.operation,
                actor=actor,
                message=f"an edit was refused: {edit.target} would be over its limit of {job.limit} characters",
            ),
            job.key,
        )

    def _looked_at(self, view: View) -> None:
        before, now = self._states.get(view.key, "parsed"), view.state
        self._states[view.key] = now
        if now == before:
            return
        if now in UNUSABLE and view.problem is not None:
            self.tell(Event(kind="unreadable", message=view.problem.message), view.key)
        elif now == "over_limit":
            message = f"{view.key.target} holds {view.usage.chars} characters, its limit is {view.limit}"
            self.tell(Event(kind="over_limit", usage=view.usage, digest=view.digest, message=message), view.key)
