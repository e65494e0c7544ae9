"""``docs/search.md`` describes every table of the archive and of its index, and its numbers are the code's."""

import sqlite3
from pathlib import Path

import pytest
from markdown_tables import ROOT, chapter

from memoryd.archive.index.current import MOST_UNINDEXED
from memoryd.archive.index.file import BLOCK, IndexFile
from memoryd.archive.query import MAX_QUERY, MAX_WORDS
from memoryd.archive.retrieval import COMPARED
from memoryd.archive.transcripts import KEPT_OPERATIONS_SECONDS, Transcripts
from memoryd.archive.views import AROUND


def made(directory: Path) -> dict[str, Path]:
    """Both databases, by their chapters."""
    Transcripts(str(directory / "archive.db")).close()
    IndexFile(str(directory / "search-1.db"), "archive").close()
    return {"The archive": directory / "archive.db", "The index": directory / "search-1.db"}


@pytest.mark.parametrize("title", ["The archive", "The index"])
def test_tables_are_those_of_the_page(tmp_path: Path, title: str) -> None:
    """The same tables, with the same columns of the same types, in the same order."""
    documented = {
        name.removeprefix("Table "): [(row["column"], row["type"]) for row in rows]
        for name, rows in chapter("search.md", title).items()
    }
    db = sqlite3.connect(made(tmp_path)[title])
    names = [
        name
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    ]
    columns = {name: [row[1:3] for row in db.execute(f"PRAGMA table_info({name})")] for name in names}
    db.close()

    assert columns == documented


def test_bounds_are_those_of_the_page() -> None:
    """Numbers on the page are the code's."""
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")

    assert f"The first {MAX_QUERY:,} characters count, and {MAX_WORDS} words of them." in text
    assert f"in the newest {COMPARED:,} messages" in text
    assert f"the newest {MOST_UNINDEXED:,} of those are looked at without it" in text
    assert f"each of these shows {AROUND:,} characters at most" in text
    assert f"how many messages are in it, {BLOCK} at most" in text
    assert f"kept for {KEPT_OPERATIONS_SECONDS / 86_400:.0f} days" in text
