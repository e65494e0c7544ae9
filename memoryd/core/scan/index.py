"""Which rows a text is worth trying, told by the words it holds.

A row names groups of keys and needs one key of each. Each key carries one bit for each (row, group) it serves, so that
or-ing the bits of a text's keys tells at once which rows have all their groups.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")
MAX_GROUPS: Final = 3


class Index(Generic[Key, Entry]):
    """Entries by the keys of their groups; entries without groups are always met."""

    def __init__(self, entries: Sequence[Entry], groups: Iterable[Sequence[AbstractSet[Key]]]) -> None:
        """Index `entries`, of which each has its item of `groups`."""
        self._entries = entries
        self._bits: dict[Key, int] = {}
        self._unasked = 0
        for place, asked in enumerate(groups):
            self._add(place, asked)
        self.keys = frozenset(self._bits)

    def _add(self, place: int, asked: Sequence[AbstractSet[Key]]) -> None:
        for group in range(MAX_GROUPS):
            bit = 1 << (place + group * len(self._entries))
            if group >= len(asked):
                self._unasked |= bit
                continue
            for key in asked[group]:
                self._bits[key] = self._bits.get(key, 0) | bit

    def met(self, *keys: Iterable[Key]) -> list[Entry]:
        """The entries of which every group has a key among `keys`."""
        found = self._unasked
        for some in keys:
            for key in self.keys.intersection(some):
                found |= self._bits[key]
        return self._chosen(found)

    def _chosen(self, found: int) -> list[Entry]:
        width = len(self._entries)
        found &= (found >> width) & (found >> 2 * width) & ((1 << width) - 1)
        chosen = []
        while found:
            chosen.append(self._entries[(found & -found).bit_length() - 1])
            found &= found - 1
        return chosen
