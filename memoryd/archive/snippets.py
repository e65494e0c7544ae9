"""The piece of a message that shows why it was found, with what was found in it marked."""

import re
from collections.abc import Iterator

from memoryd.archive.query import Query
from memoryd.archive.words import fold, is_spaceless, terms, words

MARK = "**"
LENGTH = 240
LOOKED_AT = 50_000
"""Characters of a message in which matches are looked for one by one; behind them only a quotation is."""

_RAW_WORD = re.compile(r"[^\W_]+(?:[\u0900-\u0dff\u0300-\u036f\u0610-\u06ed\u200c\u200d][^\W_]*)*")
_SPACE = re.compile(r"\s+")

Span = tuple[int, int]


def snippet(text: str, query: Query) -> str:
    """The densest piece of a text; its beginning if nothing of the query is in it."""
    spans = list(_spans(text[:LOOKED_AT], query))
    begin, end = _window(text, spans)
    pieces, at = [], begin
    for low, high in spans:
        if low >= begin and high <= end:
            pieces += [text[at:low], MARK, text[low:high], MARK]
            at = high
    shown = _SPACE.sub(" ", "".join(pieces) + text[at:end]).strip()
    return ("…" if begin else "") + shown + ("…" if end < len(text) else "")


def _spans(text: str, query: Query) -> Iterator[Span]:
    wanted = frozenset(term for part in query.parts for term in part.terms)
    starts = tuple(part.words[-1] for part in query.parts if part.prefix)
    runs = [word for part in query.parts for word in part.words if is_spaceless(word)]
    for match in _RAW_WORD.finditer(text):
        word = match.group()
        inner = list(_inside(word, runs, match.start()))
        if inner:
            yield from inner
        elif _wanted(word, wanted, starts):
            yield match.span()


def _wanted(word: str, wanted: frozenset[str], starts: tuple[str, ...]) -> bool:
    return not wanted.isdisjoint(terms(word)) or any(one.startswith(starts) for one in words(word) if starts)


def _inside(word: str, runs: list[str], offset: int) -> Iterator[Span]:
    """Where runs of the query stand within a longer one."""
    folded = fold(word)
    if len(folded) != len(word):
        return
    for run in runs:
        at = folded.find(run)
        if at >= 0:
            yield offset + at, offset + at + len(run)


def _window(text: str, spans: list[Span]) -> Span:
    """The piece of `LENGTH` that has most of the spans, with some room before them."""
    if not spans or len(text) <= LENGTH:
        return 0, min(len(text), LENGTH)
    best, most = 0, 0
    for at, (low, _) in enumerate(spans):
        inside = sum(high <= low + LENGTH - 40 for _, high in spans[at : at + 24])
        if inside > most:
            best, most = low, inside
    begin = max(0, min(best - 40, len(text) - LENGTH))
    if begin:
        space = text.find(" ", begin, begin + 30)
        begin = space + 1 if 0 <= space < best else begin
    return begin, min(len(text), begin + LENGTH)
