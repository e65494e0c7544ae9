"""Search as the tool has it: sessions with a match each, reading on in one, the latest ones.

Rules of this module. Only the scopes of the asker are read, in every statement. What comes back is what the archive
holds now: a message that was rewound or erased since it was indexed is not shown. An error of the index is never an
empty answer: the newest messages are searched without it, and the answer says how many were not.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memoryd.archive.hits import Candidate, best_first, candidates, hit, in_lines, is_short
from memoryd.archive.index.current import CurrentIndex, View
from memoryd.archive.index.reader import Reader
from memoryd.archive.index.tail import Admit
from memoryd.archive.layout import archive_path
from memoryd.archive.query import MAX_QUERY, Query, parse
from memoryd.archive.reading import ArchiveReader, MessageRow, SessionRow
from memoryd.archive.recording import Whose
from memoryd.archive.retrieval import Retrieval, Retrieved
from memoryd.archive.schema import MAX_MESSAGES, ORDINAL_BITS
from memoryd.archive.views import entry, message, opening_of
from memoryd_client.errors import UnknownSession
from memoryd_client.messages import Browse, Browsed, Found, Scroll, Scrolled, Search, SessionEntry

MOST_HITS = 50
MOST_BROWSED = 200
MOST_WINDOW = 200
LOOKED_AT = 120
"""Ranked messages that are read for a page of hits."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: every scope that may be seen, the own one first."""

    owners: tuple[Whose, ...]


class Searcher:
    """Answers from archive and index; used by one thread of one process.

    Args:
        directory: Where both stand.
    """

    def __init__(self, directory: str) -> None:
        self._archive = ArchiveReader(archive_path(directory))
        self._index = CurrentIndex(directory, self._archive)
        self.damaged = ""

    def close(self) -> None:
        """Close both."""
        self._index.close()
        self._archive.close()

    def search(self, asked: Search, asker: Asker) -> Found:
        """The sessions in which it was said."""
        try:
            return self._search(asked, asker)
        except (sqlite3.DatabaseError, ValueError) as error:
            if not self._index.drop():
                raise
            self.damaged = str(error)
        return self._search(asked, asker)

    def _search(self, asked: Search, asker: Asker) -> Found:
        limit = min(max(asked.limit, 1), MOST_HITS)
        query = parse(asked.query)
        with self._archive.snapshot(), self._index.view() as view:
            found, numbers = self._retrieve(query, asked, asker, view)
            chosen = self._chosen(query, asked, found, numbers)
            lines = in_lines(chosen, found.ranked.sessions)
            if asked.newest_first:
                lines.sort(key=lambda line: -line[0].row.time)
            hits = tuple(hit(self._archive, query, line, min(max(asked.window, 0), 20)) for line in lines[:limit])
        more = len(lines) > limit
        return Found(
            hits=hits, more=more, partial=view.missing, bounded=tuple(found.bounded), notes=_notes(query, found, view)
        )

    def ranked(self, asked: Search, asker: Asker) -> tuple[list[tuple[str, int]], list[str]]:
        """Messages, as session and place, and sessions, best first: what a benchmark compares."""
        query = parse(asked.query)
        with self._archive.snapshot(), self._index.view() as view:
            found, numbers = self._retrieve(query, asked, asker, view)
            best = self._chosen(query, asked, found, numbers)
        return [_place(one) for one in best], [numbers[one].id for one in found.ranked.sessions if one in numbers]

    def whole(self, asked: Search, asker: Asker, most: int) -> list[tuple[str, int]]:
        """Messages that lack no word of the query, as session and place, best first: likewise."""
        query = parse(asked.query)
        with self._archive.snapshot(), self._index.view() as view:
            found, numbers = self._retrieve(query, asked, asker, view)
            best = self._chosen(query, asked, found, numbers, most)
        return [_place(one) for one in best if not one.missing][:most]

    def scroll(self, asked: Scroll, asker: Asker) -> Scrolled:
        """The messages of a session around one.

        Raises:
            UnknownSession: There is none of this id for the asker.
        """
        window = min(max(asked.window, 0), MOST_WINDOW)
        with self._archive.snapshot():
            session = self._session(asked.session, asker)
            first = session.number << ORDINAL_BITS
            if asked.message is None:
                rows = self._archive.before(session.number, first + MAX_MESSAGES, 2 * window + 1)
            else:
                key = first + min(max(asked.message, 0), MAX_MESSAGES - 1)
                rows = self._archive.before(session.number, key, window)
                rows += self._archive.onward(session.number, key, window + 1)
            low = rows[0].key if rows else first
            high = rows[-1].key + 1 if rows else first
            before, after = self._archive.count(first, low), self._archive.count(high, first + MAX_MESSAGES)
            shown = tuple(message(row) for row in rows)
            return Scrolled(session=self._entry(session), messages=shown, before=before, after=after)

    def browse(self, asked: Browse, asker: Asker) -> Browsed:
        """The latest sessions."""
        limit = min(max(asked.limit, 1), MOST_BROWSED)
        where, values = _session_filter(asked.sources, asked.after, None)
        if asked.before is not None:
            where, values = f"{where} AND latest < ?", [*values, asked.before]
        with self._archive.snapshot():
            scopes = self._archive.scopes(asker.owners)
            rows = self._archive.sessions(scopes, f"{where} ORDER BY latest DESC LIMIT ?", [*values, limit + 1])
            shown = rows[:limit]
            openings = tuple(opening_of(self._archive, row.number) for row in shown)
            return Browsed(sessions=tuple(map(self._entry, shown)), openings=openings, more=len(rows) > limit)

    # --- the steps of a search ----------------------------------------------------------------------------------------

    def _retrieve(
        self, query: Query, asked: Search, asker: Asker, view: View
    ) -> tuple[Retrieved, dict[int, SessionRow]]:
        scopes = self._archive.scopes(asker.owners)
        reader = Reader(view.file, view.tail, scopes, self._admitted(asked, scopes))
        found = Retrieval(self._archive, reader, scopes).run(query)
        return found, self._archive.by_number(scopes, found.ranked.sessions)

    def _admitted(self, asked: Search, scopes: Sequence[int]) -> Admit:
        """The sessions that the filters leave; None: all."""
        where, values = _session_filter(asked.sources, asked.after, asked.before)
        if asked.without:
            where, values = f"{where} AND id <> ?", [*values, asked.without]
        return {row.number for row in self._archive.sessions(scopes, where, values)} if where else None

    def _chosen(
        self, query: Query, asked: Search, found: Retrieved, numbers: dict[int, SessionRow], most: int = LOOKED_AT
    ) -> list[Candidate]:
        ranked = found.ranked
        keys = [key for key in ranked.messages if key >> ORDINAL_BITS in numbers]
        if is_short(query):
            keys.sort(key=lambda key: key not in ranked.whole)
        wanted: list[MessageRow] = []
        for at in range(0, len(keys), most):
            some = keys[at : at + most]
            rows = found.rows | self._archive.messages(key for key in some if key not in found.rows)
            wanted += [rows[key] for key in some if key in rows and _is_wanted(rows[key], asked)]
            if len(wanted) >= most:
                break
        return best_first(candidates(query, wanted[:most], found, numbers))

    def _session(self, id_: str, asker: Asker) -> SessionRow:
        scopes = self._archive.scopes(asker.owners)
        rows = self._archive.sessions(scopes, "AND id = ?", (id_,))
        if not rows:
            raise UnknownSession(f"no session {id_!r} is known here", field="session")
        return rows[0]

    def _entry(self, row: SessionRow) -> SessionEntry:
        return entry(self._archive, row)


def _place(one: Candidate) -> tuple[str, int]:
    return one.session.id, one.row.key & (MAX_MESSAGES - 1)


def _is_wanted(row: MessageRow, asked: Search) -> bool:
    if asked.roles and row.role not in asked.roles:
        return False
    return (asked.after is None or row.time >= asked.after) and (asked.before is None or row.time < asked.before)


def _session_filter(sources: Iterable[str], after: float | None, before: float | None) -> tuple[str, list[object]]:
    """The end of a statement, and its values."""
    where, values = "", list[object]()
    if listed := list(sources):
        where += f" AND source IN ({', '.join('?' * len(listed))})"
        values += listed
    if after is not None:
        where, values = f"{where} AND latest >= ?", [*values, after]
    if before is not None:
        where, values = f"{where} AND started < ?", [*values, before]
    return where, values


def _notes(query: Query, found: Retrieved, view: View) -> tuple[str, ...]:
    """What is hidden, partial or bounded, in sentences."""
    notes = [
        f"{word!r} is so common that only the newest messages with it were ranked; add a rarer word"
        for word in found.bounded
    ]
    if query.cut:
        notes.append(f"only the first {MAX_QUERY} characters of the query count")
    if not query.text.strip():
        notes.append("the query is empty; browse lists the latest sessions")
    if view.missing:
        notes.append(f"partial: {view.missing} older messages are not indexed yet and were not searched")
    return tuple(notes)
