"""Dates in queries."""

import time

import pytest

from memoryd.archive.dates import ranges


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what happened on 8 May, 2023?", [("2023-05-08", "2023-05-09")]),
        ("on October 13th, 2023", [("2023-10-13", "2023-10-14")]),
        ("in May", [("2022-05-01", "2022-06-01"), ("2023-05-01", "2023-06-01")]),
        ("last December", [("2022-12-01", "2023-01-01"), ("2023-12-01", "2024-01-01")]),
        ("2023-05-07", [("2023-05-07", "2023-05-08")]),
        ("2023年5月", [("2023-05-01", "2023-06-01")]),
        ("in 2022", [("2022-01-01", "2023-01-01")]),
        ("may I march?", []),
        ("31 February", []),
        ("version 2 of the docs", []),
    ],
)
def test_dates_are_ranges_of_days(text: str, expected: list[tuple[str, str]]) -> None:
    """Days, months and years; a word that may be a month is one only where something says so."""
    found = [(_day(begin), _day(end)) for begin, end in ranges(text, (2022, 2023))]

    assert found == expected


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(moment))
