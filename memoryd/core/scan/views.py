"""The folded copies of one text, each made when first asked for, with its way back to the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from memoryd.core.scan import folding


class Reading:
    """One view as bytes to match on, and how its characters lead to the plain view."""

    def __init__(self, data: bytes, trace: Callable[[], Sequence[int]]) -> None:
        """Read `data`; `trace` works out the way back, which clean texts never need."""
        self.data = data
        self._trace = trace

    @cached_property
    def _offsets(self) -> Sequence[int]:
        return self._trace()

    @cached_property
    def _is_ascii(self) -> bool:
        return self.data.isascii()

    def to_plain(self, start: int, end: int) -> tuple[int, int]:
        """The span of the plain view that bytes `start:end` came from, without the spaces around it."""
        phrase = self.data[start:end]
        start += len(phrase) - len(phrase.lstrip())
        end -= len(phrase) - len(phrase.rstrip())
        first, last = self._characters(start), self._characters(end)
        return self._offsets[first], self._offsets[last - 1] + 1 if last > first else self._offsets[first]

    def _characters(self, place: int) -> int:
        return place if self._is_ascii else len(self.data[:place].decode("utf-8", "ignore"))


class Views:
    """What one text looks like to the patterns."""

    def __init__(self, text: str) -> None:
        """Fold `text`."""
        self._text = text
        self.folded = folding.plain(text)

    @cached_property
    def given(self) -> Reading:
        """The text as it was given; lone surrogates, which no encoding has, become question marks."""
        return Reading(self._text.encode("utf-8", "replace"), lambda: range(len(self._text) + 1))

    @cached_property
    def plain(self) -> Reading:
        """Punctuation kept: commands, paths, markup."""
        return Reading(self.folded.encode(), lambda: range(len(self.folded) + 1))

    @cached_property
    def words(self) -> Reading:
        """One space between words: prose."""
        return Reading(folding.words(self.folded), lambda: folding.word_offsets(self.folded))

    @cached_property
    def squeezed(self) -> Reading:
        """No spaces: scripts without them, and words drawn apart."""
        return Reading(self.words.data.replace(b" ", b""), lambda: folding.word_offsets(self.folded, squeezed=True))

    @cached_property
    def leet(self) -> Reading:
        """Digits and signs read as letters; as long as the plain view, character by character."""
        read = folding.leet(self.folded)
        return Reading(folding.words(read), lambda: folding.word_offsets(read))

    @cached_property
    def _origins(self) -> tuple[int, ...]:
        return folding.fold(self._text).offsets

    def to_text(self, start: int, end: int) -> tuple[int, int]:
        """The span of the text that `start:end` of the plain view came from."""
        if not end > start:
            return self._origins[start], self._origins[start]
        return self._origins[start], self._origins[end - 1] + 1

    def original(self, start: int, end: int) -> str:
        """The text at `start:end` of the plain view, as it was given."""
        first, last = self.to_text(start, end)
        return self._text[first:last]
