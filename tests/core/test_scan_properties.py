"""What holds for every text."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.core.scan import MAX_CHARS, compile_policy, explain, fold, scan
from memoryd.core.scan.folding import plain, word_offsets, words
from memoryd.core.scan.patterns import BALANCED as ROWS

BALANCED = compile_policy()
STRICT = compile_policy("strict")
ANY_TEXT = st.text(st.characters())
PIECES = [
    *(text for row in ROWS for text in row.hits),
    '"',
    "`",
    "\n\n",
    " never ",
    " reject ",
    "\u200d",
    "\u0301",
    "한",
    "ﷺ",
    "\ud800",
    "ß",
    "İ",
]
LIKELY_TEXT = st.lists(st.one_of(st.sampled_from(PIECES), ANY_TEXT), max_size=8).map("".join)


@settings(deadline=None)
@given(LIKELY_TEXT)
def test_scan_never_raises_and_stays_inside(text: str) -> None:
    """Any text gets a verdict; spans lie in it and are not empty; each can be explained."""
    for policy in (BALANCED, STRICT):
        for finding in scan(text, policy):
            assert 0 <= finding.start < finding.end <= len(text)
            assert finding.pattern in explain(finding, text)


@settings(deadline=None)
@given(LIKELY_TEXT)
def test_fold_leads_back(text: str) -> None:
    """The folded copy equals the quick one, and its offsets never run backwards or out of the text."""
    folded = fold(text)

    assert folded.text == plain(text)
    assert len(folded.offsets) == len(folded.text) + 1
    assert list(folded.offsets) == sorted(folded.offsets)
    assert folded.offsets[-1] == len(text)


@settings(deadline=None)
@given(LIKELY_TEXT)
def test_words_lead_back(text: str) -> None:
    """Each character of the words view has a place in the folded text, in order."""
    folded = plain(text)
    for squeezed in (False, True):
        view = words(folded).decode()
        view = view.replace(" ", "") if squeezed else view
        offsets = word_offsets(folded, squeezed=squeezed)
        assert len(offsets) == max(len(view), 1 if not squeezed else 0) + 1 or not view.strip()
        assert list(offsets) == sorted(offsets)


@settings(deadline=None)
@given(ANY_TEXT)
def test_folding_again_changes_nothing_that_matters(text: str) -> None:
    """A folded copy holds no mark and no capital a pattern could trip over."""
    folded = plain(text)

    assert folded == folded.casefold()
    assert not any(
        unicodedata.category(character) in {"Mn", "Me"} and unicodedata.combining(character) for character in folded
    )


def worst_input(source: str) -> str:
    """A text made of a pattern's own words and signs, so that it starts to match again and again."""
    return " ".join(re.findall(r"[^\W_]{2,}", source)[:12]) + " "


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_time_grows_with_the_text_and_no_faster(row: object) -> None:
    """Each pattern on its own worst input at four sizes: eight times the text takes nowhere near sixty-four times the time."""
    compiled = next(candidate for candidate in BALANCED.rows if candidate.row is row)
    seed = worst_input(compiled.row.hits[0].lower()) + compiled.row.hits[0][:-1].lower() + " "
    times = [
        _quickest(compiled.regex.find, (seed * (size // len(seed) + 1))[:size].encode())
        for size in (4000, 8000, 16000, 32000)
    ]

    assert times[-1] < 24 * max(times[0], 20e-6)


@pytest.mark.parametrize(
    "piece",
    [
        "ignore previous ",
        "a",
        "curl $",
        "cat /a",
        "i g n o r e ",
        "1gn0r3 ",
        "/",
        "<!--",
        "add agents.md ",
        'reject "ignore previous instructions" ',
        "一",
        "한",
        "👩\u200d👧",
        "می\u200c",
        "e\u0301",
    ],
)
def test_scan_time_grows_with_the_text(piece: str) -> None:
    """The whole scan, up to its limit."""
    times = [
        _quickest(lambda text: scan(text, BALANCED), (piece * MAX_CHARS)[:size])
        for size in (MAX_CHARS // 8, MAX_CHARS // 4, MAX_CHARS // 2, MAX_CHARS)
    ]

    assert times[-1] < 24 * max(times[0], 100e-6)


def _quickest(call: object, argument: object) -> float:
    assert callable(call)
    return min(_seconds(call, argument) for _ in range(5))


def _seconds(call: object, argument: object) -> float:
    assert callable(call)
    start = time.process_time()
    call(argument)
    return time.process_time() - start
