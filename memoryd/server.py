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
from typing import Literal, Protocol

import zmq

from memoryd.logs import Logger
from memoryd.service.asking import Answer, Ask, Caller
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


class Server:
    """The loop over one ROUTER socket.

    Args:
        router: Bound, linger 0, ROUTER_MANDATORY.
        instance: Names this daemon.
        clock: The clock of deadlines.
        wakeup: Made readable by other threads, and by signals.
        log: Where trouble is told.
    """

    def __init__(
        self, router: "zmq.Socket[bytes]", instance: str, *, clock: Callable[[], float], wakeup: Wakeup, log: Logger
    ) -> None:
        self.routes: Mapping[str, Route] = {}
        self.timers: list[Timer] = []
        self.woken: Callable[[], None] = lambda: None
        self.running = True
        self.dropped = 0
        self._router = router
        self._taking = True
        self._more = False
        self._uses = 0
        self._poll = select.poll()
        self._attended: dict[int, Callable[[], None]] = {}
        self._instance = instance
        self._clock = clock
        self._wakeup = wakeup
        self._log = log
        self._callers: OrderedDict[bytes, Caller] = OrderedDict()

    def connections(self) -> int:
        """How many connections were heard of lately."""
        return len(self._callers)

    def attend(self, source: Source) -> None:
        """Let it look on this thread, whenever it is readable or due."""
        self.timers.append(source)
        if source.fileno() >= 0:
            self._attended[source.fileno()] = source.look
            self._poll.register(source.fileno(), select.POLLIN)

    def look_again(self) -> None:
        """The socket was used by somebody else, which may have taken the news of a request away."""
        self._uses += 1

    def run(self) -> None:
        """Serve until `running` is false."""
        self._poll.register(int(self._router.FD), select.POLLIN)
        self._poll.register(self._wakeup.fileno(), select.POLLIN)
        while self.running:
            self._take_all()
            for fd, _ in self._poll.poll(self._timeout()):
                if fd == self._wakeup.fileno():
                    self._wakeup.clear()
                    self.woken()
                elif fd in self._attended:
                    self._attended[fd]()

    def stop_taking(self) -> None:
        """Take in what has arrived, so that it is answered, and leave the rest to the next daemon."""
        if self._taking:
            self._take_burst()
            self._taking = self._more = False
            self._poll.unregister(int(self._router.FD))

    def send(self, route: bytes, request_id: str, status: Literal["ok", "failed"], body: bytes) -> None:
        """Send a reply, or drop it if its receiver does not read or is gone."""
        self._uses += 1
        header = wire.encode_header(wire.ReplyHeader(id=request_id, status=status, instance=self._instance))
        try:
            self._router.send(route, _NOBLOCK | _SNDMORE)
            self._router.send(header, _NOBLOCK | _SNDMORE)
            self._router.send(body, _NOBLOCK)
        except zmq.ZMQError as error:
            self.dropped += 1
            if error.errno == zmq.EHOSTUNREACH:
                self._callers.pop(route, None)
            self._log.debug("reply dropped", request_id=request_id, reason=str(error))

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
            if self._taking:
                self._take_burst()
            uses = self._uses
            now = self._clock()
            for timer in self.timers:
                timer.tick(now)

    def _take_burst(self) -> None:
        self._more = True
        for _ in range(BURST):
            try:
                route = self._router.recv(_NOBLOCK)
            except zmq.Again:
                self._more = False
                return
            caller, frames = self._rest_of_message(route)
            self._take(caller, frames)

    def _rest_of_message(self, route: bytes) -> tuple[Caller, list[bytes]]:
        """The frames after the routing id, and who sent them: asked of the kernel once per connection."""
        frame = self._router.recv(copy=False)  # a frame knows whether more follow; the socket takes longer to say
        caller = self._callers.get(route) or self._introduce(route, frame)
        frames = [frame.bytes]
        while frame.more:
            frame = self._router.recv(copy=False)
            frames.append(frame.bytes)
        return caller, frames

    def _introduce(self, route: bytes, frame: zmq.Frame) -> Caller:
        caller = Caller(route)
        try:
            _, uid, _, pid = str(frame.get("Peer-Address")).rsplit(":", 3)
            caller.uid, caller.pid = int(uid), int(pid)
        except (zmq.ZMQError, ValueError):
            pass  # this platform does not tell
        self._callers[route] = caller
        if len(self._callers) > MAX_CALLERS:
            self._callers.popitem(last=False)
        return caller

    def _take(self, caller: Caller, frames: list[bytes]) -> None:
        try:
            header = wire.decode_request_header(frames[0])
        except InvalidRequest as error:
            self._log.debug("garbage received", pid=caller.pid, reason=str(error))
            return  # without an id there is nothing to answer to
        try:
            answer = self._answer(caller, header, frames)
        except MemorydError as error:
            self.send(caller.route, header.id, "failed", wire.encode_reply(error.failure()))
            return
        if answer is not None:
            self.send(caller.route, header.id, "ok", wire.encode_reply(answer))

    def _answer(self, caller: Caller, header: wire.RequestHeader, frames: list[bytes]) -> Answer:
        route = self.routes.get(header.type)
        if route is None:
            raise UnknownRequest(f"this daemon knows no request {header.type!r}; it knows {', '.join(REQUESTS)}")
        if len(frames) != 2:
            raise InvalidRequest(f"a request has two frames, header and body; this one has {len(frames)}")
        if header.type not in GREETINGS:
            self._require_ours(header)
        return route(Ask(caller, header, wire.decode_request(header.type, frames[1]), frames[1]))

    def _require_ours(self, header: wire.RequestHeader) -> None:
        if header.instance != self._instance:
            raise Restarted("the request is for another daemon instance; say hello again and resend it with its id")
