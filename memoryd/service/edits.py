"""Changing: from an admitted request to its durable outcome.

The path of one edit: seen before? - room for it? - valid? - into the group - committed - answered. Everything that can
be refused without looking at the memory is refused here; what depends on the memory is decided by the committer, on
the bytes that it reads within its critical section.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Protocol

from memoryd.core import edits
from memoryd.core.group import Commit, Expire, Group
from memoryd.core.guard import Guard
from memoryd.outcomes import Outcomes, Pending, require_same
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.service.places import Place
from memoryd.service.traffic import Timings
from memoryd.service.turns import Turns
from memoryd.store.commands import Command, Find, Report
from memoryd.store.history.reversal import Composed
from memoryd.store.jobs import Job, Outcome, Tell, tell_nobody
from memoryd.store.layout import FileKey, Layout
from memoryd_client.errors import Busy, Expired, LockedElsewhere, MemorydError
from memoryd_client.messages import Edit, Request, Scoped
from memoryd_client.wire import encode_reply


class Approving(Protocol):
    """Whoever lets edits wait for a person."""

    def needed(self, job: Job) -> bool:
        """Whether this edit is to wait."""

    def stage(self, job: Job, then: Callable[[Outcome], None]) -> None:
        """Let it wait; ``then`` gets its answer."""


Compose = Callable[[Ask, Callable[[Composed | MemorydError], None]], None]


class Edits:
    """All edits under way; the only writer of memory.

    Args:
        layout: Where files are, and the settings of how much may be in flight.
        guard: Scans what would be stored.
        find: Tells which file a request means.
        turns: Counts what is refused in a turn.
        post: Gives the committer a command.
        send: Sends a reply.
        clock: The clock of deadlines.

    Attributes:
        tell_of: Says what others are to be told of an edit.
    """

    def __init__(  # noqa: PLR0913 - the composition root gives it what it needs
        self,
        layout: Layout,
        guard: Guard,
        find: Callable[[Scoped, int], Place],
        turns: Turns,
        *,
        post: Callable[[Command], None],
        send: SendReply,
        clock: Callable[[], float],
    ) -> None:
        self.outcomes = Outcomes()
        self.composers: dict[str, Compose] = {}
        self.approvals: Approving | None = None
        self._own: dict[str, Callable[[Outcome], None]] = {}
        self.group: Group[FileKey, Job] = Group()
        self.durations: list[float] = []
        self.commit_timings = Timings()
        self.externals = 0
        self.commits = 0
        self.tell_of: Callable[[Place, Edit, str], Tell] = lambda *_: tell_nobody
        self._layout = layout
        self._guard = guard
        self._find = find
        self._turns = turns
        self._post = post
        self._send = send
        self._clock = clock
        self._committing: frozenset[FileKey] = frozenset()

    def is_busy(self, key: FileKey) -> bool:
        """Whether a commit of this file is under way, so that what is on the disk is not yet the durable state."""
        return key in self._committing or key in self.group.parked

    def submit(self, ask: Ask) -> Answer:
        """Take an edit; its answer comes when it is durable, unless it is refused at once.

        Whether it had an outcome before is settled first: only then is it true that "nothing happened".
        """
        request_id = ask.header.id
        digest = hashlib.blake2b(ask.body, digest_size=16, person=ask.header.type.encode()[:16]).digest()
        if self.outcomes.rejoin(request_id, digest, ask.caller.route):
            return None
        if (known := self.outcomes.recent(request_id, digest)) is not None:
            self._send(ask.caller.route, request_id, known.status, known.body)
            return None
        pending = Pending(digest, ask.caller.route, ask.caller.pid, *_turn(ask.request))
        if ask.header.fresh:
            self._require_room(ask.caller.pid)
            if ask.header.type in self.composers:
                self.outcomes.begin(request_id, pending)
                self._compose(ask, digest)
                return None
            try:
                job = self._admitted(ask, digest)
            except MemorydError as error:
                raise self._turns.refused(pending.session, pending.turn, error) from None
            self.outcomes.begin(request_id, pending)
            self._enter(job, ask)
        elif len(self.outcomes.under_way) < 2 * self._layout.settings.limits.in_flight:
            self.outcomes.begin(request_id, pending)
            self._post(Find(request_id, lambda outcome: self._found(outcome, ask, digest)))
        return None  # over that bound a resend is left unanswered: it will come again

    def reported(self, report: Report) -> None:
        """The committer ended a cycle, or looked at files."""
        self.externals += report.externals
        for job, outcome in report.outcomes:
            self._end(job.request_id, outcome)
        for key in report.unparked:
            self.group.unparked(key)
        if report.took is not None:
            self._committing = frozenset()
            self._measure(report.took)
            self.group.finished(self._clock(), report.took, len(report.outcomes), report.parked)

    def due(self) -> float | None:
        """When the next deadline or gathered cycle is due."""
        return self.group.due()

    def tick(self, now: float) -> None:
        """Start the cycle that is due, and answer whose deadline passed; after every event, and when time passed."""
        self._follow(self.group.tick(now))

    def _found(self, outcome: Outcome | None, ask: Ask, digest: bytes) -> None:
        """The journal was asked whether this request had an outcome before."""
        request_id = ask.header.id
        try:
            if outcome is None:
                self._require_room(ask.caller.pid, already_counted=1)
                if ask.header.type in self.composers:
                    self._compose(ask, digest)
                    return
                self._enter(self._admitted(ask, digest), ask)
                return
            require_same(request_id, outcome.request_digest, digest)
        except MemorydError as error:
            outcome = Outcome(request_id, digest, "failed", encode_reply(error.failure()), final=False)
        self._end(request_id, outcome)

    def _compose(self, ask: Ask, digest: bytes) -> None:
        """Let somebody else find out which edit this request means; then it goes on as any other."""

        def composed(found: Composed | MemorydError) -> None:
            try:
                if isinstance(found, MemorydError):
                    raise found
                job = self._admitted(ask, digest, found)
            except MemorydError as error:
                body = encode_reply(self._guard.hide(error, error.details.texts).failure())
                self._end(ask.header.id, Outcome(ask.header.id, digest, "failed", body, final=False))
                return
            self._enter(job, ask)

        self.composers[ask.header.type](ask, composed)

    def _enter(self, job: Job, ask: Ask) -> None:
        """Let an admitted edit go its way: to the next commit, or to wait for a person."""
        if self.approvals is not None and not ask.caller.is_operator and self.approvals.needed(job):
            self.approvals.stage(job, lambda outcome: self._end(job.request_id, outcome))
        else:
            self.group.submitted(job.key, job)

    def carry_out(self, job: Job, then: Callable[[Outcome], None], attempt: int = 0) -> None:
        """Apply an edit of the daemon's own, named by its request id; one that was applied before is not again."""
        name = job.request_id
        job.request_id = f"{name}:{attempt}"

        def found(outcome: Outcome | None) -> None:
            if outcome is None:
                self._apply_own(job, then)
            elif outcome.status == "ok":
                then(outcome)
            else:  # it was refused then, which says nothing of now
                job.request_id = name
                self.carry_out(job, then, attempt + 1)

        self._post(Find(job.request_id, found))

    def _apply_own(self, job: Job, then: Callable[[Outcome], None]) -> None:
        try:
            self._guard.require_clean(edits.texts(job.edit))
        except MemorydError as error:
            then(Outcome(job.request_id, job.request_digest, "failed", encode_reply(error.failure()), final=False))
            return
        job.tell = self.tell_of(Place(job.key), job.edit, job.request_id)
        self._own[job.request_id] = then
        self.group.submitted(job.key, job)

    def _require_room(self, pid: int, already_counted: int = 0) -> None:
        total = len(self.outcomes.under_way) - already_counted
        own = self.outcomes.by_pid.get(pid, 0) - already_counted
        if total >= self._layout.settings.limits.in_flight:
            raise Busy(f"{total} edits are in flight, the most there may be (limits.in_flight); try again in a moment")
        if own >= self._layout.settings.limits.in_flight_per_process:
            raise Busy(
                f"{own} edits of process {pid} are in flight, the most of one process "
                "(limits.in_flight_per_process); wait for answers before sending more"
            )

    def _admitted(self, ask: Ask, digest: bytes, composed: Composed | None = None) -> Job:
        """The request as it will be applied, and to which file; raises what can be refused without the memory."""
        request = composed.edit if composed else ask.request
        if not isinstance(request, Edit):
            raise TypeError(request)
        place = self._find(request, ask.caller.pid)
        edit = edits.prepared(request)
        self._guard.require_clean(edits.texts(edit))
        if ask.header.deadline and ask.header.deadline <= self._clock():
            raise Expired("the deadline had passed when the edit arrived; nothing happened, try again")
        limit = self._layout.limit(place.key)
        job = Job(place.key, edit, limit, ask.header.id, digest, ask.header.deadline, place.frozen_digest)
        job.tell = self.tell_of(place, edit, ask.header.id)
        job.actor, job.operation = ask.caller.actor(request.session), ask.header.type
        job.cause = composed.cause if composed else 0
        job.context = place.session.identity.context if place.session else "none"
        return job

    def _follow(self, instructions: Iterable[Commit[FileKey, Job] | Expire[Job]]) -> None:
        for instruction in instructions:
            match instruction:
                case Commit(jobs=jobs):
                    self._committing = frozenset(jobs)
                    self._post(instruction)
                case Expire(request=job):
                    self._expire(job)

    def _expire(self, job: Job) -> None:
        if not job.claim():
            return  # it is being applied right now; its outcome will come
        error: MemorydError = Expired("the deadline passed before the edit was applied; nothing happened, try again")
        key = job.key
        if key in self.group.parked:
            error = LockedElsewhere(
                f"another program holds {self._layout.path(key)}.lock since before this edit's deadline; nothing "
                "happened: end that program, or try again",
                path=f"{self._layout.path(key)}.lock",
            )
        body = encode_reply(error.failure())
        self._end(job.request_id, Outcome(job.request_id, job.request_digest, "failed", body, final=False))

    def _end(self, request_id: str, outcome: Outcome) -> None:
        own = self._own.pop(request_id, None)
        if own is not None:
            own(outcome)
            return
        pending = self.outcomes.under_way.get(request_id)
        if pending is not None and pending.turn:
            outcome = self._turns.judged(pending.session, pending.turn, outcome)
        pending = self.outcomes.end(request_id, outcome)
        if pending is not None:
            self._send(pending.route, request_id, outcome.status, outcome.body)

    def _measure(self, took: float) -> None:
        self.commits += 1
        self.commit_timings.add(took)
        self.durations.append(took)
        if len(self.durations) > 1_000:
            del self.durations[:500]


def _turn(request: Request) -> tuple[str, int]:
    return (request.session, request.turn) if isinstance(request, Edit) else ("", 0)
