"""Edits that wait for a person: staged when they are clean and valid, checked again when they are applied.

Rules of this module. What agents propose where approval is on is recorded before it is answered. It is shown as it
would be applied to what memory holds now. ``deciding`` has what becomes of it.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from memoryd.core import budget, edits
from memoryd.core.guard import Guard
from memoryd.core.session import Identity
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.service.events import Events
from memoryd.service.places import Places
from memoryd.service.reads import Reads
from memoryd.store.commands import Command, Note
from memoryd.store.jobs import Job, Outcome
from memoryd.store.layout import FileKey, Layout
from memoryd.store.pending_rows import PendingRows
from memoryd.store.view import View
from memoryd.store.waiting import Waiting
from memoryd_client.errors import Busy, MemorydError
from memoryd_client.messages import Edited, Event, Pending, PendingList, Proposal
from memoryd_client.wire import encode_reply

MAX_WAITING = 1_000


class Approvals:
    """All that wait.

    Args:
        layout, places, reads: Which files there are, whose, and what they hold.
        guard: Hides from agents what they must not see.
        rows: The table, on the committer's thread.
        events: Told of each that waits, or does no longer.
        post: Gives the committer something to record.
        send: Sends a reply.
        wall: Tells the time in seconds since 1970.

    Attributes:
        waiting: By number.
    """

    def __init__(  # noqa: PLR0913 - it stands between all of these
        self,
        layout: Layout,
        places: Places,
        reads: Reads,
        guard: Guard,
        rows: PendingRows,
        events: Events,
        *,
        post: Callable[[Command], None],
        send: SendReply,
        wall: Callable[[], float],
    ) -> None:
        self.waiting: dict[int, Waiting] = {one.id: one for one in rows.waiting()}
        self._layout = layout
        self._places = places
        self._reads = reads
        self._guard = guard
        self._rows = rows
        self._events = events
        self._post = post
        self._send = send
        self._wall = wall

    # --- what waits ---------------------------------------------------------------------------------------------------

    def count(self, identity: Identity) -> int:
        """How many edits wait of what somebody may see."""
        keys = self._places.targets(identity)
        return sum(one.key in keys for one in self.waiting.values())

    def oldest(self) -> float:
        """Seconds for which the oldest has waited."""
        times = [one.time for one in self.waiting.values()]
        return max(0.0, self._wall() - min(times)) if times else 0.0

    def remarks(self, view: View) -> Iterable[str]:
        """What a session should be told of a file whose edits wait."""
        times = [one.time for one in self.waiting.values() if one.key == view.key]
        if times:
            hours = (self._wall() - min(times)) / 3600
            many = "1 change waits" if len(times) == 1 else f"{len(times)} changes wait"
            yield f"{view.key.target}: {many} for the user's approval, the oldest for {hours:.1f} hours"

    def reload(self, then: Callable[[], None]) -> None:
        """What waits may be less than is known here, since a text was erased; ``then`` is called once it is known."""

        def loaded(found: list[Waiting] | MemorydError) -> None:
            if not isinstance(found, MemorydError):
                self.waiting = {one.id: one for one in found}
            then()

        self._post(Note(lambda _: self._rows.waiting(), loaded))

    def tell(self, one: Waiting, message: str) -> None:
        """Something happened to an edit that waits."""
        self._events.tell(Event(kind="pending", operation=one.operation, actor=one.actor, message=message), one.key)

    # --- staging ------------------------------------------------------------------------------------------------------

    def needed(self, job: Job) -> bool:
        """Whether an edit is to wait."""
        wanted = self._layout.settings.approval
        if wanted.write_approval != "on":
            return False
        profile = job.key.profile or "default"
        return (not wanted.contexts or job.context in wanted.contexts) and (
            not wanted.profiles or profile in wanted.profiles
        )

    def stage(self, job: Job, then: Callable[[Outcome], None]) -> None:
        """Let an edit wait, if it is valid as memory is now; ``then`` gets its answer."""
        self._reads.gather((job.key,), lambda views: self._try(job, views[job.key], then))

    def _try(self, job: Job, view: View, then: Callable[[Outcome], None]) -> None:
        try:
            if len(self.waiting) >= MAX_WAITING:
                raise Busy(f"{MAX_WAITING} edits wait for approval; ask the user to look at them: memoryctl pending")
            if view.problem is not None:
                raise view.problem
            applied = edits.apply(job.edit, view.entries, job.limit)
        except MemorydError as error:
            hidden = self._guard.hide(error, view.entries)
            then(Outcome(job.request_id, job.request_digest, "failed", encode_reply(hidden.failure()), final=False))
            return
        reply = Edited(
            target=job.key.target,
            changed=False,
            digest=view.digest,
            usage=view.usage,
            effects=tuple(map(self._guard.hide_effect, applied.effects)),
        )
        outcome = Outcome(job.request_id, job.request_digest, "ok", encode_reply(reply))
        if applied.entries == view.entries:
            then(outcome)
            return
        one = Waiting(0, self._wall(), job.key, job.edit, job.operation, job.cause, job.actor)
        self._post(Note(lambda _: self._rows.stage(one, outcome), lambda done: self._staged(one, job, done, then)))

    def _staged(
        self, one: Waiting, job: Job, done: tuple[int, Outcome] | MemorydError, then: Callable[[Outcome], None]
    ) -> None:
        if isinstance(done, MemorydError):
            then(Outcome(job.request_id, job.request_digest, "failed", encode_reply(done.failure()), final=False))
            return
        number, outcome = done
        self.waiting[number] = replace(one, id=number)
        self.tell(one, f"edit {number} waits for approval")
        then(outcome)

    # --- looking ------------------------------------------------------------------------------------------------------

    def pending(self, ask: Ask) -> Answer:
        """List what waits of what the asker may see; a person sees texts as they are."""
        request = ask.request
        if not isinstance(request, Pending):
            raise TypeError(request)
        keys = self._places.visible(request, ask.caller.pid)
        mine = [one for one in self.waiting.values() if ask.caller.is_operator or one.key in keys]

        def seen(views: dict[FileKey, View]) -> None:
            told = tuple(self._proposal(one, views.get(one.key), raw=ask.caller.is_operator) for one in mine)
            self._send(ask.caller.route, ask.header.id, "ok", encode_reply(PendingList(proposals=told)))

        self._reads.gather(tuple({one.key for one in mine}), seen)
        return None

    def _proposal(self, one: Waiting, view: View | None, *, raw: bool) -> Proposal:
        gone: tuple[str, ...] = ()
        come: tuple[str, ...] = ()
        usage, message = None, one.message
        if view is not None:
            try:
                after = edits.apply(one.edit, view.entries, self._layout.limit(one.key)).entries
            except MemorydError as error:
                message = message or error.message
            else:
                gone = tuple(entry for entry in view.entries if entry not in after)
                come = tuple(entry for entry in after if entry not in view.entries)
                usage = budget.usage(after, self._layout.limit(one.key))
        shown = tuple if raw else self._guard.shown
        return Proposal(
            number=one.id,
            time=one.time,
            age=max(0.0, self._wall() - one.time),
            profile=one.key.profile,
            target=one.key.target,
            operation=one.operation,
            actor=one.actor,
            state=one.state,
            reason=one.reason,
            message=message,
            gone=shown(gone),
            come=shown(come),
            usage=usage,
        )
