"""What tests of merging share: logs, and the result of an outside edit."""

from memoryd.core.merge import Merged, Origin, Sighting, VersionLog, choose_base, merge

Entries = tuple[str, ...]


def log_of(*contents: Entries, every: float = 1.0, origin: Origin = "ours") -> VersionLog:
    """The versions of a file that had these contents, one a second."""
    log = VersionLog(contents[0], 0.0)
    for number, entries in enumerate(contents[1:], 1):
        log.append(entries, origin, number * every)
    return log


def merged(log: VersionLog, entries: Entries, ours: Entries | None = None, **seen: bool | float) -> Merged:
    """The result of an outside edit of the latest version's file, seen a moment after that got the name."""
    sighting = Sighting(entries, log.last.number, seen.pop("at", log.last.named_at + 0.5), **seen)  # type: ignore[arg-type]
    return merge(log, choose_base(log, sighting), sighting, log.last.entries if ours is None else ours)
