"""Hermes' own archive is taken over: read only, once, onward where it was interrupted, and refused whole."""

import os
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.archive.hermes import KNOWN_SCHEMA, HermesArchive
from memoryd.archive.jsonl import check
from memoryd.ctl.commands import importing
from memoryd_client import Client
from memoryd_client.errors import InvalidRequest, MemorydError, ReadFailed

Ctl = Callable[..., Any]

SCHEMA = """
CREATE TABLE schema_version (version INTEGER NOT NULL);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, source TEXT, user_id TEXT, parent_session_id TEXT, started_at REAL, title TEXT);
CREATE TABLE messages (
    id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_name TEXT, timestamp REAL,
    active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0);
"""
FILLED = """
from pathlib import Path
import sys
from hermes_state import SessionDB
db = SessionDB(Path(sys.argv[1]))
db.create_session("one", "cli")
db.append_message("one", "user", "where is the zebra?")
db.append_message("one", "assistant", [{"type": "text", "text": "in the stable"}, {"type": "image_url"}])
db.append_message("one", "tool", "striped", tool_name="look")
db.create_session("two", "telegram", user_id="u1", parent_session_id="one")
db.append_message("two", "user", "the other zebra")
db._conn.execute("UPDATE messages SET active = 0 WHERE content = 'striped'")
db._conn.commit()
"""


def made(path: Path, messages: int = 5, sessions: int = 2) -> sqlite3.Connection:
    """A database as Hermes has it, with some sessions."""
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(SCHEMA)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("INSERT INTO schema_version VALUES (?)", (KNOWN_SCHEMA,))
    for number in range(sessions):
        db.execute("INSERT INTO sessions VALUES (?, 'cli', NULL, NULL, ?, NULL)", (f"s{number}", number))
        grow(db, f"s{number}", messages)
    return db


def grow(db: sqlite3.Connection, session: str, messages: int) -> None:
    """More of a session."""
    rows = [(session, "user", f"{session} says zebra{number}", float(number)) for number in range(messages)]
    db.executemany("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)", rows)


@pytest.fixture
def portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small ones, so that sessions have several."""
    monkeypatch.setattr(importing, "CHUNK", 4)


def test_what_was_imported_is_not_imported_again(ctl: Ctl, client: Client, tmp_path: Path, portions: None) -> None:
    """While Hermes has it open, again, and after a session has grown; the file does not change."""
    path = tmp_path / "state.db"
    db = made(path)

    first = ctl("--json", "import-sessions", str(path)).document
    again = ctl("--json", "import-sessions", str(path)).document
    grow(db, "s1", 6)
    grown = ctl("--json", "import-sessions", str(path)).document

    assert [(one["new"], one["known"]) for one in (first, again, grown)] == [(10, 0), (0, 10), (6, 10)]
    assert len(client.scroll("s1", window=50).messages) == 11
    assert client.search("zebra4 s0", timeout=60.0).hits[0].session.id == "s0"
    assert db.execute("SELECT count(*) FROM messages").fetchone() == (16,)
    db.close()


def test_an_interrupted_import_goes_on(
    ctl: Ctl, client: Client, tmp_path: Path, portions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came before it broke is known afterwards, and nothing is there twice."""
    path = tmp_path / "state.db"
    made(path, messages=10).close()
    real, calls = Client.record, []

    def record(self: Client, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - passed on
        calls.append(args)
        if len(calls) == 3:
            raise ReadFailed("interrupted")
        return real(self, *args, **options)

    monkeypatch.setattr(Client, "record", record)
    assert ctl("--json", "import-sessions", str(path)).code == 1

    done = ctl("--json", "import-sessions", str(path)).document

    assert (done["new"], done["known"]) == (12, 8)
    assert [len(client.scroll(name, window=50).messages) for name in ("s0", "s1")] == [10, 10]


def test_damage_is_found_before_the_first_message(ctl: Ctl, client: Client, tmp_path: Path) -> None:
    """Truncated, newer, another program's, missing: said, and nothing is half there."""
    good = tmp_path / "good.db"
    db = made(good, messages=3_000)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    truncated = tmp_path / "truncated.db"
    truncated.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    newer = tmp_path / "newer.db"
    with sqlite3.connect(newer) as newer_db:
        newer_db.executescript(SCHEMA)
        newer_db.execute("INSERT INTO schema_version VALUES (?)", (KNOWN_SCHEMA + 1,))
    newer_db.close()
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as other_db:
        other_db.execute("CREATE TABLE messages (x)")
    other_db.close()
    text = tmp_path / "text.db"
    text.write_text("no database")

    for path in (truncated, newer, other, text, tmp_path / "missing.db"):
        said = ctl("--json", "import-sessions", str(path))
        assert said.code == 1
        assert "nothing was imported" in said.document["error"]["message"]

    assert client.browse().sessions == ()


@pytest.mark.slow
@pytest.mark.skipif("MEMORYD_HERMES_PYTHON" not in os.environ, reason="MEMORYD_HERMES_PYTHON names no Hermes to run")
def test_what_hermes_itself_wrote_is_read(tmp_path: Path) -> None:
    """Lists of parts, tools, users and parents; what was rewound stays out."""
    path = tmp_path / "state.db"
    environment = {**os.environ, "HERMES_HOME": str(tmp_path), "PYTHONPATH": ""}
    python = os.environ["MEMORYD_HERMES_PYTHON"]
    subprocess.run([python, "-c", FILLED, str(path)], check=True, env=environment, capture_output=True)
    archive = HermesArchive(str(path))

    one, two = archive.sessions()
    said = list(archive.messages("one"))
    archive.close()

    assert (one.id, one.source, one.principal, one.messages) == ("one", "cli", "", 2)
    assert (two.id, two.parent, two.principal) == ("two", "one", "u1")
    assert said[0]["content"] == "where is the zebra?"
    assert said[1]["content"][0]["text"] == "in the stable"


def test_a_user_of_hermes_is_a_principal_unless_all_are_one(ctl: Ctl, client: Client, tmp_path: Path) -> None:
    """Whose sessions are nobody else's to find."""
    path = tmp_path / "state.db"
    db = made(path, sessions=1)
    db.execute("INSERT INTO sessions VALUES ('t', 'telegram', 'u1', NULL, 9, NULL)")
    grow(db, "t", 2)
    db.close()

    ctl("import-sessions", str(path))
    assert [one.id for one in client.browse().sessions] == ["s0"]
    assert [one.id for one in client.browse(principal="u1").sessions] == ["t"]

    ctl("import-sessions", "--one-person", str(path))
    assert sorted(one.id for one in client.browse().sessions) == ["s0", "t"]


def test_what_is_exported_can_be_imported(ctl: Ctl, client: Client, tmp_path: Path) -> None:
    """As lines of JSON, whole and in order; as Markdown, for people; never over a file that is there."""
    texts = ["# not a heading of ours", "``` a fence", *(f"message {number}" for number in range(250))]
    said = [{"role": "user", "content": text, "time": 1.7e9 + at, "name": "Ada"} for at, text in enumerate(texts)]
    client.record("s", said, operation="a", source="cli", title="A talk")
    client.record("t", [{"role": "tool", "content": "```x```", "tool_name": "run"}], operation="b", parent="s")
    lines, page = tmp_path / "out.jsonl", tmp_path / "out.md"

    assert ctl("export-sessions", str(lines)).code == 0
    assert ctl("export-sessions", "--session", "s", str(page)).code == 0
    before = lines.read_bytes()
    assert ctl("--json", "export-sessions", str(lines)).document["error"]["code"] == "write_failed"
    assert lines.read_bytes() == before
    assert lines.stat().st_mode & 0o777 == 0o600
    assert check(str(lines)) == len(texts) + 1
    assert page.read_text().startswith("# A talk\n")
    assert "\\# not a heading of ours" in page.read_text()

    client.erase("s", timeout=120.0)
    renamed = lines.read_text().replace('"session": "s"', '"session": "copy"')
    (tmp_path / "in.jsonl").write_text(renamed)
    done = ctl("--json", "import-sessions", str(tmp_path / "in.jsonl")).document
    again = ctl("--json", "import-sessions", str(tmp_path / "in.jsonl")).document

    assert (done["new"], again["new"]) == (len(texts) + 1, 0)
    copied = client.scroll("copy", 0, window=200)
    assert [one.text for one in copied.messages] == texts[:201]
    assert (copied.messages[0].name, copied.session.title) == ("Ada", "A talk")


@pytest.mark.parametrize(
    "wrong",
    [
        '{"role": "user", "content": "x"}',
        '{"session": "s", "role": "robot"}',
        '{"session": 5, "role": "user"}',
        '{"session": "s", "role": "user", "time": "noon"}',
        "[]",
        "no JSON",
        "\udcff",
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_imported(ctl: Ctl, client: Client, tmp_path: Path, wrong: str) -> None:
    """The file is read whole before the first message is recorded."""
    path = tmp_path / "in.jsonl"
    good = '{"session": "s", "role": "user", "content": "fine"}'
    path.write_text(f"{good}\n\n{wrong}\n", encoding="utf-8", errors="surrogateescape")

    with pytest.raises(InvalidRequest, match=r"line [13]"):
        check(str(path))
    said = ctl("--json", "import-sessions", str(path))

    assert said.code == 1
    assert client.browse().sessions == ()


def test_commands_show_what_was_said(ctl: Ctl, client: Client) -> None:
    """Search, list and read, as pages for people."""
    client.record("s", [{"role": "user", "content": "where is the zebra?\x1b[31m"}], operation="a", source="cli")

    assert "zebra" in ctl("search", "zebras").out
    assert "\x1b[31m" not in ctl("transcript", "s").out
    assert "zebra" in ctl("transcript", "s").out
    assert "where is the" in ctl("transcripts").out
    assert "nothing was found" in ctl("search", "gnu").out
    assert ctl("--json", "transcript", "t").document["error"]["code"] == "unknown_session"
    assert ctl("erase-session", "s", "--yes").code == 0
    with pytest.raises(MemorydError):
        client.scroll("t")
    assert client.search("zebra", timeout=60.0).hits == ()
