"""``docs/tool.md`` shows what a model is told, and the schema says what it should and should not save."""

import json
import re

import pytest
from markdown_tables import ROOT, table
from situations import SITUATIONS, chapter, reply_to

from memoryd_client import _guidance, tools
from memoryd_client.messages import TargetState, Usage

PAGE = (ROOT / "docs" / "tool.md").read_text(encoding="utf-8")

NEVER = {
    "task progress": "progress of the task",
    "session outcomes": "how a session went or ended",
    "logs of finished work": "log of finished work",
    "temporary to-dos": "to-dos",
    "what is stale in a week": "stale within a week",
    "vague facts": "vague",
    "easily found facts": "easily found",
    "large raw material": "raw material",
    "one-off context": "context of one question",
    "what context files say": "AGENTS.md or SOUL.md",
    "secrets": "passwords, keys, tokens",
}
ALWAYS = {
    "corrections": "the user corrects you",
    "a request": '"remember"',
    "preferences": "a preference",
    "habits": "a habit",
    "personal details": "a name",
    "discoveries about the environment": "how this environment really is",
    "conventions": "a convention",
    "quirks of an API": "a trap in an API",
    "workflows": "working way",
}


@pytest.mark.slow
def test_the_page_shows_what_a_model_is_told() -> None:
    """Each of the twelve situations is played against a real daemon; the replies are those of the page."""
    assert len(SITUATIONS) == 12
    assert PAGE.partition("a test plays each and compares.\n\n")[2] == chapter()


def test_a_success_ends_the_matter_and_a_refusal_says_how_to_go_on() -> None:
    """As the first and the fourth situation have it."""
    done, near = (json.loads(reply_to(SITUATIONS[number])) for number in (0, 3))

    assert done["done"] is True
    assert "nothing more to do" in done["message"]
    assert near["done"] is False
    assert near["nearest"]["id"] in str(near["entries"])


@pytest.mark.parametrize("kind", NEVER)
def test_every_kind_of_thing_that_must_not_be_saved_is_named(kind: str) -> None:
    """Below the words that forbid it."""
    assert NEVER[kind] in _guidance.DESCRIPTION.partition("NEVER SAVE")[2]


@pytest.mark.parametrize("kind", ALWAYS)
def test_every_occasion_to_save_unasked_is_named(kind: str) -> None:
    """Above what must not be saved."""
    assert ALWAYS[kind] in _guidance.DESCRIPTION.partition("NEVER SAVE")[0]


def test_priorities_and_neighbours_are_named() -> None:
    """Preferences before facts before procedures; skills and session search for what belongs there; one batch."""
    text = _guidance.DESCRIPTION

    assert text.index("preferences and corrections, then") < text.index("then how things are done")
    assert "belong into a skill" in text
    assert "session search" in text
    assert "in one call" in text


def test_the_schema_has_both_forms() -> None:
    """The same parameters under the names of each API, with the targets that may be written."""
    states = [
        TargetState(target=name, usage=Usage(0, 1), digest="", frozen_digest="", writable=name != "team")
        for name in ("memory", "user", "team")
    ]
    (openai,), (anthropic,) = tools.schemas(states), tools.schemas(states, "anthropic")

    assert openai["type"] == "function"
    assert openai["function"]["name"] == anthropic["name"] == "memory"
    assert openai["function"]["parameters"] == anthropic["input_schema"]
    assert anthropic["input_schema"]["properties"]["target"]["enum"] == ["memory", "user"]
    assert json.loads(json.dumps(openai)) == openai
    assert tools.schemas(states[2:]) == []


def test_the_other_names_of_fields_are_those_of_the_page() -> None:
    """In the same order."""
    rows = table("tool.md", "What a call may be")

    assert {row["field"]: tuple(row["other names that are taken"].split(", ")) for row in rows} == tools._FIELD_ALIASES


def test_the_description_fits_into_a_prompt() -> None:
    """It is sent with every request: not a page of it is wasted."""
    assert len(_guidance.DESCRIPTION) < 4_000
    assert not re.search(r"\n{3}|  ", _guidance.DESCRIPTION)
