"""The part of the index that is only in memory: messages that were recorded since the file was last written."""

from collections import defaultdict
from collections.abc import Iterable

from memoryd.archive.index.postings import Indexed, Postings

Admit = set[int] | None
"""The sessions that count; None: all."""


class Tail:
    """Postings of some messages, by scope and term."""

    def __init__(self) -> None:
        self.messages = 0
        self._rows: dict[tuple[int, str], tuple[list[int], bytearray]] = defaultdict(lambda: ([], bytearray()))
        self._words: dict[int, set[str]] = defaultdict(set)
        self._counts: dict[int, int] = defaultdict(int)

    def add(self, scope: int, message: Indexed) -> None:
        """Add a message that is newer than those before."""
        self.messages += 1
        self._words[scope] |= message.words
        self._counts[scope] += 1
        for term, byte in message.bytes.items():
            keys, weights = self._rows[scope, term]
            keys.append(message.key)
            weights.append(byte)

    def rows(self) -> Iterable[tuple[tuple[int, str], tuple[list[int], bytearray]]]:
        """Everything, ordered by scope and term, oldest posting first."""
        return sorted(self._rows.items())

    def postings(self, scope: int, term: str) -> Postings:
        """A term's postings."""
        keys, weights = self._rows.get((scope, term), ((), b""))
        return Postings(list(keys)[::-1], bytearray(weights[::-1]), len(keys))

    def words(self, scope: int) -> set[str]:
        """The words that are written with spaces around them."""
        return self._words.get(scope, set())

    def counts(self) -> dict[int, int]:
        """How many messages there are, by scope."""
        return dict(self._counts)

    def count(self, scope: int) -> int:
        """How many messages of a scope there are."""
        return self._counts.get(scope, 0)
