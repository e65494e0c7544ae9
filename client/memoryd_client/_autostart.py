"""Starting a daemon for a home that has none: by its service manager, else as a process of its own.

Rules of this module. It is imported only when a daemon is missing. Whoever starts one holds the spawn lock, so that
fifty clients start one; who owns the home is decided by the daemons themselves. Nothing of this process's surroundings
reaches the daemon but what stands in `PASSED_ON`: it outlives us, and serves others.
"""

import fcntl
import importlib.util
import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from memoryd_client import _reach, endpoint
from memoryd_client.endpoint import Home
from memoryd_client.errors import NoDaemon

NEEDED = ("memoryd", "click", "filelock", "re2", "rich", "structlog")
"""What an interpreter must have to run a daemon."""

PASSED_ON = frozenset(
    ("HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")
)
"""Environment variables that the daemon gets, beside LC_ and MEMORYD_ ones."""

PAUSE = 0.02
HOME_IN_USE = 75
"""The exit code of a daemon that found another one at work."""


class Supervisor(msgspec.Struct, frozen=True):
    """What ``memoryctl service install`` leaves for us: ``kind`` is systemd or launchd, ``name`` the unit or label."""

    kind: str
    name: str


def start(home: Home, deadline: float) -> None:
    """Return when somebody listens there, or when ``deadline`` on the monotonic clock has passed.

    Raises:
        NoDaemon: None can be started; the message says what was tried.
        UnsafeEndpoint: The place of the sockets is not ours alone.
    """
    if os.environ.get("MEMORYD_NO_AUTOSTART", "0") not in ("", "0"):
        raise _reach.no_daemon(home)
    endpoint.make_state_dir(home)
    with _spawn_lock(home, deadline) as ours:
        if not ours or _reach.is_listening(home):
            return
        tried = [problem for way in (_by_supervisor, _by_ourselves) if (problem := way(home, deadline))]
        if not _reach.is_listening(home) and time.monotonic() < deadline:
            raise NoDaemon(
                f"no daemon serves {home.root} and none could be started: {'; '.join(tried)}", path=home.agent_socket
            )


@contextmanager
def _spawn_lock(home: Home, deadline: float) -> Iterator[bool]:
    """Hold the lock, true; or false: somebody listens by now, or the deadline has passed."""
    fd = os.open(os.path.join(home.state_dir, "spawn.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield _locked(fd, home, deadline)
    finally:
        os.close(fd)


def _locked(fd: int, home: Home, deadline: float) -> bool:
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline or _reach.is_listening(home):
                return False
            time.sleep(PAUSE)
        else:
            return True


# --- the two ways, each of which returns why it did not work ----------------------------------------------------------


def _by_supervisor(home: Home, deadline: float) -> str:
    try:
        with open(endpoint.supervisor_file(home), "rb") as file:
            found = msgspec.json.decode(file.read(), type=Supervisor)
    except (OSError, msgspec.MsgspecError):
        return ""
    commands = {
        "systemd": ["systemctl", "--user", "start", found.name],
        "launchd": ["launchctl", "kickstart", f"gui/{os.geteuid()}/{found.name}"],
    }
    try:
        ended = subprocess.run(  # noqa: S603 - the unit that this user installed
            commands[found.kind],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=max(0.1, deadline - time.monotonic()),
            check=False,
        )
    except (OSError, KeyError, subprocess.TimeoutExpired) as error:
        return f"{found.kind} did not start {found.name} ({error})"
    if ended.returncode:
        return f"{found.kind} did not start {found.name} ({ended.stderr.decode(errors='replace').strip()})"
    _wait(home, deadline)
    return ""


def _by_ourselves(home: Home, deadline: float) -> str:
    if _reach.is_listening(home):
        return ""
    problems = [problem for python in _interpreters(home) if (problem := _spawned(python, home, deadline))]
    return "; ".join(problems) or "no interpreter has memoryd[daemon]: pip install 'memoryd[daemon]'"


def _spawned(python: str, home: Home, deadline: float) -> str:
    """Run a daemon with this interpreter; returns why it did not come up."""
    said = os.path.join(home.state_dir, "start.log")
    with open(said, "wb", opener=_private) as output:
        try:
            child = subprocess.Popen(  # noqa: S603 - ourselves
                [python, "-I", "-m", "memoryd", "--home", home.root],
                env=_environment(home),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=output,
                start_new_session=True,
            )
        except OSError as error:
            return f"{python} cannot be run ({error.strerror})"
    code = _wait(home, deadline, child)
    # It outlives us, or we it: then somebody must ask how it ended, or it would stay as a zombie of ours.
    threading.Thread(target=child.wait, name="memoryd-autostarted", daemon=True).start()
    if code in (None, 0, HOME_IN_USE):
        return ""
    with open(said, encoding="utf-8", errors="replace") as output:
        last = output.read().strip().splitlines()[-1:]
    return f"{python} -m memoryd ended with {code}: {''.join(last) or 'it said nothing'}"


def _wait(home: Home, deadline: float, child: "subprocess.Popen[bytes] | None" = None) -> int | None:
    """Wait until somebody listens or the child failed; returns its exit code, if it has one."""
    while time.monotonic() < deadline and not _reach.is_listening(home):
        code = child.poll() if child is not None else None
        if code not in (None, HOME_IN_USE):
            return code
        time.sleep(PAUSE)
    return None


# --- what a daemon is started with ------------------------------------------------------------------------------------


def _interpreters(home: Home) -> Iterator[str]:
    """Those that can run a daemon: ours, and the one that last did."""
    if sys.executable and all(importlib.util.find_spec(name) is not None for name in NEEDED):
        yield sys.executable
    try:
        with open(endpoint.interpreter_file(home), encoding="utf-8") as file:
            recorded = file.read().strip()
        found = os.stat(recorded)
    except (OSError, UnicodeDecodeError, ValueError):
        return
    trusted = found.st_uid in (0, os.geteuid()) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if recorded != sys.executable and os.path.isabs(recorded) and trusted:
        yield recorded


def _environment(home: Home) -> dict[str, str]:
    passed = {
        name: value
        for name, value in os.environ.items()
        if name in PASSED_ON or (name.startswith(("LC_", "MEMORYD_")) and name != "MEMORYD_NO_AUTOSTART")
    }
    return {"MEMORYD_LOG_FILE": os.path.join(home.state_dir, "memoryd.log"), **passed}


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)
