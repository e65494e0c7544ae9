"""What of a provider's text may stand before a model: scanned, without repetitions, within a budget."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from memoryd_client import fence
from memoryd_client.messages import Finding

LOOKED_AT = 4
"""Of a text, at most so many times the budget are looked at."""

_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Shaped:
    """A recalled text as it may be used.

    Attributes:
        text: Without a fence; empty if nothing is left.
        count: Its memories: its bullets, or its paragraphs.
        withheld: Lines that the scanner refuses.
        repeated: Lines that stand elsewhere already.
        cut: Code points left out for the budget.
    """

    text: str = ""
    count: int = 0
    withheld: int = 0
    repeated: int = 0
    cut: int = 0


def shaped(text: str, budget: int, *, known: Collection[str], findings: Callable[[str], Sequence[Finding]]) -> Shaped:
    """Shape a provider's text.

    Args:
        text: As it came.
        budget: Code points.
        known: Texts that the session sees anyway: the entries of its blocks.
        findings: Why a text may not be used; nothing if it may.
    """
    looked_at = fence.defused(text[: budget * LOOKED_AT])
    seen = {_plain(one) for one in known}
    kept: list[str] = []
    withheld = repeated = 0
    for line in looked_at.splitlines():
        plain = _plain(line)
        if plain and plain in seen:
            repeated += 1
        elif plain and findings(line):
            withheld += 1
        elif plain or (kept and kept[-1]):
            kept.append(line.rstrip())
        seen.add(plain)
    whole = "\n".join(kept).strip()
    if findings(whole):  # what no line says alone, several may
        return Shaped(withheld=withheld + _count(whole), repeated=repeated)
    short = cut(whole, budget)
    left_out = len(whole) - len(short) + max(0, len(text) - budget * LOOKED_AT)
    return Shaped(short, _count(short), withheld, repeated, left_out)


def cut(text: str, budget: int) -> str:
    """The beginning of a text that fits, up to the end of a word; of one endless word, what fits."""
    if len(text) <= budget:
        return text
    head = text[: budget + 1]
    ends = [match.start() for match in _SPACE.finditer(head)]
    return (head[: ends[-1]] if ends and ends[-1] > budget // 2 else head[:budget]).rstrip()


def _plain(line: str) -> str:
    return _SPACE.sub(" ", _BULLET.sub("", line)).strip().casefold()


def _count(text: str) -> int:
    """Bullets, wherever there are any; else paragraphs that are no headings."""
    bullets = sum(_BULLET.match(line) is not None for line in text.splitlines())
    paragraphs = [one.strip() for one in re.split(r"\n\s*\n", text)]
    return bullets or sum(bool(one) and not one.startswith("#") for one in paragraphs)
