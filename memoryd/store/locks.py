"""The three kernel locks: of the home, of each memories directory, and the one that Hermes takes to write a file.

Rules of this module. A lock is a property of an open descriptor and dies with its process; that a lock file exists
means nothing, and none is ever removed. Pids and sockets decide nothing either.
"""

import contextlib
import errno
import fcntl
import os
import threading
from collections.abc import Callable

from filelock import lock_descriptor

from memoryd.store.layout import open_private
from memoryd_client.errors import MemorydError

_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)


class HomeInUse(MemorydError):
    """Another daemon owns this home."""

    code = "home_in_use"


class NoKernelLock(MemorydError):
    """The file system has no lock that the kernel releases with its holder; owning a home there would be a guess."""

    code = "no_kernel_lock"


class Ownership:
    """This process owns a home: holds its lock and those of its memories directories until it ends."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, int], int] = {}

    def take_home(self, path: str) -> None:
        """Take the lock of the home.

        Raises:
            HomeInUse: Another daemon has it.
            NoKernelLock: The file system cannot lock.
        """
        self._take(open_private(path, os.O_RDWR), path)

    def take_directory(self, path: str) -> None:
        """Take a memories directory itself, so that two homes linked to one directory cannot have two owners."""
        self._take(os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC), path)

    def _take(self, fd: int, path: str) -> None:
        found = os.fstat(fd)
        key = (found.st_dev, found.st_ino)
        if key in self._held:
            os.close(fd)
            return
        try:
            taken = lock_descriptor(fd, blocking=False)
        except OSError as error:
            os.close(fd)
            raise NoKernelLock(
                f"{path} cannot be locked ({error.strerror}): this file system has no kernel lock; "
                "keep the home on a local disk",
                path=path,
            ) from error
        if not taken:
            os.close(fd)
            raise HomeInUse(f"another daemon holds {path}; ask it with: memoryctl status", path=path)
        self._held[key] = fd

    def release(self) -> None:
        """Give everything back; the process could as well end."""
        for fd in self._held.values():
            os.close(fd)
        self._held.clear()


class HermesLock:
    """The lock file that Hermes flocks around each of its writes: ``MEMORY.md.lock`` beside the file.

    A blocking flock is queued by the kernel and gets its turn within milliseconds, while polling starves beside a
    process that writes all the time. So after one try that does not wait, a short-lived thread waits.

    Attributes:
        held: Whether we have it.
        waiting: Whether a thread waits for it; whoever is told that it came sets this back.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._fd = -1
        self.held = False
        self.waiting = False

    def try_acquire(self) -> bool:
        """Take the lock if it is free.

        Where its file can be neither opened nor made, since the directory takes no new files, nobody can write the
        memory file either: there is nothing to lock, and reading goes on.
        """
        try:
            self._reopen_if_replaced()
            if self._fd >= 0:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EBADF):
                raise
            # Without flock Hermes cannot lock here either; the exchange still notices what it writes.
        self.held = True
        return True

    def acquire_later(self, acquired: Callable[[], None]) -> None:
        """Wait for the lock on a thread of its own and call ``acquired`` there."""

        def wait() -> None:
            fcntl.flock(self._fd, fcntl.LOCK_EX)
            self.held = True
            acquired()

        self.waiting = True

        # A daemon thread: another program may hold the lock for ever, and we must still be able to leave.
        threading.Thread(target=wait, name="memoryd-lock-wait", daemon=True).start()

    def release(self) -> None:
        """Give the lock back."""
        if self.held:
            self.held = False
            if self._fd >= 0:
                fcntl.flock(self._fd, fcntl.LOCK_UN)

    def close(self) -> None:
        """Give the descriptor back, and with it the lock."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _reopen_if_replaced(self) -> None:
        """A lock file that was removed and made anew is another lock: follow the name."""
        if self._fd >= 0:
            try:
                if os.path.samestat(os.stat(self.path), os.fstat(self._fd)):
                    return
            except FileNotFoundError:
                pass
            self.close()
        try:
            self._fd = open_private(self.path, os.O_RDWR)
        except OSError as error:
            if error.errno not in _NOT_ALLOWED:
                raise
            with contextlib.suppress(FileNotFoundError):
                self._fd = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)  # enough for a lock
