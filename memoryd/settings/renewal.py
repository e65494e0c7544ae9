"""Which settings a running daemon can take over, and which wait for its next start."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from memoryd.settings.sections import Profile, Settings, Target

AT_START: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "limits": ("request_bytes", "unsent_replies"),  # options of the sockets, given before they are bound
        "journal": ("outcome_hours",),  # the journal is opened with it
        "history": ("rows", "days", "max_bytes"),  # likewise
        "archive": ("keep_days",),  # the archivist begins with it
        "log": ("level", "file", "file_bytes", "format"),  # a log that changes its form half-way can be read by nothing
    }
)
"""Settings by section that are read once."""


def renewed(before: Settings, wanted: Settings) -> tuple[Settings, tuple[str, ...]]:
    """The settings to go on with, and the names of those that were changed but wait for the next start."""
    waiting: list[str] = []
    sections = {}
    for section, keys in AT_START.items():
        old, new = getattr(before, section), getattr(wanted, section)
        changed = [key for key in keys if getattr(old, key) != getattr(new, key)]
        waiting += [f"{section}.{key}" for key in changed]
        sections[section] = msgspec.structs.replace(new, **{key: getattr(old, key) for key in changed})
    targets, late = _targets(before.targets, wanted.targets, "")
    profiles = {}
    for name in before.profiles.keys() | wanted.profiles.keys():
        own, later = _targets(_of(before, name), _of(wanted, name), f"profiles.{name}.")
        profiles[name] = Profile(own)
        late += later
    settings = msgspec.structs.replace(wanted, targets=targets, profiles=profiles, **sections)
    return settings, tuple(dict.fromkeys(waiting + late))


def _of(settings: Settings, profile: str) -> Mapping[str, Target]:
    own = settings.profiles.get(profile)
    return own.targets if own is not None else settings.targets


def _targets(
    before: Mapping[str, Target], wanted: Mapping[str, Target], prefix: str
) -> tuple[dict[str, Target], list[str]]:
    """A target in use keeps its file, and no other gets it: what was read from one must not be written to another."""
    targets = dict(before)
    used = {target.file.casefold() for target in before.values()}
    for name, target in wanted.items():
        if name in before:
            targets[name] = msgspec.structs.replace(target, file=before[name].file, scope=before[name].scope)
        elif target.file.casefold() not in used:
            targets[name] = target
    waiting = [f"{prefix}targets.{name}" for name in before if name not in wanted]
    for name, one in wanted.items():
        kept = targets.get(name, Target())
        waiting += [
            f"{prefix}targets.{name}.{key}" for key in ("file", "scope") if getattr(kept, key) != getattr(one, key)
        ]
    return targets, waiting
