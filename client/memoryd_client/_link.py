"""One connection that many coroutines share: requests go out in order, a reply finds its call by the request id.

Rules of this module. Everything belongs to one event loop of one process. The socket is a plain one, and the loop
watches its descriptor, so every loop that has ``add_reader`` will do. That descriptor tells that something happened,
not that something is there, and sending takes the news away: after each sending we look for replies ourselves. A
coroutine waits for nothing but its own ``news`` and asks the state machine again when it wakes; so waking it once too
often does no harm, and one that is cancelled leaves nothing behind.
"""

import asyncio
import copy
import os
import time
from collections import deque
from collections.abc import Iterator

import msgspec
import zmq

from memoryd_client import _reach, wire
from memoryd_client.calls import Call, Meeting, Step
from memoryd_client.endpoint import Home
from memoryd_client.errors import RequestIdReused
from memoryd_client.messages import Edit, Welcome

WINDOW = 128
"""Edits that were sent and not answered; more wait here, in order: beyond 256 of one process a daemon says busy."""

BURST = 256
"""Replies taken before other coroutines get their turn."""


class _Asked:
    """A call under way, and the coroutine that waits for it."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.news: asyncio.Future[None] | None = None
        self.answered = False
        self.error: Exception | None = None
        self.heard = 0  # what `Link` had heard when this was sent
        self.has_place = not isinstance(call.request, Edit)
        self.queued = False

    def wake(self) -> None:
        """Let the coroutine look again."""
        if self.news is not None and not self.news.done():
            self.news.set_result(None)

    def fail(self, error: Exception) -> None:
        """Let the coroutine raise this."""
        self.error = error
        self.wake()


class Link:
    """The connection.

    Args:
        home, agent: Of whom, and who asks.
        ids: Where the ids of greetings come from.
        met: Whether there was a daemon before: then we wait for the next one, without one we fail at once.
        autostart: Whether to start one instead.
    """

    def __init__(self, home: Home, agent: str, ids: _reach.RequestIds, *, met: bool, autostart: bool) -> None:
        self.loop = asyncio.get_running_loop()
        self.pid = os.getpid()
        self.met = met
        self._autostart = autostart
        self._home = home
        self._agent = agent
        self._ids = ids
        self._socket: zmq.Socket[bytes] | None = None
        self._meeting: Meeting | None = None
        self._greeting: asyncio.Task[None] | None = None
        self._welcome: tuple[str, asyncio.Future[tuple[wire.ReplyHeader, bytes]]] | None = None
        self._asked: dict[str, list[_Asked]] = {}
        self._queue: deque[_Asked] = deque()
        self._places = WINDOW
        self._heard = 0
        self._looking = False

    def __del__(self) -> None:
        if self._socket is not None and self.pid == os.getpid():
            self._socket.close(linger=0)  # its loop ended without closing it

    def is_here(self) -> bool:
        """Whether the running loop is the one that this belongs to."""
        return self.loop is asyncio.get_running_loop()

    async def ask(self, call: Call) -> None:
        """See a call through to its answer; raises what ends it without one."""
        asked = _Asked(call)
        self._enter(asked)
        try:
            await self._drive(asked)
        finally:
            self._leave(asked)

    def close(self) -> None:
        """End the connection; calls under way end in `NoAnswer`."""
        for asked in self._everybody():
            asked.fail(asked.call.give_up("the client was closed"))
        if self._greeting is not None and not self.loop.is_closed():
            self._greeting.cancel()
        self._disconnect()

    # --- one call -----------------------------------------------------------------------------------------------------

    async def _drive(self, asked: _Asked) -> None:
        call = asked.call
        while not asked.answered:
            if asked.error is not None:
                raise asked.error
            now = time.monotonic()
            match call.step(now, self._meeting):
                case Step.GREET:
                    if self._is_alive_since(asked):
                        call.again()
                        continue
                    self._greet_soon()
                    await self._news(asked, call.deadline)
                case Step.SEND if asked.has_place or self._gives_place(asked):
                    self._send(call.frames(now))
                    asked.heard = self._heard
                case Step.SEND:
                    await self._news(asked, call.deadline)
                case Step.WAIT:
                    await self._news(asked, call.wake)
                case Step.GIVE_UP:
                    raise call.give_up()

    async def _news(self, asked: _Asked, until: float) -> None:
        asked.news = self.loop.create_future()
        timer = self.loop.call_later(max(0.0, until - time.monotonic()), self._time_is_up, asked)
        try:
            await asked.news
        finally:
            timer.cancel()
            asked.news = None

    def _time_is_up(self, asked: _Asked) -> None:
        self._look()  # the loop may have been held up while the reply lay there
        asked.wake()

    def _is_alive_since(self, asked: _Asked) -> bool:
        """Whether others got replies since this was sent: a fresh connection would only take theirs away."""
        return self._meeting is not None and not asked.call.restarted and self._heard > asked.heard

    def _enter(self, asked: _Asked) -> None:
        request_id = asked.call.request_id
        same = self._asked.setdefault(request_id, [])
        if same and same[0].call.request != asked.call.request:
            raise RequestIdReused(f"request id {request_id!r} is under way with another request; make a new one")
        same.append(asked)

    def _leave(self, asked: _Asked) -> None:
        same = self._asked[asked.call.request_id]
        same.remove(asked)
        if not same:
            del self._asked[asked.call.request_id]
        if asked.queued:
            self._queue.remove(asked)
        elif asked.has_place and isinstance(asked.call.request, Edit):
            self._places += 1
            if self._queue:
                following = self._queue.popleft()
                following.queued, following.has_place = False, True
                self._places -= 1
                following.wake()

    def _gives_place(self, asked: _Asked) -> bool:
        if asked.queued:
            return False
        if not self._places:
            self._queue.append(asked)
            asked.queued = True
            return False
        self._places -= 1
        asked.has_place = True
        return True

    def _everybody(self) -> Iterator[_Asked]:
        return (asked for same in list(self._asked.values()) for asked in list(same))

    # --- greeting -----------------------------------------------------------------------------------------------------

    def _greet_soon(self) -> None:
        """One greeting for all who wait for it; a task of its own, so that no cancelled call takes it along."""
        if self._greeting is None:
            self._disconnect()
            self._greeting = self.loop.create_task(self._greet())

    async def _greet(self) -> None:
        try:
            if _reach.is_listening(self._home):
                await self._say_hello()
            else:
                await self._wait_for_another()
        except Exception as error:  # noqa: BLE001 - raised in every call that waits for it
            for asked in self._everybody():
                asked.fail(copy.copy(error))
        finally:
            self._greeting = self._welcome = None
            for asked in self._everybody():
                asked.wake()

    async def _wait_for_another(self) -> None:
        if self._autostart:
            from memoryd_client import _autostart  # noqa: PLC0415 - seldom needed

            latest = max(asked.call.deadline for asked in self._everybody())
            await self.loop.run_in_executor(None, _autostart.start, self._home, latest)
            return
        if not self.met:
            raise _reach.no_daemon(self._home)
        await asyncio.sleep(_reach.ABSENT_PAUSE)

    async def _say_hello(self) -> None:
        self._socket = _reach.connect(zmq.Context.instance(), self._home)
        self.loop.add_reader(self._socket.FD, self._look)
        welcome = self.loop.create_future()
        request_id = self._ids.new()
        self._welcome = request_id, welcome
        self._send(_reach.hello(self._agent, request_id))
        arrived, _ = await asyncio.wait([welcome], timeout=_reach.HELLO_PATIENCE)
        if arrived:
            reply = wire.decode_reply(*welcome.result())
            if isinstance(reply, Welcome):
                self._meeting = Meeting.concluded(reply, time.monotonic())
                self.met = True

    # --- the socket ---------------------------------------------------------------------------------------------------

    def _disconnect(self) -> None:
        if self._socket is not None:
            self.loop.remove_reader(self._socket.FD)
            self._socket.close(linger=0)
        self._socket = self._meeting = None

    def _send(self, frames: _reach.Frames) -> None:
        if self._socket is None:
            raise RuntimeError("no connection: step() said SEND before GREET")
        self._socket.send_multipart(frames, zmq.NOBLOCK)
        self._look_soon()

    def _look_soon(self) -> None:
        if not self._looking:
            self._looking = True
            self.loop.call_soon(self._look)

    def _look(self) -> None:
        """Take in what has arrived."""
        self._looking = False
        for _ in range(BURST):
            if self._socket is None:
                return
            try:
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            self._heard += 1
            if len(frames) == 2:
                self._take(*frames)
        self._look_soon()

    def _take(self, head: bytes, body: bytes) -> None:
        try:
            header = wire.decode_reply_header(head)
            for asked in self._asked.get(header.id, ()):
                asked.answered = asked.call.receive(header, body) or asked.answered
                asked.wake()
        except msgspec.MsgspecError:
            return  # nothing of this protocol; whom it was meant for asks again
        if self._welcome is not None and self._welcome[0] == header.id and not self._welcome[1].done():
            self._welcome[1].set_result((header, body))
