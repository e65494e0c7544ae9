"""What a session asks of its provider beside recall: tools, and text for a summary; and reminders to save."""

import json
from collections.abc import Callable

from memoryd.core.guard import Guard
from memoryd.core.recalled import shaped
from memoryd.providers.orders import Done
from memoryd.service.asking import Answer, Ask, request_of
from memoryd.service.external.deadlines import Deadlines
from memoryd.service.external.replies import LateReplies
from memoryd.service.external.seat import Seat, Seats
from memoryd.service.external.telling import Telling
from memoryd.service.live import Live
from memoryd.store.commands import Note
from memoryd_client.errors import MemorydError, ProviderFailed, UnknownTool
from memoryd_client.messages import TurnEnded
from memoryd_client.messages.providers import (
    Compressing,
    Delegation,
    PreCompress,
    ProviderCall,
    ProviderTools,
    Queued,
    ToolResult,
    Tools,
)

COMPRESS_SECONDS = 10.0
TOOL_SECONDS = 30.0
MAX_TOOL_CHARS = 65_536


class During:
    """Answers those requests.

    Args:
        seats: The providers.
        telling: Makes rows of what happened.
        find: The open session that a request names, whose process used it.
        guard: Tells what agents must not see.
        post: Gives the committer something to do with the database.
        replies: Answers that come later.
        deadlines: When they are due.
    """

    def __init__(  # noqa: PLR0913 - the composition root gives it what it needs
        self,
        seats: Seats,
        telling: Telling,
        find: Callable[[str, int], Live],
        guard: Guard,
        *,
        post: Callable[[Note], None],
        replies: LateReplies,
        deadlines: Deadlines,
    ) -> None:
        self._seats = seats
        self._telling = telling
        self._find = find
        self._guard = guard
        self._post = post
        self._replies = replies
        self._deadlines = deadlines

    def finished(self, session: Live, reply: TurnEnded) -> TurnEnded:
        """After many turns without a save a review of the memory is due."""
        every = self._seats.settings.nudge_turns
        if not every or not session.identity.may_write or session.turn.number - session.reviewed < every:
            return reply
        session.reviewed = session.turn.number
        return TurnEnded(turn=reply.turn, untold=reply.untold, review_due=True)

    def pre_compress(self, ask: Ask) -> Answer:
        """Text for the prompt of a summary, by the deadline; with ``require``, or an error."""
        request = request_of(PreCompress, ask)
        session = self._find(request.session, ask.caller.pid)
        seat = self._seats.of(session)
        if seat is None:
            return Compressing(state="none", reason="no provider for this session")

        def answered(done: Done | None) -> None:
            reason = _reason(done)
            if request.require and reason:
                self._replies.fail(ask, ProviderFailed(f"{seat.name} did not keep what is to be compressed: {reason}"))
                return
            value = done.value if done is not None and isinstance(done.value, str) else ""
            budget = self._seats.settings.context_chars
            text = shaped(value, budget, known=(), findings=self._guard.findings).text
            state = "late" if done is None else "failed" if done.error else "ok"
            self._replies.answer(ask, Compressing(text=text, state=state, reason=reason))

        keywords: dict[str, object] = {"session_id": session.id, "require_checkpoint": request.require}
        seconds = COMPRESS_SECONDS if request.timeout < 0 else request.timeout
        self._ask(session, seat, ("on_pre_compress", (request.messages,), keywords), seconds, answered)
        return None

    def delegation(self, ask: Ask) -> Answer:
        """A sub-agent finished; answered when that is durable."""
        request = request_of(Delegation, ask)
        session = self._find(request.session, ask.caller.pid)
        rows = list(self._telling.delegated(session, request.task, request.result, request.child, ask.header.id))
        if not rows:
            return Queued(is_queued=False, reason="no provider that is told of this session")

        def noted(refused: int | MemorydError) -> None:
            if isinstance(refused, MemorydError):
                self._replies.fail(ask, refused)
            else:
                reason = "the outbox is full" if refused else ""
                self._replies.answer(ask, Queued(is_queued=not refused, reason=reason))

        self._post(Note(lambda stored: stored.outbox.add(rows), noted))
        return None

    def tools(self, ask: Ask) -> Answer:
        """The provider's tools, as far as they hide none of the agent's own."""
        session = self._find(request_of(ProviderTools, ask).session, ask.caller.pid)
        seat = self._seats.of(session)
        if seat is None:
            return Tools(reason="no provider for this session")
        seat.hosted.wake()
        tools = seat.hosted.tools
        clean = {name: one for name, one in tools.accepted.items() if not self._guard.findings(json.dumps(one)[:8_192])}
        refused = dict(tools.refused) | dict.fromkeys(
            tools.accepted.keys() - clean.keys(), "the scan refuses what it says of itself"
        )
        reason = "" if seat.hosted.is_ready else seat.hosted.reason or "the provider is starting"
        return Tools(schemas=tuple(clean.values()), refused=refused, reason=reason)

    def call(self, ask: Ask) -> Answer:
        """Run a tool of the provider."""
        request = request_of(ProviderCall, ask)
        session = self._find(request.session, ask.caller.pid)
        seat = self._seats.of(session)
        if seat is None or (seat.hosted.is_ready and request.name not in seat.hosted.tools.accepted):
            raise UnknownTool(f"this session's provider has no tool {request.name!r}", field="name")

        def answered(done: Done | None) -> None:
            reason = _reason(done)
            if reason or done is None:
                self._replies.fail(ask, ProviderFailed(f"{seat.name}, tool {request.name}: {reason}"))
                return
            text = str(done.value)[:MAX_TOOL_CHARS]
            found = self._guard.findings(text)
            if found:
                text = json.dumps({"error": f"the result is withheld: a scan found {found[0].category} in it"})
            self._replies.answer(ask, ToolResult(text=text, withheld=len(found)))

        arguments = (request.name, request.arguments)
        seconds = TOOL_SECONDS if request.timeout < 0 else request.timeout
        self._ask(session, seat, ("handle_tool_call", arguments, {"session_id": session.id}), seconds, answered)
        return None

    def _ask(
        self,
        session: Live,
        seat: Seat,
        call: tuple[str, tuple[object, ...], dict[str, object]],
        seconds: float,
        then: Callable[[Done | None], None],
    ) -> None:
        """Ask the provider; ``then`` is called once: with how it ended, or with None at the deadline."""
        method, args, keywords = call
        facts = self._seats.facts(session.id, session.identity, session.parent)
        answer = self._deadlines.once(seconds, then)
        seat.hosted.ask(self._seats.lane(session.id), facts, method, args, keywords, answer)


def _reason(done: Done | None) -> str:
    """Why there is no value; empty if there is."""
    if done is None:
        return "it did not answer in time"
    return "" if done.error is None else str(done.error)
