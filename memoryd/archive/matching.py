"""Whether a text holds what a query asks for: decided on the text itself, whatever the index said.

The index finds candidates; what a person sees was compared here.
"""

import functools
import itertools
import re

from memoryd.archive.query import Clause, Part, Query
from memoryd.archive.words import fold, is_spaceless, term_of, terms, words


class Text:
    """One text, taken apart once."""

    def __init__(self, text: str) -> None:
        self.raw = text
        self._held: dict[Part, bool] = {}

    @functools.cached_property
    def folded(self) -> str:
        """The text without what does not count."""
        return fold(self.raw)

    @functools.cached_property
    def words(self) -> list[str]:
        """Its words in order."""
        return words(self.raw)

    @functools.cached_property
    def terms(self) -> frozenset[str]:
        """What it is indexed by."""
        return frozenset(terms(self.raw))

    def holds(self, part: Part) -> bool:
        """Whether the part occurs in it as it was meant."""
        if part not in self._held:
            self._held[part] = self._holds(part)
        return self._held[part]

    def _holds(self, part: Part) -> bool:
        if len(part.words) == 1 and is_spaceless(part.words[0]):
            return part.words[0] in self.folded
        if not part.prefix and _pattern(part).search(self.folded) is not None:
            return True  # as it was written: the text need not be taken apart
        if part.exact:
            return False
        if not self.terms.issuperset(part.terms):
            return False
        if len(part.words) == 1 and not part.prefix:
            return True
        return any(self._follows(part, at) for at in range(len(self.words) - len(part.words) + 1))

    def _follows(self, part: Part, at: int) -> bool:
        last = len(part.words) - 1
        return all(
            _is(self.words[at + step], wanted, first=step == 0, last=step == last, prefix=part.prefix)
            for step, wanted in enumerate(part.words)
        )


def _is(word: str, wanted: str, *, first: bool, last: bool, prefix: bool) -> bool:
    """Whether a word of a text is the word of a part; a run may go on where the part begins or ends."""
    if word == wanted:
        return True
    if is_spaceless(wanted):
        inside = first and last and wanted in word
        return inside or (first and word.endswith(wanted)) or (last and word.startswith(wanted))
    return word.startswith(wanted) if last and prefix else term_of(word) == term_of(wanted)


@functools.lru_cache(maxsize=256)
def _pattern(part: Part) -> re.Pattern[str]:
    """A quotation in a folded text: its words beside each other, whatever is between them."""
    first, last = part.words[0], part.words[-1]
    inner = re.escape(first)
    for before, word in itertools.pairwise(part.words):
        touching = is_spaceless(before) or is_spaceless(word)
        inner += rf"[\W_]{'*' if touching else '+'}{re.escape(word)}"
    begin = "" if is_spaceless(first) else r"(?<![^\W_])"
    end = "" if is_spaceless(last) else r"(?![^\W_])"
    return re.compile(begin + inner + end)


def satisfies(text: Text, query: Query) -> bool:
    """Whether a text is what a strict query asks for; for a relaxed one, whether it has any of it."""
    return any(_clause_holds(text, clause) for clause in query.clauses)


def _clause_holds(text: Text, clause: Clause) -> bool:
    if any(text.holds(part) for part in clause.banned) or not all(text.holds(part) for part in clause.required):
        return False
    return bool(clause.required) or any(text.holds(part) for part in clause.optional)


def contains(text: str, wanted: str) -> bool:
    """Whether a text has a query of punctuation alone in it."""
    return fold(wanted) in fold(text)
