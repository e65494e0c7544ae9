"""Keeping memory and descriptors bounded, whatever peers send.

Rules of this module. ZeroMQ hands over whole messages. What has arrived of one that never ends, and connections on
which nothing is said, cost memory and descriptors without a word to us, and at the last descriptor libzmq ends the
process. So memory is looked at after every bit of processor time that this process has used (`PROCESSOR_SECONDS`): an
idle daemon is never woken, and a flood uses processor time. Descriptors are looked at when a connection is accepted:
the kernel gives the lowest number that is free. If there is too little of either, connections are closed to which no
answer is owed. Their clients connect again and send again under the same id, so none loses anything.
"""

import os
import resource
import socket
import struct
from collections.abc import Callable, Collection, Iterable, Iterator

from memoryd import vitals
from memoryd.logs import Logger

PROCESSOR_SECONDS = 0.02
"""What a flood can do between two looks: some 60 MB."""

GROWTH_BYTES = 64 << 20
"""How much memory may grow without a connection being closed. Growing in earnest costs one round of new connections."""

SETTLING_LOOKS = 20
"""Looks after a closing at which what was freed is given back to the system: it is freed bit by bit."""

SPARE_FILES = 8_192
"""Descriptors that stay free, or half of them where there are fewer than twice as many: what may be accepted until we
get to look."""


class Pressure:
    """Closes connections when memory or descriptors become scarce; used by the loop thread.

    Args:
        paths: Of the sockets that clients connect to.
        spared: The descriptors of connections to which an answer is owed.
        log: Where it is told.
        rss: Memory in use, in bytes; 0 where nobody knows.
    """

    def __init__(
        self,
        paths: Collection[str],
        spared: Callable[[], set[int]],
        log: Logger,
        rss: Callable[[], int] = vitals.rss_bytes,
    ) -> None:
        self.shed = 0
        self._paths = paths
        self._spared = spared
        self._log = log
        self._rss = rss
        self._allowed = rss() + GROWTH_BYTES
        self._settling = 0
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self._most_files = limit - min(limit // 2, SPARE_FILES)

    def accepted(self, fds: Iterable[int]) -> None:
        """Connections were accepted under these numbers."""
        if max(fds, default=0) >= self._most_files and _lowest_free() >= self._most_files:
            self._close("descriptors become scarce", self._rss())

    def look(self) -> None:
        """Look at memory, and close connections if need be."""
        if self._settling:
            self._settling -= 1
            vitals.give_back()
        rss = self._rss()
        if rss > self._allowed:
            self._close("memory grew without requests", rss)
            self._settling, self._allowed = SETTLING_LOOKS, rss + GROWTH_BYTES
        self._allowed = min(self._allowed, rss + GROWTH_BYTES)

    def _close(self, reason: str, rss: int) -> None:
        pids = list(_closed(self._paths, self._spared()))
        self.shed += len(pids)
        most = max(pids, key=pids.count, default=0)
        self._log.warning(
            "connections shed", reason=reason, connections=len(pids), most_of_process=most, rss_mib=rss >> 20
        )


def _closed(paths: Collection[str], spared: set[int]) -> Iterator[int]:
    """Close all connections to these paths but the spared ones; yields each one's process."""
    for fd in vitals.descriptors():
        if fd in spared:
            continue
        try:
            # A duplicate: the number may become another file's while we look, what it stands for cannot.
            connection = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        with connection:
            if _is_connection(connection, paths):
                pid = _peer(connection)
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # it was closed meanwhile
                yield pid


def _is_connection(connection: socket.socket, paths: Collection[str]) -> bool:
    if connection.family != socket.AF_UNIX or connection.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        return False
    return connection.getsockname() in paths


def _peer(connection: socket.socket) -> int:
    """The process at the other end; 0 where the kernel does not tell."""
    if not hasattr(socket, "SO_PEERCRED"):
        return 0
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    pid: int = struct.unpack("3i", credentials)[0]
    return pid


def _lowest_free() -> int:
    """The lowest number that is free: it is about as many as are in use."""
    fd = os.dup(0)
    os.close(fd)
    return fd
