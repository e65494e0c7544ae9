"""What every page of the documentation must keep: its links lead somewhere, and the files it names exist."""

import re
from pathlib import Path

import pytest
from markdown_tables import PAGES, ROOT

WRITTEN_LATER = {"docs/performance.md"}
"""Pages that a benchmark generates."""

IDS = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page leads to a file, and to a heading that is in it."""
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" in link or str(target.relative_to(ROOT)) in WRITTEN_LATER:
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)

    assert not dead


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_files_that_a_page_names_exist(page: Path) -> None:
    """A source file that a page names, by its path or its last parts, is in the repository."""
    named = re.findall(r"`([\w/]+\.py)`", page.read_text(encoding="utf-8"))
    sources = [
        str(path.relative_to(ROOT))
        for top in ("client", "memoryd", "examples", "tests")
        for path in (ROOT / top).rglob("*.py")
    ]

    assert not [name for name in named if not any(f"/{source}".endswith(f"/{name}") for source in sources)]


def test_every_module_of_the_store_is_on_the_map() -> None:
    """The map in the architecture page names every module of the store."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (store,) = re.findall(r"^\*\*`memoryd/store`\*\*.*?(?=^\*\*)", page, re.MULTILINE | re.DOTALL)
    modules = {path.name for path in (ROOT / "memoryd" / "store").glob("*.py")} - {"__init__.py"}

    assert set(re.findall(r"`(\w+\.py)`", store)) == modules


def test_every_decision_is_listed() -> None:
    """The index of decisions lists every page beside it."""
    directory = ROOT / "docs" / "decisions"
    index = (directory / "README.md").read_text(encoding="utf-8")

    assert sorted(re.findall(r"\]\((\S+\.md)\)", index)) == sorted(
        p.name for p in directory.iterdir() if p.name != "README.md"
    )


def test_every_decision_says_what_why_and_what_was_given_up() -> None:
    """A decision has its three parts, in this order."""
    for page in (ROOT / "docs" / "decisions").iterdir():
        if page.name != "README.md":
            assert re.findall(r"^\*\*(.+?)\.\*\*", page.read_text(encoding="utf-8"), re.MULTILINE) == [
                "What",
                "Why",
                "Gave up",
            ]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    headings = re.findall(r"^#{1,6} (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_module_of_the_archive_is_on_the_map() -> None:
    """The map in the architecture page names every module of the archive, and each once."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (archive,) = re.findall(r"^\*\*`memoryd/archive`\*\*.*?(?=^\*\*)", page, re.MULTILINE | re.DOTALL)
    top = ROOT / "memoryd" / "archive"
    modules = sorted(str(path.relative_to(top)) for path in top.rglob("*.py") if path.name != "__init__.py")

    assert sorted(re.findall(r"`([\w/]+\.py)`", archive)) == modules
