"""An outside edit's own changes, applied to our state."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memoryd.core.merge.base import Sighting
from memoryd.core.merge.versions import Version, VersionLog

LATELY = 10.0
"""Seconds for which a removal is protected against an edit that still shows the removed entry."""

TORN_LOSSES = 3


@dataclass(frozen=True, slots=True)
class Merged:
    """The result: all entries, what the edit added and deleted, and whether it was taken for a torn read."""

    entries: tuple[str, ...]
    added: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    torn: bool = False


def merge(log: VersionLog, base: Version, seen: Sighting, ours: tuple[str, ...]) -> Merged:
    """Apply what ``seen`` changed since ``base`` to ``ours``; nothing is dropped or cut for its size."""
    torn = is_torn(log, base, seen)
    found, held = set(seen.entries), set(base.entries)
    deleted = {entry for entry in held - found if not torn and not log.born_after(entry, base)}
    added = {
        entry
        for entry in found - held
        if not log.removed_after(entry, base, seen.seen_at, LATELY) and not (torn and _is_cut_short(entry, log, base))
    }
    kept = [entry for entry in ours if entry not in deleted]
    if not torn:
        kept = _reordered(kept, base.entries, seen.entries)
    result = _with_added(kept, seen.entries, added)
    return Merged(
        result,
        tuple(entry for entry in seen.entries if entry in added and entry not in ours),
        tuple(entry for entry in ours if entry in deleted),
        torn,
    )


def is_torn(log: VersionLog, base: Version, seen: Sighting) -> bool:
    """Whether the edit looks as if its writer had read a half-written file.

    Somebody was overwriting the file in place shortly before, at least three entries of the base are missing, and
    either more than half are, or an unknown entry is the beginning of a known one.
    """
    missing = len(set(base.entries) - set(seen.entries))
    if not seen.entries or not seen.changed_lately or missing < TORN_LOSSES:
        return False
    return 2 * missing > len(base.entries) or any(_is_cut_short(entry, log, base) for entry in seen.entries)


def _is_cut_short(entry: str, log: VersionLog, base: Version) -> bool:
    return not log.is_known(entry) and any(whole != entry and whole.startswith(entry) for whole in base.entries)


def _reordered(kept: list[str], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Our order, unless the edit moved entries that base and edit both have; then those take the edit's order."""
    present = set(kept)
    was = [entry for entry in before if entry in present]
    shared = set(was) & set(after)
    now = [entry for entry in after if entry in shared]
    if [entry for entry in was if entry in shared] == now:
        return kept
    moved = iter(now)
    return [next(moved) if entry in shared else entry for entry in kept]


def _with_added(kept: Iterable[str], after: Sequence[str], added: set[str]) -> tuple[str, ...]:
    """New entries go after the entry that precedes them in the edit."""
    following: dict[str | None, list[str]] = {}
    present = set(kept)
    place: str | None = None
    for entry in after:
        if entry in present:
            place = entry
        elif entry in added:
            following.setdefault(place, []).append(entry)
    result = list(following.get(None, ()))
    for entry in kept:
        result.append(entry)
        result.extend(following.get(entry, ()))
    return tuple(result)
