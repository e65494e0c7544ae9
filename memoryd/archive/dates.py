"""Dates that a query names, as ranges of days, so that messages of that time come first.

A month without a year is that month of every year that the archive knows. Ranges are half open, in seconds since 1970,
local time.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator

_NAMES = (
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
)
_MONTHS = {name: at for names in _NAMES for at, name in enumerate(names, 1)} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ORDINAL = r"(?:st|nd|rd|th)?"
_NAMED = re.compile(
    rf"(?:\b(?P<before>\d{{1,2}}){_ORDINAL}(?: of)? )?\b(?P<month>{_MONTH})\b\.?"
    rf"(?:,? (?P<after>\d{{1,2}}){_ORDINAL}\b(?!\d))?(?:,? ?(?P<year>(?:19|20)\d\d)\b)?"
)
_ISO = re.compile(r"\b((?:19|20)\d\d)[-/.](\d{1,2})(?:[-/.](\d{1,2}))?\b")
_CHINESE = re.compile(r"((?:19|20)\d\d)年(?:(\d{1,2})月(?:(\d{1,2})[日号])?)?")
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
# Words before ``may`` or ``march`` that make it a month, where neither a day nor a year does.
_PREPOSITION = re.compile(r"\b(?:in|during|since|until|before|after|of|last|this|next|early|late|mid) $")
_AMBIGUOUS = frozenset(("may", "march", "mar", "dec", "sep", "jan", "jun"))

Range = tuple[float, float]


def ranges(text: str, years: Iterable[int]) -> list[Range]:
    """The times that a query names.

    Args:
        text: The query.
        years: Those to try where it names none.
    """
    flat = text.lower()
    found = [*_numbered(flat), *_named(flat, tuple(years))]
    if not found:
        found = [one for match in _YEAR.finditer(flat) for one in _range(int(match[1]), None, None)]
    return found


def _numbered(text: str) -> Iterator[Range]:
    for pattern in (_ISO, _CHINESE):
        for year, month, day in pattern.findall(text):
            yield from _range(int(year), int(month or 0) or None, int(day or 0) or None)


def _named(text: str, years: tuple[int, ...]) -> Iterator[Range]:
    for match in _NAMED.finditer(text):
        name, day = match["month"], match["before"] or match["after"]
        if name in _AMBIGUOUS and not day and not match["year"] and not _PREPOSITION.search(text[: match.start()]):
            continue
        for year in (int(match["year"]),) if match["year"] else years:
            yield from _range(year, _MONTHS[name], int(day) if day else None)


def _range(year: int, month: int | None, day: int | None) -> Iterator[Range]:
    try:
        begin = dt.datetime(year, month or 1, day or 1)  # noqa: DTZ001 - local time is what people mean
        if day:
            end = begin + dt.timedelta(days=1)
        elif month:
            end = begin.replace(year=year + month // 12, month=month % 12 + 1)
        else:
            end = begin.replace(year=year + 1)
        yield begin.timestamp(), end.timestamp()
    except (ValueError, OverflowError, OSError):
        return  # there is no 31 February
