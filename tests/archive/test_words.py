"""How texts fall into terms: the same for what is stored and what is asked, in every script."""

import pytest

from memoryd.archive.words import fold, terms, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it's gateway/run.py", ["it", "s", "gateway", "run", "py"]),
        ("C:\\Users and .env", ["c", "users", "and", "env"]),
        ("Café Ångström ﬁne", ["cafe", "angstrom", "fine"]),
        ("修改youer服务端", ["修改", "youer", "服务端"]),
        ("ﾃﾞｰﾀ ＡＢＣ", ["データ", "abc"]),
        ("great 🎉!", ["great", "🎉"]),
        ("می\u200cخواهم", ["ميخواهم"]),
        ("كِتَابٌ", ["كتاب"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ไปเชียงใหม่", ["ไปเชียงใหม่"]),
        ("İSTANBUL ısı", ["istanbul", "isi"]),
        ("١٢٣ ３", ["123", "3"]),
    ],
)
def test_words_are_what_a_person_would_mark(text: str, expected: list[str]) -> None:
    """Case, width, accents, vowel points and joiners do not count; scripts without spaces stay runs."""
    assert words(text) == expected


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("we ran the migrations", "migration"),
        ("I went there", "go"),
        ("two children", "child"),
        ("базы данных", "база"),
        ("getUserName()", "user"),
        ("snake_case_name", "case"),
        ("我们去广西桂林旅游", "桂"),
        ("我们去广西桂林旅游", "广西"),
        ("한국어에서는", "한국어"),
        ("ไปเที่ยวเชียงใหม่", "เชียงใหม่"),
    ],
)
def test_what_is_asked_is_among_the_terms_of_what_is_stored(stored: str, asked: str) -> None:
    """Stems, irregular forms, parts of names, and runs within runs."""
    assert set(terms(stored)) >= set(terms(asked))


def test_many_marks_on_one_letter_cost_little() -> None:
    """Normalising is quadratic in the marks of one letter; thirty are looked at."""
    assert fold("a" + "\u0301\u0316" * 200_000) == "a"
