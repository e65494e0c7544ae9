"""The outbox as operators see it: what waits, what was given up, another try, or away with it."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from memoryd.service.asking import Answer, Ask, request_of
from memoryd.service.external.replies import LateReplies
from memoryd.service.external.seat import Seats
from memoryd.store.commands import Note
from memoryd.store.outbox import Announced, StoredRow
from memoryd.store.session_rows import SessionRows
from memoryd_client.errors import MemorydError
from memoryd_client.messages import Reply
from memoryd_client.messages.providers import (
    Outbox,
    OutboxChanged,
    OutboxDrop,
    OutboxFlush,
    OutboxRetry,
    OutboxRow,
    OutboxRows,
)

MAX_LISTED = 10_000

T = TypeVar("T")


class OutboxOperators:
    """Answers those requests.

    Args:
        seats: The providers in use.
        post: Gives the committer something to do with the database.
        replies: Answers that come later.
        wall: The time since 1970.
    """

    def __init__(
        self, seats: Seats, *, post: Callable[[Note], None], replies: LateReplies, wall: Callable[[], float]
    ) -> None:
        self._seats = seats
        self._post = post
        self._replies = replies
        self._wall = wall

    def list(self, ask: Ask) -> Answer:
        """What there is, dead letters first."""
        limit = max(1, min(request_of(Outbox, ask).limit, MAX_LISTED))

        def read(rows: SessionRows) -> tuple[list[StoredRow], int, int, str]:
            outbox = rows.outbox
            return outbox.listing(limit), outbox.count(), outbox.refused, outbox.full()

        def shown(found: tuple[list[StoredRow], int, int, str]) -> Reply:
            rows, total, refused, full = found
            return OutboxRows(rows=tuple(map(self._row, rows)), total=total, refused=refused, full=full)

        return self._answered(ask, read, shown)

    def retry(self, ask: Ask) -> Answer:
        """Dead letters get another try, in their old places."""
        numbers = request_of(OutboxRetry, ask).numbers

        def revived(rows: Sequence[Announced]) -> Reply:
            self._seats.announced(rows)
            return OutboxChanged(count=len(rows))

        return self._answered(ask, lambda rows: rows.outbox.revive(numbers), revived)

    def drop(self, ask: Ask) -> Answer:
        """Away with these, for good."""
        numbers = request_of(OutboxDrop, ask).numbers

        def dropped(rows: Sequence[Announced]) -> Reply:
            for seat in self._seats.by_profile.values():
                seat.deliveries.machine.forget(one.number for one in rows)
            return OutboxChanged(count=len(rows))

        return self._answered(ask, lambda rows: rows.outbox.drop(numbers), dropped)

    def flush(self, ask: Ask) -> Answer:
        """Try everything now."""
        request_of(OutboxFlush, ask)
        count = 0
        for seat in self._seats.by_profile.values():
            count += len(seat.deliveries.machine)
            seat.deliveries.hurry()
        return OutboxChanged(count=count)

    def _answered(self, ask: Ask, read: Callable[[SessionRows], T], shown: Callable[[T], Reply]) -> Answer:
        def answer(found: T | MemorydError) -> None:
            if isinstance(found, MemorydError):
                self._replies.fail(ask, found)
            else:
                self._replies.answer(ask, shown(found))

        self._post(Note(read, answer))
        return None

    def _row(self, row: StoredRow) -> OutboxRow:
        return OutboxRow(
            number=row.number,
            id=row.id,
            consumer=row.consumer,
            profile=row.profile,
            session=row.session,
            kind=row.kind,
            state=row.state,
            age=max(0.0, self._wall() - row.time),
            attempts=row.attempts,
            error=row.error,
            bytes=len(row.payload),
        )
