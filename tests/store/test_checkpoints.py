"""The journal's log is brought into the database now and then, by another thread, and does not grow for ever."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.store import checkpoints
from memoryd.store.jobs import Outcome
from memoryd.store.journal import Journal
from memoryd.store.layout import FileKey
from memoryd.store.rows import Transaction

pytestmark = pytest.mark.slow

LOG_BYTES = 2 << 20
BODY = b"x" * (LOG_BYTES // 64)
CYCLES = 64 * 5


@pytest.fixture(autouse=True)
def _short_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that little needs to be written to make them due."""
    monkeypatch.setattr(checkpoints, "IDLE_BYTES", LOG_BYTES // 8)
    monkeypatch.setattr(checkpoints, "BUSY_BYTES", LOG_BYTES)


def outcome(number: int) -> Outcome:
    """With a body that makes a sixty-fourth of what the log may hold."""
    return Outcome(str(number), b"", "ok", BODY)


def write(journal: Journal, aside: Callable[[Callable[[], None]], None]) -> list[int]:
    """Many cycles, each followed by what follows a commit; returns how long the log was after each."""
    sizes = []
    for number in range(CYCLES):
        journal.record(Transaction(outcomes=[(FileKey("", "memory"), outcome(number))]))
        journal.bring_log_in(aside)
        sizes.append(os.stat(f"{journal.path}-wal").st_size)
    return sizes


def test_the_log_begins_again_at_its_start(tmp_path: Path) -> None:
    """It is not much longer than what makes it due, and nothing of it is lost."""
    journal = Journal(str(tmp_path / "db"), 1e6)

    assert max(write(journal, lambda task: task())) < 1.25 * LOG_BYTES
    assert all(journal.outcome(str(number)) == outcome(number) for number in range(CYCLES))
    journal.close()


def test_a_log_of_some_length_is_brought_in_when_nobody_asks_for_anything(tmp_path: Path) -> None:
    """Long before it must be."""
    journal = Journal(str(tmp_path / "db"), 1e6)
    asked: list[Callable[[], None]] = []
    for number in range(16):
        journal.record(Transaction(outcomes=[(FileKey("", "memory"), outcome(number))]))
    journal.bring_log_in(asked.append)
    assert not asked
    journal.bring_log_in(asked.append, idle=True)

    assert len(asked) == 1
    journal.close()


def test_commits_go_on_while_another_thread_brings_the_log_in(tmp_path: Path) -> None:
    """It is asked for once, however long it takes, and may come while commits follow each other."""
    journal = Journal(str(tmp_path / "db"), 1e6)
    late: list[Callable[[], None]] = []
    write(journal, late.append)
    assert len(late) == 1
    thread = threading.Thread(target=late.pop())
    thread.start()
    write(journal, late.append)
    thread.join()

    assert all(journal.outcome(str(number)) == outcome(number) for number in range(CYCLES))
    journal.close()


def test_a_database_that_was_deleted_is_not_made_anew_by_the_other_thread(tmp_path: Path) -> None:
    """Whoever writes next has all of it, and writes it again."""
    journal = Journal(str(tmp_path / "db"), 1e6)
    late: list[Callable[[], None]] = []
    write(journal, late.append)
    (tmp_path / "db").unlink()
    late.pop()()

    assert not (tmp_path / "db").exists()
    journal.record(Transaction(outcomes=[(FileKey("", "memory"), outcome(CYCLES))]))
    assert journal.outcome("0") == outcome(0)
    assert journal.outcome(str(CYCLES)) == outcome(CYCLES)
    journal.close()
