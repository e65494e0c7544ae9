"""Where everything of a home stands on the disk. ``docs/file-format.md`` describes each of these files."""

import os
import re
from dataclasses import dataclass
from typing import NamedTuple

from memoryd.settings import Settings
from memoryd_client.endpoint import Home
from memoryd_client.errors import UnknownProfile, UnknownTarget

_PROFILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class FileKey(NamedTuple):
    """Names a memory file; the empty profile is the root's own."""

    profile: str
    target: str


@dataclass(slots=True)
class Layout:
    """The paths of one root.

    The settings may be replaced while threads use them: whoever asks twice may get two answers, never half of one.
    """

    home: Home
    settings: Settings

    @property
    def config(self) -> str:
        """The settings."""
        return os.path.join(self.home.state_dir, "config.toml")

    @property
    def database(self) -> str:
        """The journal."""
        return os.path.join(self.home.state_dir, "memoryd.db")

    @property
    def lock(self) -> str:
        """The lock of the one owner."""
        return os.path.join(self.home.state_dir, "lock")

    @property
    def aside(self) -> str:
        """Copies of what could not be kept where it was."""
        return os.path.join(self.home.state_dir, "aside")

    def memories(self, profile: str) -> str:
        """The directory of a profile's memory files."""
        base = os.path.join(self.home.root, "profiles", profile) if profile else self.home.root
        return os.path.join(base, "memories")

    def key(self, profile: str, target: str) -> FileKey:
        """The file that a request means.

        Raises:
            UnknownTarget, UnknownProfile: There is none of this name.
        """
        if target not in self.settings.targets:
            known = ", ".join(self.settings.targets)
            raise UnknownTarget(f"no target is called {target!r}; there are {known}", field="target")
        if profile and not (_PROFILE.fullmatch(profile) and os.path.isdir(os.path.dirname(self.memories(profile)))):
            raise UnknownProfile(f"no profile {profile!r} under {self.home.root}/profiles", field="profile")
        return FileKey(profile, target)

    def path(self, key: FileKey) -> str:
        """Where a memory file stands."""
        return os.path.join(self.memories(key.profile), self.settings.targets[key.target].file)

    def limit(self, key: FileKey) -> int:
        """Its budget in code points."""
        return self.settings.targets[key.target].limit


def make_private(directory: str) -> None:
    """A directory for us alone, 0700 whatever the umask, with whatever parents it needs; an existing one stays."""
    if os.path.isdir(directory):
        return
    make_private(os.path.dirname(directory))
    try:
        os.mkdir(directory, 0o700)
    except FileExistsError:
        return
    os.chmod(directory, 0o700)


def open_private(path: str, flags: int) -> int:
    """A descriptor of a file for us alone; a new one is 0600 whatever the umask."""
    flags |= os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        return os.open(path, flags)
    except FileNotFoundError:
        fd = os.open(path, flags | os.O_CREAT, 0o600)
        os.fchmod(fd, 0o600)
        return fd
