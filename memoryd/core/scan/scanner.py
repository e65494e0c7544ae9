"""Texts in, findings out."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from memoryd.core.scan.characters import find_characters, refuse_marks
from memoryd.core.scan.decodings import decoded
from memoryd.core.scan.engine import Late, Regex
from memoryd.core.scan.frames import is_order
from memoryd.core.scan.mention import Allowed, is_mention
from memoryd.core.scan.patterns import Row
from memoryd.core.scan.patterns.deception import DECEPTION
from memoryd.core.scan.policy import CUSTOM, Policy
from memoryd.core.scan.views import Reading, Views
from memoryd_client.messages import Finding

MAX_CHARS: Final = 65_536
"""Longer texts are refused whole: a part that was not looked at could hold anything."""
MAX_FOLDED_CHARS: Final = 4 * MAX_CHARS
"""Some characters fold to eighteen. No writing of a whole text does."""
MAX_FINDINGS: Final = 16
"""Enough to see what is wrong with a text; the rest shows when these are gone."""
SIZE: Final = "size"
_MAX_MENTIONS: Final = 32
"""A text that needs more excuses than this for one pattern is not excused."""
_ASIAN: Final = Late("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]")
_JOINED_CHARS: Final = 14
"""`ignoreprevious`; few words of any language are longer."""
_MAX_SPAN_BYTES: Final = 600
"""What stands further apart does not belong together. Counted in a pattern, it would cost RE2 its speed."""
_DRAWN_APART: Final = re.compile(rb"(?: (?:[a-z]|[\xc3-\xdf][\x80-\xbf])){4} ")
_STEMS: Final = re.compile(
    rb"ignor|disreg|forget|overrid|bypass|youare|pretend|actas|donot|dont|systemp|reveal|obey|norestr|neverm|hide|olvid|esquec|oubli|vergiss"
)
_DIGIT_BY_LETTER: Final = Late(r"[013457@$!|][a-z]")
_DIGIT_IN_WORD: Final = Late(r"[a-z@$!|][013457@$!|]+[a-z@$!|]|\b[013457@$!|][a-z]{2}")
_IS_DRAWN_APART: Final = Late(r"[^\W\d_]{12}|(?:(?<![^\W_])[^\W_](?![^\W_])[\W_]*){4}")
_NEW_SENTENCE: Final = Late(r"[.!?;]\s+(?:[-*#>•]\s)?|\n\s*\n\s*|\n\s*(?:[-*#>•]|\d+[.)])")
_ASIAN_SENTENCE: Final = Late(r"[。!?;\n]")
_CHINESE: Final = ("zh",)
_KANA: Final = Late("[\u3041-\u3096\u30a1-\u30fa]")
_LETTERS_A_BOUNDARY: Final = 4
_MAX_ORDER_WORDS: Final = 40
_ABOUT_ORDERS: Final = frozenset(("prompt_injection", "rule_disregard", "role_hijack", "deception", "fake_update"))
_REACH: Final = 260
_GAPS_A_BOUNDARY: Final = 3
"""One boundary in so many gaps between words, or more, is a disguise; fewer are just the ends of sentences."""


def scan(text: str, policy: Policy) -> tuple[Finding, ...]:
    """Everything in `text` that `policy` refuses, the first of its kind each; nothing means clean."""
    if len(text) > MAX_CHARS:
        return (Finding(SIZE, "too_long", MAX_CHARS, len(text)),)
    if not text.isascii() and (marks := refuse_marks(text)) is not None:
        return (marks,)
    views = Views(text)
    if len(views.folded) > MAX_FOLDED_CHARS:
        return (Finding(SIZE, "too_long_folded", 0, len(text)),)
    found = list(islice(find_characters(text, strict=policy.is_strict), MAX_FINDINGS))
    found.extend(_find_phrases(views, policy))
    found.extend(_find_encoded(text, policy))
    return tuple({(finding.pattern, finding.code_point): finding for finding in reversed(found)}.values())[::-1][
        :MAX_FINDINGS
    ]


class Scanner:
    """A policy that remembers its latest verdicts, by digest, so that no text is held."""

    def __init__(self, policy: Policy, *, max_verdicts: int = 4096) -> None:
        """Scan under `policy`, remembering at most `max_verdicts`."""
        self.policy = policy
        self._max_verdicts = max_verdicts
        self._verdicts: OrderedDict[bytes, tuple[Finding, ...]] = OrderedDict()

    def scan(self, text: str) -> tuple[Finding, ...]:
        """What `scan` says, from memory if it was asked lately."""
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        verdict = self._verdicts.get(digest)
        if verdict is None:
            verdict = self._verdicts[digest] = scan(text, self.policy)
            if len(self._verdicts) > self._max_verdicts:
                self._verdicts.popitem(last=False)
        else:
            self._verdicts.move_to_end(digest)
        return verdict

    def __len__(self) -> int:
        """How many verdicts are remembered."""
        return len(self._verdicts)


class _Probe(NamedTuple):
    """One row on one view; `must` is what a match has to hold to count, where only disguises are looked for."""

    row: Row
    regex: Regex
    reading: Reading
    must: Late | None = None


def _find_phrases(views: Views, policy: Policy) -> Iterator[Finding]:
    for probe in _probes(views, policy):
        yield from _find(probe, views)
    for name, regex in policy.custom_rows:
        yield from _find_custom(name, regex, views)


def _find_encoded(text: str, policy: Policy) -> Iterator[Finding]:
    """What stands in a text only when decoded; no smaller place than the whole text can be named for it."""
    for said in decoded(text):
        for finding in _find_phrases(Views(said), policy):
            yield Finding(finding.category, finding.pattern, 0, len(text))


def _probes(views: Views, policy: Policy) -> Iterator[_Probe]:
    """The rows worth trying; for a clean text that is about one."""
    words = views.words.data.split()
    folded = views.folded
    for compiled in policy.candidates(words):
        yield _Probe(compiled.row, compiled.regex, views.words if compiled.row.view == "words" else views.plain)
    for literal, compiled in policy.by_literal:
        if literal in folded:
            yield _Probe(compiled.row, compiled.regex, views.plain)
    if not folded.isascii() and _ASIAN.search(folded):
        squeezed = views.squeezed.data.decode()
        for compiled in policy.asian(squeezed):
            yield _Probe(compiled.row, compiled.regex, views.squeezed)
    yield from _disguised_probes(views, policy, words)


def _disguised_probes(views: Views, policy: Policy, words: list[bytes]) -> Iterator[_Probe]:
    """Prose whose words may be run together, drawn apart, or written with digits."""
    if _is_run_together(words) or _DRAWN_APART.search(views.words.data):
        for compiled in policy.run_together(views.squeezed.data):
            yield _Probe(compiled.row, compiled.joined, views.squeezed, _IS_DRAWN_APART)
    if _DIGIT_BY_LETTER.search(views.folded) and _DIGIT_IN_WORD.search(views.folded):
        for compiled in policy.leet(views.leet.data.split()):
            yield _Probe(compiled.row, compiled.leet, views.leet, _DIGIT_IN_WORD)


def _is_run_together(words: list[bytes]) -> bool:
    if max(map(len, words), default=0) < _JOINED_CHARS:
        return False
    return any(len(word) >= _JOINED_CHARS and word.isalpha() and _STEMS.search(word) for word in words)


def _find(probe: _Probe, views: Views) -> Iterator[Finding]:
    """The first place where the row stands and nothing excuses it."""
    match = probe.regex.find(probe.reading.data)
    for _ in range(_MAX_MENTIONS):
        if match is None:
            return
        is_wide = match[1] - match[0] > _MAX_SPAN_BYTES
        if not is_wide and _stands(probe, views, match):
            break
        match = probe.regex.find(probe.reading.data, max(match[0] + 1, is_wide and match[1] - _MAX_SPAN_BYTES))
    if match is None:
        return
    yield Finding(probe.row.category, probe.row.id, *views.to_text(*probe.reading.to_plain(*match)))


def _stands(probe: _Probe, views: Views, match: tuple[int, int]) -> bool:
    row = probe.row
    span = probe.reading.to_plain(*match)
    phrase = views.folded[slice(*span)]
    if not _fits(row, views.folded[: span[0]], phrase):
        return False
    if probe.must is not None and not probe.must.search(phrase):
        return False
    if row.accept is not None and not row.accept(probe.reading.data[slice(*match)].decode("utf-8", "ignore").strip()):
        return False
    if row.line is not None and not row.line(_line(views.folded, span[0])):
        return False
    if row.value is not None and not row.value(_value(probe, views, match)):
        return False
    return not (row.mentions and _is_mention(row, views.folded, span))


def _is_mention(row: Row, folded: str, span: tuple[int, int]) -> bool:
    allowed = Allowed(
        statements=row.statements,
        hedges=not row.orders,
        texts=row.category == DECEPTION,
        deeds=row.category not in _ABOUT_ORDERS,
    )
    return is_mention(folded, *span, allowed)


def _fits(row: Row, before: str, phrase: str) -> bool:
    """Whether the phrase lies in one sentence of the row's language, and is an order where the row asks for one."""
    if row.view == "words" and _crosses_sentences(phrase):
        return False
    if row.languages == _CHINESE and len(_KANA.findall(phrase)) > 1:
        return False
    return not row.orders or (_is_one_sentence(phrase) if row.view == "squeezed" else _is_order(before, phrase))


def _is_one_sentence(phrase: str) -> bool:
    return len(_ASIAN_SENTENCE.findall(phrase)) * _LETTERS_A_BOUNDARY <= len(phrase)


def _is_order(before: str, phrase: str) -> bool:
    return len(phrase.split()) <= _MAX_ORDER_WORDS and not _crosses_sentences(phrase) and is_order(before[-_REACH:])


def _line(folded: str, place: int) -> str:
    end = folded.find("\n", place)
    return folded[folded.rfind("\n", 0, place) + 1 : end if end >= 0 else None]


def _value(probe: _Probe, views: Views, match: tuple[int, int]) -> str:
    group = probe.regex.group(probe.reading.data, match[0])
    return "" if group is None else views.original(*probe.reading.to_plain(*group))


def _crosses_sentences(phrase: str) -> bool:
    boundaries = len(_NEW_SENTENCE.findall(phrase))
    return boundaries > 0 and boundaries * _GAPS_A_BOUNDARY < len(phrase.split()) - 1


def _find_custom(name: str, regex: Regex, views: Views) -> Iterator[Finding]:
    """A pattern of one's own, on the text as given and on its folded copy."""
    given = views.given
    match = regex.find(given.data)
    if match is not None:
        yield Finding(CUSTOM, name, *given.to_plain(*match))
        return
    match = regex.find(views.plain.data)
    if match is not None:
        yield Finding(CUSTOM, name, *views.to_text(*views.plain.to_plain(*match)))
