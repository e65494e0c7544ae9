"""What a service manager does for us, and what both have in common."""

import contextlib
import os
import subprocess
from collections.abc import Sequence
from importlib import resources
from typing import Protocol

import msgspec

from memoryd_client.endpoint import Home, make_state_dir, supervisor_file
from memoryd_client.errors import MemorydError

PATIENCE = 60.0


class NoManager(MemorydError):
    """There is no service manager that could run the daemon."""

    code = "no_service_manager"


class ManagerFailed(MemorydError):
    """The service manager refused a command."""

    code = "service_manager_failed"


class Manager(Protocol):
    """A service manager, for the daemon of one home. Each method returns what it did, in sentences."""

    kind: str
    name: str

    def is_installed(self) -> bool:
        """Whether its units are there."""

    def outdated(self, python: str) -> list[str]:
        """The units that are not as `install` would write them."""

    def install(self, python: str) -> list[str]:
        """Write the units, load and start them; again changes nothing."""

    def uninstall(self) -> list[str]:
        """Stop the daemon and remove the units; memory stays."""

    def start(self) -> list[str]:
        """Start the daemon."""

    def stop(self) -> list[str]:
        """Stop it, and do not start it for the next client."""

    def restart(self) -> list[str]:
        """Stop and start it."""

    def reload(self) -> list[str]:
        """Have it read its settings again."""

    def state(self) -> dict[str, str]:
        """What the service manager knows about it."""

    def log_command(self, *, follow: bool) -> list[str]:
        """The command that shows its log."""


def template(name: str) -> str:
    """A unit as it stands in the repository; in an installed package they stand beside this module."""
    packaged = resources.files("memoryd.ctl.units") / "templates" / name
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    checkout = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    with open(os.path.join(checkout, "systemd", name), encoding="utf-8") as file:
        return file.read()


def write_if_changed(path: str, text: str) -> str:
    """Write a unit; returns what was done. An interrupted write leaves the old one."""
    with contextlib.suppress(FileNotFoundError), open(path, encoding="utf-8") as file:
        if file.read() == text:
            return f"{path} is as it should be"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    fresh = f"{path}.new"
    with open(fresh, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(fresh, path)
    return f"wrote {path}"


def differs(path: str, text: str) -> bool:
    """Whether a unit is not there, or holds something else."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read() != text
    except (OSError, UnicodeDecodeError):
        return True


def remove(path: str) -> list[str]:
    """Remove a file that may not be there; returns what was done."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return []
    return [f"removed {path}"]


def run(*command: str, check: bool = True) -> str:
    """Run a command of the service manager; returns what it printed.

    Raises:
        ManagerFailed: It could not be run, or failed, and ``check`` is set.
    """
    try:
        ended = subprocess.run(  # noqa: S603 - commands of this module's own making
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ManagerFailed(f"{' '.join(command)} could not be run: {error}") from error
    if check and ended.returncode:
        said = (ended.stderr or ended.stdout).strip()
        raise ManagerFailed(f"{' '.join(command)} failed with {ended.returncode}: {said or 'it said nothing'}")
    return ended.stdout


def note_supervisor(home: Home, kind: str, name: str) -> None:
    """Tell clients that this home's daemon is started by a service manager."""
    make_state_dir(home)
    with open(supervisor_file(home), "wb", opener=_private) as file:
        file.write(msgspec.json.encode({"kind": kind, "name": name}))


def forget_supervisor(home: Home) -> None:
    """Clients start the daemon themselves again."""
    remove(supervisor_file(home))


def filled(text: str, values: Sequence[tuple[str, str]]) -> str:
    """A template with its ``@NAME@`` replaced."""
    for name, value in values:
        text = text.replace(f"@{name}@", value)
    return text


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)
