"""Outcomes are found by their ids as long as they are kept: the newest, old ones, and those of the run before."""

import time
from pathlib import Path

import pytest

from memoryd.store import journal as journal_module
from memoryd.store.jobs import Outcome
from memoryd.store.journal import PRUNE_EVERY, Journal
from memoryd.store.layout import FileKey
from memoryd.store.rows import Publication, Transaction

KEY, OTHER = FileKey("", "memory"), FileKey("", "user")
DAY = 86_400.0


def outcome(name: str, body: bytes = b"done") -> Outcome:
    """Of a request with this id."""
    return Outcome(name, b"digest", "ok", body)


def publication(key: FileKey) -> Publication:
    """Of a file that nobody looks at."""
    return Publication(key, "/path", "exchange", "/temp", "1:2:3", "", 1, 1)


def record(journal: Journal, *outcomes: Outcome, key: FileKey = KEY) -> int:
    """One cycle; returns its number."""
    return journal.record(Transaction(outcomes=[(key, one) for one in outcomes]))


def many(journal: Journal, cycles: int, prefix: str = "id") -> list[str]:
    """So many cycles with two outcomes each, tidied as after each commit; returns the ids."""
    for number in range(cycles):
        record(journal, outcome(f"{prefix}-{number}-a"), outcome(f"{prefix}-{number}-b"))
        journal.prune_if_due()
    return [f"{prefix}-{number}-{letter}" for number in range(cycles) for letter in "ab"]


@pytest.mark.parametrize("restarts", [0, 1])
def test_every_outcome_is_found_whether_indexed_or_not(tmp_path: Path, restarts: int) -> None:
    """Also in the cycles after the last index, and by a daemon that did not write them."""
    journal = Journal(str(tmp_path / "db"), DAY)
    ids = many(journal, 2 * PRUNE_EVERY + 10)
    for _ in range(restarts):
        journal.close()
        journal = Journal(str(tmp_path / "db"), DAY)

    assert [one for one in ids if journal.outcome(one) != outcome(one)] == []
    assert journal.outcome("id-0-c") is None
    journal.close()


def test_ids_with_one_checksum_are_told_apart(tmp_path: Path) -> None:
    """CRC-32 is the same for both of these; each finds its own outcome, or none."""
    one, other = "plumless", "buckeroo"
    journal = Journal(str(tmp_path / "db"), DAY)
    record(journal, outcome(one, b"first"))
    many(journal, PRUNE_EVERY)

    assert journal.outcome(one) == outcome(one, b"first")
    assert journal.outcome(other) is None
    record(journal, outcome(other, b"second"))
    many(journal, PRUNE_EVERY, "more")
    assert journal.outcome(one) == outcome(one, b"first")
    assert journal.outcome(other) == outcome(other, b"second")
    journal.close()


@pytest.mark.parametrize("cycles", [1, PRUNE_EVERY])
def test_what_was_withdrawn_is_not_found_until_it_ends_otherwise(tmp_path: Path, cycles: int) -> None:
    """Of the withdrawn file alone; the same id may get an outcome later, and that is the one that counts."""
    journal = Journal(str(tmp_path / "db"), DAY)
    work = Transaction([publication(KEY), publication(OTHER)], [(KEY, outcome("mine")), (OTHER, outcome("theirs"))])
    number = journal.record(work)
    many(journal, cycles)
    journal.withdraw(number, publication(KEY))

    assert journal.outcome("mine") is None
    assert journal.outcome("theirs") == outcome("theirs")
    record(journal, outcome("mine", b"later"))
    assert journal.outcome("mine") == outcome("mine", b"later")
    journal.close()


def test_outcomes_that_turned_out_otherwise_are_told_so(tmp_path: Path) -> None:
    """What the disk did not confirm, and what a crash left in doubt; nothing else of the same cycle changes."""
    journal = Journal(str(tmp_path / "db"), DAY)
    number = journal.record(
        Transaction(outcomes=[(KEY, outcome("one")), (KEY, outcome("two")), (OTHER, outcome("three"))])
    )
    journal.replace_outcomes(number, [Outcome("one", b"digest", "failed", b"not durable")])

    assert journal.outcome("one") == Outcome("one", b"digest", "failed", b"not durable")
    assert journal.outcome("two") == outcome("two")
    journal.doubt(number, publication(OTHER))
    doubted = journal.outcome("three")
    assert doubted is not None
    assert (doubted.status, b"outcome_unknown" in doubted.body) == ("failed", True)
    assert journal.outcome("two") == outcome("two")
    journal.close()


def test_outcomes_are_forgotten_when_they_are_old_enough_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a clock that can be set: an hour less than they are kept, and an hour more."""
    moment = time.time()
    monkeypatch.setattr(journal_module.time, "time", lambda: moment)
    journal = Journal(str(tmp_path / "db"), DAY)
    old = many(journal, PRUNE_EVERY, "old")
    moment += DAY - 3600
    many(journal, PRUNE_EVERY, "young")
    assert all(journal.outcome(one) for one in old)
    moment += 7200
    many(journal, PRUNE_EVERY, "new")

    assert not any(journal.outcome(one) for one in old)
    assert journal.outcome("young-0-a") is not None
    journal.close()
