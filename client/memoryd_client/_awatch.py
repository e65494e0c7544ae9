"""The watcher for coroutines: as the blocking one, with a socket that the event loop watches."""

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Unpack

import zmq

from memoryd_client import _reach, wire
from memoryd_client._history import HistoryFilters
from memoryd_client.calls import Meeting
from memoryd_client.endpoint import Home
from memoryd_client.messages import Changes, Event, Welcome
from memoryd_client.watching import Watching, resync


class AsyncLine:
    """A connection of one coroutine; its loop must be the running one."""

    def __init__(self) -> None:
        self.meeting: Meeting | None = None
        self._socket: zmq.Socket[bytes] | None = None

    def close(self) -> None:
        """Close it at once."""
        if self._socket is not None:
            self._socket.close(linger=0)
        self._socket = self.meeting = None

    def send(self, frames: _reach.Frames) -> None:
        """Send a request; never waits."""
        if self._socket is not None:
            self._socket.send_multipart(frames, zmq.NOBLOCK)

    async def greet(self, home: Home, agent: str, request_id: str, *, met: bool) -> None:
        """Open a fresh connection and say hello; without a daemon fail at once, or wait for one that was there."""
        self.close()
        if not _reach.is_listening(home):
            if not met:
                raise _reach.no_daemon(home)
            await asyncio.sleep(_reach.ABSENT_PAUSE)
            return
        self._socket = _reach.connect(zmq.Context.instance(), home)
        self.send(_reach.hello(agent, request_id))
        frames = await self.receive(time.monotonic() + _reach.HELLO_PATIENCE)
        if frames is not None:
            reply = wire.decode_reply(wire.decode_reply_header(frames[0]), frames[1])
            if isinstance(reply, Welcome):
                self.meeting = Meeting.concluded(reply, time.monotonic())

    async def receive(self, until: float) -> list[bytes] | None:
        """Two frames that arrive before ``until``, or None."""
        while self._socket is not None:
            try:
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                if not await self._readable(until):
                    return None
            else:
                return frames if len(frames) == 2 else None
        return None

    async def _readable(self, until: float) -> bool:
        """Whether something happened on the socket; its descriptor tells that, not that a message is there."""
        if self._socket is None:
            return False
        loop, descriptor = asyncio.get_running_loop(), self._socket.FD
        happened: asyncio.Future[None] = loop.create_future()

        def happen() -> None:
            if not happened.done():
                happened.set_result(None)

        loop.add_reader(descriptor, happen)
        try:
            await asyncio.wait_for(happened, max(0.0, until - time.monotonic()))
        except TimeoutError:
            return False
        finally:
            loop.remove_reader(descriptor)
        return True


class AsyncWatchCalls:
    """The calls of `AsyncClient`."""

    home: Home
    agent: str
    _ids: _reach.RequestIds

    if TYPE_CHECKING:  # the client has them

        async def history(self, target: str = "", *, profile: str = "", **filters: Unpack[HistoryFilters]) -> Changes:
            """As in the client."""
            raise NotImplementedError

    async def watch(self, *, profile: str = "", principal: str = "", after: int = 0) -> AsyncGenerator[Event, None]:
        """As `Client.watch`, from the first ``anext`` on."""
        watching = Watching(self._ids.new(), profile or self.home.profile, principal, after)
        line = AsyncLine()
        met = begun = False
        try:
            while True:
                if line.meeting is None or watching.is_lost:
                    await line.greet(self.home, self.agent, self._ids.new(), met=met)
                    if line.meeting is not None:
                        met = True
                        line.send(watching.frames(line.meeting, time.monotonic(), anew=True))
                    continue
                frames = await line.receive(watching.wake)
                if frames is None:
                    _waited(line, watching)
                    continue
                event, missed = watching.take(wire.decode_reply_header(frames[0]), frames[1], time.monotonic())
                if missed and begun:
                    yield resync(watching)
                begun = begun or not watching.is_unanswered
                if missed:
                    for one in await self._missed(watching):
                        yield one
                if event is not None and watching.is_news(event):
                    yield event
        finally:
            line.close()

    async def _missed(self, watching: Watching) -> list[Event]:
        pages: list[Changes] = []
        while not pages or pages[-1].more:
            before = pages[-1].changes[-1].seq if pages else 0
            pages.append(await self.history(profile=watching.profile, **watching.missed(before)))
        return list(watching.told(pages))


def _waited(line: AsyncLine, watching: Watching) -> None:
    if watching.is_unanswered or line.meeting is None:
        line.close()
    else:
        line.send(watching.frames(line.meeting, time.monotonic(), anew=False))
