"""From ranked messages to what a person is shown: whole matches first, each line of sessions once, people first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memoryd.archive.english import STOP_TERMS
from memoryd.archive.matching import Text
from memoryd.archive.query import Part, Query
from memoryd.archive.reading import ArchiveReader, MessageRow, SessionRow
from memoryd.archive.recording import AUTOMATION
from memoryd.archive.retrieval import Retrieved
from memoryd.archive.schema import MAX_MESSAGES, ORDINAL_BITS
from memoryd.archive.snippets import snippet
from memoryd.archive.views import AROUND, entry, message
from memoryd_client.messages import Hit

ENDS = 2
"""Messages that show how a session began, and how it ended."""
SHORT_QUERY = 4
"""Words of a query that is looked for as a whole; more are a question, of which no message has all words."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A message that was found.

    Attributes:
        row: It.
        session: Its session.
        score: From ranking.
        missing: The words of the query that are not in it.
        matching: It has some of them itself.
        whole: Nothing is missing, and the query is short enough for that to mean something.
    """

    row: MessageRow
    session: SessionRow
    score: float
    missing: tuple[str, ...]
    matching: bool
    whole: bool


def candidates(
    query: Query, rows: Iterable[MessageRow], found: Retrieved, sessions: Mapping[int, SessionRow]
) -> list[Candidate]:
    """Ranked messages, compared with the query."""
    parts = _telling(query)
    return [_candidate(parts, row, found, sessions[row.key >> ORDINAL_BITS]) for row in rows]


def best_first(found: list[Candidate]) -> list[Candidate]:
    """Those that have the whole of a short query before the others; otherwise as they were ranked."""
    return sorted(found, key=lambda one: not one.whole)


def in_lines(found: Iterable[Candidate], sessions: Mapping[int, float]) -> list[list[Candidate]]:
    """Messages by the line of sessions that they belong to, the best line and in it the best message first.

    A message that has nothing of the query itself never stands for its session: what it was found by is hidden.
    """
    lines: dict[int, list[Candidate]] = {}
    for one in found:
        lines.setdefault(one.session.root, []).append(one)
    for line in lines.values():
        line.sort(key=lambda one: (not one.whole, not one.matching))
    return sorted((line for line in lines.values() if line[0].matching), key=lambda line: _place(line, sessions))


def _place(line: list[Candidate], sessions: Mapping[int, float]) -> tuple[bool, bool, float]:
    first = line[0]
    best = max(sessions.get(one.session.number, 0.0) for one in line)
    return first.session.source in AUTOMATION, not first.whole, -best


def hit(archive: ArchiveReader, query: Query, line: list[Candidate], window: int) -> Hit:
    """A line of sessions as it is shown."""
    best = line[0]
    number, key = best.session.number, best.row.key
    first = number << ORDINAL_BITS
    around = [*archive.before(number, key, window), *archive.onward(number, key, window + 1)]
    opening = archive.onward(number, first, ENDS)
    ending = archive.before(number, first + MAX_MESSAGES, ENDS)
    seen = {row.key for row in around}
    return Hit(
        session=entry(archive, best.session),
        message=key & (MAX_MESSAGES - 1),
        snippet=snippet(best.row.text, query),
        score=round(best.score, 3),
        missing=best.missing,
        others=sum(one.matching for one in line[1:]),
        window=tuple(message(row, AROUND) for row in around),
        opening=tuple(message(row, AROUND) for row in opening if row.key not in seen),
        ending=tuple(message(row, AROUND) for row in ending if row.key not in seen and row not in opening),
    )


def is_short(query: Query) -> bool:
    """Whether a message can be expected to have all of a query."""
    return len(_telling(query)) <= SHORT_QUERY


def _telling(query: Query) -> list[Part]:
    """The parts that say something; all, if none does."""
    return [part for part in query.parts if not STOP_TERMS.issuperset(part.terms)] or query.parts


def _candidate(parts: list[Part], row: MessageRow, found: Retrieved, session: SessionRow) -> Candidate:
    text = found.texts.get(row.key) or Text(row.text)
    missing = tuple(" ".join(part.words) for part in parts if not _has(text, part, found.partial))
    return Candidate(
        row=row,
        session=session,
        score=found.ranked.messages.get(row.key, 0.0),
        missing=missing,
        matching=row.key in found.ranked.matching,
        whole=not missing and len(parts) <= SHORT_QUERY,
    )


def _has(text: Text, part: Part, partial: frozenset[str]) -> bool:
    return text.holds(part) or (part.words[-1] in partial and not part.exact and " ".join(part.words) in text.folded)
