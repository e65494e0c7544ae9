"""Whose everything is, and who else gets at it."""

import os
import stat
from collections.abc import Iterator

from memoryd.ctl.doctor.case import Case
from memoryd.ctl.doctor.finding import Finding
from memoryd_client.endpoint import interpreter_file, supervisor_file

OTHERS = 0o077
OTHERS_WRITE = 0o022


def home(case: Case) -> Iterator[Finding]:
    """The home itself."""
    root = case.home.root
    try:
        found = os.stat(root)
    except FileNotFoundError:
        yield Finding("home", "note", f"{root} does not exist yet", "the first daemon makes it", root)
        return
    if not stat.S_ISDIR(found.st_mode):
        yield Finding("home", "error", f"{root} is no directory", "move it away, or give another --home", root)
    elif found.st_uid != os.geteuid():
        what = f"{root} belongs to uid {found.st_uid}, you are uid {os.geteuid()}"
        yield Finding("home", "error", what, "run memoryd as its owner, or give another --home", root)
    elif found.st_mode & OTHERS_WRITE:
        what = f"{root} has mode {_mode(found)}: others may put their files in the place of yours"
        yield Finding("home", "warning", what, f"chmod go-w {root}", root)
    else:
        yield Finding("home", "ok", f"{root} is yours", path=root)


def private(case: Case) -> Iterator[Finding]:
    """What nobody else may read: memoryd's own files, and the memory."""
    own = list(_own(case))
    yield from own
    read = [path for path in (case.memories, *case.files.values()) if _open_to_others(path)]
    for path in read:
        found = os.stat(path)
        writable = found.st_mode & OTHERS_WRITE
        what = f"{path} has mode {_mode(found)}: other users may {'change' if writable else 'read'} it"
        fix = f"chmod go-rwx {path}, unless you share it on purpose"
        yield Finding("permissions", "warning" if writable else "note", what, fix, path)
    if not own and not read:
        yield Finding("permissions", "ok", "memory, journal and sockets are closed to others")


def _own(case: Case) -> Iterator[Finding]:
    doors = [os.path.dirname(path) for path in (case.home.agent_socket, case.home.operator_socket)]
    places = dict.fromkeys((case.home.state_dir, *case.home.private_dirs, *doors))
    names = (case.layout.lock, case.layout.database, interpreter_file(case.home))
    for path in (*places, *names, supervisor_file(case.home)):
        try:
            found = os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            continue
        if stat.S_ISLNK(found.st_mode) and path in places:
            what = f"{path} is a link; clients and daemon refuse to go there"
            yield Finding("permissions", "error", what, "put a directory of your own there", path)
        elif found.st_uid != os.geteuid():
            what = f"{path} belongs to uid {found.st_uid}, you are uid {os.geteuid()}"
            yield Finding("permissions", "error", what, f"chown it, or move it away: {path}", path)
        elif found.st_mode & OTHERS and not stat.S_ISLNK(found.st_mode):
            refused = found.st_mode & OTHERS_WRITE and path in places
            what = f"{path} has mode {_mode(found)}: it is not for others"
            fix = f"chmod go-rwx {path}, or memoryctl doctor --fix"
            yield Finding("permissions", "error" if refused else "warning", what, fix, path, "close to others")


def _open_to_others(path: str) -> bool:
    """Whether others could get at a file: its own mode and that of its directory allow it."""
    try:
        return bool(os.stat(path).st_mode & OTHERS & ~0o011) and bool(os.stat(os.path.dirname(path)).st_mode & 0o011)
    except OSError:
        return False


def _mode(found: os.stat_result) -> str:
    return f"{stat.S_IMODE(found.st_mode):04o}"
