"""What there is to look at: a home, its settings, and its daemon, if that answers."""

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from memoryd import settings
from memoryd.settings import Settings, Target
from memoryd.store.layout import FileKey, Layout
from memoryd_client import Client
from memoryd_client.endpoint import Home
from memoryd_client.errors import MemorydError, NoAnswer, NoDaemon
from memoryd_client.messages import DaemonStatus

Reached = Literal["answers", "silent", "absent", "refused"]
"""The daemon: answers; is connected to and says nothing; nobody listens; the client refuses to go there."""


@dataclass(frozen=True, slots=True)
class Case:
    """A home as it was found.

    Attributes:
        home, layout: Where everything stands; with the default settings if those of the home cannot be used.
        bad_settings: Why they cannot.
        reached: Whether the daemon answers.
        refusal: What the client said, if it does not.
        status: What the daemon said, if it does.
        owner: The process that holds the home's lock; 0: nobody that can be seen.
    """

    home: Home
    layout: Layout
    bad_settings: str
    reached: Reached
    refusal: str
    status: DaemonStatus | None
    owner: int

    @property
    def targets(self) -> dict[str, Target]:
        """The targets that every agent of the profile has."""
        found = self.layout.targets(self.home.profile)
        return {name: target for name, target in found.items() if target.scope != "repository"}

    @property
    def files(self) -> dict[str, str]:
        """Every target's name with the path of its file."""
        profile = self.home.profile
        return {name: self.layout.path(FileKey(profile, name)) for name in self.targets}

    @property
    def memories(self) -> str:
        """The directory of the memory files."""
        return self.layout.memories(self.home.profile)

    @property
    def is_served(self) -> bool:
        """Whether somebody owns the home."""
        return self.owner != 0 or self.reached in ("answers", "silent")


def opened(home: Home, client: Client) -> Case:
    """Look at a home; a daemon that does not answer costs the client's timeout."""
    chosen, problem = _settings(home)
    reached, refusal, status = _asked(client.status)
    layout = Layout(home, chosen)
    return Case(home, layout, problem, reached, refusal, status, flock_holder(layout.lock))


def _settings(home: Home) -> tuple[Settings, str]:
    try:
        return settings.load(settings.path_of(home.state_dir), os.environ), ""
    except settings.BadSettings as error:
        return settings.decode("", {}), str(error)


def _asked(ask: Callable[[], DaemonStatus]) -> tuple[Reached, str, DaemonStatus | None]:
    try:
        return "answers", "", ask()
    except NoDaemon as error:
        return "absent", str(error), None
    except NoAnswer as error:
        return "silent", str(error), None
    except (MemorydError, OSError) as error:
        return "refused", str(error), None


def flock_holder(path: str) -> int:
    """The process that holds an flock of a file; 0 if none can be seen.

    The kernel's table is read and no lock tried, for a daemon that starts at that very moment would find it taken.
    """
    try:
        wanted = os.stat(path)
        with open("/proc/locks", encoding="ascii") as file:
            rows = [line.split() for line in file]
    except OSError:
        return 0
    for row in rows:
        number, pid = row[-3].rpartition(":")[2], row[4]
        if "FLOCK" in row and "->" not in row and number == str(wanted.st_ino) and _has_open(int(pid), wanted):
            return int(pid)
    return 0


def _has_open(pid: int, wanted: os.stat_result) -> bool:
    """Whether a process has this very file open: numbers of files repeat on other file systems."""
    with contextlib.suppress(OSError):
        for fd in os.listdir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                if os.path.samestat(os.stat(f"/proc/{pid}/fd/{fd}"), wanted):
                    return True
    return False
