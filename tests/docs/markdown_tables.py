"""Reads the tables of the documentation, so that tests can compare them with the code."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])

Row = dict[str, str]


class Section(NamedTuple):
    """A heading and the table rows below it, up to the next heading; cells lose their backticks."""

    chapter: str
    title: str
    rows: list[Row]


def sections(page: str) -> list[Section]:
    """Every section of a page under ``docs``, with the chapter (heading of level 2) that it belongs to."""
    found: list[Section] = []
    chapter, columns = "", list[str]()
    for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"(#{1,6}) (.*)", line):
            title = heading[2].replace("`", "")
            chapter = title if len(heading[1]) == 2 else chapter
            found.append(Section(chapter, title, []))
            columns = []
        elif line.startswith("|") and not columns:
            columns = _cells(line)
        elif line.startswith("|") and not line.startswith("|--"):
            found[-1].rows.append(dict(zip(columns, _cells(line), strict=True)))
        elif not line.startswith("|"):
            columns = []
    return found


def table(page: str, title: str) -> list[Row]:
    """The rows under one heading."""
    (one,) = [section for section in sections(page) if section.title == title]
    return one.rows


def chapter(page: str, title: str) -> dict[str, list[Row]]:
    """The tables of all sections below a heading of level 2, by their own titles."""
    return {one.title: one.rows for one in sections(page) if one.chapter == title and one.title != title}


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
