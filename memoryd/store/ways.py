"""The way in which a file is written, found out before the first write, so that no write is a surprise.

*exchange*: the temp file and the target swap their names in one step. *rename*: the file system has no exchange; the
displaced file is still seen, since it is held open. *in place*: the name cannot be given to another file, because it is
a mount point of its own, or other names share the inode; the content is overwritten, with a copy kept beside until it
is verified. *read-only*: the directory takes no new files.
"""

import contextlib
import errno
import os
import sys
from dataclasses import dataclass
from typing import Literal

from memoryd.store.syscalls import Disk

Way = Literal["exchange", "rename", "in place", "read-only"]


@dataclass(frozen=True, slots=True)
class Ground:
    """What a file stands on: the way in which it is written, and whether its access time tells that it was read."""

    way: Way = "exchange"
    tells_reads: bool = False


SENTINEL_NS = 1_000_000_000
"""A published file's access time lies this long before its modification time; the first read moves it (relatime)."""

NO_EXCHANGE = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)
NOT_EXCHANGEABLE = (errno.EBUSY, errno.EXDEV)
_READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)


def find_ground(disk: Disk, path: str, instance: str, like: Ground | None = None) -> Ground:
    """How the file at this resolved path can be written, tried out in its directory, or ``like`` another one there."""
    ground = like or _try_out(disk, os.path.dirname(path), instance)
    if is_shared(path) or is_mount_point(path):
        return Ground("in place", ground.tells_reads)
    return ground


def is_shared(path: str) -> bool:
    """Whether other names have the same inode; an exchange would leave them with the old content."""
    try:
        return os.stat(path).st_nlink > 1
    except OSError:
        return False


def is_mount_point(path: str) -> bool:
    """Whether something is mounted on this very name, as containers mount single files."""
    if sys.platform != "linux":
        return False
    try:
        with open("/proc/self/mountinfo", "rb") as file:
            points = {line.split(b" ")[4] for line in file}
    except OSError:
        return False
    escaped = os.fsencode(path)
    for character in b"\\ \t\n":
        escaped = escaped.replace(bytes([character]), b"\\%03o" % character)
    return escaped in points


def _try_out(disk: Disk, directory: str, instance: str) -> Ground:
    names = [os.path.join(directory, f".probe.memoryd-{instance}-{number}") for number in range(2)]
    made = []
    tells_reads = False
    try:
        for name in names:
            fd = disk.create(name)
            made.append(name)
            tells_reads = _reading_shows(disk, fd, name)
        disk.exchange(*names)
    except OSError as error:
        if error.errno in _READ_ONLY:
            return Ground("read-only")
        return Ground("rename" if error.errno in NO_EXCHANGE else "exchange", tells_reads)
    finally:
        for name in made:
            with contextlib.suppress(OSError):  # litter that the next start sweeps
                disk.unlink(name)
    return Ground("exchange", tells_reads)


def _reading_shows(disk: Disk, fd: int, path: str) -> bool:
    """Whether the access time moves when a file is read; it does not on mounts with noatime."""
    try:
        disk.write(fd, b"probe")
        mtime = disk.fstat(fd).st_mtime_ns
        disk.set_times(fd, mtime - SENTINEL_NS, mtime)
        before = disk.fstat(fd).st_atime_ns
        with open(path, "rb") as file:
            file.read()
        return disk.fstat(fd).st_atime_ns != before
    finally:
        disk.close(fd)
