"""What a provider is told of sessions and of memory: rows for the outbox, made where it happens.

Rules of this module. A row bears the session in which it was born, and stays in order with its conversation. Only whole
turns in permitted contexts are told, and only changes that are committed: what is interrupted, refused, off, or of
nobody in particular is not.
"""

from collections.abc import Iterable

from memoryd.core.mirror import MemoryWrite
from memoryd.core.session import Identity
from memoryd.providers import events
from memoryd.providers.events import NO_SESSION, AnyEvent, Delegated, End, Switched, Wrote
from memoryd.providers.events import Turn as Told
from memoryd.providers.spoken import spoken
from memoryd.service.external.seat import Seat, Seats
from memoryd.service.live import LEAVES, Live, Observer
from memoryd.service.places import Place
from memoryd.store.jobs import Tell, tell_nobody
from memoryd.store.outbox import NewRow
from memoryd_client.messages import Edit, TurnEnd


class Telling(Observer):
    """Makes the rows.

    Args:
        seats: The providers.
    """

    def __init__(self, seats: Seats) -> None:
        self._seats = seats

    # --- sessions -----------------------------------------------------------------------------------------------------

    def opened(self, session: Live) -> None:
        """Remember which conversation it goes on with."""
        self._seats.left.discard(session.id)
        if session.parent:
            self._seats.parents[session.id] = session.parent

    def telling(self, session: str, parent: Live, reason: str) -> Iterable[NewRow]:
        """The end of the conversation before, if a new one begins, and the switch, as one step."""
        if session != parent.id:
            self._seats.parents.setdefault(session, parent.id)
            self._seats.left.discard(session)
            if reason in LEAVES:
                self._seats.left.add(parent.id)
        seat = self._listening(parent)
        if seat is None:
            return
        if reason == "new":
            before = self._seats.facts(parent.id, parent.identity, parent.parent)
            yield self._row(seat, End(facts=before), f"end:{parent.id}:{parent.began:.6f}:{session}")
        facts = self._seats.facts(session, parent.identity, parent.id if session != parent.id else parent.parent)
        name = f"switch:{parent.id}:{session}:{reason}:{parent.turn.number}"
        yield self._row(seat, Switched(facts=facts, old=parent.id, reason=reason), name)

    def turn_ended(self, session: Live, turn: TurnEnd, request_id: str) -> Iterable[NewRow]:
        """A whole turn."""
        seat = self._listening(session)
        said = spoken(turn.messages)
        if seat is None or turn.interrupted or not said.is_whole:
            return
        facts = self._seats.facts(session.id, session.identity, session.parent)
        event = Told(facts=facts, user=said.user, assistant=said.assistant, messages=turn.messages)
        yield self._row(seat, event, f"turn:{session.id}:{request_id}")

    def turn_started(self, session: Live) -> None:
        """A tick for providers that count; nobody waits, and nothing is kept of it."""
        seat = self._seats.of(session)
        if seat is not None and seat.hosted.is_ready:
            facts = self._seats.facts(session.id, session.identity, session.parent)
            keywords = {"session_id": session.id, "platform": session.identity.context}
            arguments = (session.turn.number, "")
            seat.hosted.ask(self._seats.lane(session.id), facts, "on_turn_start", arguments, keywords, lambda _: None)

    def ended(self, session: Live, why: str) -> Iterable[NewRow]:
        """The end of a conversation; of a session that another one goes on from, nothing."""
        del why
        seat = self._listening(session)
        if seat is None or session.id in self._seats.left:
            return
        facts = self._seats.facts(session.id, session.identity, session.parent)
        yield self._row(seat, End(facts=facts), f"end:{session.id}:{session.began:.6f}:{session.turn.number}")

    def delegated(self, session: Live, task: str, result: str, child: str, request_id: str) -> Iterable[NewRow]:
        """A sub-agent finished."""
        seat = self._listening(session)
        if seat is not None:
            facts = self._seats.facts(session.id, session.identity, session.parent)
            event = Delegated(facts=facts, task=task, result=result, child=child)
            yield self._row(seat, event, f"delegation:{session.id}:{request_id}")

    # --- memory -------------------------------------------------------------------------------------------------------

    def of_edit(self, place: Place, edit: Edit, request_id: str) -> Tell:
        """What is to be told of an edit, if it changes anything: decided here, done in the change's transaction."""
        session = place.session
        seat = self._seats.of(session) if session is not None else self._seats.of_profile(place.key.profile)
        if seat is None:
            return tell_nobody
        if session is not None:
            facts = self._seats.facts(session.id, session.identity, session.parent)
        else:
            facts = self._seats.facts(NO_SESSION, Identity(profile=place.key.profile, principal=edit.principal))
        name, profile, lane = seat.name, seat.profile, self._seats.lane(facts.session)
        target = place.key.target

        def tell(seq: int, changes: tuple[MemoryWrite, ...]) -> Iterable[NewRow]:
            for index, (action, content, old) in enumerate(changes):
                event = Wrote(facts=facts, action=action, target=target, content=content, old=old, seq=seq)
                yield row(name, profile, lane, event, f"write:{request_id}:{index}")

        return tell

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _listening(self, session: Live) -> Seat | None:
        """The provider that is told of a session: one that may write, and is not a job of its own."""
        return self._seats.of(session) if session.identity.may_write else None

    def _row(self, seat: Seat, event: AnyEvent, name: str) -> NewRow:
        return row(seat.name, seat.profile, self._seats.lane(event.facts.session), event, name)


def row(consumer: str, profile: str, lane: str, event: AnyEvent, name: str) -> NewRow:
    """The row of an event; ``name`` tells it from all others of this consumer and profile, for ever."""
    return NewRow(
        id=f"{consumer}:{profile}:{name}",
        consumer=consumer,
        profile=profile,
        lane=lane,
        session=event.facts.session,
        kind=type(event).__name__.lower(),
        payload=events.encode(event),
    )
