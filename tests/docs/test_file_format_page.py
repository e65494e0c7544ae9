"""``docs/file-format.md`` describes every file under a home, every table of the journal, and how a file is read."""

import os
import re
import sqlite3
import stat
from fnmatch import fnmatch
from pathlib import Path

from markdown_tables import ROOT, chapter, table
from until import until

from memoryd.core import budget, document
from memoryd.store.aside import KEPT_COPIES
from memoryd.store.deltas import FULL_EVERY
from memoryd.store.journal import KEPT_COMMITS, PRUNE_EVERY, Journal
from memoryd.store.journal_health import KEPT_ASIDE
from memoryd.store.schema import SCHEMA_VERSION
from memoryd.store.syscalls import Disk
from memoryd.testing import running_daemon
from memoryd_client import Client

PAGE = ROOT / "docs" / "file-format.md"


class Watched(Disk):
    """Remembers which files stood in the memories directory for a moment, with their modes."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}

    def create(self, path: str) -> int:
        """As the real one, and a look at what it made."""
        fd = super().create(path)
        self.seen[f"memories/{Path(path).name}"] = mode_of(Path(path))
        return fd

    def exchange(self, one: str, other: str) -> None:
        """As the real one, after looking around."""
        directory = Path(other).parent
        self.seen |= {f"memories/{path.name}": mode_of(path) for path in directory.iterdir()}
        super().exchange(one, other)


def test_tables_of_the_journal_are_those_of_the_page(tmp_path: Path) -> None:
    """Page and schema have the same tables, with the same columns of the same types, in the same order."""
    Journal(str(tmp_path / "memoryd.db"), 1.0).close()
    documented = {
        title.removeprefix("Table "): [(row["column"], row["type"]) for row in rows]
        for title, rows in chapter("file-format.md", "The journal").items()
    }

    assert schema(tmp_path / "memoryd.db") == documented


def test_bounds_are_those_of_the_page() -> None:
    """How many cycles, versions and copies are kept, and how often old rows go, is what the code has."""
    text = PAGE.read_text(encoding="utf-8")

    assert f"The newest {KEPT_COMMITS:,} are kept; older ones go every {PRUNE_EVERY} cycles." in text
    assert f"At least the newest {KEPT_COMMITS:,} of each file are kept" in text
    assert f"where the number is a multiple of {FULL_EVERY}" in text
    assert f"the newest {KEPT_COPIES} |" in text
    assert f"The newest {KEPT_ASIDE} are kept |" in text


def test_the_schema_version_is_that_of_the_page() -> None:
    """The page names the schema version that it describes."""
    assert f"the version of this schema, **{SCHEMA_VERSION}**" in PAGE.read_text(encoding="utf-8")


def test_every_file_under_a_home_is_on_the_page(home: Path) -> None:
    """Whatever a working daemon leaves under its home, also while it writes, is documented with its mode."""
    disk = Watched()
    damage_journal(home)
    with running_daemon(home, config="[targets.memory]\nlimit = 20", disk=disk) as served, Client(served) as client:
        client.add("memory", "one")
        client.add("user", "two")
        os.link(home / "memories" / "USER.md", home.parent / "another name")
        client.add("user", "three")
        (home / "memories" / "MEMORY.md").write_text(f"# A\n{'long ' * 200}\n# B\n{'long ' * 200}")
        client.split("memory", apply=True)
        client.record("session", [{"role": "user", "content": "something"}], operation="once")
        until(lambda: any((home / "memoryd").glob("search-*.db-wal")))
        # A displaced file may vanish at any moment now; `disk` saw it while it was there.
        lasting = [path for path in home.rglob("*") if ".memoryd-" not in path.name]
        found = {str(path.relative_to(home)): mode_of(path) for path in lasting} | disk.seen

    rows = [(row["path"].rstrip("/"), row["mode"]) for row in table("file-format.md", "Under the home")]
    undocumented = {
        path: mode
        for path, mode in found.items()
        if not any(fnmatch(path, one) and one.count("/") == path.count("/") and mode == m for one, m in rows)
    }
    unused = [one for one, mode in rows if mode != "yours" and not any(fnmatch(path, one) for path in found)]
    assert undocumented == {}
    assert unused == []


def test_the_example_reads_as_the_page_says() -> None:
    """The example file has as many entries, and the size, that the page states."""
    text = PAGE.read_text(encoding="utf-8")
    stated = re.search(r"An example, (\d+) entries with a size of (\d+):\n\n```text\n(.*?)```", text, re.DOTALL)
    assert stated is not None
    entries = document.parse(stated[3].encode()).entries

    assert (int(stated[1]), int(stated[2])) == (len(entries), budget.size(entries))


def damage_journal(home: Path) -> None:
    """Put something into the place of the journal that is no database."""
    (home / "memoryd").mkdir(parents=True, mode=0o700)
    (home / "memoryd" / "memoryd.db").touch(0o600)
    (home / "memoryd" / "memoryd.db").write_text("no database " * 400)


def schema(path: Path) -> dict[str, list[tuple[str, str]]]:
    """The columns of each table, with their types."""
    db = sqlite3.connect(path)
    try:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [row[1:3] for row in db.execute(f"PRAGMA table_info({name})")] for name in names}
    finally:
        db.close()


def mode_of(path: Path) -> str:
    """The permission bits, as the page writes them."""
    return f"{stat.S_IMODE(path.lstat().st_mode):04o}"
