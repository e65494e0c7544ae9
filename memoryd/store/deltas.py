"""Versions as the journal keeps them: in full now and then, in between as what differs from the version before.

Most commits add or remove an entry or two of many; writing all of them for each commit was most of its cost.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memoryd.core.shared import shared_end, shared_start

FULL_EVERY = 64
"""A chain of differences is at most so long."""

WHOLE = -1


class Delta(NamedTuple):
    """``head`` entries of the version before, then ``middle``, then ``tail`` of its last; or, with head -1, all."""

    head: int
    tail: int
    middle: tuple[str, ...]


def difference(before: tuple[str, ...] | None, after: tuple[str, ...]) -> Delta:
    """How ``after`` follows from ``before``; all of it if that is unknown."""
    if before is None:
        return Delta(WHOLE, 0, after)
    head = shared_start(before, after)
    tail = shared_end(before, after, min(len(before), len(after)) - head)
    return Delta(head, tail, after[head : len(after) - tail])


def apply(before: tuple[str, ...], delta: Delta) -> tuple[str, ...]:
    """The version that a difference leads to."""
    if delta.head == WHOLE:
        return delta.middle
    return before[: delta.head] + delta.middle + before[len(before) - delta.tail :]


def replay(rows: Iterable[tuple[int, Delta]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Number and entries of each version, from numbered differences in order; behind a gap nothing is guessed."""
    entries: tuple[str, ...] | None = None
    previous = -1
    for number, delta in rows:
        if delta.head != WHOLE and number != previous + 1:
            entries = None
        previous = number
        if delta.head == WHOLE or entries is not None:
            entries = apply(entries or (), delta)
            yield number, entries
