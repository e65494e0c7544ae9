"""What two states of a file have in common: how many entries at the start, and how many at the end.

By comparing slices, each of which is one call: most edits leave most of 200 entries as they were, and they are the very
same objects.
"""

Entries = tuple[str, ...]


def shared_start(one: Entries, other: Entries) -> int:
    """How many entries both begin with."""
    same, differing = 0, min(len(one), len(other))
    if one[:differing] == other[:differing]:
        return differing
    while differing - same > 1:
        middle = (same + differing) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            differing = middle
    return same


def shared_end(one: Entries, other: Entries, most: int) -> int:
    """How many entries both end with, ``most`` at most."""
    same, differing = 0, most + 1
    while differing - same > 1:
        middle = (same + differing) // 2
        if one[len(one) - middle : len(one) - same] == other[len(other) - middle : len(other) - same]:
            same = middle
        else:
            differing = middle
    return same
