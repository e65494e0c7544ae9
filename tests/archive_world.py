"""An archive with its index and a searcher, in this process and without a daemon: what the worker processes have."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memoryd.archive.index.indexer import Indexer, Progress
from memoryd.archive.recording import Recording, Said, Whose
from memoryd.archive.searching import Asker, Searcher
from memoryd.archive.transcripts import Recorded, Transcripts
from memoryd_client.messages import Browse, Browsed, Found, Scroll, Scrolled, Search

OWN = Whose()


class World:
    """Says things in sessions, and finds them."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.transcripts = Transcripts(str(directory / "archive.db"))
        self._clock = 1.7e9
        self._operations = 0
        self._searcher: Searcher | None = None

    def close(self) -> None:
        """Close everything."""
        if self._searcher is not None:
            self._searcher.close()
        self.transcripts.close()

    def say(self, session: str, *texts: str, whose: Whose = OWN, role: str = "user", **about: str) -> Recorded:
        """Record a turn of some messages, a second apart."""
        self._operations += 1
        self._clock += len(texts)
        messages = tuple(Said(role, text, self._clock + at) for at, text in enumerate(texts))
        return self.transcripts.record(Recording(f"o{self._operations}", session, whose, messages, **about))

    def index(self) -> Progress:
        """Bring the index up to date, as its process does."""
        with self.indexer() as one:
            return one.catch_up(60.0)

    @contextmanager
    def indexer(self) -> Iterator[Indexer]:
        """The writer of the index."""
        one = Indexer(str(self.directory))
        try:
            yield one
        finally:
            one.close()

    @property
    def searcher(self) -> Searcher:
        """The one that answers."""
        if self._searcher is None:
            self._searcher = Searcher(str(self.directory))
        return self._searcher

    def search(self, query: str, *, whose: Whose = OWN, **options: object) -> Found:
        """Search as an owner."""
        asked = Search(query=query, **options)  # type: ignore[arg-type]
        return self.searcher.search(asked, Asker((whose,)))

    def found(self, query: str, *, whose: Whose = OWN, **options: object) -> list[str]:
        """The ids of the sessions that a search finds."""
        return [hit.session.id for hit in self.search(query, whose=whose, **options).hits]

    def scroll(self, session: str, message: int | None = None, *, whose: Whose = OWN, window: int = 10) -> Scrolled:
        """Read in a session as an owner."""
        return self.searcher.scroll(Scroll(session=session, message=message, window=window), Asker((whose,)))

    def browse(self, *, whose: Whose = OWN, **options: object) -> Browsed:
        """The latest sessions of an owner."""
        return self.searcher.browse(Browse(**options), Asker((whose,)))  # type: ignore[arg-type]
