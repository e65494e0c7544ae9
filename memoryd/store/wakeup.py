"""A pipe by which one thread, or a signal, wakes a thread that waits in poll()."""

import contextlib
import os


class Wakeup:
    """Waiting and waking; any thread may call `set`. A pipe, since a signal writes single bytes."""

    def __init__(self) -> None:
        self._read, self.write_fd = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self.write_fd, False)

    def fileno(self) -> int:
        """Readable after `set`, until `clear`."""
        return self._read

    def set(self) -> None:
        """Wake the other thread; often is as good as once."""
        if self.write_fd >= 0:
            with contextlib.suppress(BlockingIOError):  # full: it is awake already
                os.write(self.write_fd, b"\0")

    def clear(self) -> None:
        """Go back to waiting; call it before looking for work, never after."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._read, 4096)

    def close(self) -> None:
        """Give the descriptors back."""
        read, write = self._read, self.write_fd
        self._read = self.write_fd = -1  # first, so that a late `set` does not write into a descriptor of others
        os.close(read)
        os.close(write)
