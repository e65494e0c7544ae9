"""Texts, entries and files as Hypothesis draws them: rich in what separates, ends lines or cannot be seen."""

from hypothesis import strategies as st

from memoryd.core.text import entry_text
from memoryd_client.errors import InvalidText

TRICKY = "ab§ \t\n\r\v\x1c\x85\xa0\u2028\u3000\ufeff\u200b\u200dé\u0301广👩"

NEWLINES = ("\n", "\r\n", "\r")

raw_texts = st.text(st.sampled_from(TRICKY), max_size=12) | st.text(max_size=12)
"""Anything a caller may send, but for lone surrogates, which `st.text` draws rarely and `test_text` plants."""


def _stored(text: str) -> str | None:
    try:
        return entry_text(text)
    except InvalidText:
        return None


entries = raw_texts.map(_stored).filter(lambda text: text is not None).map(str)
"""What can be an entry."""

entry_lists = st.lists(entries, max_size=6, unique=True).map(tuple)
"""What a memory can hold."""

words = st.sampled_from(["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"])
"""Entries that are easy to read in a failing example."""

word_lists = st.lists(words, max_size=7, unique=True).map(tuple)

_separators = st.sampled_from(["§", " §", "§\t", "\u3000§ ", "\n§", "§\n", "§\n§"])


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """The bytes of a memory file as people and programs leave it: any line ends, spacing, byte order mark."""
    pieces = draw(st.lists(raw_texts, max_size=6))
    newline = st.sampled_from(NEWLINES)
    text = draw(st.sampled_from(["", "\ufeff"]))
    for number, piece in enumerate(pieces):
        if number:
            text += draw(newline) + draw(_separators) + draw(newline)
        text += piece
    text += draw(st.sampled_from(["", "\n", "\r\n", "\n\n", "\r"]))
    return text.encode("utf-8", "surrogatepass") if draw(st.integers(0, 9)) else text.encode("utf-16")
