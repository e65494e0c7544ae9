"""A small process between the daemon and a provider's host: whatever the host starts, ends with it.

Rules of this module. It runs as a script, with nothing of anybody's but the standard library, and never imports a
plugin, so no plugin can hold it up. It watches two things: a pipe whose other end only the daemon has, so that the
daemon's death, however sudden, is its end of file; and the host. When either ends, every descendant is killed: on
Linux orphans become its children (a "subreaper"), also those that made a session of their own. Elsewhere the host's
process group is killed, and what left it is not found.
"""

import ctypes
import os
import resource
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress

NICENESS = 10
OOM_SCORE = "500"
"""Of all processes here a leaking provider is the one to be killed for memory, not the daemon."""
KILL_SECONDS = 2.0

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def main(arguments: list[str]) -> int:
    """Run the command until it ends or the daemon does; returns the exit code to end with."""
    life, status = int(arguments[0]), int(arguments[1])
    for fd in (life, status):
        os.set_inheritable(fd, False)  # noqa: FBT003 - the signature of os
    _lower()
    wakeup = _listen()
    host = _start(arguments[2:])
    _let_go_of_stdio()
    watched = select.poll()
    watched.register(life, select.POLLIN | select.POLLHUP)
    watched.register(wakeup, select.POLLIN)
    ended: int | None = None
    while ended is None:
        ready = {fd for fd, _ in watched.poll()}
        if wakeup in ready:
            with suppress(BlockingIOError):
                if set(os.read(wakeup, 4096)) - {signal.SIGCHLD}:
                    break  # told to stop
        ended = _reap(host.pid)
        if life in ready:
            break
    last = _kill_all(host.pid)
    with suppress(OSError):
        os.write(status, f"{last if ended is None else ended}".encode())
    return 0


def _lower() -> None:
    """Give way to everybody else: in time, in memory, and without leaving dumps of it on the disk."""
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write(OOM_SCORE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _listen() -> int:
    """A descriptor that gets a byte for each signal."""
    read, write = os.pipe()
    for fd in (read, write):
        os.set_blocking(fd, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    return read


def _start(command: list[str]) -> "subprocess.Popen[bytes]":
    # One thread only, so code between fork and exec is safe here.
    return subprocess.Popen(  # noqa: S603 - the interpreter that the operator chose
        command,
        start_new_session=True,
        restore_signals=True,
        preexec_fn=lambda: _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL),  # noqa: PLW1509 - as above
    )


def _let_go_of_stdio() -> None:
    """The pipes to the daemon are the host's; held here too, their end would never be seen."""
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)


def _reap(host: int) -> int | None:
    """Collect the dead; the host's wait status if it is among them."""
    found = None
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == host:
                found = status
    return found


def _kill_all(host: int) -> int:
    """Kill every descendant; returns the host's wait status, or 0."""
    last = 0
    until = time.monotonic() + KILL_SECONDS
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(host, signal.SIGKILL)
    while time.monotonic() < until:
        for pid in _children():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if pid == host:
            last = status
        if pid == 0:
            time.sleep(0.002)  # killed, and not dead yet
    return last


def _children() -> list[int]:
    """Our children, among them the orphans that became ours."""
    found = []
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdigit():
                with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                    if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                        found.append(int(name))
    return found


def _prctl(option: int, value: int) -> None:
    """Ask the kernel, where it is Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
