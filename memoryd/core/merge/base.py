"""From which version did an outside edit begin?

Rules of this module. A wrong base is how updates get lost: too new, and the edit seems to delete what it never saw;
too old, and it seems to add what was removed since. Nobody tells us the base, so it is the version of least cost among
those that the writer may have read; who appends to a file without reading it keeps all of it. ``docs/durability.md``
says what this was tried against and what it cannot know.
"""

from dataclasses import dataclass

from memoryd.core.merge.versions import Version, VersionLog

DELETED = 64
RESURRECTED = 256
"""The costs of each entry of the candidate that is not in the edit, and of each entry of the edit that we held once but
the candidate did not: the one would have been deleted, the other would have come back by chance."""

FOREIGN_DELETED = 1
FOREIGN_RESURRECTED = 64
"""The same for entries that came from outside. Other programs mostly drop lines of their own, many at once; that must
not make a version look right which only lacks one acknowledged entry."""

UNCHANGED = 128
"""The cost of a candidate that the edit would not have changed at all, if a newer one exists and it had left the name
more than `FRESH` seconds before: nobody saves an old buffer untouched, but people do delete what came last."""

FRESH = 10.0
HERMES_CHANGES = 2


@dataclass(frozen=True, slots=True)
class Sighting:
    """A content that another program put under the name.

    Attributes:
        entries: What it holds.
        after: The number of the version that had the name before it, or that it was before it was overwritten.
        seen_at: When, in seconds of the version log's clock.
        in_place: The file that had the name was overwritten; otherwise another file was renamed to it.
        by_hermes: It was renamed from a temp file as Hermes names them, and not touched since.
        changed_lately: Some file under the name was being overwritten in place shortly before.
    """

    entries: tuple[str, ...]
    after: int
    seen_at: float
    in_place: bool = False
    by_hermes: bool = False
    changed_lately: bool = False


def choose_base(log: VersionLog, seen: Sighting) -> Version:
    """The version from which the edit most likely began."""
    previous = next(version for version in log.up_to(seen.after) if not version.passing)
    if not seen.entries:
        return previous  # whoever empties or removes a file means what is in it now, read or not
    found = frozenset(seen.entries)
    if seen.by_hermes and not seen.in_place and _hermes_may_have_read(log, previous, found):
        return previous
    return _cheapest(log, seen, previous, found) or previous


def _cheapest(log: VersionLog, seen: Sighting, previous: Version, found: frozenset[str]) -> Version | None:
    """Newest first, until no older version can cost less: of what came later, it holds nothing."""
    once_known = frozenset(entry for entry in found if log.is_known(entry))
    later = sorted((log.first_held(entry), entry in log.foreign) for entry in once_known)
    appended = seen.in_place and found.issuperset(previous.entries)
    best: Version | None = None
    best_cost = least = 0
    for version in log.up_to(seen.after):
        while later and later[-1][0] > version.number:
            least += FOREIGN_RESURRECTED if later.pop()[1] else RESURRECTED
        if best is not None and least >= best_cost:
            break
        if not (version.may_have_been_read or (version is previous and appended)):
            continue
        cost = _cost(log, version, found, once_known)
        if best is not None and cost == 0 and _is_aged(version, seen) and found.issubset(version.entries):
            cost = UNCHANGED
        if best is None or cost < best_cost:
            best, best_cost = version, cost
    return best


def _hermes_may_have_read(log: VersionLog, previous: Version, found: frozenset[str]) -> bool:
    """Whether Hermes edits lead from there to what is found, perhaps several that were too quick to be seen.

    It reads and replaces under the lock that we hold while we publish, so only an outsider's save in between could have
    come from elsewhere; that would have brought old entries back, or lack those of others.
    """
    held = frozenset(previous.entries)
    if len(found.symmetric_difference(held)) <= HERMES_CHANGES:
        return True
    return held - found <= log.foreign and not any(log.is_known(entry) for entry in found - held)


def _is_aged(version: Version, seen: Sighting) -> bool:
    return version.left_at is not None and seen.seen_at - version.left_at > FRESH


def _cost(log: VersionLog, version: Version, found: frozenset[str], once_known: frozenset[str]) -> int:
    held = frozenset(version.entries)
    deleted, resurrected = held - found, once_known - held
    return (
        DELETED * len(deleted)
        + RESURRECTED * len(resurrected)
        - (DELETED - FOREIGN_DELETED) * len(deleted & log.foreign)
        - (RESURRECTED - FOREIGN_RESURRECTED) * len(resurrected & log.foreign)
    )
