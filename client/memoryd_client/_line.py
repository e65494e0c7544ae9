"""A connection of the blocking client."""

import os

import zmq

from memoryd_client import _reach
from memoryd_client.calls import Meeting
from memoryd_client.endpoint import Home

# As plain numbers: the enum's operators cost as much as the calls that they are passed to.
_SNDMORE, _RCVTIMEO = int(zmq.SNDMORE), int(zmq.RCVTIMEO)


class Line:
    """One thread's connection: its socket and what hello settled on it."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.meeting: Meeting | None = None
        self._context: zmq.Context[zmq.Socket[bytes]] | None = None
        self._socket: zmq.Socket[bytes] | None = None
        self._timeout_ms = -1

    def __del__(self) -> None:
        self.close()  # its thread ended

    def open(self, home: Home) -> None:
        """Open a connection on which nothing was said yet."""
        if self._context is None:
            self._context = zmq.Context.instance()
        self._socket = _reach.connect(self._context, home)
        self._timeout_ms = -1

    def close(self) -> None:
        """Close it at once."""
        if self._socket is not None:
            self._socket.close(linger=0)
        self._socket = self.meeting = None

    def send(self, frames: _reach.Frames) -> None:
        """Send a request."""
        opened = self._opened()
        opened.send(frames[0], _SNDMORE)
        opened.send(frames[1])

    def receive(self, now: float, until: float) -> list[bytes] | None:
        """Two frames that arrive before ``until``, or None.

        A receive timeout costs less than polling before; rounded up to 10 ms it is nearly always the same, and set
        once.
        """
        opened = self._opened()
        left = 10 * (max(0, int((until - now) * 100)) + 1)
        if left != self._timeout_ms:
            opened.setsockopt(_RCVTIMEO, left)
            self._timeout_ms = left
        try:
            frame = opened.recv(copy=False)
        except zmq.Again:
            return None
        frames = [frame.bytes]
        while frame.more:  # asking the socket instead takes twice as long as receiving
            frame = opened.recv(copy=False)
            frames.append(frame.bytes)
        return frames if len(frames) == 2 else None

    def _opened(self) -> "zmq.Socket[bytes]":
        if self._socket is None:
            raise RuntimeError("no connection: step() said SEND or WAIT before GREET")
        return self._socket
