"""Recall: what a provider knows for a turn, by a deadline, shaped for the model."""

from collections.abc import Callable, Collection, Iterable

import msgspec

from memoryd.core.guard import Guard
from memoryd.core.recall import Answer, Fetch, Recall, is_trivial
from memoryd.core.recalled import shaped
from memoryd.providers import frames
from memoryd.providers.orders import Done
from memoryd.service import asking
from memoryd.service.asking import Ask, request_of
from memoryd.service.external.replies import LateReplies
from memoryd.service.external.seat import Seat, Seats
from memoryd.service.live import Live, Observer
from memoryd_client.messages.providers import Prefetch, Queued, QueuePrefetch, Recalled

Machine = Recall[Ask, frames.Recall]


class Recalls(Observer):
    """The recalls of all sessions.

    Args:
        seats: The providers.
        find: The open session that a request names, whose process used it.
        known: The texts that a session sees anyway.
        guard: Tells what agents must not see.
        replies: Answers that come later.
        clock: The monotonic clock.
    """

    def __init__(
        self,
        seats: Seats,
        find: Callable[[str, int], Live],
        known: Callable[[Live], Collection[str]],
        guard: Guard,
        *,
        replies: LateReplies,
        clock: Callable[[], float],
    ) -> None:
        self._seats = seats
        self._find = find
        self._known = known
        self._guard = guard
        self._replies = replies
        self._clock = clock
        self._machines: dict[str, tuple[Live, Seat, Machine]] = {}
        self._last_query: dict[str, str] = {}

    # --- requests -----------------------------------------------------------------------------------------------------

    def prefetch(self, ask: Ask) -> asking.Answer:
        """Answer by the timeout with what came, or came late, or nothing."""
        request = request_of(Prefetch, ask)
        session = self._find(request.session, ask.caller.pid)
        seat = self._seats.of(session)
        if seat is None:
            return Recalled(state="nothing", reason="no provider for this session")
        if is_trivial(request.query):
            return Recalled(state="nothing", reason="nothing in the prompt to look for", provider=seat.name)
        if not seat.hosted.wake():
            return Recalled(state="nothing", reason=f"the provider is down: {seat.hosted.reason}", provider=seat.name)
        machine = self._machine(session, seat)
        longest = self._seats.settings.recall_seconds
        timeout = longest if request.timeout < 0 else min(request.timeout, longest)
        self._last_query[session.id] = request.query
        self._follow(session, seat, machine, machine.asked(ask, request.query, self._clock(), timeout))
        return None

    def queue(self, ask: Ask) -> asking.Answer:
        """Pass a hint on; nobody waits."""
        request = request_of(QueuePrefetch, ask)
        session = self._find(request.session, ask.caller.pid)
        seat = self._seats.of(session)
        if seat is None or is_trivial(request.query):
            return Queued(is_queued=False, reason="no provider for this session, or nothing to look for")
        self._hint(session, seat, request.query)
        return Queued()

    # --- what sessions do ---------------------------------------------------------------------------------------------

    def opened(self, session: Live) -> None:
        """Have the provider ready when the first turn comes."""
        seat = self._seats.of(session)
        if seat is not None:
            seat.hosted.wake()

    def switched(self, session: Live, parent: Live, reason: str) -> None:
        """After a compression what was recalled belongs to a conversation that is no more: it is asked for anew."""
        query = self._last_query.pop(parent.id, "")
        if session is not parent:
            self._machines.pop(parent.id, None)
        seat = self._seats.of(session)
        if reason == "compression" and query and seat is not None:
            self._last_query[session.id] = query
            machine = self._machine(session, seat)
            machine.dropped()
            self._follow(session, seat, machine, machine.ahead(query, self._clock()))

    def turn_ended(self, session: Live, turn: object, request_id: str) -> tuple[()]:
        """The next prompt may be about the same."""
        del turn, request_id
        query, seat = self._last_query.get(session.id, ""), self._seats.of(session)
        if query and seat is not None and seat.hosted.is_ready:
            self._hint(session, seat, query)
        return ()

    def ended(self, session: Live, why: str) -> tuple[()]:
        """Nobody will ask again."""
        del why
        self._machines.pop(session.id, None)
        self._last_query.pop(session.id, None)
        return ()

    # --- time ---------------------------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When somebody must be answered."""
        moments = [due for _, _, machine in self._machines.values() if (due := machine.due()) is not None]
        return min(moments, default=None)

    def tick(self, now: float) -> None:
        """Time passed."""
        for session, seat, machine in list(self._machines.values()):
            self._follow(session, seat, machine, machine.tick(now))

    # --- one recall ---------------------------------------------------------------------------------------------------

    def _machine(self, session: Live, seat: Seat) -> Machine:
        known = self._machines.get(session.id)
        if known is None or known[1] is not seat:
            known = self._machines[session.id] = (session, seat, Recall())
        return known[2]

    def _follow(
        self, session: Live, seat: Seat, machine: Machine, what: Iterable[Fetch | Answer[Ask, frames.Recall]]
    ) -> None:
        seat.is_slow = machine.is_slow
        for one in what:
            if isinstance(one, Fetch):
                self._fetch(session, seat, machine, one.query)
            else:
                self._replies.answer(one.token, self._recalled(session, seat, one))

    def _fetch(self, session: Live, seat: Seat, machine: Machine, query: str) -> None:
        def landed(done: Done) -> None:
            self._follow(session, seat, machine, machine.landed(_text(done), self._clock()))

        facts = self._seats.facts(session.id, session.identity, session.parent)
        keywords = {"session_id": session.id}
        seat.hosted.ask(self._seats.lane(session.id), facts, "prefetch", (query,), keywords, landed)

    def _hint(self, session: Live, seat: Seat, query: str) -> None:
        facts = self._seats.facts(session.id, session.identity, session.parent)
        keywords = {"session_id": session.id}
        seat.hosted.ask(self._seats.lane(session.id), facts, "queue_prefetch", (query,), keywords, lambda _: None)

    def _recalled(self, session: Live, seat: Seat, answer: Answer[Ask, frames.Recall]) -> Recalled:
        found = answer.text
        if found is None:
            reason = "the provider is slow" if seat.is_slow else seat.hosted.reason or "nothing was found"
            return Recalled(state="nothing", reason=reason, provider=seat.name)
        budget = self._seats.settings.context_chars
        one = shaped(found.text, budget, known=self._known(session), findings=self._guard.findings)
        if not one.text:
            reason = "the scan refused all of it" if one.withheld else "it holds nothing that is not there already"
            return Recalled(state="nothing", reason=reason, provider=seat.name, withheld=one.withheld)
        count = found.count if found.count > 0 and not (one.withheld or one.cut or one.repeated) else one.count
        return Recalled(
            state="late" if answer.is_late else "fresh",
            text=one.text,
            provider=seat.name,
            count=count,
            label=f"{found.glyph} recalled {count} {'memory' if count == 1 else 'memories'}".strip(),
            age=answer.age,
            withheld=one.withheld,
        )


def _text(done: Done) -> frames.Recall | None:
    """What a prefetch brought; None if nothing did."""
    if done.error is not None:
        return None
    found = msgspec.convert(done.value, frames.Recall)
    return found if found.text.strip() else None
