"""Characters that cannot be seen, or that turn the reading order: refused outside the writing that needs them.

Legitimate are: joiners in scripts whose letters join or stack, and in emoji sequences; variation selectors on what has variants;
tags in a flag; the zero-width space between words of scripts written without spaces; direction marks, and isolates closed on the
same line, in a text with right-to-left letters. Embeddings and overrides (U+202A-202E) have been replaced by isolates and are
never needed. `strict` refuses the listed characters wherever they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from memoryd.core.scan.engine import Late, Regex
from memoryd_client.messages import Finding

CATEGORY: Final = "characters"
MAX_MARK_RUN: Final = 30
"""Marks on one character. Written languages stay under ten; the excess only hides text or overloads whoever renders it."""

_TOO_MANY_MARKS: Final = Regex(rf"\p{{M}}{{{MAX_MARK_RUN + 1}}}")
_SUSPECT: Final = Late(
    "[\u115f\u1160\u180b-\u180f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e01ef]",
)
_STRICT: Final = Late("[\u200b-\u200d\u2060\ufeff\u202a-\u202e]")

# Scripts by blocks: letters that join or stack, that are written without spaces, that run from right to left.
_JOINING: Final = Late("[\u0600-\u07ff\u0840-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1a20-\u1aaf\u1b00-\u1bff\ua8e0-\ua95f\ua9e0-\ua9ff\uaa60-\uaa7f\uabc0-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00010eff\U00011000-\U00011fff\U0001e900-\U0001e95f]")  # fmt: skip
_SPACELESS: Final = Late("[\u0e00-\u0eff\u0f00-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u1b00-\u1b7f\ua980-\ua9df\uaa60-\uaa7f]")  # fmt: skip
_RIGHT_TO_LEFT: Final = Late("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_EMOJI: Final = Late("[#*0-9\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]")  # fmt: skip
_EMOJI_TAIL: Final = Late("[\ufe0f\U0001f3fb-\U0001f3ff\u20e3\U000e007f]")
_VARIED: Final = Late(
    "[\u1000-\u109f\u2200-\u22ff\u3000-\u9fff\ua840-\ua87f\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_FLAG: Final = Late("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_JAMO: Final = Late("[\u1100-\u11ff]")
_MONGOLIAN: Final = Late("[\u1800-\u18af]")
_LINES: Final = Late("[\n\r\u2028\u2029]")
_OPENERS: Final = "\u2066\u2067\u2068"
_CLOSER: Final = "\u2069"


def refuse_marks(text: str) -> Finding | None:
    """A run of marks too long to be writing; asked before anything is normalised, which takes quadratic time over such runs."""
    data = text.encode("utf-8", "replace")
    found = _TOO_MANY_MARKS.find(data)
    if found is None:
        return None
    start = len(data[: found[0]].decode())
    return Finding(CATEGORY, "mark_run", start, start + MAX_MARK_RUN + 1, name(text[start]))


def find_characters(text: str, *, strict: bool) -> Iterator[Finding]:
    """Each character of `text` that stands outside its legitimate use."""
    if not _SUSPECT.search(text):
        return
    suspects = Suspects(text)
    for match in _SUSPECT.finditer(text):
        place = match.start()
        character = text[place]
        if (strict and _STRICT.match(character)) or not suspects.is_legitimate(place):
            yield Finding(CATEGORY, _kind(character), place, place + 1, name(character))


def name(character: str) -> str:
    """How Unicode writes a code point."""
    return f"U+{ord(character):04X}"


def _kind(character: str) -> str:
    if "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069":
        return "bidirectional"
    return "tag" if "\U000e0000" <= character <= "\U000e007f" else "invisible"


class Suspects:
    """The judge of one text's suspect characters: what the whole text says about them is worked out once."""

    def __init__(self, text: str) -> None:
        """Look at the whole of `text` once."""
        self._text = text
        self._is_right_to_left = bool(_RIGHT_TO_LEFT.search(text))
        self._isolates = set(_closed_isolates(text)) if self._is_right_to_left else set()
        self._tags = {place for flag in _FLAG.finditer(text) for place in range(*flag.span())}

    def is_legitimate(self, place: int) -> bool:
        """Whether the character at `place` is one that its writing needs."""
        character = self._text[place]
        before = self._text[place - 1 : place]
        after = self._text[place + 1 : place + 2]
        if (rule := _BETWEEN.get(character)) is not None:
            return rule(before, after)
        if character in "\u061c\u200e\u200f":
            return self._is_right_to_left
        if "\ufe00" <= character <= "\ufe0f" or character >= "\U000e0100":
            return bool((_EMOJI.match(before) and character in "\ufe0e\ufe0f") or _VARIED.match(before))
        return place in self._isolates or place in self._tags


def _joins_letters(before: str, after: str) -> bool:
    return bool(_JOINING.match(before) or (_JOINING.match(after) and before.isalnum())) and not _SUSPECT.match(after)


def _joins(before: str, after: str) -> bool:
    is_emoji = _EMOJI.match(after) and (_EMOJI.match(before) or _EMOJI_TAIL.match(before)) and not before.isalnum()
    return bool(is_emoji) or _joins_letters(before, after)


def _separates(before: str, after: str) -> bool:
    return bool(_SPACELESS.match(before) and after and not _SUSPECT.match(after))


def _fills(before: str, after: str) -> bool:
    return bool(_JAMO.match(before) or _JAMO.match(after))


def _varies_mongolian(before: str, _after: str) -> bool:
    return bool(_MONGOLIAN.match(before))


_BETWEEN: Final[dict[str, Callable[[str, str], bool]]] = {
    "\u200b": _separates,
    "\u200c": _joins_letters,
    "\u200d": _joins,
    "\u115f": _fills,
    "\u1160": _fills,
    **dict.fromkeys("\u180b\u180c\u180d\u180e\u180f", _varies_mongolian),
}


def _closed_isolates(text: str) -> Iterator[int]:
    """The places of isolates that are opened and closed on one line."""
    start = 0
    for line in _LINES.split(text):
        opened: list[int] = []
        for place, character in enumerate(line, start):
            if character in _OPENERS:
                opened.append(place)
            elif character == _CLOSER and opened:
                yield opened.pop()
                yield place
        start += len(line) + 1
