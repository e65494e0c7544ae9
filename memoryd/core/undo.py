"""Taking a change back: the entries that it brought go, those that it took away return to their place.

What came after the change stays. Where that changed the same entries, nothing is guessed: it is a conflict, told with
what was before the change, what it made of that, and what is there now.
"""

from collections.abc import Sequence
from typing import NamedTuple

from memoryd_client.errors import Conflict
from memoryd_client.messages import Edit

Entries = tuple[str, ...]


class Step(NamedTuple):
    """A change that is to be taken back: its number, and all entries before and after it."""

    seq: int
    before: Entries
    after: Entries


class Reversal(Edit, frozen=True, kw_only=True):
    """The edit that takes changes back, the latest first. It is made by the daemon and never crosses the socket."""

    steps: tuple[Step, ...] = ()


class Return(Edit, frozen=True, kw_only=True):
    """The edit that gives a target the entries of before. It is made by the daemon and never crosses the socket."""

    entries: Entries = ()


class Erasure(Edit, frozen=True, kw_only=True):
    """The edit that removes every entry with a text. It is made by the daemon and never crosses the socket."""

    text: str


def take_back(edit: Reversal, entries: Entries) -> Entries:
    """The entries without the changes; raises `Conflict` for the first that cannot be taken back."""
    for step in edit.steps:
        entries = _without(step, entries)
    return entries


def _without(step: Step, now: Entries) -> Entries:
    if now == step.after:
        return step.before
    came = [entry for entry in step.after if entry not in set(step.before)]
    went = [entry for entry in step.before if entry not in set(step.after)]
    changed = [entry for entry in came if entry not in now]
    back = [entry for entry in went if entry in now]
    if changed or back or not (came or went):
        raise _conflict(step, went, came, now)
    return _returned([entry for entry in now if entry not in came], step.before, went)


def _returned(kept: list[str], before: Sequence[str], went: list[str]) -> Entries:
    """Each goes behind the nearest entry that it stood behind."""
    for entry in went:
        ahead = before[: before.index(entry)]
        place = next((kept.index(one) + 1 for one in reversed(ahead) if one in kept), 0)
        kept.insert(place, entry)
    return tuple(kept)


def _conflict(step: Step, went: list[str], came: list[str], now: Entries) -> Conflict:
    if came or went:
        why = "what it left has been changed since, or was taken back already"
    else:
        why = "it only put entries into another order, and they were changed since"
    entries = (went, came) if came or went else (step.before, step.after)
    return Conflict(
        f"change {step.seq} cannot be taken back: {why}; what was before it, what it left, and what is there now are "
        "given: make the edit that you want of them",
        before=tuple(entries[0]),
        after=tuple(entries[1]),
        texts=now,
        seq=step.seq,
    )
