"""Text to search terms, of every script, in one way for what is stored and for what is asked.

Rules of this module. A term found by a person in a text must come out of the text and out of the query alike, so there
is one function for both. Scripts that write spaces give stemmed words; those that do not (Chinese, Japanese, Thai, Lao,
Khmer, Burmese), and Korean, whose particles cling to words, give single characters and pairs. Where scripts touch, a
new word begins. Accents, case, width, joiners and vowel points do not count. Symbols such as emoji are terms.
"""

import functools
import re
import unicodedata

from memoryd.archive.english import BASE_FORMS
from memoryd.archive.stems import stem

MAX_WORD = 64
"""Characters of a word that count; what is longer is a digest or a data URL, found by how it begins."""

_SPACELESS = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3040-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # Han, Kana, Bopomofo
    "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Hangul
    "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"  # Thai, Lao, Burmese, Khmer
)
# ``\w`` has no combining marks, without which words of Indic scripts would fall apart.
_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957"
)
_MARKS += "\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a4d\u0a70\u0a71\u0a81-\u0a83\u0abc-\u0acd"
_MARKS += "\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3e-\u0c56\u0c81-\u0c83\u0cbc-\u0cd6"
_MARKS += "\u0d00-\u0d03\u0d3b-\u0d4d\u0d57\u0d81-\u0d83\u0dca-\u0ddf\u0f18-\u0f84\u0f8d-\u0fbc"

_WORD = re.compile(
    rf"[{_SPACELESS}]+|[^\W_{_SPACELESS}](?:[^\W_{_SPACELESS}]|[{_MARKS}])*|[^\w\s\x00-\xbf\u2000-\u206f]"
)
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_IDEOGRAPHIC = re.compile("[\u1100-\u11ff\u2e80-\U000323af]")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_HUMPED = re.compile(r"\b[A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*\b")
_FIRST_SPACELESS = re.compile(f"[{_SPACELESS}]")
# Marks that only colour a letter: accents, Hebrew and Arabic vowel points, tatweel, joiners and variation selectors.
_DROPPED = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]+"
)
_HEAPED = re.compile("([\u0300-\u036f\u0591-\u05c7\u064b-\u065f]{30})[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]+")
_LETTERS = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ħ": "h", "ŧ": "t"}
    | {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ё": "е"}
)
_DIGITS = re.compile(r"\d")


def fold(text: str) -> str:
    """The text without what does not count: case, width, accents, vowel points, joiners."""
    if text.isascii():
        return text.lower()
    # Normalising is quadratic in the marks of one letter; nobody writes thirty.
    flat = unicodedata.normalize("NFKC", _HEAPED.sub(r"\1", text)).casefold()
    bare = _DROPPED.sub("", "".join(map(_apart, flat))).translate(_LETTERS)
    return _DIGITS.sub(lambda found: str(unicodedata.digit(found.group(), 0)), bare)


@functools.lru_cache(maxsize=4_096)
def _apart(letter: str) -> str:
    """A letter apart from its accents; Kana and Indic letters, whose marks make another sound, stay whole."""
    if "\u00c0" <= letter <= "\u06ff" or "\u1e00" <= letter <= "\u1fff":
        return unicodedata.normalize("NFD", letter)
    return letter


def words(text: str) -> list[str]:
    """The words as written, folded, in order; a run of a script without spaces is one word."""
    folded = fold(text)
    if folded.isascii():
        return [one[:MAX_WORD] for one in _ASCII_WORD.findall(folded)]
    return [one if is_spaceless(one) else one[:MAX_WORD] for one in _WORD.findall(folded)]


def is_spaceless(word: str) -> bool:
    """Whether a word of `words` is a run of a script that writes no spaces."""
    return _FIRST_SPACELESS.match(word) is not None


def terms(text: str) -> list[str]:
    """What a text is indexed by, in order, with repetitions."""
    out: list[str] = []
    for word in words(text):
        out.extend(word_terms(word))
    for name in _HUMPED.findall(text):
        out.extend(term_of(part.lower()) for part in _HUMP.findall(name))
    return out


def word_terms(word: str) -> list[str]:
    """What one word of `words` is indexed by: its stem, or the characters and pairs of a run."""
    if not is_spaceless(word):
        return [term_of(word)]
    alone = list(word) if len(word) == 1 or _IDEOGRAPHIC.match(word) else []
    return alone + [word[at : at + 2] for at in range(len(word) - 1)]


def asked_terms(word: str) -> list[str]:
    """What is looked up for one word of a query: of a run its pairs, which say more than its characters."""
    found = word_terms(word)
    return [term for term in found if len(term) > 1] or found


def term_of(word: str) -> str:
    """The term of a folded word that is written with spaces around it."""
    found = stem(word)
    return BASE_FORMS.get(found, found)
