"""The socket and the loop: bytes in, bytes out, one thread.

Rules of this module. The loop waits in one poll and nowhere else; whatever is slow happens on another thread, which
wakes it. What it polls is the socket's descriptor: that is quicker than asking the socket, but only tells that things
happened, and sending takes the news away, so after each sending we look for requests before we wait. A reply that
cannot be sent at once is dropped: the client is not reading, and a resend gets the stored outcome. Requests are looked
up in one flat table; what they do is in ``service``.
"""

import math
import select
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

import zmq

from memoryd.logs import Logger
from memoryd.service.asking import Answer, Ask, Caller
from memoryd.service.traffic import Traffic, UnderWay
from memoryd.store.processes import start_of
from memoryd.store.wakeup import Wakeup
from memoryd_client import wire
from memoryd_client.errors import InvalidRequest, MemorydError, Restarted, UnknownRequest
from memoryd_client.messages import REQUESTS

MAX_CALLERS = 4_096
BURST = 256
"""Requests taken in before outcomes and timers get their turn."""

# As plain numbers: the enum's operators cost more than the calls that they are passed to.
_NOBLOCK, _SNDMORE = int(zmq.NOBLOCK), int(zmq.SNDMORE)

GREETINGS = frozenset(("hello", "ping", "status", "stop"))
"""Requests that any instance answers, whatever instance the client met."""

Route = Callable[[Ask], Answer]


class Timer(Protocol):
    """Something with moments at which it has to do something."""

    def due(self) -> float | None:
        """The next such moment."""

    def tick(self, now: float) -> None:
        """It has come."""


class Source(Timer, Protocol):
    """Something that also has a descriptor; -1 for none."""

    def fileno(self) -> int:
        """Readable when there is something to look at."""

    def look(self) -> None:
        """Look, so that it is not readable any more."""


@dataclass(slots=True)
class Door:
    """One ROUTER socket and what may be asked there.

    Attributes:
        router: Bound, linger 0, ROUTER_MANDATORY.
        routes: The table: request -> what answers it.
        name: Put before the routing ids of its connections, which begin with a NUL by themselves: two sockets may give
            the same ones. Empty for the agents' door, the busy one.
        has_news: Whether something may have arrived that was not taken.
    """

    router: "zmq.Socket[bytes]"
    routes: Mapping[str, Route]
    name: bytes = b""
    has_news: bool = True


class Server:
    """The loop over the ROUTER sockets.

    Args:
        router: The agents': bound, linger 0, ROUTER_MANDATORY.
        instance: Names this daemon.
        clock: The clock of deadlines.
        wakeup: Made readable by other threads, and by signals.
        traffic: Counts what is asked and answered.
        log: Where trouble is told.
    """

    def __init__(
        self,
        router: "zmq.Socket[bytes]",
        instance: str,
        *,
        clock: Callable[[], float],
        wakeup: Wakeup,
        traffic: Traffic,
        log: Logger,
    ) -> None:
        self.timers: list[Timer] = []
        self.woken: Callable[[], None] = lambda: None
        self.left: Callable[[bytes], None] = lambda _: None
        self.running = True
        self.dropped = 0
        self.garbage = 0
        self._agents = Door(router, {})
        self._doors = [self._agents]
        self._taking = True
        self._more = False
        self._uses = 0
        self._poll = select.poll()
        self._attended: dict[int, Callable[[], None]] = {}
        self._instance = instance
        self._clock = clock
        self._wakeup = wakeup
        self._traffic = traffic
        self._log = log
        self._callers: OrderedDict[bytes, Caller] = OrderedDict()

    @property
    def routes(self) -> Mapping[str, Route]:
        """What agents may ask."""
        return self._agents.routes

    @routes.setter
    def routes(self, routes: Mapping[str, Route]) -> None:
        self._agents.routes = routes

    def open(self, door: Door) -> None:
        """Serve another door, too; before `run`."""
        self._doors.append(door)

    def attend(self, source: Source) -> None:
        """Let it look on this thread, whenever it is readable or due."""
        self.timers.append(source)
        if source.fileno() >= 0:
            self._attended[source.fileno()] = source.look
            self._poll.register(source.fileno(), select.POLLIN)

    def look_again(self) -> None:
        """The sockets were used by somebody else, which may have taken the news of a request away."""
        self._uses += 1
        for door in self._doors:
            door.has_news = True

    def run(self) -> None:
        """Serve until `running` is false."""
        doors = {int(door.router.FD): door for door in self._doors}
        for fd in (*doors, self._wakeup.fileno()):
            self._poll.register(fd, select.POLLIN)
        while self.running:
            self._take_all()
            for fd, _ in self._poll.poll(self._timeout()):
                if fd == self._wakeup.fileno():
                    self._wakeup.clear()
                    self.woken()
                elif fd in doors:
                    doors[fd].has_news = True
                elif fd in self._attended:
                    self._attended[fd]()

    def stop_taking(self) -> None:
        """Take in what has arrived, so that it is answered, and leave the rest to the next daemon."""
        if self._taking:
            for door in self._doors:
                self._take_burst(door)
                self._poll.unregister(int(door.router.FD))
            self._taking = self._more = False

    def send(self, route: bytes, request_id: str, status: Literal["ok", "failed"], body: bytes) -> None:
        """Send a reply, or drop it if its receiver does not read or is gone."""
        self._traffic.ended(request_id, status, body)
        header = wire.encode_header(wire.ReplyHeader(id=request_id, status=status, instance=self._instance))
        door, address = self._way_to(route)
        door.has_news = True  # sending may have taken the news of a request away
        self._uses += 1
        try:
            door.router.send(address, _NOBLOCK | _SNDMORE)
            door.router.send(header, _NOBLOCK | _SNDMORE)
            door.router.send(body, _NOBLOCK)
        except zmq.ZMQError as error:
            self.dropped += 1
            if error.errno == zmq.EHOSTUNREACH:
                self._forget(route)
            self._log.debug("reply dropped", request_id=request_id, reason=str(error))

    def _way_to(self, route: bytes) -> tuple[Door, bytes]:
        for door in self._doors[1:]:
            if route.startswith(door.name):
                return door, route[len(door.name) :]
        return self._agents, route

    def _timeout(self) -> int | None:
        """Milliseconds until the first timer is due; None without one: no tick."""
        if self._more:
            return 0
        moments = [moment for timer in self.timers if (moment := timer.due()) is not None]
        if not moments:
            return None
        return max(0, math.ceil((min(moments) - self._clock()) * 1000))

    def _take_all(self) -> None:
        """Take in what has come and do what is due, until there is nothing left of either."""
        uses = -1
        while uses != self._uses:
            self._more = False
            for door in self._doors:
                if door.has_news and self._taking:
                    self._take_burst(door)
            uses = self._uses
            now = self._clock()
            for timer in self.timers:
                timer.tick(now)

    def _take_burst(self, door: Door) -> None:
        for _ in range(BURST):
            try:
                route = door.router.recv(_NOBLOCK)
            except zmq.Again:
                door.has_news = False
                return
            caller, frames = self._rest_of_message(door.router, door.name + route)
            self._take(door, caller, frames)
        self._more = True

    def _rest_of_message(self, router: "zmq.Socket[bytes]", route: bytes) -> tuple[Caller, list[bytes]]:
        """The frames after the routing id, and who sent them: asked of the kernel once per connection."""
        frame = router.recv(copy=False)  # a frame knows whether more follow; the socket takes longer to say
        caller = self._callers.get(route) or self._introduce(route, frame)
        frames = [frame.bytes]
        while frame.more:
            frame = router.recv(copy=False)
            frames.append(frame.bytes)
        return caller, frames

    def _introduce(self, route: bytes, frame: zmq.Frame) -> Caller:
        caller = Caller(route, is_operator=not route.startswith(b"\0"), fd=_descriptor(frame))
        try:
            _, uid, _, pid = str(frame.get("Peer-Address")).rsplit(":", 3)
            caller.uid, caller.pid = int(uid), int(pid)
            caller.started = start_of(caller.pid)
        except (zmq.ZMQError, ValueError):
            pass  # this platform does not tell
        self._callers[route] = caller
        self._traffic.met(caller)
        if len(self._callers) > MAX_CALLERS:
            oldest, _ = self._callers.popitem(last=False)
            self._traffic.left(oldest)
        return caller

    def _forget(self, route: bytes) -> None:
        """A connection is gone."""
        self._callers.pop(route, None)
        self._traffic.left(route)
        self.left(route)

    def _take(self, door: Door, caller: Caller, frames: list[bytes]) -> None:
        try:
            header = wire.decode_request_header(frames[0])
        except InvalidRequest as error:
            self.garbage += 1
            self._log.debug("garbage received", pid=caller.pid, reason=str(error))
            return  # without an id there is nothing to answer to
        begun = self._traffic.began(caller, header, len(frames[-1]))
        try:
            answer = self._answer(door, begun, header, frames)
        except MemorydError as error:
            self.send(caller.route, header.id, "failed", wire.encode_reply(error.failure()))
            return
        if answer is not None:
            self.send(caller.route, header.id, "ok", wire.encode_reply(answer))

    def _answer(self, door: Door, begun: UnderWay, header: wire.RequestHeader, frames: list[bytes]) -> Answer:
        route = door.routes.get(header.type)
        if route is None:
            raise UnknownRequest(f"this daemon knows no request {header.type!r}; it knows {', '.join(REQUESTS)}")
        if len(frames) != 2:
            raise InvalidRequest(f"a request has two frames, header and body; this one has {len(frames)}")
        if header.type not in GREETINGS:
            self._require_ours(header)
        begun.request = wire.decode_request(header.type, frames[1])
        return route(Ask(begun.known.caller, header, begun.request, frames[1]))

    def _require_ours(self, header: wire.RequestHeader) -> None:
        if header.instance != self._instance:
            raise Restarted("the request is for another daemon instance; say hello again and resend it with its id")


def _descriptor(frame: zmq.Frame) -> int:
    """Of the connection that a frame came from; -1 where this is not told."""
    try:
        return frame.get(zmq.SRCFD)
    except zmq.ZMQError:
        return -1
