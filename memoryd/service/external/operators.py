"""What operators do about providers and the outbox: look, enable, use, check, retry, drop."""

import os
from collections.abc import Callable

import msgspec

from memoryd.providers.events import Facts
from memoryd.providers.frames import Listed, Order, Trouble
from memoryd.providers.orders import Done, Down, Quit, Send, Start, Up
from memoryd.providers.planning import plan
from memoryd.providers.worker import Worker
from memoryd.service.asking import Answer, Ask, request_of
from memoryd.service.external.deadlines import Deadlines, Once
from memoryd.service.external.replies import LateReplies
from memoryd.service.external.seat import Seat, Seats
from memoryd.settings.changing import set_value
from memoryd.store.commands import Note
from memoryd.store.layout import Layout
from memoryd.store.provider_rows import Pin
from memoryd_client.errors import MemorydError, NotEnabled, ProviderFailed, UnknownProvider
from memoryd_client.messages.providers import (
    ProviderCheck,
    ProviderDisable,
    ProviderEnable,
    ProviderEntry,
    ProviderList,
    ProviderReport,
    ProviderUse,
)

Found = dict[str, Listed]

RELOAD_SECONDS = 10.0


class ProviderOperators:
    """Answers what operators ask about providers.

    Args:
        seats: The providers in use.
        layout: Where everything stands, and the settings.
        worker: Makes and starts a worker thread.
        reload: Has the settings read again.
        post: Gives the committer something to do with the database.
        replies: Answers that come later.
        deadlines: Until when a check waits.
        wall: The time since 1970.
    """

    def __init__(  # noqa: PLR0913 - the composition root gives it what it needs
        self,
        seats: Seats,
        layout: Layout,
        *,
        worker: Callable[[str], Worker],
        reload: Callable[[], None],
        post: Callable[[Note], None],
        replies: LateReplies,
        deadlines: Deadlines,
        wall: Callable[[], float],
    ) -> None:
        self._seats = seats
        self._layout = layout
        self._worker = worker
        self._reload = reload
        self._post = post
        self._replies = replies
        self._deadlines = deadlines
        self._wall = wall
        self._reloading: list[Once[bool]] = []

    def list(self, ask: Ask) -> Answer:
        """Every provider that could be used, and those that are."""
        self._look(ask, lambda found: self._replies.answer(ask, self._listed(found)))
        return None

    def enable(self, ask: Ask) -> Answer:
        """Allow a provider from outside as its files are now."""
        name = request_of(ProviderEnable, ask).name

        def enabled(pin: Pin | MemorydError, found: Found) -> None:
            if isinstance(pin, MemorydError):
                self._replies.fail(ask, pin)
                return
            self._seats.pins[name] = pin
            self._restart(name)
            self._replies.answer(ask, self._listed(found))

        def looked(found: Found) -> None:
            one = self._required(name, found)
            pin = Pin(name, one.source, one.path, one.digest)
            self._post(Note(lambda rows: rows.providers.enable(pin), lambda result: enabled(result, found)))

        self._look(ask, looked)
        return None

    def disable(self, ask: Ask) -> Answer:
        """Take that back; what runs is ended."""
        name = request_of(ProviderDisable, ask).name

        def disabled(done: bool | MemorydError) -> None:  # noqa: FBT001 - what the database says
            if isinstance(done, MemorydError):
                self._replies.fail(ask, done)
                return
            self._seats.pins.pop(name, None)
            self._restart(name)
            self._look(ask, lambda found: self._replies.answer(ask, self._listed(found)))

        self._post(Note(lambda rows: rows.providers.disable(name), disabled))
        return None

    def use(self, ask: Ask) -> Answer:
        """Write the setting, and have the settings read again. One provider is used at a time."""
        name = request_of(ProviderUse, ask).name

        def written(problem: MemorydError | None, found: Found) -> None:
            if problem is not None:
                self._replies.fail(ask, problem)
                return
            answer: Once[bool] = self._deadlines.once(
                RELOAD_SECONDS, lambda _: self._replies.answer(ask, self._listed(found))
            )
            self._reloading.append(answer)
            self._reload()

        def looked(found: Found) -> None:
            if name:
                self._require_usable(name, found)
            path = self._layout.config
            self._post(
                Note(lambda _: set_value(path, "provider", "name", name), lambda problem: written(problem, found))
            )

        self._look(ask, looked)
        return None

    def renewed(self) -> None:
        """The settings were read again: whoever waited for that may know what is used now."""
        waiting, self._reloading = self._reloading, []
        for answer in waiting:
            answer(None)

    def check(self, ask: Ask) -> Answer:
        """Start the provider in use and have it say what it is, initialized for a session of its own."""
        request = request_of(ProviderCheck, ask)
        seat = self._seats.of_profile(request.profile)
        if seat is None:
            raise UnknownProvider("no provider is in use: memoryctl provider use NAME", field="name")

        def checked(done: Done | None) -> None:
            self._replies.answer(ask, self._report(seat, done))

        answer = self._deadlines.once(self._seats.settings.start_seconds, checked)
        seat.hosted.ask("memoryd-check", Facts(session="memoryd-check"), "get_config_schema", (), {}, answer)
        return None

    def _report(self, seat: Seat, done: Done | None) -> ProviderReport:
        status = seat.status(self._wall())
        reason = "it was not ready in time" if done is None else str(done.error) if done.error else ""
        seat.hosted.close("memoryd-check")
        described = seat.hosted.described
        return ProviderReport(
            status=msgspec.structs.replace(status, reason=reason or status.reason),
            is_available=not reason,
            config=described.config,
            backup_paths=described.backup_paths,
        )

    # --- looking ------------------------------------------------------------------------------------------------------

    def _look(self, ask: Ask, then: Callable[[Found], None]) -> None:
        """Find the providers, in a process of the interpreter that would run them."""
        wanted = plan(self._layout, self._seats.settings, "", "", os.environ)
        worker = self._worker("look")

        def started(what: Up | Down) -> None:
            if isinstance(what, Down) and what.reason != "it was asked to end":
                listed(Done(error=Trouble("NotStarted", what.reason)))

        def listed(done: Done) -> None:
            worker.post(Quit(0.0))
            if not answered:
                answered.append(True)
                self._found(ask, done, then)

        answered: list[bool] = []
        worker.post(Start(wanted.recipe, started))
        order = Order(do="list", bundled=wanted.bundled, plugins=wanted.plugins)
        worker.post(Send(order, wanted.start_seconds, listed))

    def _found(self, ask: Ask, done: Done, then: Callable[[Found], None]) -> None:
        try:
            if done.error is not None:
                raise ProviderFailed(f"providers could not be looked for: {done.error}")
            then({one.name: one for one in msgspec.convert(done.value, tuple[Listed, ...])})
        except MemorydError as error:
            self._replies.fail(ask, error)

    def _listed(self, found: Found) -> ProviderList:
        chosen = self._seats.settings.name
        entries = tuple(
            ProviderEntry(
                name=one.name,
                source=one.source,
                path=one.path,
                digest=one.digest,
                pinned=self._seats.pins[one.name].digest if one.name in self._seats.pins else "",
                is_used=one.name == chosen,
                problem=one.problem or self._problem(one),
            )
            for one in found.values()
        )
        now = self._wall()
        used_ones = tuple(seat.status(now) for _, seat in sorted(self._seats.by_profile.items()))
        return ProviderList(found=entries, used=used_ones, python=self._seats.settings.python)

    def _problem(self, one: Listed) -> str:
        pin = self._seats.pins.get(one.name)
        if one.source == "bundled" or pin is None or pin.digest == one.digest:
            return ""
        return "its files have changed since it was enabled: it is not loaded; look at them, then enable it again"

    def _required(self, name: str, found: Found) -> Listed:
        if name not in found:
            known = ", ".join(found) or "none"
            raise UnknownProvider(f"no provider is called {name!r}; found: {known}", field="name")
        one = found[name]
        if one.problem:
            raise ProviderFailed(f"{name}: {one.problem}")
        return one

    def _require_usable(self, name: str, found: Found) -> None:
        one = self._required(name, found)
        pin = self._seats.pins.get(name)
        if one.source != "bundled" and (pin is None or pin.digest != one.digest):
            raise NotEnabled(
                f"{name} ({one.source}, {one.path}) is not enabled as its files are now; it would run with your "
                "rights: look at it, then enable it",
                command=f"memoryctl provider enable {name}",
            )

    def _restart(self, name: str) -> None:
        for seat in self._seats.by_profile.values():
            if seat.name == name:
                seat.hosted.restart()
                seat.deliveries.hurry()
