"""What becomes of edits that wait: a person approves or rejects them.

Rules of this module. Approving applies an edit like any other, to what memory holds then; what does not fit any more
stays, with a reason, to be approved again or rejected: nothing is stuck. Whoever decides first decides. An approval
that a crash interrupted is found in the journal, so it has one effect.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

import msgspec

from memoryd.service.approvals import Approvals
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.service.once import Once
from memoryd.store.commands import Command, Note
from memoryd.store.jobs import Job, Outcome
from memoryd.store.layout import Layout
from memoryd.store.pending_rows import PendingRows
from memoryd.store.waiting import APPROVED, NEEDS_REVIEW, REJECTED, Waiting
from memoryd_client.errors import MemorydError, StoreError, TryLater, by_code
from memoryd_client.messages import Approve, Decided, Decision, Edited, Failure, Reject
from memoryd_client.wire import decode_failure, encode_reply

REASONS = {
    "conflict": "stale",
    "entry_not_found": "stale",
    "entry_ambiguous": "stale",
    "budget_exceeded": "over_limit",
    "threat_found": "threat",
}
"""Refusals in the words of somebody who approves; others keep their code."""

CarryOut = Callable[[Job, Callable[[Outcome], None]], None]


class Deciding:
    """Approves and rejects.

    Args:
        layout: Has the limits.
        approvals: What waits.
        rows: The table, on the committer's thread.
        post: Gives the committer something to record.
        carry_out: Applies an edit of the daemon's own.
        send: Sends a reply.
    """

    def __init__(
        self,
        layout: Layout,
        approvals: Approvals,
        rows: PendingRows,
        *,
        post: Callable[[Command], None],
        carry_out: CarryOut,
        send: SendReply,
    ) -> None:
        self._layout = layout
        self._approvals = approvals
        self._rows = rows
        self._post = post
        self._carry_out = carry_out
        self._once = Once(send)
        self._deciding: set[int] = set()

    def approve(self, ask: Ask) -> Answer:
        """Apply edits; answered when each of them has its outcome."""
        request = ask.request
        if not isinstance(request, Approve):
            raise TypeError(request)
        if not self._once.begins(ask):
            return None
        return self._each(ask, request.numbers, self._apply)

    def reject(self, ask: Ask) -> Answer:
        """Decide that edits will not be applied."""
        request = ask.request
        if not isinstance(request, Reject):
            raise TypeError(request)
        if not self._once.begins(ask):
            return None
        refusal = request.reason

        def refuse(one: Waiting, by: str, verdicts: _Verdicts) -> None:
            decision = Decision(number=one.id, state=REJECTED, reason=refusal)
            self._decide(one, by, decision, verdicts)

        return self._each(ask, request.numbers, refuse)

    def _each(self, ask: Ask, numbers: tuple[int, ...], decide: "Callable[[Waiting, str, _Verdicts], None]") -> Answer:
        """Decide each edit that waits and nobody is deciding; answered when all are settled."""
        verdicts = _Verdicts(numbers, lambda told: self._answer(ask, told))
        by = f"{ask.caller.agent or 'unnamed'}, pid {ask.caller.pid}"
        for number in dict.fromkeys(numbers):
            one = self._taken(number, verdicts)
            if one is not None:
                decide(one, by, verdicts)
        verdicts.settle()
        return None

    def _taken(self, number: int, verdicts: "_Verdicts") -> Waiting | None:
        one = self._approvals.waiting.get(number)
        if one is None:
            verdicts.add(Decision(number=number, state="unknown", message=f"no edit {number} waits: it was decided"))
        elif number in self._deciding:
            verdicts.add(Decision(number=number, state="unknown", message=f"somebody is deciding {number} right now"))
        else:
            self._deciding.add(number)
            return one
        return None

    def _apply(self, one: Waiting, by: str, verdicts: "_Verdicts") -> None:
        body = msgspec.msgpack.encode(one.edit)
        job = Job(one.key, one.edit, self._layout.limit(one.key), f"approval:{one.id}", body[:16])
        job.actor, job.operation, job.cause = one.actor, one.operation, one.cause
        self._carry_out(job, lambda outcome: self._applied(one, by, outcome, verdicts))

    def _applied(self, one: Waiting, by: str, outcome: Outcome, verdicts: "_Verdicts") -> None:
        if outcome.status == "ok":
            seq = msgspec.msgpack.decode(outcome.body, type=Edited).seq
            self._decide(one, by, Decision(number=one.id, state=APPROVED, seq=seq), verdicts)
            return
        failure = decode_failure(outcome.body)
        state = one.state if _is_passing(failure) else NEEDS_REVIEW
        decision = Decision(
            number=one.id, state=state, reason=REASONS.get(failure.code, failure.code), message=failure.message
        )
        self._approvals.waiting[one.id] = replace(one, state=state, reason=decision.reason, message=failure.message)
        self._post(
            Note(
                lambda _: self._rows.note(one.id, decision.state, decision.reason, decision.message),
                lambda _: self._finish(one, decision, verdicts),
            )
        )

    def _decide(self, one: Waiting, by: str, decision: Decision, verdicts: "_Verdicts") -> None:
        def decided(error: MemorydError | None) -> None:
            if isinstance(error, MemorydError):
                self._finish(one, Decision(number=one.id, state=one.state, message=error.message), verdicts)
                return
            self._approvals.waiting.pop(one.id, None)
            self._finish(one, decision, verdicts)

        self._post(
            Note(lambda _: self._rows.decide(one.id, decision.state, by, decision.reason, decision.seq), decided)
        )

    def _finish(self, one: Waiting, decision: Decision, verdicts: "_Verdicts") -> None:
        self._deciding.discard(one.id)
        self._approvals.tell(
            one, f"edit {one.id} is {decision.state}" + (f": {decision.reason}" if decision.reason else "")
        )
        verdicts.add(decision)
        verdicts.settle()

    def _answer(self, ask: Ask, told: tuple[Decision, ...]) -> None:
        self._once.answer(ask, "ok", encode_reply(Decided(decisions=told)))


class _Verdicts:
    """Collects one decision for each number that was asked about, and answers once all are there."""

    def __init__(self, numbers: Iterable[int], then: Callable[[tuple[Decision, ...]], None]) -> None:
        self._numbers = tuple(dict.fromkeys(numbers))
        self._found: dict[int, Decision] = {}
        self._then: Callable[[tuple[Decision, ...]], None] | None = then

    def add(self, decision: Decision) -> None:
        """One is there."""
        self._found[decision.number] = decision

    def settle(self) -> None:
        """Answer, if all are there."""
        if self._then is not None and len(self._found) == len(self._numbers):
            then, self._then = self._then, None
            then(tuple(self._found[number] for number in self._numbers))


def _is_passing(failure: Failure) -> bool:
    """Whether the same may succeed in a moment: then the edit waits as before."""
    return issubclass(by_code.get(failure.code, MemorydError), (StoreError, TryLater))
