"""Binding a socket that clients connect to: in a place that is ours alone, once, and again if its file is taken away.

Rules of this module. Only the holder of the home's lock may come here: binding takes a path over without a word, and
would destroy a regular file there. What a supervisor has bound for us is used as it is, told apart by its own address.
"""

import contextlib
import os
import socket
import stat
import struct
from collections.abc import Callable

import zmq

from memoryd.settings import Limits
from memoryd.store.layout import make_private
from memoryd.store.watch import open_watch
from memoryd_client.endpoint import Home, ipc, require_private
from memoryd_client.errors import UnsafeEndpoint

HANDSHAKE_MS = 2_000
"""A peer that connects and says nothing is dropped after this; libzmq's own default is 30 s."""

LOOK_SECONDS = 10.0
"""How often a socket's file is looked at where the kernel tells of no change."""

_LISTEN_FDS_START = 3

_EVENT = struct.Struct("=hi")
"""What a monitor tells: which event, and of which descriptor."""


class Listener:
    """A ROUTER socket at one path.

    Args:
        context: Of the socket.
        home: Whose it is.
        path: Where, in one of the home's private directories.
        limits: Of sizes and queues.
        given: A listening descriptor for this path that a supervisor passed; -1 to bind one.

    Raises:
        UnsafeEndpoint: Something else stands at the path, or others could reach it.
    """

    def __init__(
        self, context: "zmq.Context[zmq.Socket[bytes]]", home: Home, path: str, limits: Limits, given: int = -1
    ) -> None:
        self.router: zmq.Socket[bytes] = context.socket(zmq.ROUTER)
        self.path = path
        self.given = given >= 0
        self._home = home
        try:
            _configure(self.router, limits)
            self._bind(given)
        except BaseException:
            self.router.close(linger=0)
            raise
        self._inode = self._found()
        self.arrivals = Arrivals(self.router)

    @property
    def directory(self) -> str:
        """Where the socket's file stands."""
        return os.path.dirname(self.path)

    def restored(self) -> bool:
        """Bind again if the socket's file is not there any more, or is another's; returns whether that was so.

        Connections that exist stay. Without the file nobody new could come, and a second daemon could not be told
        from none.
        """
        if self._inode == self._found():
            return False
        with contextlib.suppress(zmq.ZMQError):  # one that a supervisor bound has no address to give up
            self.router.unbind(ipc(self.path))
        self._bind(-1)
        self._inode = self._found()
        self.given = False
        return True

    def close(self) -> None:
        """Stop listening; the last answers may still be on their way. What a supervisor bound stays for the next."""
        self.arrivals.close()
        self.router.close(linger=200)
        if not self.given and self._inode == self._found():
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path)

    def _found(self) -> tuple[int, int] | None:
        try:
            found = os.lstat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return found.st_dev, found.st_ino

    def _bind(self, given: int) -> None:
        for directory in self._home.private_dirs:
            make_private(directory)
            require_private(directory)
        make_private(self.directory)
        require_private(self.directory)
        if os.path.lexists(self.path) and not stat.S_ISSOCK(os.lstat(self.path).st_mode):
            raise UnsafeEndpoint(f"{self.path} is not a socket; binding would destroy it: move it away", path=self.path)
        if given >= 0:
            self.router.setsockopt(zmq.USE_FD, given)
        before = os.umask(0o077)
        try:
            self.router.bind(ipc(self.path))
        finally:
            os.umask(before)
            if given >= 0:
                self.router.setsockopt(zmq.USE_FD, -1)


def open_doors(context: "zmq.Context[zmq.Socket[bytes]]", home: Home, limits: Limits) -> tuple[Listener, Listener]:
    """The agents' and the operator's socket; what a supervisor has bound is used. Raises `UnsafeEndpoint`."""
    given = given_descriptors(os.environ)

    def listen(path: str) -> Listener:
        return Listener(context, home, path, limits, given.get(os.path.realpath(path), -1))

    agents = listen(home.agent_socket)
    try:
        return agents, listen(home.operator_socket)
    except BaseException:
        agents.close()
        raise


class Arrivals:
    """Tells of connections as they are accepted: of each its descriptor. A source of the loop.

    Args:
        router: The socket that accepts them.
    """

    def __init__(self, router: "zmq.Socket[bytes]") -> None:
        self.told: Callable[[list[int]], None] = lambda _: None
        self._router = router
        self._monitor = router.get_monitor_socket(zmq.EVENT_ACCEPTED)
        self.look()  # the descriptor tells only of what comes after a look that found nothing

    def fileno(self) -> int:
        """Readable when something happened."""
        return int(self._monitor.FD)

    def look(self) -> None:
        """Take all that were accepted since the last look."""
        fds: list[int] = []
        while True:
            try:
                event = self._monitor.recv(zmq.NOBLOCK)
            except zmq.Again:
                break
            self._monitor.recv()  # at which address
            fds.append(_EVENT.unpack(event)[1])
        if fds:
            self.told(fds)

    def due(self) -> float | None:
        """Never: it is told."""

    def tick(self, now: float) -> None:
        """Nothing is due."""

    def close(self) -> None:
        """Hear no more."""
        self._router.disable_monitor()
        self._monitor.close(linger=0)


class Keeper:
    """Binds a listener again as soon as its file is gone. A timer of the loop where nothing tells of that.

    Args:
        listener: To keep.
        clock: Seconds.
        told: Called after it was bound again.
    """

    def __init__(self, listener: Listener, clock: Callable[[], float], told: Callable[[], None]) -> None:
        self._listener = listener
        self._told = told
        self._next = clock() + LOOK_SECONDS
        self._watch = open_watch()
        self._watch_places()

    def fileno(self) -> int:
        """Readable when something happened beside the socket; -1 where nothing tells."""
        return self._watch.fileno()

    def look(self) -> None:
        """Something happened, or it is time to look."""
        self._watch.drain()
        if self._listener.restored():
            self._watch_places()
            self._told()

    def due(self) -> float | None:
        """When to look without being told."""
        return None if self.fileno() >= 0 else self._next

    def tick(self, now: float) -> None:
        """Look if it is time."""
        if self.fileno() < 0 and now >= self._next:
            self._next = now + LOOK_SECONDS
            self.look()

    def _watch_places(self) -> None:
        self._watch.add(self._listener.directory)
        self._watch.add(os.path.dirname(self._listener.directory))

    def close(self) -> None:
        """Stop watching."""
        self._watch.close()


def given_descriptors(environ: dict[str, str] | os._Environ[str]) -> dict[str, int]:
    """The listening Unix sockets that a supervisor passed to this process, by path; see sd_listen_fds(3).

    They become ours alone: not inherited, not waiting, and no child is told of them.
    """
    mine = environ.get("LISTEN_PID") == str(os.getpid())
    count = int(environ.get("LISTEN_FDS", "0")) if mine else 0
    for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"):
        environ.pop(name, None)
    found: dict[str, int] = {}
    for fd in range(_LISTEN_FDS_START, _LISTEN_FDS_START + count):
        os.set_inheritable(fd, False)  # noqa: FBT003 - os's own signature
        os.set_blocking(fd, False)
        if path := _path_of(fd):
            found[os.path.realpath(path)] = fd
    return found


def _path_of(fd: int) -> str:
    """The path at which a descriptor listens; empty if it is no such socket."""
    try:
        listening = socket.socket(fileno=fd)
    except OSError:
        return ""
    try:
        address = listening.getsockname()
    finally:
        listening.detach()  # libzmq closes it; a second close would hit whatever has the number by then
    return address if isinstance(address, str) else ""


def _configure(router: "zmq.Socket[bytes]", limits: Limits) -> None:
    router.linger = 0
    router.router_mandatory = True
    router.handshake_ivl = HANDSHAKE_MS
    router.maxmsgsize = limits.request_bytes
    router.sndhwm = router.rcvhwm = limits.unsent_replies
    if hasattr(zmq, "IPC_FILTER_UID"):
        router.setsockopt(zmq.IPC_FILTER_UID, os.geteuid())
