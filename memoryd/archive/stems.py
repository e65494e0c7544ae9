"""Words to their stems, by script: one language for each, since a word does not say which it is of.

Texts and queries are stemmed alike, so a wrong language costs some distinction and never a match.
"""

import functools
import re
from collections.abc import Callable

import snowballstemmer  # type: ignore[import-untyped]

_LANGUAGES = (
    (re.compile(r"[a-z]"), "english"),
    (re.compile("[\u0400-\u04ff]"), "russian"),
    (re.compile("[\u0370-\u03ff]"), "greek"),
    (re.compile("[\u0600-\u06ff]"), "arabic"),
    (re.compile("[\u0900-\u097f]"), "hindi"),
    (re.compile("[\u0b80-\u0bff]"), "tamil"),
    (re.compile("[\u0530-\u058f]"), "armenian"),
)
_LONGEST = 32
"""Longer words are names of machines' making, which have no endings."""


@functools.lru_cache(maxsize=131_072)
def stem(word: str) -> str:
    """The stem of a folded word; of what is no word of a known script, the word."""
    if len(word) < 3 or len(word) > _LONGEST:
        return word
    for script, language in _LANGUAGES:
        if script.match(word):
            return _stemmer(language)(word) or word
    return word


@functools.cache
def _stemmer(language: str) -> Callable[[str], str]:
    found: Callable[[str], str] = snowballstemmer.stemmer(language).stemWord
    return found
