"""Writing in place, where the name cannot be given to another file, so that a crash leaves the old content or the new.

Our content and the old one stay beside the target in fsynced files of their own, space is reserved, the target is
overwritten, fsynced and read back; then the copies may go. While we write, a write lease keeps readers waiting in
open(), where the system has leases and nobody else has the file open; elsewhere a reader may see a mixture for
microseconds.
"""

import contextlib
import errno
import os
import time

from memoryd.store.publish import write_error
from memoryd.store.syscalls import Disk, Fingerprint

LEASE_TRIES = 5
LEASE_PAUSE = 0.001


class Torn(RuntimeError):
    """The file is half written and could not be put right: only the next start can, from the copies beside it."""


def copy_of(path: str) -> str:
    """Where the old content is kept while the file is overwritten."""
    directory, name = os.path.split(path)
    return os.path.join(directory, f".{name}.memoryd-before")


def overwrite(disk: Disk, path: str, data: bytes, expected: Fingerprint | None) -> Fingerprint:
    """Give the file this content; ``expected`` is what it was when it was looked at. Returns what it is now.

    Raises:
        NoSpace, ReadOnly, WriteFailed: It holds what it held before, or what another program wrote meanwhile.
        Torn: It does not, and both contents are beside it.
    """
    try:
        fd = disk.open_write(path)
        try:
            _keep_readers_out(disk, fd)
            if expected is not None and not Fingerprint.of(disk.fstat(fd)).same_content(expected):
                raise OSError(errno.ESTALE, "another program wrote it at the same moment, try again")
            before = disk.read(fd)
            _keep_copy(disk, path, before)
            return _put_or_put_back(disk, fd, path, data, before)
        finally:
            with contextlib.suppress(OSError):  # it is fsynced and verified, or put back
                disk.close(fd)  # and with it the lease
    except OSError as error:
        raise write_error(path, error) from error


def _keep_copy(disk: Disk, path: str, data: bytes) -> None:
    copy = copy_of(path)
    with contextlib.suppress(FileNotFoundError):
        disk.unlink(copy)
    fd = disk.create(copy)
    try:
        disk.write(fd, data)
        disk.fsync(fd)
    finally:
        disk.close(fd)
    _keep_names(disk, os.path.dirname(path))


def _keep_names(disk: Disk, directory: str) -> None:
    """After a power cut both copies must have their names: only then may the file itself be touched."""
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        disk.fsync(fd)
    finally:
        os.close(fd)


def _put_or_put_back(disk: Disk, fd: int, path: str, data: bytes, before: bytes) -> Fingerprint:
    try:
        disk.reserve(fd, len(data))
        _put(disk, fd, data)
        written = _verified(disk, fd, path, data)
    except OSError as error:
        if not _is_put_back(disk, fd, before):
            raise Torn(f"{path} could neither be written nor put back: {error.strerror}") from error
        _drop_copy(disk, path)
        raise
    _drop_copy(disk, path)
    return written


def _put(disk: Disk, fd: int, data: bytes) -> None:
    disk.overwrite(fd, data)
    with contextlib.suppress(OSError):  # another owner's file
        # The kernel's own times are coarse: an edit of the same size within one tick would not be noticed.
        disk.set_times(fd, time.time_ns(), time.time_ns())
    disk.fsync(fd)


def _is_put_back(disk: Disk, fd: int, before: bytes) -> bool:
    """Put the old content back; whether it is there counts, not whether the disk confirms it."""
    with contextlib.suppress(OSError):
        os.ftruncate(fd, len(before))  # often nothing was written yet, and this needs no space
        if disk.read(fd) != before:
            _put(disk, fd, before)
    try:
        return disk.read(fd) == before
    except OSError:
        return False


def _verified(disk: Disk, fd: int, path: str, data: bytes) -> Fingerprint:
    if disk.read(fd) != data:
        raise OSError(errno.EIO, "it does not hold what was written to it; check the disk")
    found = Fingerprint.of(disk.fstat(fd))
    if not Fingerprint.of(disk.stat(path)).same_file(found):
        raise OSError(errno.ESTALE, "another program replaced it at the same moment, try again")
    return found


def _drop_copy(disk: Disk, path: str) -> None:
    with contextlib.suppress(OSError):  # the next overwriting, or the next start, removes it
        disk.unlink(copy_of(path))


def _keep_readers_out(disk: Disk, fd: int) -> None:
    """An exclusive lease needs that nobody else has the file open; a reader has it open for microseconds."""
    with contextlib.suppress(OSError):  # no leases here
        for _ in range(LEASE_TRIES):
            if disk.lease(fd, exclusive=True):
                return
            time.sleep(LEASE_PAUSE)
