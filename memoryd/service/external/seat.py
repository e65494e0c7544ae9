"""One provider of one profile: its host, its deliveries, its recalls; and all of them."""

import os
from collections.abc import Callable, Iterable

from memoryd.core.delivery import Delivery
from memoryd.core.session import Identity
from memoryd.logs import Logger
from memoryd.providers.events import Facts
from memoryd.providers.hosted import Hosted, Plan
from memoryd.providers.planning import plan
from memoryd.providers.worker import Worker
from memoryd.service.external.deliveries import Deliveries
from memoryd.service.live import Live
from memoryd.settings import Provider
from memoryd.store.commands import Note
from memoryd.store.layout import Layout
from memoryd.store.outbox import Announced
from memoryd.store.provider_rows import Pin
from memoryd_client.errors import MemorydError
from memoryd_client.messages.providers import ProviderStatus

PARALLEL = 4


class Seat:
    """One provider of one profile.

    Attributes:
        name, profile: Which.
        hosted: Its process.
        deliveries: What it is told.
        recalls: What each session asks of it.
        worker: The thread that owns the process.
        is_slow: Whether the last recall came too late for the turn that asked.
    """

    def __init__(self, name: str, profile: str, hosted: Hosted, deliveries: Deliveries, worker: Worker) -> None:
        self.name = name
        self.profile = profile
        self.hosted = hosted
        self.deliveries = deliveries
        self.worker = worker
        self.is_slow = False

    def status(self, now: float) -> ProviderStatus:
        """How it is; ``now`` is the time since 1970."""
        hosted, machine = self.hosted, self.deliveries.machine
        waiting = len(machine)
        return ProviderStatus(
            profile=self.profile,
            name=self.name,
            state=hosted.state,
            reason=hosted.reason,
            pid=hosted.pid,
            starts=hosted.starts,
            is_slow=self.is_slow,
            breaker=self.deliveries.breaker(),
            waiting=waiting,
            in_flight=machine.in_flight,
            delivered=self.deliveries.delivered,
            failed=self.deliveries.failed,
            oldest_age=max(0.0, now - self.deliveries.oldest) if waiting and self.deliveries.oldest else 0.0,
            last_error=self.deliveries.last_error,
            tools=tuple(hosted.tools.accepted),
            refused_tools=tuple(f"{name}: {why}" for name, why in hosted.tools.refused.items()),
            printed=hosted.printed,
        )


class Seats:
    """The providers in use, one a profile at most, each made when its profile first needs it.

    Args:
        layout: Where everything stands, and the settings.
        worker: Makes and starts a worker thread of this name.
        post: Gives the committer something to do with the database.
        pins: The providers that are enabled.
        clock: The monotonic clock.
        wall: The time since 1970.
        jitter: Numbers between 0 and 1.
        log: Where providers are told of.

    Attributes:
        by_profile: Those in use.
        parents: Which session goes on from which.
        left: Sessions that others go on from, so that their end is not that of the conversation.
    """

    def __init__(  # noqa: PLR0913 - the composition root gives it what it needs
        self,
        layout: Layout,
        *,
        worker: Callable[[str], Worker],
        post: Callable[[Note], None],
        pins: dict[str, Pin],
        clock: Callable[[], float],
        wall: Callable[[], float],
        jitter: Callable[[], float],
        log: Logger,
    ) -> None:
        self.by_profile: dict[str, Seat] = {}
        self.pins = pins
        self.parents: dict[str, str] = {}
        self.left: set[str] = set()
        self._layout = layout
        self._worker = worker
        self._post = post
        self._clock = clock
        self._wall = wall
        self._jitter = jitter
        self._log = log
        self.workers: list[Worker] = []
        self._chosen = layout.settings.provider

    @property
    def settings(self) -> Provider:
        """The section of the settings."""
        return self._layout.settings.provider

    def of_profile(self, profile: str) -> Seat | None:
        """The provider of a profile; None if there is none."""
        if not self.settings.name:
            return None
        if profile not in self.by_profile:
            self.by_profile[profile] = self._made(self.settings.name, profile)
        return self.by_profile[profile]

    def of(self, session: Live) -> Seat | None:
        """The provider that may know of a session.

        None without memory, in a context that the settings skip, and for somebody among many of whom it is not known
        who: a provider would take them for the one who owns the home.
        """
        who = session.identity
        if not who.may_read or who.is_anonymous or who.context in self.settings.skip:
            return None
        return self.of_profile(who.profile)

    def lane(self, session: str) -> str:
        """What the events of a session stay in order with: its conversation, whatever it was called before."""
        seen = {session}
        while (parent := self.parents.get(session, "")) and parent not in seen:
            seen.add(parent)
            session = parent
        return session

    def facts(self, session: str, identity: Identity, parent: str = "") -> Facts:
        """What a provider is told about a session."""
        return Facts(
            session=session,
            platform=identity.context or "cli",
            context="primary" if identity.context not in ("subagent", "cron") else identity.context,
            identity=identity.profile or "default",
            principal=identity.principal,
            parent=parent,
        )

    def announced(self, rows: Iterable[Announced]) -> None:
        """Rows that are durable."""
        for row in rows:
            seat = self.of_profile(row.profile) if row.consumer == self.settings.name else None
            if seat is not None:
                seat.deliveries.add((row,))

    def renewed(self) -> None:
        """The settings were read again."""
        before, self._chosen = self._chosen, self.settings
        if before == self._chosen:
            return
        if before.name != self._chosen.name:
            self.close()
            self.load()
            return
        for seat in self.by_profile.values():
            seat.hosted.restart()
            seat.deliveries.hurry()

    def load(self) -> None:
        """Take up what waits in the outbox."""
        if self.settings.name:
            self._post(Note(lambda rows: rows.outbox.waiting(), self._loaded))

    def close(self) -> None:
        """Let every provider go; what waits for it stays."""
        for seat in self.by_profile.values():
            seat.deliveries.close()
            seat.worker.stop()
        self.by_profile.clear()

    def _made(self, name: str, profile: str) -> Seat:
        worker = self._worker(f"{name}@{profile}" if profile else name)
        self.workers.append(worker)
        log = self._log.bind(provider=name, profile=profile)
        hosted = Hosted(
            lambda: self._plan(profile),
            post=worker.post,
            clock=self._clock,
            changed=lambda event, values: log.info(event, **values),
        )
        settings = self.settings
        delivery = Delivery(
            self._jitter,
            pause=settings.retry_seconds,
            parallel=1 if settings.instances == "shared" else PARALLEL,
        )
        deliveries = Deliveries(hosted, delivery, post=self._post, clock=self._clock, wall=self._wall, log=log)
        return Seat(name, profile, hosted, deliveries, worker)

    def _plan(self, profile: str) -> Plan:
        pin = self.pins.get(self.settings.name)
        return plan(self._layout, self.settings, profile, pin.digest if pin else "", os.environ)

    def _loaded(self, rows: list[Announced] | MemorydError) -> None:
        if isinstance(rows, MemorydError):
            self._log.error("outbox not read", reason=str(rows))
        else:
            self.announced(rows)

    def due(self) -> float | None:
        """When a delivery may be due."""
        moments = [moment for seat in self.by_profile.values() if (moment := seat.deliveries.due()) is not None]
        return min(moments, default=None)

    def tick(self, now: float) -> None:
        """Time passed."""
        for seat in self.by_profile.values():
            seat.deliveries.tick(now)
