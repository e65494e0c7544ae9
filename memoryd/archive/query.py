"""What a person typed, as what is asked. Any string is a query; nothing raises.

``AND``, ``OR`` and ``NOT`` count in capitals and between words, quotes in pairs, and ``*`` at the end of a word of two
characters or more. Everything else is words. Without any of those a query is relaxed: it finds what has some of its
words, and ranks what has more of them, and closer together, higher. With them, what they say must hold.
"""

import re
from dataclasses import dataclass, field

from memoryd.archive.english import STOP_TERMS
from memoryd.archive.words import asked_terms, words

MAX_QUERY = 2_000
"""Characters of a query that count: what somebody pastes beyond that says no more about what is wanted."""
MAX_WORDS = 48

_TOKEN = re.compile(r'"([^"]*)"|\S+')
_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d", '"'))
_OPERATORS = frozenset(("AND", "OR", "NOT"))


@dataclass(frozen=True, slots=True)
class Part:
    """A word, a compound such as ``wrong-book``, a quotation, or the beginning of a word.

    Attributes:
        words: As written, folded.
        exact: It was quoted: the words as they stand, beside each other.
        prefix: The last word is only a beginning.
    """

    words: tuple[str, ...]
    exact: bool = False
    prefix: bool = False

    @property
    def terms(self) -> tuple[str, ...]:
        """What it is indexed by, but for a beginning, of which the index must be asked."""
        whole = self.words[:-1] if self.prefix else self.words
        return tuple(dict.fromkeys(term for word in whole for term in asked_terms(word)))


@dataclass(slots=True)
class Clause:
    """One side of an ``OR``.

    Attributes:
        required: All of these.
        optional: These make it better; without any required one, some of these.
        banned: None of these.
    """

    required: list[Part] = field(default_factory=list)
    optional: list[Part] = field(default_factory=list)
    banned: list[Part] = field(default_factory=list)

    @property
    def parts(self) -> list[Part]:
        """What a match may consist of."""
        return self.required + self.optional


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    Attributes:
        text: As it counts.
        clauses: Any of these; none if there is no word in it.
        strict: Operators, quotes or ``*`` were used: what they say must hold.
        cut: It was longer than what counts.
    """

    text: str
    clauses: tuple[Clause, ...]
    strict: bool
    cut: bool = False

    @property
    def parts(self) -> list[Part]:
        """Everything that a match may consist of."""
        return [part for clause in self.clauses for part in clause.parts]


def parse(text: str) -> Query:
    """What a text asks for."""
    clean = text.encode("utf-8", "replace").decode("utf-8").replace("\x00", " ")
    shown = clean[:MAX_QUERY].translate(_QUOTES)
    if shown.count('"') % 2:
        shown = " ".join(shown.rsplit('"', 1))  # the one without a partner
    clauses, strict = _clauses(_lexed(shown))
    return Query(clean[:MAX_QUERY], tuple(one for one in clauses if one.parts), strict, cut=len(clean) > MAX_QUERY)


def _lexed(text: str) -> list[str | Part]:
    """Parts and operators, in order; an operator that stands between nothing is a word."""
    out: list[str | Part] = []
    left = MAX_WORDS
    for match in _TOKEN.finditer(text):
        if left <= 0:
            break
        if match.group() in _OPERATORS:
            out.append(match.group())
            continue
        part = _part(match.group(), match[1], left)
        if part:
            left -= len(part.words)
            out.append(part)
    return out


def _part(token: str, quoted: str | None, left: int) -> Part | None:
    found = tuple(words(token if quoted is None else quoted)[:left])
    if not found:
        return None
    prefix = quoted is None and token.endswith("*") and len(found[-1]) >= 2
    return Part(found, exact=quoted is not None, prefix=prefix)


def _clauses(lexed: list[str | Part]) -> tuple[list[Clause], bool]:
    clauses = [Clause()]
    strict = False
    joined = negated = False
    for at, one in enumerate(lexed):
        if isinstance(one, str):
            if _operates(lexed, at):
                strict = True
                joined, negated = joined or one == "AND", one == "NOT"
                if one == "OR":
                    clauses.append(Clause())
                if one == "AND":
                    _require_last(clauses[-1])
                continue
            part = Part(tuple(words(one)))
        else:
            part = one
        where = clauses[-1]
        if negated:
            where.banned.append(part)
        elif joined or part.exact or part.prefix:
            strict = True
            where.required.append(part)
        else:
            where.optional.append(part)
        joined = negated = False
    return clauses, strict


def _operates(lexed: list[str | Part], at: int) -> bool:
    """Whether an operator stands where it means one: before a part, and, but for NOT, behind one."""
    after = lexed[at + 1] if at + 1 < len(lexed) else None
    before = lexed[at - 1] if at else None
    if lexed[at] == "NOT":
        return isinstance(after, Part) and before is not None
    follows = isinstance(after, Part) or (lexed[at] == "AND" and after == "NOT" and at + 2 < len(lexed))
    return isinstance(before, Part) and follows


def _require_last(clause: Clause) -> None:
    if clause.optional:
        clause.required.append(clause.optional.pop())


def telling(terms: list[str]) -> list[str]:
    """The terms without stop words, unless there are no others."""
    return [term for term in terms if term not in STOP_TERMS] or terms
