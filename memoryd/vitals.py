"""How this process is, in the kernel's words: memory, threads, descriptors, processor time.

A look costs some ten microseconds on Linux, where it reads ``/proc``, and nothing waits for a disk there. Elsewhere
what the kernel does not tell is 0.
"""

import contextlib
import ctypes
import os
import platform
import resource

from memoryd_client.messages import ProcessFigures

_PAGE = os.sysconf("SC_PAGE_SIZE")


def rss_bytes() -> int:
    """Memory that is resident now; 0 where that is not told."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0


def give_back() -> None:
    """Have freed memory returned to the system, where the C library keeps it for itself (glibc)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def descriptors() -> list[int]:
    """Those in use, the one that the listing needs among them; none where that is not told."""
    for place in ("/proc/self/fd", "/dev/fd"):
        with contextlib.suppress(OSError):
            return [int(name) for name in os.listdir(place)]
    return []


def process_figures() -> ProcessFigures:
    """All of it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return ProcessFigures(
        python=platform.python_version(),
        rss_bytes=rss_bytes(),
        threads=_threads(),
        open_files=max(0, len(descriptors()) - 1),
        open_files_limit=resource.getrlimit(resource.RLIMIT_NOFILE)[0],
        cpu_seconds=used.ru_utime + used.ru_stime,
    )


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 0
