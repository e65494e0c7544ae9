"""What a new file takes over from the one it displaces: mode, owner, ACL and user attributes; and its identity."""

import ctypes
import errno
import os
import stat
import sys

from memoryd.store.rows import Identity

_NEW_FILE_MODE = 0o600
_UNSUPPORTED = (errno.ENOTSUP, errno.ENOSYS, errno.EINVAL)


def take_over(old: int, new: int) -> list[str]:
    """Give the file behind ``new`` what the one behind ``old`` has; returns what could not be kept, in sentences."""
    lost: list[str] = []
    was, now = os.fstat(old), os.fstat(new)
    mode = stat.S_IMODE(was.st_mode)
    if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
        try:
            os.fchown(new, was.st_uid if was.st_uid != now.st_uid else -1, was.st_gid)
        except OSError as error:
            lost.append(f"owner {was.st_uid}:{was.st_gid} could not be kept ({error.strerror})")
            mode &= ~_keep_group(new, was.st_gid)
    if mode != _NEW_FILE_MODE:
        os.fchmod(new, mode)
    lost.extend(_take_over_xattrs(old, new))
    return lost


def _keep_group(fd: int, gid: int) -> int:
    """Try to keep at least the group; returns the permission bits that must go, since they were not meant for ours."""
    try:
        os.fchown(fd, -1, gid)
    except OSError:
        return stat.S_IRWXG
    return 0


def _take_over_xattrs(old: int, new: int) -> list[str]:
    if not hasattr(os, "listxattr"):
        return []
    try:
        names = os.listxattr(old)
    except OSError:
        return []
    lost = []
    for name in names:
        if not name.startswith(("user.", "system.posix_acl_")):
            continue
        try:
            os.setxattr(new, name, os.getxattr(old, name))
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                lost.append(f"attribute {name} could not be kept ({error.strerror})")
    return lost


class _Statx(ctypes.Structure):
    _fields_ = (
        ("before", ctypes.c_uint8 * 80),
        ("born_seconds", ctypes.c_int64),
        ("born_ns", ctypes.c_uint32),
        ("rest", ctypes.c_uint8 * 164),
    )


_AT_EMPTY_PATH = 0x1000
_STATX_BTIME = 0x800
_statx = getattr(ctypes.CDLL(None), "statx", None) if sys.platform == "linux" else None


def identity(fd: int, found: os.stat_result | None = None) -> Identity:
    """Which file this is, beyond its name; the birth time is 0 where the file system keeps none.

    ``found`` is what a stat of it told, if there was one.
    """
    found = found or os.fstat(fd)
    born = getattr(found, "st_birthtime", 0.0)
    if _statx is None:
        return Identity(found.st_dev, found.st_ino, int(born * 1e9))
    answer = _Statx()
    if _statx(fd, b"", _AT_EMPTY_PATH, _STATX_BTIME, ctypes.byref(answer)) != 0:
        return Identity(found.st_dev, found.st_ino, 0)
    return Identity(found.st_dev, found.st_ino, answer.born_seconds * 1_000_000_000 + answer.born_ns)
