"""What a pattern is: one row of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

View = Literal["plain", "words", "squeezed"]
"""Which folded copy a row is matched on: see `folding`. A space in a `words` row stands for whatever separates two words."""

ENGLISH: Final = ("en",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One pattern with its evidence. `regex` and `anchors` may hold `<names>` from the lexicon and gaps such as `<gap3>`."""

    id: str
    category: str
    regex: str
    anchors: tuple[str, ...] = ()
    """Words without which the row cannot match: of each item (`a|b|<name>`) the text has at least one."""
    literals: str = ""
    """Instead of words: pieces of text of which (`a|b`) the text has at least one."""
    hits: tuple[str, ...]
    passes: tuple[str, ...]
    languages: tuple[str, ...] = ENGLISH
    view: View = "words"
    mentions: bool = True
    """Whether quoting, reporting or forbidding what the row describes is allowed."""
    statements: bool = False
    """Whether a statement about somebody else (`The app saves without ...`) is allowed as well."""
    orders: bool = False
    """Whether only what the reader is told to do counts, not what somebody does: see `frames`."""
    accept: Callable[[str], bool] | None = None
    """What the matched phrase, folded, must satisfy besides."""
    line: Callable[[str], bool] | None = None
    """What the whole line that the phrase begins in, folded, must satisfy besides."""
    value: Callable[[str], bool] | None = None
    """What the regex's group, as it stands in the original, must satisfy besides."""
