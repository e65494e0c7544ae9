"""A policy: which rows are matched, ready to run, and how little of them a clean text has to meet.

Rows name words without which they cannot match; `index` tells by them which rows are worth their regular expression.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, Literal

from memoryd.core.scan.engine import PatternError, Regex
from memoryd.core.scan.folding import leet, plain
from memoryd.core.scan.index import Index
from memoryd.core.scan.patterns import BALANCED, STRICT, Row
from memoryd.core.scan.patterns.lexicon import LEXICON
from memoryd.core.scan.patterns.shapes import expand

Mode = Literal["balanced", "strict"]
STEM: Final = b"*"
STEM_BYTES: Final = 4
"""So much of a word is looked up for an anchor that ends in `\\w*`, which languages with endings need."""
MAX_PATTERN_CHARS: Final = 1000
CUSTOM: Final = "custom"
_GRAM: Final = 4
_GAP: Final = re.compile(r"<gap(\d+)>")
_NAME: Final = re.compile(r"<([a-z]+)>")
_CHARACTERS_A_WORD: Final = 7
_COMMON_LETTERS: Final = frozenset(
    "的一不是在有人我他这个们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心用发上成只如没新前如同与及其所之无请让把被给从每次个条内容文件"
)
# A repeat of a group that itself repeats, or that offers two ways to read the same text.
_NESTED_REPEAT: Final = re.compile(
    r"\((?:\?[:P<>\w]*)?[^()]*(?<!\\)(?:[+*]|\{\d+,\d*\})[^()]*\)(?:[+*]|\{\d+,\d*\})|\((?:\?:)?([^()|]+)\|\1[^()]*\)[+*]|\((?:\?:)?\w\|\w\w+\)[+*]"
)


class Compiled:
    """A row with its expressions: as written, without spaces, and as `folding.leet` reads."""

    def __init__(self, row: Row) -> None:
        """Take `row`; what a form of it takes to match waits for a text that needs that form."""
        self.row = row

    @cached_property
    def groups(self) -> list[frozenset[bytes]]:
        """Words of which a text has to have at least one of each group."""
        return [_words(group) for group in self.row.anchors]

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """Pieces of text of which a text has to have at least one."""
        return tuple(_folded(literal) for literal in self.row.literals.split("|") if literal)

    @cached_property
    def pieces(self) -> tuple[tuple[str, ...], ...]:
        """The same for a row without spaces, in groups."""
        return _pieces(self.row)

    @cached_property
    def _source(self) -> str:
        source = _folded(_NAME.sub(_class, expand(self.row.regex)))
        # RE2's word characters are ASCII alone; in the words view whatever is not a space belongs to a word.
        return source.replace(r"\w", "[^ ]") if self.row.view == "words" else source

    @cached_property
    def _is_ascii(self) -> bool:
        return self._source.isascii()

    @cached_property
    def regex(self) -> Regex:
        """The row as written, on its view."""
        spelled = _GAP.sub(r"(?:[^ ]+ ){0,\1}?", self._source)
        return Regex(f" (?:{spelled}) " if self.row.view == "words" else spelled, by_byte=self._is_ascii)

    @cached_property
    def joined(self) -> Regex:
        """The row on a text without spaces."""
        spelled = _GAP.sub(lambda gap: f".{{0,{_CHARACTERS_A_WORD * int(gap[1])}}}", self._source)
        # A word has no end here, so what stands for one gets a length.
        spelled = spelled.replace("[^ ]+", r"\w{1,12}").replace("[^ ]*", r"\w{0,12}").replace("[^ ]", r"\w")
        return Regex(spelled.replace(" ", ""), by_byte=self._is_ascii)

    @cached_property
    def leet(self) -> Regex:
        """The row on a text read by `folding.leet`."""
        return Regex(" (?:" + _GAP.sub(r"(?:[^ ]+ ){0,\1}?", leet_source(self._source)) + ") ", by_byte=self._is_ascii)


@dataclass(frozen=True)
class Policy:
    """What is refused. Built by `compile_policy`, compared and hashed by what it was built from."""

    mode: Mode
    custom: tuple[tuple[str, str], ...] = ()
    rows: tuple[Compiled, ...] = field(default=(), compare=False, repr=False)
    custom_rows: tuple[tuple[str, Regex], ...] = field(default=(), compare=False, repr=False)

    @cached_property
    def by_literal(self) -> tuple[tuple[str, Compiled], ...]:
        """Rows on the plain view with the pieces of text that announce them."""
        announced = (compiled for compiled in self.rows if compiled.row.view == "plain")
        return tuple((literal, compiled) for compiled in announced for literal in compiled.literals)

    @cached_property
    def _asian(self) -> tuple[Compiled, ...]:
        """Rows for scripts without spaces."""
        return tuple(compiled for compiled in self.rows if compiled.row.view == "squeezed")

    @cached_property
    def _letters(self) -> Index[str, Compiled]:
        return Index(self._asian, [[_keys(group) for group in compiled.pieces] for compiled in self._asian])

    def asian(self, squeezed: str) -> Iterator[Compiled]:
        """The rows for scripts without spaces that a text might match."""
        for compiled in self._letters.met(set(squeezed)):
            if all(any(map(squeezed.__contains__, group)) for group in compiled.pieces):
                yield compiled

    @cached_property
    def _prose(self) -> tuple[Compiled, ...]:
        return tuple(compiled for compiled in self._by_word if compiled.row.view == "words")

    @cached_property
    def _pieces(self) -> Index[bytes, Compiled]:
        bare = [[frozenset(key.removeprefix(STEM) for key in group) for group in one.groups] for one in self._prose]
        return Index(self._prose, bare)

    def run_together(self, squeezed: bytes) -> list[Compiled]:
        """The rows on prose that a text might match whose words are run together or drawn apart."""
        pieces = self._pieces
        # Most keys are ruled out by their first letters, at a fraction of what looking for each would take.
        seen = {squeezed[place : place + _GRAM] for place in range(len(squeezed))}
        return pieces.met([key for key in pieces.keys if len(key) < _GRAM or (key[:_GRAM] in seen and key in squeezed)])

    @cached_property
    def _leet(self) -> Index[bytes, Compiled]:
        read = [[frozenset(map(_leet_key, group)) for group in compiled.groups] for compiled in self._prose]
        return Index(self._prose, read)

    def leet(self, words: Collection[bytes]) -> list[Compiled]:
        """The rows on prose that a text with these words, as `folding.leet` reads them, might match."""
        return self._leet.met(words, _stems(words))

    @cached_property
    def _by_word(self) -> tuple[Compiled, ...]:
        return tuple(
            compiled for compiled in self.rows if not compiled.row.literals and compiled.row.view != "squeezed"
        )

    @cached_property
    def _words(self) -> Index[bytes, Compiled]:
        return Index(self._by_word, [compiled.groups for compiled in self._by_word])

    def candidates(self, words: Collection[bytes]) -> list[Compiled]:
        """The rows that a text with these words might match."""
        return self._words.met(words, _stems(words))

    @property
    def is_strict(self) -> bool:
        """Whether mentions are refused too."""
        return self.mode == "strict"


def compile_policy(mode: Mode = "balanced", custom: Mapping[str, str] | None = None) -> Policy:
    """Make a policy of a mode and patterns of one's own (id -> regular expression, in RE2's syntax, whatever the case).

    Raises:
        ValueError: the mode is unknown, or a pattern does not compile or could blow up; it is named.

    """
    if mode not in {"balanced", "strict"}:
        message = f"scan policy must be 'balanced' or 'strict', not {mode!r}"
        raise ValueError(message)
    own = tuple(sorted((custom or {}).items()))
    return Policy(mode, own, _compiled(mode), tuple((name, _compile_custom(name, source)) for name, source in own))


@lru_cache(maxsize=2)
def _compiled(mode: Mode) -> tuple[Compiled, ...]:
    rows = BALANCED if mode == "balanced" else (*BALANCED, *STRICT)
    return tuple(Compiled(row) for row in rows)


def _compile_custom(name: str, source: str) -> Regex:
    if len(source) > MAX_PATTERN_CHARS:
        message = f"scan pattern {name!r} has {len(source)} characters, more than {MAX_PATTERN_CHARS}"
        raise ValueError(message)
    if _NESTED_REPEAT.search(source):
        # Harmless to the engine here, and fatal to any other that the same settings may meet.
        message = f"scan pattern {name!r} repeats what already repeats; write the repetition once"
        raise ValueError(message)
    try:
        compiled = Regex(source, ignore_case=True)
        matches_nothing = compiled.find(b"") is not None
    except PatternError as error:
        message = f"scan pattern {name!r} does not compile: {error}"
        raise ValueError(message) from error
    if matches_nothing:
        message = f"scan pattern {name!r} matches the empty text, so it would refuse everything"
        raise ValueError(message)
    return compiled


def leet_source(source: str) -> str:
    """A pattern as `folding.leet` reads texts; patterns over words hold no digit or sign to be read."""
    return source.replace("l", leet("l"))


def _words(group: str) -> frozenset[bytes]:
    spelled = _NAME.sub(lambda name: LEXICON[name[1]], group)
    longest = (max(choice.split(), key=len) for choice in spelled.split("|") if choice)
    return frozenset(_key(word) for choice in longest for word in _spellings(choice))


def _spellings(word: str) -> tuple[str, ...]:
    """A word, or with its last letter and without it: `limites?`."""
    return (word[:-1], word[:-2]) if word.endswith("?") else (word,)


def _stems(words: Collection[bytes]) -> list[bytes]:
    return [STEM + word[:STEM_BYTES] for word in words]


def _leet_key(key: bytes) -> bytes:
    return leet(key.decode("utf-8", "ignore")).encode()


def _key(anchor: str) -> bytes:
    if anchor.endswith(r"\w*"):
        return STEM + _folded(anchor[:-3]).encode()[:STEM_BYTES]
    return _folded(anchor).encode()


def _pieces(row: Row) -> tuple[tuple[str, ...], ...]:
    """The groups of literals of a row on the squeezed view; of each, a text has at least one."""
    groups = row.anchors if row.view == "squeezed" and row.anchors else (row.literals,)
    return tuple(
        tuple(dict.fromkeys(_folded(spelled) for piece in group.split("|") if piece for spelled in _spellings(piece)))
        for group in groups
    )


def _keys(pieces: tuple[str, ...]) -> frozenset[str]:
    """One letter of each piece, the least common where there is a choice."""
    return frozenset(next((letter for letter in piece if letter not in _COMMON_LETTERS), piece[0]) for piece in pieces)


def _class(name: re.Match[str]) -> str:
    return f"(?:{LEXICON[name[1]]})" if name[1] in LEXICON else name[0]


def _folded(source: str) -> str:
    if source.isascii():
        return source
    return "".join(character if character.isascii() else plain(character) for character in source)
