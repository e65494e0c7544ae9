"""Turning one over-size entry of plain Markdown into entries, without losing a character that is not white space.

An entry is cut before each heading; a section that is still long is cut at blank lines, and then before each list
item of its outermost list. Fenced code is never cut. What cannot be cut stays as it is.
"""

import re
from collections.abc import Callable, Sequence

from memoryd.core.text import strip

PART_CHARS = 400
"""A part shorter than this is not cut further: about the length of a long entry, so that a heading keeps its lines."""

_HEADING = re.compile(r"#{1,6}\s")
_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])\s")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")


def oversize_entry(entries: Sequence[str], limit: int) -> int | None:
    """The index of the first entry that alone is over the limit, or None."""
    return next((index for index, entry in enumerate(entries) if len(entry) > limit), None)


def parts(entry: str) -> tuple[str, ...]:
    """The parts of an entry in order, each stripped and not empty."""
    pieces = [entry]
    for starts in (_heading_starts, _paragraph_starts, _item_starts):
        pieces = [part for piece in pieces for part in (_cut(piece, starts) if len(piece) > PART_CHARS else [piece])]
    return tuple(pieces)


def _cut(text: str, starts: Callable[[list[str], int], bool]) -> list[str]:
    groups: list[list[str]] = [[]]
    lines = text.split("\n")
    fence = ""
    for index, line in enumerate(lines):
        if not fence and starts(lines, index) and any(map(str.strip, groups[-1])):
            groups.append([])
        groups[-1].append(line)
        if (mark := _FENCE.match(line)) is not None and mark[1].startswith(fence):
            fence = "" if fence else mark[1]  # only its own kind closes a fence, at least as long as it was opened
    return [part for part in (strip("\n".join(group)) for group in groups) if part]


def _heading_starts(lines: list[str], index: int) -> bool:
    return _HEADING.match(lines[index]) is not None


def _paragraph_starts(lines: list[str], index: int) -> bool:
    return index > 0 and not lines[index - 1].strip() and bool(lines[index].strip())


def _item_starts(lines: list[str], index: int) -> bool:
    return _ITEM.match(lines[index]) is not None
