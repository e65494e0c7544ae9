"""What was changed, and putting it back. The questions are answered on a thread of their own; the loop never waits.

Undo and restore are edits like any other: what they mean is looked up in the history, then they are scanned, budgeted,
committed and written into the history themselves, so that an undo can be undone.
"""

from collections.abc import Callable
from typing import Any

from memoryd.core.guard import Guard
from memoryd.core.scan import Policy
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.service.places import Places
from memoryd.store.history.answers import answer
from memoryd.store.history.reversal import Composed, restore, undo
from memoryd.store.reader import Question
from memoryd_client.errors import Expired, InvalidRequest, MemorydError
from memoryd_client.messages import Reply, Restore, Scoped, Undo
from memoryd_client.wire import encode_reply


class Histories:
    """Questions about the history, and the edits that follow from it.

    Args:
        places: Which files are whose.
        guard: Hides from answers what agents must not see; used by the reader's thread.
        post: Asks the reader.
        send: Sends a reply.
        clock: The clock of deadlines.
    """

    def __init__(
        self,
        places: Places,
        guard: Guard,
        *,
        post: Callable[[Question[Any]], None],
        send: SendReply,
        clock: Callable[[], float],
    ) -> None:
        self._places = places
        self._guard = guard
        self._post = post
        self._send = send
        self._clock = clock

    def renew(self, policy: Policy | None) -> None:
        """Another policy holds from now on; the reader's thread, whose guard it is, takes it over."""
        if policy is not None:
            self._post(Question(lambda _: self._guard.renew(policy, set()), lambda _: None))

    def ask(self, ask: Ask) -> Answer:
        """Answer a question, later."""
        if ask.header.deadline and ask.header.deadline <= self._clock():
            raise Expired("the deadline had passed when the request arrived; ask again")
        request = ask.request
        keys = self._places.visible(request, ask.caller.pid) if isinstance(request, Scoped) else frozenset()
        self._post(Question(lambda db: answer(db, request, keys, self._guard), lambda found: self._answer(ask, found)))
        return None

    def compose_undo(self, ask: Ask, then: Callable[[Composed | MemorydError], None]) -> None:
        """Which edit takes back what an undo names."""
        request = ask.request
        if not isinstance(request, Undo):
            raise TypeError(request)
        if bool(request.seq) == bool(request.of_session):
            then(InvalidRequest("undo: give either seq, or of_session and target", field="seq"))
        elif request.of_session and not request.target:
            then(InvalidRequest("undo: a session's changes are taken back in one target; name it", field="target"))
        else:
            self._look_up(ask, request, then, lambda db, keys: undo(db, request, keys))

    def compose_restore(self, ask: Ask, then: Callable[[Composed | MemorydError], None]) -> None:
        """Which edit gives a target what it had."""
        request = ask.request
        if not isinstance(request, Restore):
            raise TypeError(request)
        if bool(request.seq) == bool(request.digest):
            then(InvalidRequest("restore: give either seq, or digest and target", field="seq"))
        elif request.digest and not request.target:
            then(InvalidRequest("restore: a digest needs the target that had it", field="target"))
        else:
            self._look_up(ask, request, then, lambda db, keys: restore(db, request, keys))

    def _look_up(
        self, ask: Ask, request: Scoped, then: Callable[[Composed | MemorydError], None], find: Callable[..., Composed]
    ) -> None:
        try:
            keys = self._places.visible(request, ask.caller.pid)
        except MemorydError as error:
            then(error)
        else:
            self._post(Question(lambda db: find(db, keys), then))

    def _answer(self, ask: Ask, found: Reply | MemorydError) -> None:
        if isinstance(found, MemorydError):
            self._send(ask.caller.route, ask.header.id, "failed", encode_reply(found.failure()))
        else:
            self._send(ask.caller.route, ask.header.id, "ok", encode_reply(found))
