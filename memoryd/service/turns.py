"""What was refused in a turn: after the third refusal a model is told to stop trying and answer the user."""

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from memoryd.core.session import TERMINAL_AFTER, counts
from memoryd.service.live import Live
from memoryd.store.jobs import Outcome
from memoryd_client.errors import MemorydError
from memoryd_client.messages import Failure
from memoryd_client.wire import encode_reply

_failure = msgspec.msgpack.Decoder(Failure)


class Turns:
    """Counts for each session that is live; counters die with their turn, and nobody else's."""

    def __init__(self, live: Mapping[str, Live]) -> None:
        self._live = live

    def refused(self, session: str, turn: int, error: MemorydError) -> MemorydError:
        """The error as it is told in this turn."""
        failure = self._counted(session, turn, error.failure())
        error.message, error.details = failure.message, failure.details
        return error

    def judged(self, session: str, turn: int, outcome: Outcome) -> Outcome:
        """The outcome as it is told in this turn."""
        if outcome.status == "ok":
            if (live := self._live.get(session)) is not None:
                live.turn.succeeded(turn)
                live.reviewed = live.turn.number
            return outcome
        failure = _failure.decode(outcome.body)
        told = self._counted(session, turn, failure)
        return outcome if told is failure else replace(outcome, body=encode_reply(told))

    def _counted(self, session: str, turn: int, failure: Failure) -> Failure:
        live = self._live.get(session)
        if live is None or not turn or not counts(failure.code):
            return failure
        number = live.turn.refused(turn)
        if number < TERMINAL_AFTER:
            return failure
        return msgspec.structs.replace(
            failure,
            message=f"{failure.message}; this is refusal {number} in this turn: stop trying, and answer the user",
            details=msgspec.structs.replace(failure.details, terminal=True),
        )
