"""The folded copy: what a text says once its disguise is off.

Rules. The stored text is never changed; patterns see folded copies only. Folding is per character, so the folded copy of a text
is the folded copies of its characters end to end: that is what makes the way back to the original a plain list. Patterns go
through the same fold. Three views are cut from it: *plain* keeps punctuation (commands), *words* has one space between words
(prose), *squeezed* has none (scripts without spaces, and words drawn apart).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from memoryd.core.scan.confusables import CONFUSABLES

_APOSTROPHES: Final = "'ʼ"
_IGNORABLE: Final = (
    *range(0x09), *range(0x0E, 0x20), 0x7F, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810),
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0,
    *range(0xFFF9, 0xFFFC), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE01F0),
)  # fmt: skip


_DRAWN: Final[dict[int, str | None]] = {
    **CONFUSABLES,
    **dict.fromkeys(_IGNORABLE),
    ord("‘"): "'",
    ord("’"): "'",
    ord("‐"): "-",
    ord("–"): "-",
}
_MAX_REMEMBERED: Final = 16_384
"""Characters, of those a home's texts are written in; who sends all of Unicode does not fill the memory."""


class _Fold(dict[int, str]):
    """Each character's folding, worked out when first met: Unicode is large, and a text's alphabet is not."""

    def __missing__(self, point: int) -> str:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        folded = self[point] = _character(point)
        return folded


def _character(point: int) -> str:
    if 0xD800 <= point < 0xE000:
        return "\ufffd"
    opened = unicodedata.normalize("NFKD", chr(point))
    seen = "".join(one for one in opened if unicodedata.category(one) not in _MARKS or ord(one) in _DRAWN)
    return seen.translate(_DRAWN).casefold()


_MARKS: Final = frozenset(("Mn", "Me"))
_FOLD: Final = _Fold()
_ASCII_IGNORABLE: Final = bytes(point for point in _IGNORABLE if point < 0x80)
_ASCII_SPACED: Final = bytes(point if chr(point).isalnum() else 0x20 for point in range(256))
_ASCII_JOINED: Final = _ASCII_IGNORABLE + b"'"
_WORD: Final = re.compile(r"[^\W_]+")
_WITHOUT_APOSTROPHES: Final = str.maketrans("", "", _APOSTROPHES)
_LEET: Final = str.maketrans("013457@$!|l", "oieastasiii")


class Folded(NamedTuple):
    """A folded copy and, for each of its characters and for its end, the place in the original it came from."""

    text: str
    offsets: tuple[int, ...]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original that the folded span `start:end` came from."""
        last = self.offsets[max(start, end - 1)]
        return self.offsets[start], max(last + 1, self.offsets[start]) if end > start else last


def plain(text: str) -> str:
    """The folded copy itself: lower case, look-alikes replaced, marks and invisible characters gone."""
    if text.isascii():
        return text.encode().translate(None, _ASCII_IGNORABLE).decode().lower()
    return text.translate(_FOLD)


def fold(text: str) -> Folded:
    """The folded copy with its way back. Slower than `plain` and always equal to it."""
    pieces = [plain(character) for character in text]
    offsets = [place for place, piece in enumerate(pieces) for _ in piece]
    return Folded("".join(pieces), (*offsets, len(text)))


def words(folded: str) -> bytes:
    """The words of a folded text, one space before, between and after them."""
    if folded.isascii():
        found = folded.encode().translate(_ASCII_SPACED, _ASCII_JOINED).split()
    else:
        found = [word.encode() for word in _WORD.findall(folded.translate(_WITHOUT_APOSTROPHES))]
    return b" %b " % b" ".join(found)


def leet(folded: str) -> str:
    """The folded text with digits and signs read as the letters they stand for; `l` and `1` are both `i`."""
    return folded.translate(_LEET)


def word_offsets(folded: str, *, squeezed: bool = False) -> tuple[int, ...]:
    """For each character of `words(folded)`, as text, and for its end, its place in `folded`."""
    starts: list[int] = []
    inside = False
    for place, character in enumerate(folded):
        if character in _APOSTROPHES:
            continue
        is_word = character.isalnum()
        if is_word and not inside and not squeezed:
            starts.append(place)
        if is_word:
            starts.append(place)
        inside = is_word
    return (*starts, len(folded)) if squeezed else (*starts, len(folded), len(folded))


def character_offset(data: bytes, place: int) -> int:
    """How many characters stand before byte `place` of UTF-8 `data`."""
    return len(data[:place].decode("utf-8", "ignore"))
