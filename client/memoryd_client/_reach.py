"""Reaching a daemon: is one there, a socket to it, a greeting, ids for requests. What both drivers do alike.

Nothing here waits, so an event loop may call all of it.
"""

import itertools
import os

import zmq

from memoryd_client import calls, endpoint, wire
from memoryd_client._version import __version__
from memoryd_client.endpoint import Home
from memoryd_client.errors import NoDaemon, UnsafeEndpoint

Frames = tuple[bytes, bytes]

ABSENT_PAUSE = 0.05
"""Seconds between looks for a daemon that was there before and is gone."""

HELLO_PATIENCE = 1.0
"""Seconds for the answer to hello, after which a fresh connection is tried."""

of_the_parent: list[object] = []
"""What a forked child inherited. It is kept, for letting go of it would end the parent's connections in the child."""


class RequestIds:
    """Makes ids that no other process makes, a forked one included."""

    def __init__(self) -> None:
        self._pid = 0
        self._prefix = ""
        self._count = itertools.count()

    def new(self) -> str:
        """An id that was never used."""
        if self._pid != os.getpid():
            self._prefix, self._pid = os.urandom(8).hex(), os.getpid()
        return f"{self._prefix}-{next(self._count)}"


def no_daemon(home: Home) -> NoDaemon:
    """The error for a home that nobody serves."""
    return NoDaemon(f"no daemon serves {home.root}; start one with: memoryd --home {home.root}", path=home.socket)


def is_listening(home: Home) -> bool:
    """Whether somebody accepts connections there: ZeroMQ itself would connect to nothing without a word.

    Raises:
        UnsafeEndpoint: The socket's place is not ours alone, or may not be used.
    """
    import socket  # noqa: PLC0415 - a twentieth of the time that importing this package takes, needed once

    path = home.socket
    for directory in home.private_dirs:
        endpoint.require_private(directory)
    endpoint.ipc(path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(0)
        try:
            probe.connect(path)
        except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
            return False
        except BlockingIOError:
            return True  # its backlog is full: alive, and busy
        except PermissionError as error:
            raise UnsafeEndpoint(f"{path} may not be used by uid {os.geteuid()}: {error.strerror}") from error
    return True


def connect(context: "zmq.Context[zmq.Socket[bytes]]", home: Home) -> "zmq.Socket[bytes]":
    """A fresh connection, on which nothing was said yet."""
    opened = context.socket(zmq.DEALER)
    opened.linger = 0
    opened.sndhwm = 0  # a send never waits: what is unanswered is bounded by the calls under way
    opened.maxmsgsize = wire.MAX_REPLY_BYTES
    opened.connect(endpoint.ipc(home.socket))
    return opened


def hello(agent: str, request_id: str) -> Frames:
    """The first message on a connection."""
    header = wire.RequestHeader(type="hello", id=request_id)
    return wire.encode_header(header), wire.encode_request(calls.hello(agent, __version__))
