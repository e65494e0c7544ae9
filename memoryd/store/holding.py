"""An inode that has or had a memory file's name, held open, and whether anybody can still write it.

On Linux a read lease tells exactly that, also of writers through mmap, and, while it is held, keeps new writers waiting
in open(). Where there are no leases (macOS, network file systems, another user's file) a file counts as written while
its modification time is younger than `QUIET`, if it was overwritten in place.
"""

import time
from dataclasses import dataclass

from memoryd.store import attributes
from memoryd.store.rows import Identity
from memoryd.store.syscalls import Disk, Fingerprint

QUIET = 0.1


@dataclass(slots=True)
class Holding:
    """The inode.

    Attributes:
        fd: Open for reading.
        version: The number of the version that it holds, or held when it was last taken in.
        taken: Its fingerprint then; None if its content was never taken in.
        sentinel_ns: The access time that we gave it; 0 if somebody else made it.
        told: What was written into it after it lost the name was an edit already.
        identity: Which inode it is; None until somebody asks.
    """

    fd: int
    version: int
    taken: Fingerprint | None = None
    sentinel_ns: int = 0
    told: bool = False
    identity: Identity | None = None

    def identified(self) -> Identity:
        """Which inode it is."""
        if self.identity is None:
            self.identity = attributes.identity(self.fd)
        return self.identity

    def is_changed(self, disk: Disk) -> bool:
        """Whether it holds something that was not taken in."""
        return self.taken is None or not Fingerprint.of(disk.fstat(self.fd)).same_content(self.taken)

    def was_read(self, disk: Disk) -> bool:
        """Whether another program may have read it."""
        return not self.sentinel_ns or disk.fstat(self.fd).st_atime_ns != self.sentinel_ns


class Leases:
    """Takes leases, one at a time, and answers whether a file can be written by somebody."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._held = -1

    def hold(self, fd: int) -> bool:
        """Keep writers out from now until `let_go`, if possible; False if somebody can write the file right now."""
        if self._held == fd:
            return True
        self.let_go()
        try:
            if not self._disk.lease(fd):
                return False
        except OSError:
            return not self._is_fresh(fd)
        self._held = fd
        return True

    def let_go(self) -> None:
        """End the lease that is held; whoever waits in open() goes on."""
        if self._held >= 0:
            self._disk.unlease(self._held)
            self._held = -1

    def can_be_written(self, fd: int) -> bool:
        """Whether somebody can write the file now, not counting those who wait for our lease to end."""
        if self._held == fd:
            self.let_go()
        try:
            if not self._disk.lease(fd):
                return True
            self._disk.unlease(fd)
        except OSError:
            return self._is_fresh(fd)
        return False

    def _is_fresh(self, fd: int) -> bool:
        return -1.0 < time.time() - self._disk.fstat(fd).st_mtime < QUIET
