"""A disk that fails where it is told to: an errno, half a write, or the end of the process, at one call of many.

Calls are told apart by what they are made on, not by paths and descriptors: ``fsync of the temp file, the first``.
"""

import errno
import os
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from memoryd.store.syscalls import Disk

TEMP = re.compile(r"\.memoryd-[0-9a-f]+-\d+$")
METHODS = tuple(name for name, value in vars(Disk).items() if callable(value) and not name.startswith("_"))

CHANGING = (
    "create",
    "write",
    "set_times",
    "fsync",
    "exchange",
    "rename_new",
    "rename",
    "unlink",
    "reserve",
    "overwrite",
)
"""Calls after which a killed process leaves something else behind than before."""

FULL = (errno.ENOSPC, errno.EDQUOT)
FORBIDDEN = (errno.EACCES, errno.EROFS)
BROKEN = (errno.EIO,)

POSSIBLE: dict[str, tuple[int, ...]] = {
    "stat": (errno.EACCES, *BROKEN),
    "fstat": BROKEN,
    "open_read": (errno.EACCES, errno.EMFILE, errno.EINTR, *BROKEN),
    "read": (errno.EINTR, *BROKEN),
    "create": (*FULL, *FORBIDDEN, errno.EMFILE, errno.EINTR, *BROKEN),
    "open_write": (*FORBIDDEN, errno.EMFILE, errno.EINTR, *BROKEN),
    "reserve": (*FULL, *BROKEN),
    "overwrite": (*FULL, errno.EFBIG, errno.EINTR, *BROKEN),
    "write": (*FULL, errno.EFBIG, errno.EINTR, *BROKEN),
    "fsync": (*FULL, errno.EINTR, *BROKEN),
    "close": (errno.EINTR, *BROKEN),
    "set_times": (errno.EPERM, errno.EROFS, *BROKEN),
    "exchange": (errno.EINVAL, errno.EBUSY, errno.ENOSPC, *FORBIDDEN, *BROKEN),
    "rename_new": (errno.EINVAL, errno.ENOSPC, *FORBIDDEN, *BROKEN),
    "rename": (errno.EBUSY, errno.ENOSPC, *FORBIDDEN, *BROKEN),
    "unlink": (*FORBIDDEN, *BROKEN),
    "lease": (errno.EAGAIN, errno.EINVAL, errno.EACCES, errno.ENOMEM),
}
"""What the kernel may answer to each call, as far as anything differs. Giving a lease back cannot fail."""

PASSING = (errno.EIO, errno.EINTR, errno.ENOMEM, errno.EAGAIN)
"""Faults of one moment; the others stay until the cause is gone."""


class Point(NamedTuple):
    """One call of a publication: which, on what, and the how manieth of its kind."""

    method: str
    what: str
    number: int

    def __str__(self) -> str:
        again = "" if self.number == 1 else f", {self.number}"
        return f"{self.method} {self.what}{again}"


class Fault(NamedTuple):
    """What happens at a point: an errno, half of a write followed by an errno or the end, or the end."""

    point: Point
    kind: Literal["errno", "half", "kill before", "kill after", "half and kill"]
    code: int = 0

    @property
    def is_kill(self) -> bool:
        """Whether it ends the process."""
        return "kill" in self.kind

    def __str__(self) -> str:
        return errno.errorcode[self.code] if self.code else self.kind


class FaultDisk(Disk):
    """Counts the calls from `arm` on, and fails as it was told."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._fault: Fault | None = None
        self._counts: Counter[tuple[str, str]] = Counter()
        self._names: dict[int, str] = {}
        self._hit = False
        self._lock = threading.Lock()  # two threads of the daemon make calls

    def arm(self, fault: Fault | None) -> None:
        """Count from here on, and fail at the fault's point."""
        with self._lock:
            self._fault, self._hit = fault, False
            self._counts.clear()
            self.points.clear()

    @property
    def was_hit(self) -> bool:
        """Whether the fault's point was reached."""
        return self._hit

    def disarm(self) -> bool:
        """Work again; returns whether the point was reached."""
        self._fault = None
        return self._hit

    def _meet(self, method: str, real: Callable[..., Any], *args: Any, **options: Any) -> Any:  # noqa: ANN401
        fault = self._at(method, args[0])
        if fault is not None and method == "close":
            real(*args)  # whatever close() answers, the descriptor is gone
        if fault is not None:
            self._strike(fault, *args)
        result = real(*args, **options)
        if isinstance(args[0], str) and method.startswith(("open", "create")):
            self._names[result] = args[0]
        if fault is not None and fault.kind == "kill after":
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    def _at(self, method: str, first: str | int) -> Fault | None:
        with self._lock:
            what = _what(first if isinstance(first, str) else self._names.get(first, ""))
            if method == "close":
                self._names.pop(first, None)
            self._counts[method, what] += 1
            point = Point(method, what, self._counts[method, what])
            self.points.append(point)
            fault = self._fault
            if fault is None or fault.point[:2] != point[:2] or point.number < fault.point.number:
                return None
            if point.number > fault.point.number and fault.code in PASSING:
                return None
            self._hit = True
            return fault

    def _strike(self, fault: Fault, *args: Any) -> None:  # noqa: ANN401
        if fault.kind.startswith("half"):
            fd, data = args
            _half(fd, data)
        if fault.kind in ("kill before", "half and kill"):
            os.kill(os.getpid(), signal.SIGKILL)
        if fault.code == errno.EAGAIN:
            raise BlockingIOError(fault.code, os.strerror(fault.code))
        if fault.code:
            raise OSError(fault.code, os.strerror(fault.code))


def _half(fd: int, data: bytes) -> None:
    os.pwrite(fd, data[: len(data) // 2], 0)


def _what(path: str) -> str:
    name = os.path.basename(path)
    whose = "USER.md: " if "USER" in name else ""
    if not name:
        return "directory"  # opened by no call of the disk's
    if TEMP.search(name):
        return f"{whose}temp file"
    return f"{whose}copy of the old content" if name.endswith(".memoryd-before") else f"{whose}memory file"


def _failing(method: str) -> Callable[..., Any]:
    real = getattr(Disk, method)

    def call(self: FaultDisk, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return self._meet(method, lambda *inner, **more: real(self, *inner, **more), *args, **options)

    return call


for _method in METHODS:
    setattr(FaultDisk, _method, _failing(_method))
