"""Where everything of a home stands on the disk. ``docs/file-format.md`` describes each of these files."""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from memoryd.core import names
from memoryd.settings import Settings, Target
from memoryd_client.endpoint import Home
from memoryd_client.errors import UnknownProfile, UnknownTarget

_PROFILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class FileKey(NamedTuple):
    """Names a memory file; the empty profile is the root's own.

    ``scope`` is the directory under the profile's memories where it stands: empty, or that of one person or one
    repository.
    """

    profile: str
    target: str
    scope: str = ""


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

    def targets(self, profile: str) -> Mapping[str, Target]:
        """The targets of a profile by name."""
        own = self.settings.profiles.get(profile)
        return own.targets if own is not None else self.settings.targets

    def target(self, profile: str, name: str) -> Target:
        """One target of a profile that exists; raises `UnknownTarget`, `UnknownProfile`."""
        self.require_profile(profile)
        targets = self.targets(profile)
        if name not in targets:
            raise UnknownTarget(f"no target is called {name!r}; there are {', '.join(targets)}", field="target")
        return targets[name]

    def require_profile(self, profile: str) -> None:
        """Make sure that a profile exists, under exactly this name, and is no way out of the root.

        A file system that folds case or normal forms would find it under other names, too: so its own list decides.

        Raises:
            UnknownProfile: There is none.
        """
        if not profile:
            return
        base = os.path.join(self.home.root, "profiles")
        try:
            known = bool(_PROFILE.fullmatch(profile)) and profile in os.listdir(base)
            is_ours = known and all(stat.S_ISDIR(os.lstat(one).st_mode) for one in (base, os.path.join(base, profile)))
        except OSError:
            known = is_ours = False
        if known and not is_ours:
            raise UnknownProfile(
                f"{base}/{profile} is a link, or no directory; a profile is a directory of the root itself",
                field="profile",
            )
        if not known:
            raise UnknownProfile(f"no profile {profile!r} under {base}", field="profile")

    def profiles(self) -> list[str]:
        """The names of the profiles, the root's own, which is empty, first; raises `OSError`."""
        base = os.path.join(self.home.root, "profiles")
        try:
            found = [entry.name for entry in os.scandir(base) if entry.is_dir(follow_symlinks=False)]
        except FileNotFoundError:
            found = []
        return ["", *sorted(name for name in found if _PROFILE.fullmatch(name))]

    def people(self, profile: str) -> list[tuple[str, str, tuple[str, ...]]]:
        """Whoever has files of their own in a profile: name, directory, files; raises `OSError`."""
        base = os.path.join(self.memories(profile), "users")
        try:
            found = sorted(os.listdir(base))
        except FileNotFoundError:
            return []
        known = {target.file for target in self.targets(profile).values()}
        people = ((name, os.path.join(base, name)) for name in found)
        return [
            (names.principal_of(name), path, tuple(sorted(known.intersection(os.listdir(path)))))
            for name, path in people
            if os.path.isdir(path)
        ]

    def directory(self, key: FileKey) -> str:
        """The directory in which a memory file stands."""
        return os.path.join(self.memories(key.profile), key.scope)

    def path(self, key: FileKey) -> str:
        """Where a memory file stands."""
        return os.path.join(self.memories(key.profile), key.scope, self.targets(key.profile)[key.target].file)

    def files(self) -> list[FileKey]:
        """Every memory file that is there, of all profiles, persons and repositories."""
        base = os.path.join(self.home.root, "profiles")
        profiles = ["", *(name for name in _directories(base) if _PROFILE.fullmatch(name))]
        keys = [
            FileKey(profile, target, scope)
            for profile in profiles
            for scope in ("", *self._scopes(profile))
            for target in self.targets(profile)
        ]
        return [key for key in keys if os.path.lexists(self.path(key))]

    def _scopes(self, profile: str) -> list[str]:
        memories = self.memories(profile)
        kinds = _directories(memories)
        return [os.path.join(kind, name) for kind in kinds for name in _directories(os.path.join(memories, kind))]

    def limit(self, key: FileKey) -> int:
        """Its budget in code points."""
        return self.targets(key.profile)[key.target].limit


def _directories(path: str) -> list[str]:
    try:
        return sorted(entry.name for entry in os.scandir(path) if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


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
