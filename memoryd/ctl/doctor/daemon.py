"""The daemon: whether it answers, who owns the home, and what it says about itself."""

import os
import resource
import stat
from collections.abc import Iterator

from memoryd.ctl.doctor.case import Case
from memoryd.ctl.doctor.finding import Finding
from memoryd.ctl.skew import other_versions, skew
from memoryd.ctl.words import who

FEW_FILES = 4_096
"""Fewer descriptors than this are soon used up: each connection needs one, each memory file several."""

MUCH = 0.8


def chosen_settings(case: Case) -> Iterator[Finding]:
    """Whether the settings can be used."""
    path = case.layout.config
    if case.bad_settings:
        fix = "correct it; a running daemon keeps the old ones, a new one does not start (exit code 78)"
        yield Finding("settings", "error", case.bad_settings, fix, path)
    else:
        there = path if os.path.exists(path) else "there is no config.toml, every setting has its default"
        yield Finding("settings", "ok", there, path=path)


def endpoint(case: Case) -> Iterator[Finding]:
    """Whether clients reach a daemon."""
    path = case.home.agent_socket
    if case.reached == "answers":
        yield Finding("socket", "ok", f"a daemon answers at {path}", path=path)
    elif case.reached == "silent":
        what = f"somebody listens at {path} and does not answer: {case.refusal}"
        kill = f"kill -9 {case.owner}" if case.owner else "kill it"
        fix = f"if it stays so: memoryctl service restart, or {kill}; no acknowledged edit is lost"
        yield Finding("socket", "error", what, fix, path)
    elif case.reached == "refused":
        yield Finding(
            "socket", "error", case.refusal, "see the message; memoryctl doctor --fix closes directories", path
        )
    else:
        yield from _unserved(path)


def _unserved(path: str) -> Iterator[Finding]:
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        what = "no daemon serves this home"
        yield Finding("socket", "note", what, "the first client starts one; or: memoryctl service install", path)
        return
    if not stat.S_ISSOCK(mode):
        what = f"{path} is not a socket; the daemon refuses to start, for binding would destroy it"
        yield Finding("socket", "error", what, f"move {path} away", path)
    else:
        what = f"nobody listens at {path}: a daemon was killed"
        yield Finding("socket", "note", what, "the next daemon takes it over", path, "remove socket")


def ownership(case: Case) -> Iterator[Finding]:
    """Whether the process that owns the home is the one that answers."""
    pid = case.status.pid if case.status else 0
    path = case.layout.lock
    if case.owner and case.owner != pid and case.reached != "silent":
        what = f"process {case.owner} owns the home, and {f'process {pid}' if pid else 'nobody'} answers"
        fix = f"wait if it is starting or stopping; else look at it: ps -p {case.owner}, memoryctl service logs"
        yield Finding("lock", "warning", what, fix, path)
    elif case.owner or pid:
        yield Finding("lock", "ok", f"process {case.owner or pid} owns the home", path=path)
    else:
        yield Finding("lock", "ok", "nobody owns the home", path=path)


def version(case: Case) -> Iterator[Finding]:
    """Whether daemon and clients are of one version."""
    if case.status is None:
        return
    if sentence := skew(case.status):
        fix = "memoryctl service restart, or memoryctl stop"
        yield Finding("version", "warning", sentence, fix)
    for other, agents in other_versions(case.status).items():
        what = f"{', '.join(agents)}: client {other}, daemon {case.status.version}"
        yield Finding("version", "note", what, "upgrade the older of the two; they understand each other meanwhile")
    if not skew(case.status):
        yield Finding("version", "ok", f"daemon and memoryctl are {case.status.version}")


def troubles(case: Case) -> Iterator[Finding]:
    """What the daemon says does not work."""
    if case.status is None:
        return
    for sentence in case.status.degraded:
        yield Finding("degraded", "warning", sentence, "see docs/operations.md, recovery")
    for attempt in case.status.attempts:
        what = f"{who(attempt.actor)} asked at the agents' socket for {attempt.request}, which only a person may do"
        yield Finding("operator", "warning", what, "look at that agent: it was refused")
    if case.status.shed_connections:
        what = f"{case.status.shed_connections} connections were closed, since memory grew without a request arriving"
        yield Finding("clients", "warning", what, "a client sends frames without an end; the log names its process")


def descriptors(case: Case) -> Iterator[Finding]:
    """Whether descriptors suffice."""
    if case.status is None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= hard < FEW_FILES:
            what = f"processes started here may have {hard} open files"
            yield Finding(
                "open files", "warning", what, f"raise it: ulimit -Hn {FEW_FILES}, or LimitNOFILE in the unit"
            )
        return
    used, limit = case.status.process.open_files, case.status.process.open_files_limit
    what = f"the daemon has {used:,} of {limit:,} files open"
    if limit and used > MUCH * limit:
        yield Finding("open files", "error", what, "close idle clients, and raise LimitNOFILE; at the limit it ends")
    elif 0 < limit < FEW_FILES:
        yield Finding("open files", "warning", what, f"raise it to {FEW_FILES} or more: LimitNOFILE in the unit")
    else:
        yield Finding("open files", "ok", what)
