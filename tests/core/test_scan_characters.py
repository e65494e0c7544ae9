"""Invisible and bidirectional characters: refused where they hide something, kept where writing needs them."""

from __future__ import annotations

import pytest

from memoryd.core.scan import compile_policy, scan

BALANCED = compile_policy()
LISTED = [
    *range(0x200B, 0x200E),
    0x2060,
    0xFEFF,
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    0xE0001,
    *range(0xE0020, 0xE0080),
]

NEEDED = {
    "persian plural": "کتاب\u200cها",
    "latin word with persian plural": "API\u200cها",
    "devanagari conjunct": "क्\u200dष",
    "sinhala": "ශ්\u200dරී",
    "malayalam chillu": "അവന്\u200d",
    "khmer word breaks": "ខ្មែរ\u200bភាសា",
    "thai word break": "ภาษา\u200bไทย",
    "mongolian vowel separator": "ᠬᠡᠯᠡ\u180eᠶᠢ",
    "family": "👨\u200d👩\u200d👧\u200d👦",
    "skin tone": "👩🏽\u200d🔬",
    "rainbow flag": "🏳\ufe0f\u200d🌈",
    "england": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "keycap": "1\ufe0f\u20e3",
    "text style": "✔\ufe0e",
    "ideographic variant": "葛\U000e0100",
    "marks in arabic": "العدد \u200f12\u200f هنا",
    "isolate in hebrew": "הפקודה \u2068git\u2069 כאן",
    "soft hyphen": "Donau\u00addampf",
}
HIDING = {
    "joiner in a word": "foo\u200dbar",
    "joiner before emoji": "pay\u200d👧",
    "two non-joiners": "کتاب\u200c\u200cها",
    "isolate left open": "הפקודה \u2068git כאן",
    "isolate without right-to-left text": "a \u2066b\u2069 c",
    "override in hebrew": "שלום \u202eabc",
    "mark in latin text": "a\u200fb",
    "tags after a letter": "x\U000e0061\U000e0062",
    "flag that never ends": "🏴\U000e0067\U000e0062",
    "variation selector on a letter": "a\ufe0f",
    "smuggled selectors": "😀\ufe0f\ufe0f",
    "bytes in selectors": "😀\U000e0110\U000e0121",
    "hangul filler": "a\u3164b",
}


@pytest.mark.parametrize("text", NEEDED.values(), ids=NEEDED.keys())
def test_needed_character_passes(text: str) -> None:
    """Legitimate use."""
    assert scan(text, BALANCED) == ()


@pytest.mark.parametrize("text", HIDING.values(), ids=HIDING.keys())
def test_hiding_character_is_refused(text: str) -> None:
    """The same characters where nothing needs them."""
    assert [finding.category for finding in scan(text, BALANCED)][:1] == ["characters"]


@pytest.mark.parametrize("point", LISTED, ids=[f"U+{point:04X}" for point in LISTED])
def test_listed_character_is_refused_in_latin_text(point: int) -> None:
    """Each one, with its code point and place."""
    (finding,) = scan(f"a note{chr(point)} here", BALANCED)

    assert (finding.code_point, finding.start) == (f"U+{point:04X}", 6)
