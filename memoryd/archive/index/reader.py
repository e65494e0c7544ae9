"""The index as it is asked: its file and what is not in the file yet, for the scopes that the asker may see."""

from collections.abc import Iterable

from memoryd.archive.index.file import IndexFile
from memoryd.archive.index.postings import NAMED, Postings
from memoryd.archive.index.tail import Admit, Tail
from memoryd.archive.schema import ORDINAL_BITS
from memoryd.archive.words import asked_terms

PARTIAL_BELOW = 20
"""A word that fewer messages have is also taken as the beginning of others."""
MOST_WORDS = 64
SHORTEST_PART = 3


class Reader:
    """One view of the index.

    Args:
        file: What is written; None if there is none yet.
        tail: What is not.
        scopes: Those that may be seen.
        admit: The sessions that a filter leaves; None: all.
    """

    def __init__(self, file: IndexFile | None, tail: Tail, scopes: Iterable[int], admit: Admit = None) -> None:
        self._file = file
        self._tail = tail
        self._scopes = tuple(scopes)
        self._admit = admit

    def count(self) -> int:
        """How many messages there are."""
        return sum(self._tail.count(one) + (self._file.count(one) if self._file else 0) for one in self._scopes)

    def total(self, term: str) -> int:
        """How many messages have a term."""
        held = (self._tail.postings(one, term).total for one in self._scopes)
        return sum(held) + sum(self._file.total(one, term) for one in self._scopes if self._file)

    def postings(self, term: str, most: int) -> Postings:
        """The newest postings of a term."""
        found = Postings()
        for scope in self._scopes:
            self._add(found, self._tail.postings(scope, term))
        for scope in self._scopes if self._file else ():
            self._add(found, self._file.postings(scope, term, most, self._admit) if self._file else Postings())
        return found

    def is_name(self, term: str) -> bool:
        """Whether somebody of this name speaks anywhere."""
        return self.total(NAMED + term) > 0

    def begun(self, word: str) -> list[str]:
        """The terms of the words that begin so."""
        return self._terms_of(self._words(word))

    def partial(self, word: str) -> list[str]:
        """The terms of the words that have this in them, at the beginning if there are such."""
        if len(word) < SHORTEST_PART:
            return []
        return self.begun(word) or self._terms_of(self._words(word, anywhere=True))

    def _words(self, word: str, *, anywhere: bool = False) -> list[str]:
        found = []
        for scope in self._scopes:
            held = self._tail.words(scope)
            found += [one for one in held if (word in one if anywhere else one.startswith(word))][:MOST_WORDS]
            if self._file is not None:
                look = self._file.words_with if anywhere else self._file.words
                found += look(scope, word, MOST_WORDS)
        return found

    @staticmethod
    def _terms_of(words: list[str]) -> list[str]:
        return list(dict.fromkeys(term for word in words for term in asked_terms(word)))

    def _add(self, found: Postings, more: Postings) -> None:
        if self._admit is not None:
            more = _admitted(more, self._admit)
        found.keys += more.keys
        found.bytes += more.bytes
        found.total += more.total


def _admitted(postings: Postings, admit: set[int]) -> Postings:
    kept = [at for at, key in enumerate(postings.keys) if key >> ORDINAL_BITS in admit]
    if len(kept) == len(postings.keys):
        return postings
    whole = postings.complete
    keys = [postings.keys[at] for at in kept]
    return Postings(keys, bytearray(postings.bytes[at] for at in kept), len(keys) if whole else postings.total)
