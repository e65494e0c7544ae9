"""What ``doctor --fix`` does: the whole list.

Rules of this module. Only memoryd's own things are touched, never a memory file, its directory or a temp file beside
it: those may hold what is nowhere else. Each repair looks again at what it changes, and can be taken back or comes back
by itself. ``docs/operations.md`` has the same list, and a test compares.
"""

import fcntl
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import replace

from memoryd.ctl.doctor.case import Case
from memoryd.ctl.doctor.finding import Finding, Repair
from memoryd_client.endpoint import Home


def repair(case: Case, finding: Finding) -> Finding:
    """Do what can be done about a finding; the finding says what was done."""
    if not finding.repair:
        return finding
    try:
        done = REPAIRS[finding.repair](case.home, finding.path)
    except OSError as error:
        return replace(finding, repaired=f"not repaired: {error}")
    return replace(finding, repaired=done)


def _close(_: Home, path: str) -> str:
    """Take everything from others that they may do with one of memoryd's own files or directories."""
    fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(fd)
        if found.st_uid != os.geteuid():
            return f"left alone: it belongs to uid {found.st_uid} by now"
        os.fchmod(fd, stat.S_IMODE(found.st_mode) & 0o700)
    finally:
        os.close(fd)
    return f"chmod go-rwx {path}"


def _remove_socket(home: Home, path: str) -> str:
    """Remove a socket that nobody listens at, while nobody owns the home: only its owner may bind."""
    fd = os.open(os.path.join(home.state_dir, "lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "left alone: a daemon owns the home by now"
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            return "left alone: it is no socket"
        os.unlink(path)
    finally:
        os.close(fd)
    return f"removed {path}"


def _remove_record(_: Home, path: str) -> str:
    """Remove a note for clients that leads nowhere; a daemon or ``service install`` writes it anew."""
    os.unlink(path)
    return f"removed {path}"


REPAIRS: Mapping[Repair, Callable[[Home, str], str]] = {
    "close to others": _close,
    "remove socket": _remove_socket,
    "remove record": _remove_record,
}
