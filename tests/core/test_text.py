"""Properties of texts: what is stripped, what can be an entry, how texts are compared."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import raw_texts

from memoryd.core import text as texts
from memoryd_client.errors import InvalidText


def test_what_is_stripped_is_white_space_and_the_byte_order_mark() -> None:
    """Hermes strips the same white space, so both see the same entries."""
    white = {chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()}

    assert white | {"\ufeff"} == set(texts.STRIPPED)


@given(raw_texts)
def test_stripping_twice_is_stripping_once(text: str) -> None:
    """Nothing that would be stripped is left at the ends."""
    once = texts.strip(text)

    assert once == texts.strip(once)
    assert once in text


@given(raw_texts)
def test_an_entry_text_is_its_own_entry_text(text: str) -> None:
    """What was stored once is stored again as it is."""
    try:
        stored = texts.entry_text(text)
    except InvalidText:
        return

    assert stored == texts.entry_text(stored)
    assert "\r" not in stored


@given(raw_texts)
def test_an_entry_text_has_no_separator_line_however_lines_are_read(text: str) -> None:
    """Neither memoryd nor a reader with universal newlines finds a separator inside an entry."""
    try:
        stored = texts.entry_text(text)
    except InvalidText:
        return

    assert "§" not in {line.strip() for line in stored.split("\n")}
    assert "\n§\n" not in f"\n{stored}\n"


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\t\u3000\xa0", "\ufeff", " \ufeff\n\ufeff "])
def test_a_text_without_content_is_refused(text: str) -> None:
    """An empty entry would vanish with the next read."""
    with pytest.raises(InvalidText, match="empty"):
        texts.entry_text(text)


@pytest.mark.parametrize(
    "text",
    ["§", "a\n§\nb", "a\r§\rb", "a\r\n§\r\nb", "tail\n§", "§\nhead", "a\n \t§\u3000\nb", "a\n\ufeff§\nb", "a\n§\r\nb"],
)
def test_a_line_that_holds_only_the_separator_is_refused(text: str) -> None:
    """It would read back as two entries."""
    with pytest.raises(InvalidText, match="line"):
        texts.entry_text(text)


@pytest.mark.parametrize(
    "text", ["§ 12 of the act", "see §", "a § b", "§§", "§.", "a\v§\vb", "a\u2028§\u2028b", "§\u200b"]
)
def test_a_separator_within_a_line_is_text(text: str) -> None:
    """Lawyers write it; only a line of its own separates."""
    assert text == texts.entry_text(text)


@pytest.mark.parametrize("text", ["\ud83d", "ok \udc69 ok", "a\ud800"])
def test_half_of_a_surrogate_pair_is_refused_with_its_place(text: str) -> None:
    """It has no UTF-8 form, so no file could hold it."""
    with pytest.raises(InvalidText, match=r"U\+D[89ABCD]..|position"):
        texts.entry_text(text)


@given(st.text(st.sampled_from("e\u0301\u0323한ᄒ"), max_size=20))
def test_texts_that_are_canonically_equal_compare_equal(text: str) -> None:
    """Composed or not, a text is the same text."""
    assert texts.nfc(unicodedata.normalize("NFD", text)) == texts.nfc(unicodedata.normalize("NFC", text))


def test_a_long_run_of_combining_marks_is_compared_as_it_is() -> None:
    """Normalising it takes quadratic time, so it is left alone; a run at the limit is normalised."""
    limit = texts.MAX_COMBINING_RUN
    long, short = "e" + "\u0301" * (limit + 1), "e" + "\u0301" * limit

    assert texts.nfc(long) is long
    assert texts.nfc(short) == unicodedata.normalize("NFC", short)


@given(raw_texts, st.sampled_from(["\n", "\r\n"]))
def test_newlines_are_all_written_alike(text: str, newline: str) -> None:
    """Whatever ended a line, it is ended by the one newline afterwards, and no line is lost."""
    written = texts.with_newlines(text, newline)

    assert text.replace("\r\n", "\n").replace("\r", "\n").split("\n") == written.split(newline)
    assert texts.with_newlines(text) == texts.with_newlines(written)


@pytest.mark.parametrize(
    ("one", "other"),
    [("It\u2019s “so”.", 'it\'s "so"'), ("a  b\u00a0c", "A b c"), ("cafe\u0301", "CAFÉ"), ("Straße", "STRASSE.")],
)
def test_near_misses_fold_to_one_text(one: str, other: str) -> None:
    """Spacing, quotes, case, normal form and a final full stop are what people get wrong."""
    assert texts.folded(one) == texts.folded(other)
