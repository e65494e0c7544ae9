"""Postings: in which messages a term occurs, and how much it says there. Nine bytes each.

A posting is a message's key, whose upper bits are its session and whose lower bits are its place there, so that
neighbours and sessions are arithmetic, and one byte: five bits of weight on a logarithmic scale, one for a message that
asks something, two for who speaks.
"""

import math
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from memoryd.archive.schema import MAX_MESSAGES
from memoryd.archive.words import is_spaceless, terms, words

LENGTH_B = 0.3
LENGTH_NORM = 30.0
"""How much a term counts less in a long message: BM25's b, and the terms of a message of middling length."""

ASKS = 32
SPEAKERS = {"user": 0, "assistant": 64, "tool": 128, "system": 192}
WEIGHTS = tuple(2.0 ** (((byte & 31) - 16) / 4) for byte in range(256))
"""The weight that a posting's byte stands for."""

KEY = 8
"""Bytes of a key."""

NAMED = "\x01"
"""Before a name as a term: somebody of that name speaks."""

EVERY = "\x02"
"""A term that every message has."""

_QUESTIONS = frozenset("?\uff1f\u061f\u037e")
_MOST_CHARACTERS = 200_000
"""Characters of one message that are indexed; a longer one is a dump, found by how it begins."""
_SHORTEST_WORD = 3


@dataclass(slots=True)
class Postings:
    """Some of a term's postings, newest first.

    Attributes:
        keys: Of the messages.
        bytes: The byte of each.
        total: How many the term has in all.
    """

    keys: list[int] = field(default_factory=list)
    bytes: bytearray = field(default_factory=bytearray)
    total: int = 0

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        return len(self.keys) >= self.total


@dataclass(frozen=True, slots=True)
class Indexed:
    """What is indexed of one message: its terms with their bytes, and its words, of which queries may have parts."""

    key: int
    bytes: dict[str, int]
    words: set[str]


def indexed(key: int, role: str, name: str, text: str) -> Indexed:
    """A message taken apart."""
    counts = Counter(terms(text[:_MOST_CHARACTERS]))
    norm = 1 - LENGTH_B + LENGTH_B * sum(counts.values()) / LENGTH_NORM
    kind = SPEAKERS[role] | (ASKS if _QUESTIONS & set(text) else 0)
    found = {term: kind | _level(count / norm) for term, count in counts.items()}
    for term in terms(name):
        found[NAMED + term] = kind | 16
    found[EVERY] = kind
    return Indexed(key, found, {word for word in words(text[:_MOST_CHARACTERS]) if _is_word(word)})


def _is_word(word: str) -> bool:
    return len(word) >= _SHORTEST_WORD and not is_spaceless(word)


def _level(weight: float) -> int:
    return min(31, max(0, round(4 * math.log2(weight)) + 16))


def packed(keys: Iterable[int]) -> bytes:
    """Keys as they stand in a row."""
    return array("Q", keys).tobytes()


def unpacked(blob: bytes) -> list[int]:
    """The keys of a row, oldest first."""
    keys = array("Q")
    keys.frombytes(blob)
    return keys.tolist()


def same_session(one: int, other: int) -> bool:
    """Whether two keys are of the same session."""
    return one // MAX_MESSAGES == other // MAX_MESSAGES
