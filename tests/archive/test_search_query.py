"""What a query means; there is no string that is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.archive.matching import Text, satisfies
from memoryd.archive.query import MAX_QUERY, parse

HOSTILE = (
    '"',
    "AND",
    "OR",
    "NOT",
    "AND OR NOT",
    "NEAR(",
    "*",
    "**",
    "",
    "  ",
    "a OR",
    "OR a",
    '"a',
    "\x00",
    "\ud800",
    "col:x",
)


@given(st.text() | st.lists(st.sampled_from([*HOSTILE, "word", "桂林"])).map(" ".join))
def test_any_string_is_a_query(text: str) -> None:
    """Nothing raises, and nothing is taken for more than it says."""
    query = parse(text)

    assert all(part.words for part in query.parts)


@pytest.mark.parametrize(
    ("query", "holds", "fails"),
    [
        ("docker AND network", "a docker network", "docker alone"),
        ("docker AND NOT compose", "docker run", "docker compose"),
        ("docker NOT compose", "docker run", "docker compose up"),
        ("错题本 OR wrong-book OR mistakes", "my wrong-book", "a wrong turn"),
        ('"stale read"', "a stale read, there", "read it, it is stale"),
        ('"rm -rf"', "never rm -rf /", "rm is not rf -"),
        ("deploy*", "deployments", "redeploy"),
        ('"桂林旅"', "我们去桂林旅游", "桂林的旅游"),
        ("修改youer服务端 AND 计划", "修改youer服务端的计划", "修改服务端的youer计划"),
    ],
)
def test_operators_hold_where_they_are_meant(query: str, holds: str, fails: str) -> None:
    """In capitals and between words; quotes in pairs; a star at the end of a word."""
    assert parse(query).strict
    assert satisfies(Text(holds), parse(query))
    assert not satisfies(Text(fails), parse(query))


@pytest.mark.parametrize("query", ["AND", "cats and dogs", "a OR", "NOT this", 'say "hello', "it's", "50%", "a * b"])
def test_what_only_looks_like_an_operator_is_a_word_or_nothing(query: str) -> None:
    """Such a query is relaxed."""
    assert not parse(query).strict


def test_a_query_that_is_too_long_is_cut_and_says_so() -> None:
    """What somebody pasted is no reason to search for minutes."""
    query = parse("word " * 20_000)

    assert query.cut
    assert len(query.text) <= MAX_QUERY
