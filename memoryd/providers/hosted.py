"""A provider's host as the loop thread sees it: started when somebody asks, initialized per session, asked, restarted.

Rules of this machine. It never waits: whoever asks is called back. Nothing is sent to an instance before it is
initialized. What did not reach the provider ends as not tried (`NotTried`), so that it costs nobody an attempt. A host
that ended is started again no sooner than after a pause, which doubles until a host has been up for a while.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from memoryd.providers.events import Facts
from memoryd.providers.frames import Described, Order, Trouble
from memoryd.providers.orders import Command, Done, Down, Quit, Send, Start, Up
from memoryd.providers.process import Recipe
from memoryd.providers.tools import Tools, judged

FIRST_PAUSE = 1.0
MAX_PAUSE = 300.0
SETTLED_AFTER = 60.0
MAX_INSTANCES = 256
SHARED = "shared"
NOT_TRIED = "NotTried"

State = Literal["off", "starting", "loading", "up", "stopping", "down"]
Then = Callable[[Done], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to start, and how.

    Attributes:
        name: The provider's.
        recipe: Its process.
        bundled, plugins: Where providers are looked for.
        home: The home of the profile, which every session is told.
        pin: The digest that an operator enabled; empty for none.
        is_shared: One instance for all sessions.
        start_seconds, call_seconds: How long starting and a call may take, before that costs the host its process.
    """

    name: str
    recipe: Recipe
    bundled: str
    plugins: str
    home: str
    pin: str
    is_shared: bool
    start_seconds: float
    call_seconds: float


@dataclass(slots=True)
class _Instance:
    """A provider object in the host. ``waiting`` is what is sent once it is initialized."""

    is_open: bool = False
    used_at: float = 0.0
    in_use: int = 0
    waiting: list[tuple[Order, float, Then]] = field(default_factory=list)


class Hosted:
    """One provider of one profile.

    Args:
        plan: Called for each start, so that it sees settings and pins as they are then.
        post: Gives the worker thread a command.
        clock: The monotonic clock.
        changed: Called when the state changed, with what to log.
    """

    def __init__(
        self,
        plan: Callable[[], Plan],
        *,
        post: Callable[[Command], None],
        clock: Callable[[], float],
        changed: Callable[[str, Mapping[str, object]], None],
    ) -> None:
        self.state: State = "off"
        self.reason = ""
        self.printed = ""
        self.pid = 0
        self.starts = 0
        self.described = Described()
        self.tools = Tools()
        self._plan = plan
        self._post = post
        self._clock = clock
        self._changed = changed
        self._current: Plan | None = None
        self._instances: dict[str, _Instance] = {}
        self._waiting: list[tuple[str, Facts, Order, float, Then]] = []
        self._failures = 0
        self._not_before = 0.0
        self._up_since = 0.0
        self._because = ""

    @property
    def is_ready(self) -> bool:
        """Whether a call would be sent now, perhaps after an instance is initialized."""
        return self.state == "up"

    def retry_at(self) -> float | None:
        """When it may be started again; None while it needs no start."""
        return self._not_before if self.state in ("off", "down") else None

    def wake(self) -> bool:
        """Start it if it is not running and may be; returns whether it is running, or on its way."""
        if self.state in ("off", "down"):
            if self._clock() < self._not_before:
                return False
            self._start()
        return True

    def ask(  # noqa: PLR0913 - a call is all of these
        self,
        instance: str,
        facts: Facts,
        method: str,
        args: Sequence[Any],
        keywords: Mapping[str, Any],
        then: Then,
        *,
        seconds: float = 0.0,
    ) -> None:
        """Call a method of an instance, starting and initializing what needs to be; ``then`` is called once.

        Args:
            instance: Which; of a shared provider all are one.
            facts: The session that it is initialized for, if it is not yet.
            method: Which method.
            args: Its positional arguments.
            keywords: Its keywords; those that its signature does not take are left out.
            then: Gets how it ended.
            seconds: How long it may take; 0 is ``call_seconds``.
        """
        order = Order(do="call", method=method, args=tuple(args), keywords=keywords)
        if not self.wake():
            then(_not_tried(self.reason or "its process is not running"))
        elif self.state != "up":
            self._waiting.append((instance, facts, order, seconds, then))
        else:
            self._route(instance, facts, order, seconds, then)

    def close(self, instance: str) -> None:
        """Let an instance go; of a shared provider it stays."""
        if self._is_shared or self._instances.pop(instance, None) is None or self.state != "up":
            return
        self._send(Order(do="close", instance=instance), self._seconds(0.0), lambda _: None)

    def restart(self) -> None:
        """End it, so that it starts anew with the settings and pins as they are now; at once if somebody asks."""
        if self.state not in ("off", "down", "stopping"):
            self.state = "stopping"
            self._post(Quit(last=False))
        self._failures, self._not_before = 0, 0.0

    # --- starting -----------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        self.state, self.reason, self._because = "starting", "", ""
        self.starts += 1
        self._current = plan = self._plan()
        self._post(Start(plan.recipe, self._up_or_down))
        load = Order(do="load", name=plan.name, pin=plan.pin, bundled=plan.bundled, plugins=plan.plugins)
        self._post(Send(load, plan.start_seconds, self._loaded))

    def _up_or_down(self, what: Up | Down) -> None:
        if isinstance(what, Up):
            self.state, self.pid = "stopping" if self.state == "stopping" else "loading", what.pid
            return
        if self.state != "down":
            self._fail(self._because or what.reason)
        self.printed = what.printed

    def _loaded(self, done: Done) -> None:
        if self.state in ("stopping", "down"):
            return
        if done.error is not None:
            self._give_up(str(done.error))
            return
        self.described = msgspec.convert(done.value, Described)
        if not self.described.available:
            self._give_up(f"it is not available: {self.described.reason or 'it does not say why'}")
            return
        self.tools = judged(self.described.tools)
        self.state, self.reason, self._up_since = "up", "", self._clock()
        self._changed("provider started", {"pid": self.pid, "tools": len(self.tools.accepted)})
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            self._route(*one)

    def _give_up(self, because: str) -> None:
        """It lives, and is of no use."""
        self._because = self._because or because
        self._post(Quit(0.0, last=False))

    def _fail(self, reason: str) -> None:
        self._changed("provider ended", {"reason": reason})
        wanted, self.pid = self.state == "stopping", 0
        if wanted:
            self.state = "off"
        else:
            self._pause(reason)
        instances, self._instances = self._instances, {}
        waiting = [] if wanted else self._waiting
        if not wanted:
            self._waiting = []
        for then in (*(one[-1] for one in waiting), *(one[-1] for each in instances.values() for one in each.waiting)):
            then(_not_tried(reason))
        if self._waiting:
            self.wake()

    def _pause(self, reason: str) -> None:
        now = self._clock()
        settled = self.state == "up" and now - self._up_since >= SETTLED_AFTER
        self._failures = 1 if settled else self._failures + 1
        self._not_before = now + min(FIRST_PAUSE * 2.0 ** min(self._failures - 1, 16), MAX_PAUSE)
        self.state, self.reason = "down", reason

    # --- instances ----------------------------------------------------------------------------------------------------

    @property
    def _is_shared(self) -> bool:
        return self._current is not None and self._current.is_shared

    def _route(self, name: str, facts: Facts, order: Order, seconds: float, then: Then) -> None:
        name = SHARED if self._is_shared else name
        order = msgspec.structs.replace(order, instance=name)
        one = self._instances.get(name)
        if one is None:
            one = self._open(name, facts)
        one.used_at = self._clock()
        if one.is_open:
            self._call(one, order, seconds, then)
        else:
            one.waiting.append((order, seconds, then))

    def _open(self, name: str, facts: Facts) -> _Instance:
        self._make_room()
        one = self._instances[name] = _Instance()
        plan = self._current
        keywords = facts.keywords(plan.home if plan is not None else "")
        order = Order(do="open", instance=name, session=facts.session, keywords=keywords)
        seconds = plan.start_seconds if plan is not None else 0.0
        self._send(order, seconds, lambda done: self._opened(name, one, done))
        return one

    def _opened(self, name: str, one: _Instance, done: Done) -> None:
        waiting, one.waiting = one.waiting, []
        if done.error is None:
            one.is_open = True
            for order, seconds, then in waiting:
                self._call(one, order, seconds, then)
            return
        if self._instances.get(name) is one:
            del self._instances[name]
        self.reason = f"initialize failed: {done.error}"
        for *_, then in waiting:
            then(_not_tried(self.reason))

    def _call(self, one: _Instance, order: Order, seconds: float, then: Then) -> None:
        one.in_use += 1

        def ended(done: Done) -> None:
            one.in_use -= 1
            then(done)

        self._send(order, self._seconds(seconds), ended)

    def _make_room(self) -> None:
        """Sessions that never end must not fill the host: the one that was used least recently is closed."""
        idle = [name for name, one in self._instances.items() if one.is_open and not one.in_use]
        if len(self._instances) >= MAX_INSTANCES and idle:
            self.close(min(idle, key=lambda name: self._instances[name].used_at))

    def _seconds(self, asked: float) -> float:
        return asked or (self._current.call_seconds if self._current is not None else 0.0)

    def _send(self, order: Order, seconds: float, then: Then) -> None:
        self._post(Send(order, seconds, then))


def _not_tried(reason: str) -> Done:
    return Done(error=Trouble(NOT_TRIED, reason))


def was_tried(done: Done) -> bool:
    """Whether a call that failed had reached the provider's own code."""
    return done.error is None or done.error.type != NOT_TRIED
