"""Delivering: rows of the outbox, in their order, to one provider.

The path of a row: announced when it is durable - its turn - taken from the database - told the provider - gone, or
noted as failed. What is in memory is its number alone.
"""

from collections.abc import Callable, Iterable

import msgspec

from memoryd.core.delivery import Delivery, Row
from memoryd.logs import Logger
from memoryd.providers import events
from memoryd.providers.events import AnyEvent, End
from memoryd.providers.frames import Trouble
from memoryd.providers.hosted import Hosted, was_tried
from memoryd.providers.orders import Done
from memoryd.store.commands import Note
from memoryd.store.outbox import Announced, Failed, StoredRow
from memoryd_client.errors import MemorydError

STORE_PAUSE = 1.0
MAX_ERROR = 500
MAX_TRANSCRIPT = 4 << 20
"""Bytes of a transcript that are told at a session's end; of a longer one the latest."""

_messages = msgspec.msgpack.Decoder(tuple[dict[str, object], ...])


class Deliveries:
    """The rows of one provider of one profile.

    Args:
        hosted: The provider.
        delivery: Decides what is next.
        post: Gives the committer something to do with the database.
        clock, wall: The monotonic clock, and the time since 1970.
        log: Where failures are told.
    """

    def __init__(
        self,
        hosted: Hosted,
        delivery: Delivery,
        *,
        post: Callable[[Note], None],
        clock: Callable[[], float],
        wall: Callable[[], float],
        log: Logger,
    ) -> None:
        self.delivered = 0
        self.failed = 0
        self.last_error = ""
        self.oldest = 0.0
        self.machine = delivery
        self._hosted = hosted
        self._post = post
        self._clock = clock
        self._wall = wall
        self._log = log
        self._is_over = False

    def add(self, rows: Iterable[Announced]) -> None:
        """Rows that wait."""
        self.machine.add(Row(one.number, one.lane) for one in rows)
        self.pump()

    def hurry(self) -> None:
        """Try everything now."""
        self.machine.hurry()
        self.pump()

    def breaker(self) -> str:
        """Whether rows are tried at all: closed, open or half-open."""
        return self.machine.breaker(self._clock())

    def close(self) -> None:
        """Nothing more is delivered."""
        self._is_over = True

    def due(self) -> float | None:
        """When there may be something to do."""
        return None if self._is_over else self.machine.due(self._clock())

    def tick(self, now: float) -> None:
        """Time passed."""
        due = self.due()
        if due is not None and due <= now:
            self.pump()

    def pump(self) -> None:
        """Begin whatever may be delivered now."""
        if self._is_over:
            return
        for row in self.machine.ready(self._clock()):
            self._take(row)

    def _take(self, row: Row) -> None:
        self._post(Note(lambda rows: rows.outbox.row(row.number), lambda found: self._taken(row, found)))

    def _taken(self, row: Row, found: StoredRow | MemorydError | None) -> None:
        if isinstance(found, MemorydError):
            self.machine.returned(row, self._clock(), STORE_PAUSE)
        elif found is None:
            self.machine.succeeded(row, self._wall())  # dropped, or gone with a damaged database
            self.pump()
        else:
            self._decode(row, found)

    def _decode(self, row: Row, found: StoredRow) -> None:
        self.oldest = found.time
        try:
            event = events.decode(found.payload)
        except msgspec.MsgspecError as error:
            self._gone_wrong(row, found, Trouble("NotUnderstood", f"{error}; a newer memoryd wrote it"))
            return
        if isinstance(event, End):
            session = event.facts.session
            self._post(
                Note(
                    lambda rows: rows.outbox.transcript(session),
                    lambda turns: self._tell(row, found, msgspec.structs.replace(event, messages=_joined(turns))),
                )
            )
        else:
            self._tell(row, found, event)

    def _tell(self, row: Row, found: StoredRow, event: AnyEvent) -> None:
        if self._is_over:
            return
        method, args, keywords = event.call(found.id)
        self._hosted.ask(
            found.lane, event.facts, method, args, keywords, lambda done: self._told(row, found, event, done)
        )

    def _told(self, row: Row, found: StoredRow, event: AnyEvent, done: Done) -> None:
        if self._is_over:
            return
        if done.error is None:
            over = event.facts.session if isinstance(event, End) else ""
            if over:
                self._hosted.close(found.lane)
            self._post(
                Note(
                    lambda rows: rows.outbox.delivered(found.number, over),
                    lambda error: self._settled(row, error),
                )
            )
        elif was_tried(done):
            self._gone_wrong(row, found, done.error)
        else:
            self._not_tried(row, done.error)

    def _settled(self, row: Row, error: MemorydError | None) -> None:
        if error is not None:
            self.machine.returned(row, self._clock(), STORE_PAUSE)  # told again, under the same id
            return
        self.delivered += 1
        self.machine.succeeded(row, self._wall())
        self.pump()

    def _gone_wrong(self, row: Row, found: StoredRow, error: Trouble) -> None:
        now, moment = self._clock(), self._wall()
        since = found.failed_since or moment
        attempts = found.attempts + 1
        dead = self.machine.failed(row, now, attempts=attempts, since=since, moment=moment)
        self.failed += 1
        self.last_error = str(error)[:MAX_ERROR]
        noted = Failed(found.number, attempts, since, self.last_error, dead)
        self._post(Note(lambda rows: rows.outbox.failed(noted)))
        if dead:
            self._log.error("event given up", number=found.number, kind=found.kind, reason=self.last_error)
        else:
            self._log.warning("event not delivered", number=found.number, attempts=attempts, reason=self.last_error)
        self.pump()

    def _not_tried(self, row: Row, error: Trouble) -> None:
        """It did not reach the provider's code, so no attempt is counted against the row."""
        now = self._clock()
        self.last_error = error.message[:MAX_ERROR]
        if self._hosted.is_ready:  # it runs, and cannot be initialized
            self.machine.failed(row, now, attempts=0, since=self._wall(), moment=self._wall())
        else:
            self.machine.returned(row, now, max(0.05, (self._hosted.retry_at() or now) - now))


def _joined(turns: list[bytes] | MemorydError) -> tuple[dict[str, object], ...]:
    """The messages of all turns; of very many, the latest."""
    if isinstance(turns, MemorydError):
        return ()
    kept: list[tuple[dict[str, object], ...]] = []
    size = 0
    for turn in reversed(turns):
        size += len(turn)
        if size > MAX_TRANSCRIPT and kept:
            break
        kept.append(_messages.decode(turn))
    return tuple(message for messages in reversed(kept) for message in messages)
