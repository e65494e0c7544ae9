"""A real ``systemd --user`` in namespaces of its own, where the machine allows that."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from until import PATIENCE, until

MANAGER = "/lib/systemd/systemd"

SETUP = """
set -e
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
umount /sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir -p /sys/fs/cgroup/manager
echo $$ > /sys/fs/cgroup/manager/cgroup.procs
dbus-daemon --session --address="$DBUS_SESSION_BUS_ADDRESS" --nofork --nopidfile &
"$@" --user --log-target=console --log-level=warning &
wait
"""


def missing() -> str:
    """Why no manager can run here; empty if one can."""
    if os.geteuid() != 0:
        return "namespaces of mounts and processes need root"
    programs = ["unshare", "nsenter", "dbus-daemon", "systemctl", "systemd-analyze"]
    absent = [name for name in programs if shutil.which(name) is None] + [MANAGER] * (not Path(MANAGER).exists())
    if absent:
        return f"not installed: {', '.join(absent)}"
    tried = subprocess.run(
        ["unshare", "-m", "-p", "-f", "--mount-proc", "-C", "true"], capture_output=True, check=False
    )
    if tried.returncode:
        return f"no namespaces here: {tried.stderr.decode().strip()}"
    return ""


class UserManager:
    """Runs commands beside the manager, as its user would."""

    def __init__(self, pid: int, environ: dict[str, str]) -> None:
        self._pid = pid
        self.environ = environ

    def run(self, *command: str, check: bool = True) -> str:
        """Run a command; returns what it printed."""
        enter = ["nsenter", "-t", str(self._pid), "-m", "-p", "-C"]
        ended = subprocess.run(
            [*enter, *command], env=self.environ, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert not check or ended.returncode == 0, f"{command}: {ended.stdout}{ended.stderr}"
        return ended.stdout

    def shown(self, unit: str, name: str) -> str:
        """A property of a unit."""
        return self.run("systemctl", "--user", "show", unit, f"--property={name}", "--value").strip()

    def kill(self, unit: str, number: signal.Signals) -> None:
        """Send a signal to a service's main process."""
        self.run("kill", f"-{number.name.removeprefix('SIG')}", self.shown(unit, "MainPID"))


@contextmanager
def user_manager(scratch: Path) -> Iterator[UserManager]:
    """A manager whose user has ``scratch`` as home directory."""
    environ = {
        "HOME": str(scratch),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": "/run/user/0",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/0/bus",
        "MEMORYD_NO_AUTOSTART": "1",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }
    command = ["unshare", "-m", "-p", "-f", "--mount-proc", "-C", "--kill-child", "sh", "-c", SETUP, "sh", MANAGER]
    with (scratch / "manager.log").open("wb") as log:
        outer = subprocess.Popen(command, env=environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children")
        until(lambda: bool(children.read_text().split()) or outer.poll() is not None)
        manager = UserManager(int(children.read_text().split()[0]), environ)
        until(lambda: "running" in manager.run("systemctl", "--user", "is-system-running", check=False))
        yield manager
    finally:
        outer.kill()
        outer.wait()
