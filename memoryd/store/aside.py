"""Copies of contents that a person may want back: at most one for each distinct content."""

import hashlib
import os

from memoryd.store.layout import make_private, open_private
from memoryd.store.syscalls import Disk

KEPT_COPIES = 64
"""Older ones go: without a bound, a program that keeps tearing a file would fill the disk."""


def keep(disk: Disk, directory: str, name: str, data: bytes) -> str:
    """Keep a copy and return its path; the same content is kept once.

    Raises:
        OSError: The copy could not be written; nothing was changed.
    """
    make_private(directory)
    path = os.path.join(directory, f"{name}.{hashlib.sha256(data).hexdigest()[:16]}")
    if not os.path.exists(path):
        temp = f"{path}.part"
        fd = open_private(temp, os.O_WRONLY | os.O_TRUNC)
        try:
            disk.write(fd, data)
            disk.fsync(fd)
            os.rename(temp, path)
        except OSError:
            os.unlink(temp)
            raise
        finally:
            os.close(fd)
        _forget_oldest(directory)
    return path


def _forget_oldest(directory: str) -> None:
    copies = sorted((entry.stat().st_mtime_ns, entry.path) for entry in os.scandir(directory))
    for _, path in copies[:-KEPT_COPIES]:
        os.unlink(path)
