"""Being told what happens, as a state machine without I/O: what was missed, and when to ask whether anything was.

Rules of this module. A daemon never waits for a watcher: what cannot be sent is lost, and its number is missing. So a
gap in the numbers, a daemon that restarted, and a renewal that names a number that never came all mean the same: ask
the history for the changes after the last one that is known. Renewals also tell a lost connection.
"""

from collections.abc import Iterator, Sequence

from memoryd_client import wire
from memoryd_client._history import HistoryFilters
from memoryd_client.calls import Meeting
from memoryd_client.errors import Restarted
from memoryd_client.messages import Change, Changes, Event, Subscribe, Subscribed

RENEWAL = 5.0
"""Seconds without news after which a watcher asks whether it missed anything."""

ANSWER_PATIENCE = 2.0
"""Seconds for the answer, after which a fresh connection is tried."""

PAGE = 1_000
"""Changes that are asked of the history at once."""


class Watching:
    """One watcher.

    Args:
        request_id: Names its subscription.
        profile, principal: Of which profile and of whom.
        after: The last change that is known; 0: whatever was before now.

    Attributes:
        profile, principal, seq: Of which profile and of whom, and the last change that is known.
        wake: When to ask again whether anything was missed, if nothing arrives before.
        is_unanswered: Whether that was asked last, and no answer came: at `wake` the connection is to be given up.
        is_lost: Another daemon answered: it knows nothing of us yet.
    """

    def __init__(self, request_id: str, profile: str, principal: str, after: int) -> None:
        self.profile = profile
        self.principal = principal
        self.seq = after
        self.wake = 0.0
        self.is_lost = False
        self.is_unanswered = False
        self._id = request_id
        self._request = Subscribe(profile=profile, principal=principal)
        self._number = 0

    def frames(self, meeting: Meeting, now: float, *, anew: bool) -> tuple[bytes, bytes]:
        """What to send at ``now``: on a new connection (``anew``), or to ask whether anything was missed."""
        if anew:
            self._number, self.is_lost = 0, False
        self.is_unanswered, self.wake = True, now + ANSWER_PATIENCE
        header = wire.RequestHeader(type="subscribe", id=self._id, instance=meeting.welcome.instance)
        return wire.encode_header(header), wire.encode_request(self._request)

    def take(self, header: wire.ReplyHeader, body: bytes, now: float) -> tuple[Event | None, bool]:
        """An arrived message: the event in it, and whether something was missed before it; raises refusals."""
        if header.id != self._id:
            return None, False
        try:
            reply = wire.decode_reply(header, body)
        except Restarted:
            self.is_lost = True
            return None, False
        self.wake = now + RENEWAL
        if isinstance(reply, Subscribed):
            return None, self._renewed(reply)
        if isinstance(reply, Event):
            missed = reply.number != self._number + 1
            self._number = reply.number
            return reply, missed
        return None, False

    def is_news(self, event: Event) -> bool:
        """Whether the event is to be told: not a change that the history told already."""
        if event.kind not in ("changed", "external"):
            return True
        if event.seq <= self.seq:
            return False
        self.seq = event.seq
        return True

    def missed(self, before: int) -> HistoryFilters:
        """What to ask the history for: the changes behind the last known, and before those that it told already."""
        return {"principal": self.principal, "after": self.seq, "before": before, "limit": PAGE}

    def told(self, pages: Sequence[Changes]) -> Iterator[Event]:
        """The changes of a history's pages, which have the latest first, as events in their order."""
        for page in reversed(pages):
            yield from filter(self.is_news, map(event_of, reversed(page.changes)))

    def _renewed(self, reply: Subscribed) -> bool:
        self.is_unanswered = False
        missed = reply.number != self._number or 0 < self.seq < reply.seq
        self._number = reply.number
        self.seq = self.seq or reply.seq
        return missed


def resync(watching: Watching) -> Event:
    """The event that tells of lost ones."""
    return Event(
        kind="resync",
        seq=watching.seq,
        profile=watching.profile,
        message="events were lost on the way; the changes among them follow",
    )


def event_of(change: Change) -> Event:
    """A change that the history tells, as the event that it was."""
    return Event(
        kind="external" if change.operation == "external" else "changed",
        time=change.time,
        seq=change.seq,
        profile=change.profile,
        target=change.target,
        operation=change.operation,
        digest=change.digest,
        actor=change.actor,
    )
