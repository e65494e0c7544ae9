"""Secrets out of what leaves: the credential patterns of the scanner, used to cut instead of to refuse.

There is one table of what a secret looks like, `memoryd.core.scan.patterns.credentials`; to know more of them, add a
row to it. Of a row that captures a value the value goes, and the words around it stay, so that a sentence remains.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from memoryd.core.scan.patterns.credentials import ROWS
from memoryd.core.scan.policy import Compiled, Policy
from memoryd.core.scan.views import Views

MASK: Final = "[redacted]"
WINDOW: Final = 4_096
OVERLAP: Final = 512
"""Code points. A long text is looked at in windows that overlap by more than any pattern spans."""

_KEY_BLOCK: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:\s|\\n)+[\w-]+:[^\n\\]*)*(?:(?:\s|\\n)+[A-Za-z0-9+/=]{16,})+"
    r"(?:(?:\s|\\n)+[A-Za-z0-9+/=]{0,80})?(?:(?:\s|\\n)*-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----)?"
)
"""The whole of a key: the scanner's row knows how one begins, which is enough to refuse and not to cut."""

Span = tuple[int, int]


def redacted(text: str) -> str:
    """The text with every secret in it replaced by `MASK`."""
    text = _KEY_BLOCK.sub(MASK, text)
    spans = sorted(span for start in range(0, len(text), WINDOW) for span in _secrets(text, start))
    parts: list[str] = []
    done = 0
    for start, end in spans:
        if end <= done:
            continue
        if start >= done:
            parts += [text[done:start], MASK]
        done = end
    return "".join((*parts, text[done:])) if parts else text


def _secrets(text: str, start: int) -> Iterator[Span]:
    """Where secrets stand in one window."""
    views = Views(text[start : start + WINDOW + OVERLAP])
    for compiled in _candidates(views):
        for first, last in _matches(compiled, views):
            yield start + first, start + last


def _candidates(views: Views) -> Iterator[Compiled]:
    policy = _policy()
    yield from policy.candidates(views.words.data.split())
    yield from {
        compiled.row.id: compiled for literal, compiled in policy.by_literal if literal in views.folded
    }.values()


def _matches(compiled: Compiled, views: Views) -> Iterator[Span]:
    data, row = views.plain.data, compiled.row
    place = 0
    while (match := compiled.regex.find(data, place)) is not None:
        place = max(match[1], match[0] + 1)
        if row.accept is not None and not row.accept(views.folded[slice(*views.plain.to_plain(*match))].strip()):
            continue
        group = compiled.regex.group(data, match[0])
        span = views.plain.to_plain(*(group or match))
        if row.value is None or group is None or row.value(views.original(*span)):
            yield views.to_text(*span)


@cache
def _policy() -> Policy:
    return Policy("balanced", rows=tuple(Compiled(row) for row in ROWS))
