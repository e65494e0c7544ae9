"""The block: what an agent sees of its memory in its system prompt. The same entries always give the same bytes.

One part per store that holds anything, under a header that says how full it is. Entries are never cut.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memoryd.core.budget import DELIMITER, usage

CONSOLIDATE_FROM = 80
"""Percent of the limit from which replies say that it is time to consolidate."""


@dataclass(frozen=True, slots=True)
class Store:
    """One target as a session sees it.

    Attributes:
        header: Its title.
        entries: The entries as they are on the disk, by which its size is counted.
        shown: The same as agents see them: placeholders in the place of flagged ones.
        limit: Its budget in code points.
        is_last_good: Whether the file cannot be read now, and this is what it last held.
    """

    header: str
    entries: tuple[str, ...]
    shown: tuple[str, ...]
    limit: int
    is_last_good: bool = False


def block(stores: Iterable[Store]) -> str:
    """The block of a session; empty if there is nothing to show."""
    return "\n\n".join(_part(store) for store in stores if store.entries)


def hint(percent: int) -> str:
    """What a reply says about a target that is this full; nothing while there is room."""
    if percent < CONSOLIDATE_FROM:
        return ""
    return f"{percent} % full: make room soon, by merging entries that belong together and removing what is stale"


def _part(store: Store) -> str:
    return f"{_header(store)}\n{DELIMITER.join(store.shown)}"


def _header(store: Store) -> str:
    held = usage(store.entries, store.limit)
    marks = [f"{held.percent} %", f"{held.chars:,}/{held.limit:,} characters"]
    if held.chars > held.limit:
        marks.append(f"OVER THE LIMIT by {held.chars - held.limit:,}")
    if store.is_last_good:
        marks.append("last good copy, the file cannot be read now")
    return f"=== {store.header} [{', '.join(marks)}] ==="
