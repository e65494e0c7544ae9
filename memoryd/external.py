"""What belongs to external memory, built for the daemon: services, their routes, their timers, their threads."""

import random
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from memoryd.people import House
from memoryd.providers.worker import Worker
from memoryd.server import Timer
from memoryd.service.external.deadlines import Deadlines
from memoryd.service.external.during import During
from memoryd.service.external.operators import ProviderOperators
from memoryd.service.external.outbox import OutboxOperators
from memoryd.service.external.recalls import Recalls
from memoryd.service.external.replies import LateReplies, Route
from memoryd.service.external.seat import Seats
from memoryd.service.external.system_blocks import SystemBlocks
from memoryd.service.external.telling import Telling
from memoryd.service.live import Live
from memoryd.service.turn_ends import TurnEnds
from memoryd.store.syscalls import now

JOIN_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Called:
    """Something that another thread wants to be done on the loop's."""

    task: Callable[[], None]

    def tell(self) -> None:
        """Do it."""
        self.task()


class External:
    """All of it.

    Args:
        house: What was built before: it is told, asked, and guarded there.
        report: Has something called on the loop thread, from any thread.
        reload: Has the settings read again.

    Attributes:
        operator_routes: What operators alone may ask.
        timers: What has moments at which it has to do something.
    """

    def __init__(
        self,
        house: House,
        report: Callable[[Callable[[], None]], None],
        reload: Callable[[], None],
    ) -> None:
        layout, committer, sessions, edits = house.layout, house.committer, house.sessions, house.edits
        places, reads, guard, log = house.places, house.reads, house.guard, house.log
        self._report = report
        self._places = places
        self._reads = reads
        self._sessions = sessions
        replies, deadlines = LateReplies(house.server.send), Deadlines(now)
        outbox, rows = committer.sessions.outbox, committer.sessions.providers
        outbox.max_rows, outbox.max_days = layout.settings.provider.outbox_rows, layout.settings.provider.outbox_days
        self._outbox = outbox
        self._layout = layout
        self.seats = Seats(
            layout,
            worker=self._worker,
            post=committer.post,
            pins=rows.pins(),
            clock=now,
            wall=time.time,
            jitter=random.random,
            log=log,
        )
        self.seats.parents.update(committer.sessions.parents())
        self.seats.left.update(self.seats.parents.values())
        telling = Telling(self.seats)
        turn_ends = TurnEnds(sessions, places, post=committer.post, send=house.server.send)
        recalls = Recalls(self.seats, self._find, self._known, guard, replies=replies, clock=now)
        blocks = SystemBlocks(self.seats, guard, post=committer.post, deadlines=deadlines)
        during = During(
            self.seats, telling, self._find, guard, post=committer.post, replies=replies, deadlines=deadlines
        )
        operators = ProviderOperators(
            self.seats,
            layout,
            worker=self._worker,
            reload=reload,
            post=committer.post,
            replies=replies,
            deadlines=deadlines,
            wall=time.time,
        )
        self._operators = operators
        outboxes = OutboxOperators(self.seats, post=committer.post, replies=replies, wall=time.time)
        sessions.observers += [telling, recalls, blocks]
        turn_ends.finished, sessions.provider_block = during.finished, blocks.for_turn
        edits.tell_of = telling.of_edit
        self.timers: list[Timer] = [self.seats, recalls, deadlines]
        routes: Mapping[str, Route] = {
            "prefetch": recalls.prefetch,
            "queueprefetch": recalls.queue,
            "precompress": during.pre_compress,
            "delegation": during.delegation,
            "providertools": during.tools,
            "providercall": during.call,
            "providers": operators.list,
            "providercheck": operators.check,
            "outbox": outboxes.list,
        }
        own: Mapping[str, Route] = {
            "providerenable": operators.enable,
            "providerdisable": operators.disable,
            "provideruse": operators.use,
            "outboxretry": outboxes.retry,
            "outboxdrop": outboxes.drop,
            "outboxflush": outboxes.flush,
        }
        joined = {name: replies.joining(route) for name, route in routes.items()}
        house.server.routes = {**house.server.routes, **joined, "turnend": turn_ends.end}
        house.diagnosis.troubles = self.troubles
        self.operator_routes = {name: replies.joining(route) for name, route in own.items()}

    def renewed(self) -> None:
        """The settings were read again."""
        chosen = self._layout.settings.provider
        self._outbox.max_rows, self._outbox.max_days = chosen.outbox_rows, chosen.outbox_days
        self.seats.renewed()
        self._operators.renewed()

    def troubles(self) -> list[str]:
        """What does not work as it should, in sentences."""
        found = []
        for seat in self.seats.by_profile.values():
            if seat.hosted.state == "down":
                found.append(f"provider {seat.name}: {seat.hosted.reason}; what it is to be told waits")
            elif seat.deliveries.breaker() != "closed":
                waits = len(seat.deliveries.machine)
                found.append(f"provider {seat.name}: {seat.deliveries.last_error}; {waits:,} events wait")
            found += [f"provider {seat.name}, tool {name}: {why}" for name, why in seat.hosted.tools.refused.items()]
        if self._outbox.refused:
            found.append(f"the outbox had no room for {self._outbox.refused:,} events; see memoryctl outbox list")
        return found

    def stop(self) -> None:
        """End every provider with all that it started; what waits for one stays."""
        workers = list(self.seats.workers)
        self.seats.close()
        for worker in workers:
            worker.stop(JOIN_SECONDS / 2)
        for worker in workers:
            worker.join(JOIN_SECONDS)

    def _worker(self, name: str) -> Worker:
        worker = Worker(name, self._report)
        worker.start()
        return worker

    def _find(self, session: str, pid: int) -> Live:
        live = self._places.session(session)
        self._sessions.note_use(live, pid)
        return live

    def _known(self, session: Live) -> Collection[str]:
        views = (self._reads.views.get(key) for key in self._places.targets(session.identity))
        return {entry for view in views if view is not None for entry in view.entries}
