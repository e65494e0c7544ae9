"""From a query to ranked messages: which postings are read, how many of them, and what the text itself then says.

The index proposes, the text decides: a strict query's matches are compared with the message before they are ranked.
Reading is bounded. A word that is in more messages than that is ranked over the newest of them, and said to be.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from memoryd.archive import dates, ranking
from memoryd.archive.index.postings import EVERY, NAMED, Postings
from memoryd.archive.index.reader import PARTIAL_BELOW, Reader
from memoryd.archive.matching import Text, contains, satisfies
from memoryd.archive.query import Clause, Query, telling
from memoryd.archive.ranking import Evidence, Group, Ranked
from memoryd.archive.reading import ArchiveReader, MessageRow, SessionRow
from memoryd.archive.schema import ORDINAL_BITS
from memoryd.archive.words import is_spaceless, term_of

MOST_POSTINGS = 15_000
"""Postings of one word that are ranked, the newest."""
LEAST_POSTINGS = 4_000
BUDGET = 40_000
"""Postings of all words of a query: what a core ranks in some 30 ms."""
COMPARED = 4_000
"""Messages that are compared with a strict query at most, best first."""
ENOUGH = 200
"""Messages that satisfy it, after which no more are compared."""
PORTION = 100
PARTIAL_WEIGHT = 0.7
DAY = 86_400.0
AFTERGLOW = 10 * DAY
"""For so long after a day people still speak of it."""


@dataclass(slots=True)
class Retrieved:
    """What was found, and what has to be said about it.

    Attributes:
        ranked: Messages and sessions.
        rows: The messages that were read on the way.
        bounded: The words of which only the newest messages were ranked.
        partial: The words that only occur as parts of others.
        texts: The messages that were taken apart on the way.
    """

    ranked: Ranked
    rows: dict[int, MessageRow] = field(default_factory=dict)
    bounded: list[str] = field(default_factory=list)
    partial: frozenset[str] = frozenset()
    texts: dict[int, Text] = field(default_factory=dict)


class Retrieval:
    """One query over one view of archive and index.

    Args:
        archive: In a snapshot.
        reader: The index, for the scopes that may be seen.
        scopes: Those.
    """

    def __init__(self, archive: ArchiveReader, reader: Reader, scopes: list[int]) -> None:
        self._archive = archive
        self._reader = reader
        self._scopes = scopes
        self._left = BUDGET
        self._parts: set[str] = set()
        self._texts: dict[int, Text] = {}

    def run(self, query: Query) -> Retrieved:
        """Everything that was found, best first."""
        found = self._run(query)
        found.partial = frozenset(self._parts)
        found.texts = self._texts
        return found

    def _run(self, query: Query) -> Retrieved:
        if not query.clauses:
            return self._literal(query)
        groups = self._groups(query)
        bounded = [group.term for group in groups if not group.postings.complete]
        evidence = self._evidence(query, groups)
        if not query.strict:
            return Retrieved(ranking.rank(evidence), bounded=bounded)
        rows = self._satisfying(query, groups)
        return Retrieved(ranking.rank(evidence, rows), rows, bounded)

    # --- postings -----------------------------------------------------------------------------------------------------

    def _groups(self, query: Query) -> list[Group]:
        wanted = Counter(telling([term for part in query.parts for term in part.terms]))
        totals = {term: self._reader.total(term) for term in wanted}
        groups = [self._group(term, wanted[term]) for term in sorted(wanted, key=totals.__getitem__)]
        for part in query.parts:
            if part.prefix:
                groups.append(self._union(f"{part.words[-1]}*", self._reader.begun(part.words[-1])))
            for word in () if part.exact else part.words:
                groups += self._partial(word, totals)
        return groups

    def _group(self, term: str, weight: float) -> Group:
        return Group(term, self._take(term), weight, name=self._reader.is_name(term))

    def _partial(self, word: str, totals: Mapping[str, int]) -> list[Group]:
        """The words that a rare one is only a part of."""
        if is_spaceless(word) or len(word) < 3 or self._total(word, totals) >= PARTIAL_BELOW:
            return []
        terms = [term for term in self._reader.partial(word) if term not in totals]
        if not self._total(word, totals):
            self._parts.add(word)
        return [self._union(f"{word}*", terms, PARTIAL_WEIGHT)] if terms else []

    def _total(self, word: str, totals: Mapping[str, int]) -> int:
        return totals.get(term_of(word), PARTIAL_BELOW)

    def _union(self, name: str, terms: Iterable[str], weight: float = 1.0) -> Group:
        found: dict[int, int] = {}
        whole = True
        for term in terms:
            postings = self._take(term)
            whole = whole and postings.complete
            found.update(zip(postings.keys, postings.bytes, strict=True))
        total = len(found) if whole else len(found) + 1
        return Group(name, Postings(list(found), bytearray(found.values()), total), weight)

    def _take(self, term: str) -> Postings:
        postings = self._reader.postings(term, max(LEAST_POSTINGS, min(MOST_POSTINGS, self._left)))
        self._left -= len(postings.keys)
        return postings

    # --- what else is known -------------------------------------------------------------------------------------------

    def _evidence(self, query: Query, groups: list[Group]) -> Evidence:
        speakers = {
            key
            for group in groups
            if group.name
            for key in self._reader.postings(NAMED + group.term, MOST_POSTINGS).keys
        }
        sessions, years = self._archive.extent(self._scopes)
        found = dates.ranges(query.text, years)
        near = self._near(found) if found else {}
        told = sum(near.values())
        weight = math.log(1 + (sessions - told + 0.5) / (told + 0.5)) if told < sessions else 0.0
        return Evidence(groups, self._reader.count(), sessions, speakers, near, weight)

    def _near(self, ranges: list[dates.Range]) -> dict[int, float]:
        """How near the sessions are to some times, 0 to 1."""
        near: dict[int, float] = {}
        for begin, end in ranges:
            rows = self._archive.sessions(
                self._scopes, "AND latest >= ? AND started < ?", (begin - DAY, end + AFTERGLOW)
            )
            for row in rows:
                near[row.number] = max(near.get(row.number, 0.0), _nearness(row, end))
        return near

    # --- texts --------------------------------------------------------------------------------------------------------

    def _satisfying(self, query: Query, groups: list[Group]) -> dict[int, MessageRow]:
        """The messages that are what a strict query asks for."""
        own = ranking.first_scores(groups, self._reader.count())
        possible = set().union(*(_possible(clause, groups, own.keys()) for clause in query.clauses))
        newest = [key for key in own if key in possible]
        best = sorted(newest, key=own.__getitem__, reverse=True)[:COMPARED]
        found: dict[int, MessageRow] = {}
        for at in range(0, len(best), PORTION):
            rows = self._archive.messages(best[at : at + PORTION])
            for key in best[at : at + PORTION]:
                if key in rows and satisfies(text := Text(rows[key].text), query):
                    found[key] = rows[key]
                    self._texts[key] = text
            if len(found) >= ENOUGH:
                break
        return found

    def _literal(self, query: Query) -> Retrieved:
        """Punctuation alone is not indexed: the newest messages are looked through for it."""
        wanted = query.text.strip()
        if not wanted:
            return Retrieved(Ranked({}, {}, set()))
        postings = self._reader.postings(EVERY, COMPARED)
        rows = self._archive.messages(postings.keys[:COMPARED])
        found = {key: rows[key] for key in postings.keys if key in rows and contains(rows[key].text, wanted)}
        scores = dict.fromkeys(found, 1.0)
        sessions = {key >> ORDINAL_BITS: 1.0 for key in found}
        return Retrieved(Ranked(scores, sessions, set(found)), found, [] if postings.complete else [wanted])


def _possible(clause: Clause, groups: list[Group], known: Collection[int]) -> set[int]:
    """The messages that may satisfy a clause: those with all terms that it requires, where all with one are known."""
    required = {term for part in clause.required for term in part.terms}
    sets = [set(group.postings.keys) for group in groups if group.term in required and group.postings.complete]
    return set(known).intersection(*sets)


def _nearness(row: SessionRow, end: float) -> float:
    if row.started < end:
        return 1.0
    return max(0.0, 1.0 - (row.started - end) / AFTERGLOW)
