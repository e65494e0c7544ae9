"""What a text is: how texts are stripped, when two are equal, and which cannot be an entry."""

import unicodedata

from memoryd_client.errors import InvalidText

SEPARATOR = "§"
"""A line that holds only this, whatever white space is around it, separates entries."""

MAX_COMBINING_RUN = 30
"""Longer runs of combining marks are never normalised: it takes quadratic time in CPython (64k marks: 4 s).
Vietnamese needs 2, the tallest pointed Hebrew 4; 30 is the limit that Unicode's stream-safe format sets."""


STRIPPED = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""Every character for which ``str.isspace`` is true, as Hermes strips entries too, and the byte order mark: an entry
that began with one would lose it as soon as it stood first in the file."""


def strip(text: str) -> str:
    """The text without white space and byte order marks at its ends."""
    return text.strip(STRIPPED)


def with_newlines(text: str, newline: str = "\n") -> str:
    """The text with every CR LF, CR and LF written as ``newline``."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    return plain if newline == "\n" else plain.replace("\n", newline)


def is_separator(line: str) -> bool:
    """Whether a line separates entries."""
    return SEPARATOR in line and strip(line) == SEPARATOR


def entry_text(text: str) -> str:
    """A text as it will be stored: newlines written as LF, stripped.

    Raises:
        InvalidText: Nothing is left, a line holds only the separator (the file would read back as other entries), or a
            character has no UTF-8 form.
    """
    stored = strip(with_newlines(text))
    if not stored:
        raise InvalidText("the text is empty; say what should be remembered, or use remove to delete an entry")
    if SEPARATOR in stored:
        for number, line in enumerate(stored.split("\n"), 1):
            if is_separator(line):
                raise InvalidText(
                    f"line {number} of the text holds only {SEPARATOR}, which separates entries in the file; "
                    "add the parts as entries of their own or change that line"
                )
    require_encodable(stored)
    return stored


def require_encodable(text: str) -> None:
    """Raise `InvalidText` if a character has no UTF-8 form."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"the text holds U+{ord(text[error.start]):04X} at position {error.start}, half of a surrogate pair, "
            "which has no UTF-8 form; send the whole character"
        ) from error


def nfc(text: str) -> str:
    """The text in normal form C, in which equal-looking texts are compared; as it is where that would be slow."""
    if text.isascii() or longest_combining_run(text) > MAX_COMBINING_RUN:
        return text
    return unicodedata.normalize("NFC", text)


def longest_combining_run(text: str) -> int:
    """How many combining marks follow each other at most."""
    longest = run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        longest = max(longest, run)
    return longest


_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"'})  # noqa: RUF001 - that is the point


def folded(text: str) -> str:
    """A copy for noticing near misses: NFC, plain quotes, single spaces, no final full stop, no case."""
    return " ".join(nfc(text).translate(_QUOTES).split()).removesuffix(".").casefold()
