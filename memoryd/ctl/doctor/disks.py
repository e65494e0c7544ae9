"""The disks that memory and journal are on."""

import os
from collections.abc import Iterator

from memoryd.ctl.doctor.case import Case
from memoryd.ctl.doctor.finding import Finding

MIB = 1 << 20
NONE_LEFT = 4 * MIB
LITTLE = 100 * MIB
FEW_INODES = 1_000

REMOTE = frozenset(
    ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.rclone", "virtiofs")
)


def space(case: Case) -> Iterator[Finding]:
    """Whether there is room to write."""
    for place in _places(case):
        found = os.statvfs(place)
        free = found.f_bavail * found.f_frsize
        what = f"{place}: {free / MIB:,.0f} MiB free"
        if found.f_flag & os.ST_RDONLY:
            yield Finding("disk", "error", f"{place} is mounted read-only", "mount it for writing; reads go on", place)
        elif free < NONE_LEFT:
            yield Finding(
                "disk", "error", what, "free some space: edits are refused with no_space, nothing is lost", place
            )
        elif free < LITTLE:
            yield Finding("disk", "warning", what, "free some space before edits are refused", place)
        elif found.f_files and found.f_favail < FEW_INODES:
            yield Finding("disk", "warning", f"{place}: room for {found.f_favail:,} files", "remove files there", place)
        else:
            yield Finding("disk", "ok", what, path=place)


def file_system(case: Case) -> Iterator[Finding]:
    """Whether the kernel's locks hold there."""
    mounts = _mounts()
    for place in _places(case):
        kind = next((kind for point, kind in mounts if _is_below(place, point)), "")
        if kind in REMOTE:
            what = f"{place} is on {kind}: whether a lock there keeps out another machine depends on the server"
            yield Finding("file system", "warning", what, "keep the home on a local disk", place)
        elif kind:
            yield Finding("file system", "ok", f"{place} is on {kind}", path=place)


def _places(case: Case) -> list[str]:
    """The directories of memory and journal, or the nearest above them that exist; one of each file system."""
    found: dict[int, str] = {}
    for wanted in (case.memories, case.home.state_dir):
        place = os.path.realpath(wanted)
        while not os.path.isdir(place):
            place = os.path.dirname(place)
        found.setdefault(os.stat(place).st_dev, place)
    return list(found.values())


def _mounts() -> list[tuple[str, str]]:
    """Mount points with their kinds, the deepest first; none where the kernel does not list them."""
    try:
        with open("/proc/self/mountinfo", encoding="utf-8", errors="replace") as file:
            rows = [line.split(" - ") for line in file]
    except OSError:
        return []
    mounts = [(left.split()[4].replace("\\040", " "), right.split()[0]) for left, right in rows]
    return sorted(mounts, key=lambda mount: len(mount[0]), reverse=True)


def _is_below(path: str, point: str) -> bool:
    return os.path.commonpath((path, point)) == point
