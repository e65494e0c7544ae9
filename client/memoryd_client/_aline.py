"""A connection of one coroutine, with a socket that its event loop watches."""

import asyncio
import time

import zmq

from memoryd_client import _reach, wire
from memoryd_client.calls import Meeting
from memoryd_client.endpoint import Home
from memoryd_client.messages import Welcome


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
