"""Editors that hold a buffer for up to five minutes, agents, and a person who deletes: hours of it, on no clock.

What a run came to is also recorded as a property of its test, for the figures in ``docs/durability.md``.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from stale_world import Score, World

pytestmark = pytest.mark.slow

HOUR = 3_600.0
Record = Callable[[str, object], None]


def played(record_property: Record, seconds: float, seeds: range, **options: object) -> Score:
    """The sum of one run for each seed."""
    total = Score()
    for seed in seeds:
        score = World(seed, **options).run(seconds)  # type: ignore[arg-type]
        for field in fields(Score):
            setattr(total, field.name, getattr(total, field.name) + getattr(score, field.name))
    for field in fields(Score):
        value = getattr(total, field.name)
        record_property(field.name, value if isinstance(value, int) else len(value))
    return total


@pytest.mark.parametrize(
    ("pace", "editors", "seconds"),
    [(60, 1, HOUR), (30, 3, HOUR), (10, 2, HOUR), (5, 8, HOUR / 2), (1, 3, HOUR / 2), (0.1, 3, HOUR / 6)],
    ids=["quiet", "slow", "an edit in 10 s", "crowded", "an edit a second", "ten a second"],
)
def test_old_buffers_undo_nobodys_work(record_property: Record, pace: float, editors: int, seconds: float) -> None:
    """What was acknowledged stays, what was removed or deleted stays away, and each editor's last line is there."""
    score = played(record_property, seconds, range(6), pace=pace, editors=editors)

    assert score.saves > 20
    assert score.deletions > 50
    assert not score.lost
    assert not score.undeleted
    assert not score.lines_lost
    assert not score.returned
    # One outsider's save, overwritten by another's before the daemon looked: there is nothing left to merge.
    assert score.destroyed <= score.saves / 500


def test_an_editor_that_drops_its_own_lines_drops_nobody_elses(record_property: Record) -> None:
    """Thirty buffers at once, each saved without any of its editor's lines but a new one.

    The right base differs from such an edit by all those lines, a wrong one perhaps by a single acknowledged entry.
    """
    buffers = {"buffers": (0.05, 3.0), "at_once": 30, "keep": 40}
    score = played(record_property, 40, range(2), pace=0.01, editors=1, **buffers)

    assert score.saves > 500
    assert not score.lost
    assert not score.returned
    assert not score.undeleted


@pytest.mark.parametrize(
    ("seconds", "options"),
    [
        (10, {"pace": 0.01, "editors": 1, "hermes": 0.02, "buffers": (0.05, 3.0), "at_once": 20, "keep": 40}),
        (HOUR, {"pace": 5, "editors": 3, "hermes": 10}),
        (HOUR / 2, {"pace": 5, "editors": 2, "hermes": 20, "keep": 20, "victims": "acknowledged"}),
    ],
    ids=["all at once", "slow", "the person deletes what was acknowledged"],
)
def test_a_hermes_beside_old_buffers_costs_no_acknowledged_edit(
    record_property: Record, seconds: float, options: dict[str, object]
) -> None:
    """Also when it writes quicker than the daemon looks, so that editors read versions that the daemon never saw.

    What an outsider's save did to a write of Hermes that nobody had seen yet is recorded only.
    """
    score = played(record_property, seconds, range(3), **options)

    assert score.saves > 50
    assert score.deletions
    assert not score.lost
    assert not score.returned
    assert not score.undeleted
    assert not score.lines_lost


def test_an_acknowledged_entry_that_a_person_deletes_stays_deleted(record_property: Record) -> None:
    """However old it is, while agents write twice a second and three editors save old buffers."""
    score = played(record_property, HOUR / 6, range(6), pace=0.5, editors=3, victims="acknowledged", keep=40)

    assert score.deletions > 100
    assert not score.undeleted
    assert not score.lost
    assert not score.returned
    assert not score.lines_lost


def test_what_was_read_outlives_thousands_of_versions_that_nobody_read(record_property: Record) -> None:
    """A busy home makes more versions in five minutes than are kept; the one in an editor's buffer is among those."""
    score = played(record_property, HOUR / 4, range(2), pace=0.05, editors=4, buffers=(100.0, 300.0))

    assert score.acknowledged > 5 * 4_096
    assert not score.lost
    assert not score.returned
    assert not score.undeleted
    assert not score.lines_lost


@pytest.mark.parametrize(
    ("pace", "editors", "most"), [(30, 0, 0.05), (30, 1, 0.15), (5, 3, 0.3)], ids=["alone", "one reader", "three"]
)
def test_deleting_the_newest_entry_alone_is_ambiguous_beside_readers(
    record_property: Record, pace: float, editors: int, most: float
) -> None:
    """Then it is kept: a file without it is equal to one that somebody read before it came, and might have put back.

    Within `FRESH` seconds that is more likely; later the deletion is. No acknowledged edit pays for that.
    """
    score = played(record_property, HOUR, range(4), pace=pace, editors=editors, victims="newest")

    assert score.deletions > 200
    assert len(score.undeleted) <= most * score.deletions
    assert not score.lost
    assert not score.returned
    assert not score.lines_lost


def test_a_run_is_a_function_of_its_seed() -> None:
    """In each process, whatever its hashes: so a bound holds always or never, and a failure can be looked into."""
    run = "from stale_world import World; print(World(7, pace=0.02, editors=2, buffers=(0.1, 5.0)).run(100))"
    paths = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    scores = {
        subprocess.run(
            [sys.executable, "-c", run],
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in ("0", "1", "2", "random")
    }

    assert len(scores) == 1
