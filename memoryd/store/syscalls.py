"""The system calls that the store makes, as one object: the seam at which a test can make any of them fail.

Where Python has no name for a call, ``ctypes`` reaches it. Paths and descriptors go in, what the kernel says comes out.
"""

import ctypes
import errno
import fcntl
import os
import signal
import sys
import time
from typing import NamedTuple

RENAME_NOREPLACE = 1
RENAME_EXCHANGE = 2
_AT_FDCWD = -100
_O_NOATIME = getattr(os, "O_NOATIME", 0)
_libc = ctypes.CDLL(None, use_errno=True)


_CLOCK: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Fingerprint(NamedTuple):
    """What a stat tells of a file's content: while it is the same, the content is the same."""

    dev: int
    ino: int
    size: int
    mtime_ns: int
    ctime_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Fingerprint":
        """From a stat."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)

    def same_file(self, other: "Fingerprint") -> bool:
        """Whether both are the same inode, whatever it holds."""
        return self.dev == other.dev and self.ino == other.ino

    def same_content(self, other: "Fingerprint") -> bool:
        """Whether both are the same inode with the same content; renaming it changes its ctime alone."""
        return self[:4] == other[:4]


def now() -> float:
    """Seconds on a clock that runs through sleep and restarts of the daemon: deadlines and ages are told in it."""
    return time.clock_gettime(_CLOCK)


class Disk:
    """The real calls. Every method raises `OSError` as the kernel has it."""

    def stat(self, path: str) -> os.stat_result:
        """The file behind a path, links followed."""
        return os.stat(path)

    def fstat(self, fd: int) -> os.stat_result:
        """The file behind a descriptor."""
        return os.fstat(fd)

    def open_read(self, path: str) -> int:
        """A descriptor to read from. Its reads leave the access time alone, and opening a FIFO does not wait."""
        flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            return os.open(path, flags | _O_NOATIME)
        except PermissionError:  # another user's file: only its owner may leave the access time alone
            return os.open(path, flags)

    def read(self, fd: int) -> bytes:
        """The whole content, whatever the descriptor's position."""
        size = os.fstat(fd).st_size
        parts: list[bytes] = []
        offset = 0
        while part := os.pread(fd, max(size - offset, 0) + 1, offset):
            parts.append(part)
            offset += len(part)
        return b"".join(parts)

    def create(self, path: str) -> int:
        """A new file for writing, 0600 whatever the umask; fails if the path exists."""
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        os.fchmod(fd, 0o600)
        return fd

    def open_write(self, path: str) -> int:
        """A descriptor to read from and overwrite in place."""
        return os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)

    def reserve(self, fd: int, size: int) -> None:
        """Make sure that so many bytes have their place on the disk; ENOSPC if not."""
        if size and hasattr(os, "posix_fallocate"):
            os.posix_fallocate(fd, 0, size)

    def overwrite(self, fd: int, data: bytes) -> None:
        """Put the data where the content was, from the beginning, and cut what was longer."""
        view, offset = memoryview(data), 0
        while offset < len(data):
            offset += os.pwrite(fd, view[offset:], offset)
        os.ftruncate(fd, len(data))

    def write(self, fd: int, data: bytes) -> None:
        """All of the data, however many calls it takes."""
        view = memoryview(data)
        while view:
            view = view[os.write(fd, view) :]

    def fsync(self, fd: int) -> None:
        """Content and metadata to the disk; on macOS through its cache too."""
        if sys.platform == "darwin":
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        else:
            os.fsync(fd)

    def close(self, fd: int) -> None:
        """Give a descriptor back."""
        os.close(fd)

    def set_times(self, fd: int, atime_ns: int, mtime_ns: int) -> None:
        """Access and modification time."""
        os.utime(fd, ns=(atime_ns, mtime_ns))

    def exchange(self, one: str, other: str) -> None:
        """Let two names swap their files in one step; ENOENT if one is missing, EINVAL or ENOSYS if unsupported."""
        if sys.platform == "darwin":
            self._call("renamex_np", one, other, RENAME_EXCHANGE)
        else:
            self._call("renameat2", one, other, RENAME_EXCHANGE)

    def rename_new(self, source: str, target: str) -> None:
        """Rename to a name that must not exist: EEXIST if it does."""
        if sys.platform == "darwin":
            self._call("renamex_np", source, target, 4)  # RENAME_EXCL
        else:
            self._call("renameat2", source, target, RENAME_NOREPLACE)

    def rename(self, source: str, target: str) -> None:
        """Rename over whatever is there."""
        os.rename(source, target)

    def unlink(self, path: str) -> None:
        """Remove a name."""
        os.unlink(path)

    def lease(self, fd: int, *, exclusive: bool = False) -> bool:
        """Take a lease: nobody can open the file for writing until `unlease`, or at all if ``exclusive``.

        False if somebody has it open so already.

        Raises:
            OSError: There are no leases here: not Linux, another user's file, or a file system without them.
        """
        try:
            # Whoever opens the file for writing makes the kernel send us a signal: one that is ignored by default,
            # since the usual SIGIO would end the process.
            fcntl.fcntl(fd, _F_SETSIG, signal.SIGURG)
            fcntl.fcntl(fd, _F_SETLEASE, fcntl.F_WRLCK if exclusive else fcntl.F_RDLCK)
        except BlockingIOError:
            return False
        return True

    def unlease(self, fd: int) -> None:
        """Give a lease back; whoever waits in open() goes on."""
        fcntl.fcntl(fd, _F_SETLEASE, fcntl.F_UNLCK)

    def _call(self, name: str, one: str, other: str, flags: int) -> None:
        function = getattr(_libc, name, None)
        if function is None:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), one)
        names = os.fsencode(one), os.fsencode(other)
        if name == "renameat2":
            result = function(_AT_FDCWD, names[0], _AT_FDCWD, names[1], flags)
        else:
            result = function(*names, flags)
        if result != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), one, None, other)


_F_SETLEASE: int = getattr(fcntl, "F_SETLEASE", -1)
_F_SETSIG: int = getattr(fcntl, "F_SETSIG", 10)
