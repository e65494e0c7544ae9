"""Writing in place, where the name cannot be given to another file, so that a crash leaves the old content or the new.

Space is reserved, our content stays beside the target in its own fsynced file, the target is overwritten, fsynced and
read back; then the copy may go. While we write, a write lease keeps readers waiting in open(), where the system has
leases and nobody else has the file open; elsewhere a reader may see a mixture for microseconds.
"""

import contextlib
import time

from memoryd.store.publish import write_error
from memoryd.store.syscalls import Disk, Fingerprint
from memoryd_client.errors import WriteFailed

LEASE_TRIES = 5
LEASE_PAUSE = 0.001


def overwrite(disk: Disk, path: str, data: bytes, expected: Fingerprint | None) -> None:
    """Give the file this content; ``expected`` is what it was when it was looked at.

    Raises:
        NoSpace, ReadOnly, WriteFailed: It holds what it held before, or what another program wrote meanwhile.
    """
    try:
        fd = disk.open_write(path)
    except OSError as error:
        raise write_error(path, error) from error
    try:
        _keep_readers_out(disk, fd)
        if expected is not None and not Fingerprint.of(disk.fstat(fd)).same_content(expected):
            raise WriteFailed(
                f"{path} was written by another program at the same moment; nothing was changed, try again", path=path
            )
        before = disk.read(fd)
        try:
            disk.reserve(fd, len(data))
            _put(disk, fd, data)
        except OSError as error:
            with contextlib.suppress(OSError):
                _put(disk, fd, before)
            raise write_error(path, error) from error
        if disk.read(fd) != data:
            raise WriteFailed(f"{path} does not hold what was written to it; check the disk", path=path)
    finally:
        disk.close(fd)  # and with it the lease


def _put(disk: Disk, fd: int, data: bytes) -> None:
    disk.overwrite(fd, data)
    disk.fsync(fd)


def _keep_readers_out(disk: Disk, fd: int) -> None:
    """An exclusive lease needs that nobody else has the file open; a reader has it open for microseconds."""
    with contextlib.suppress(OSError):  # no leases here
        for _ in range(LEASE_TRIES):
            if disk.lease(fd, exclusive=True):
                return
            time.sleep(LEASE_PAUSE)
