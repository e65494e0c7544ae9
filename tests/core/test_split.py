"""Splitting one over-size entry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.split import PART_CHARS, oversize_entry, parts
from memoryd.core.text import entry_text
from memoryd_client.errors import InvalidText

_lines = st.sampled_from(
    [
        "# Title",
        "## Part",
        "text " * 30,
        "- item " * 12,
        "  indented",
        "1. one",
        "```",
        "~~~",
        "",
        "   ",
        "§ x",
        "* star",
    ]
)


def _entry(lines: list[str]) -> str | None:
    try:
        return entry_text("\n".join(lines))
    except InvalidText:
        return None


markdown = st.lists(_lines, min_size=1, max_size=40).map(_entry).filter(lambda entry: entry is not None).map(str)


@given(markdown)
def test_nothing_but_white_space_is_lost(entry: str) -> None:
    """The parts in their order are the entry, and each can be an entry of its own."""
    found = parts(entry)

    assert "".join("".join(found).split()) == "".join(entry.split())
    assert all(part == entry_text(part) for part in found)


@given(markdown)
def test_fenced_code_is_never_cut(entry: str) -> None:
    """Each part closes the fences that it opens, but for one that the entry itself never closes."""
    found = parts(entry)

    assert not any(_ends_fenced(part) for part in found[:-1])
    assert _ends_fenced(found[-1]) == _ends_fenced(entry)


def _ends_fenced(text: str) -> bool:
    """Whether a fence is still open; only its own kind closes it."""
    fence = ""
    for line in text.split("\n"):
        if line in ("```", "~~~") and fence in ("", line):
            fence = "" if fence else line
    return bool(fence)


@pytest.mark.parametrize(("outer", "inner"), [("```", "~~~"), ("~~~", "```"), ("````", "```")])
def test_a_fence_within_a_fence_is_code(outer: str, inner: str) -> None:
    """It ends nothing, so what follows it is not cut either."""
    code = "\n".join([outer, inner, *["# a comment, no heading"] * 30, outer])

    assert parts(f"# Title\n{code}\n# Next\n{'word ' * 90}")[0] == f"# Title\n{code}"


def test_an_entry_is_cut_before_its_headings_first() -> None:
    """Sections that are short enough stay whole."""
    entry = "intro\n\n## One\n- a\n\n- b\n\n## Two\n" + "word " * 100

    assert parts(entry) == ("intro", "## One\n- a\n\n- b", "## Two\n" + ("word " * 100).strip())


def test_a_long_section_is_cut_at_blank_lines_and_then_at_outer_items() -> None:
    """A nested item stays with its parent."""
    item = "- " + "x" * 250 + "\n  - nested"
    paragraph = "y" * 300

    assert parts(f"## S\n{paragraph}\n\n{item}\n{item}") == (f"## S\n{paragraph}", item, item)


@pytest.mark.parametrize("entry", ["short\n## still short", "x" * 3 * PART_CHARS, "```\n" + "# code\n" * 60 + "```"])
def test_what_is_short_or_cannot_be_cut_stays(entry: str) -> None:
    """There is no cut inside a line, a fence or a short text."""
    assert parts(entry) == (entry,)


def test_the_first_entry_over_the_limit_is_the_oversize_one() -> None:
    """An entry exactly at the limit is not over it."""
    assert oversize_entry(("a" * 10, "b" * 11, "c" * 12), 10) == 1
    assert oversize_entry(("a" * 10,), 10) is None
