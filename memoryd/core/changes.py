"""The difference between two states of a target, small enough to be kept for each change, and its replay.

Entries of a state are all different, so each is identified by itself.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from memoryd.core.shared import shared_end, shared_start

T = TypeVar("T")


class Difference(NamedTuple):
    """How one state follows from another.

    Attributes:
        gone: Where the entries that went stood before.
        come: Where the entries that came stand afterwards.
        order: Which of the entries that stayed stands where, if their order changed; else nothing.
    """

    gone: tuple[int, ...]
    come: tuple[int, ...]
    order: tuple[int, ...] = ()


def difference(before: tuple[str, ...], after: tuple[str, ...]) -> Difference:
    """What makes ``after`` of ``before``."""
    if after and before == after[:-1]:
        return Difference((), (len(before),))
    head = shared_start(before, after)
    if len(before) == len(after) + 1 and before[head + 1 :] == after[head:]:
        return Difference((head,), ())
    tail = shared_end(before, after, min(len(before), len(after)) - head)
    was, now = before[head : len(before) - tail], after[head : len(after) - tail]
    stay = set(was).intersection(now)
    gone = tuple(index for index, entry in enumerate(was, head) if entry not in stay)
    come = tuple(index for index, entry in enumerate(now, head) if entry not in stay)
    return Difference(gone, come, _order(was, now, stay, head, tail) if stay else ())


def replay(before: Sequence[T], gone: Iterable[int], come: Iterable[tuple[int, T]], order: Sequence[int]) -> list[T]:
    """The state that a difference leads to; raises `IndexError` if it cannot be one of ``before``."""
    after = list(before)
    for index in sorted(gone, reverse=True):
        del after[index]
    if order:
        after = [after[index] for index in order]
    for index, entry in come:
        if index > len(after):
            raise IndexError(index)
        after.insert(index, entry)
    return after


def _order(was: Sequence[str], now: Sequence[str], stay: set[str], head: int, tail: int) -> tuple[int, ...]:
    kept = [entry for entry in was if entry in stay]
    wanted = [entry for entry in now if entry in stay]
    if kept == wanted:
        return ()
    places = {entry: index for index, entry in enumerate(kept, head)}
    end = head + len(kept)
    return (*range(head), *(places[entry] for entry in wanted), *range(end, end + tail))
