"""Putting new content under a name so that every reader sees the old file or the new one, never a part.

A temp file beside the target is written and fsynced; then, with the journal written between, the two names swap their
files (`Disk.exchange`), so that whatever was displaced is still there to be looked at. What this cannot promise: on a
file system without exchange, an edit that lands in the microseconds before the rename is seen only because the old
file is held open; a file that replaced that one in the same microseconds is lost.
"""

import contextlib
import errno
import os
import time
from dataclasses import dataclass, replace

from memoryd.store import attributes
from memoryd.store.rows import Identity
from memoryd.store.syscalls import Disk, Fingerprint
from memoryd.store.ways import NO_EXCHANGE, NOT_EXCHANGEABLE, SENTINEL_NS
from memoryd_client.errors import NoSpace, ReadOnly, StoreError, WriteFailed

ATTEMPTS = 8
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)


class NotExchangeable(Exception):
    """The name is a mount point, or on another file system: its file cannot be swapped, only overwritten."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Our content, written and fsynced under its temp name; ``fd`` is open for reading."""

    temp: str
    fd: int
    data: bytes
    fingerprint: Fingerprint
    identity: Identity
    sentinel_ns: int
    lost: tuple[str, ...]


def prepare(disk: Disk, temp: str, data: bytes, like: int | None) -> Prepared:
    """Write content to a new file that takes over the attributes of the one behind ``like``.

    Raises:
        NoSpace, ReadOnly, WriteFailed: Nothing is left behind.
    """
    fd = reading = -1
    try:
        fd = disk.create(temp)
        lost = attributes.take_over(like, fd) if like is not None else []
        disk.write(fd, data)
        mtime = time.time_ns()
        disk.set_times(fd, mtime - SENTINEL_NS, mtime)
        disk.fsync(fd)
        reading = disk.open_read(temp)
        found = disk.fstat(reading)
        disk.close(fd)
    except OSError as error:
        _close_all(disk, fd, reading)
        if fd >= 0:
            with contextlib.suppress(OSError):  # litter that the next start sweeps
                disk.unlink(temp)
        raise write_error(temp, error) from error
    made = attributes.identity(reading, found)
    return Prepared(temp, reading, data, Fingerprint.of(found), made, found.st_atime_ns, tuple(lost))


def discard(disk: Disk, prepared: Prepared) -> None:
    """Take back what was prepared and not swapped; its directory may be gone, and the temp file with it."""
    _close_all(disk, prepared.fd)
    with contextlib.suppress(OSError):
        disk.unlink(prepared.temp)


def _close_all(disk: Disk, *fds: int) -> None:
    for fd in fds:
        with contextlib.suppress(OSError):
            if fd >= 0:
                disk.close(fd)


def swap(disk: Disk, prepared: Prepared, target: str) -> tuple[Prepared, bool]:
    """Give our file the name; returns it as it is now, and whether a displaced file is under the temp name.

    Raises:
        NoSpace, ReadOnly, WriteFailed, NotExchangeable: The name still has the file it had.
    """
    displaced = False
    for _ in range(ATTEMPTS):
        try:
            displaced = _swap_once(disk, prepared.temp, target)
            break
        except (FileNotFoundError, FileExistsError):
            continue  # the target vanished or appeared between two calls: look again
        except OSError as error:
            if error.errno in NOT_EXCHANGEABLE:
                raise NotExchangeable from error
            raise write_error(target, error) from error
    else:
        raise WriteFailed(f"{target} kept appearing and vanishing; nothing was changed, try again", path=target)
    return replace(prepared, fingerprint=Fingerprint.of(disk.fstat(prepared.fd))), displaced


def _swap_once(disk: Disk, temp: str, target: str) -> bool:
    try:
        disk.exchange(temp, target)
    except FileNotFoundError:
        _rename_new(disk, temp, target)
        return False
    except OSError as error:
        if error.errno not in NO_EXCHANGE:
            raise
        disk.rename(temp, target)
        return False
    return True


def _rename_new(disk: Disk, temp: str, target: str) -> None:
    try:
        disk.rename_new(temp, target)
    except OSError as error:
        if error.errno not in NO_EXCHANGE:
            raise
        disk.rename(temp, target)


def write_error(path: str, error: OSError) -> StoreError:
    """What a failed write means to the caller."""
    reason = error.strerror or str(error)
    if error.errno in _NO_SPACE:
        return NoSpace(f"no space to write {path}: {reason}; nothing was changed, free some space", path=path)
    if error.errno in _NOT_ALLOWED:
        return ReadOnly(f"{path} may not be written: {reason}{_owner_of(path)}; nothing was changed", path=path)
    return WriteFailed(f"{path} could not be written: {reason}; nothing was changed", path=path)


def _owner_of(path: str) -> str:
    try:
        found = os.stat(os.path.dirname(path))
    except OSError:
        return ""
    return f" (its directory has mode {found.st_mode & 0o7777:04o} and owner {found.st_uid}, we are {os.geteuid()})"
