"""Taking a change back, from entries and entries."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memoryd.core.undo import Reversal, Step, take_back
from memoryd_client.errors import Conflict

States = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=6).map(tuple)


def undone(before: str, after: str, now: str) -> str:
    """Take back the change from one to the other, from what is there now; each character is an entry."""
    return "".join(take_back(Reversal(target="memory", steps=(Step(1, tuple(before), tuple(after)),)), tuple(now)))


@given(States, States)
def test_a_change_that_nothing_followed_leads_back(before: tuple[str, ...], after: tuple[str, ...]) -> None:
    """Exactly, with the order of the entries."""
    assume(before != after)

    assert take_back(Reversal(target="memory", steps=(Step(1, before, after),)), after) == before


@pytest.mark.parametrize(
    ("before", "after", "now", "expected"),
    [
        ("a", "ab", "abc", "ac"),
        ("abc", "ac", "acd", "abcd"),
        ("abc", "ac", "xc", "bxc"),
        ("abc", "ac", "xac", "xabc"),
        ("ab", "cb", "cbd", "abd"),
        ("", "a", "ba", "b"),
    ],
)
def test_what_came_later_stays(before: str, after: str, now: str, expected: str) -> None:
    """What returns goes behind the nearest entry that it stood behind."""
    assert undone(before, after, now) == expected


@pytest.mark.parametrize(
    ("before", "after", "now"),
    [("a", "ab", "a"), ("ab", "a", "ab"), ("a", "b", "c"), ("a", "b", ""), ("ab", "ba", "bac"), ("a", "b", "ab")],
)
def test_what_was_built_upon_is_a_conflict(before: str, after: str, now: str) -> None:
    """With all three versions."""
    with pytest.raises(Conflict) as refused:
        undone(before, after, now)

    assert refused.value.details.texts == tuple(now)
    assert refused.value.details.seq == 1
    assert refused.value.details.before or refused.value.details.after


def test_several_changes_are_taken_back_one_after_the_other() -> None:
    """All of them or none."""
    steps = (Step(2, tuple("ab"), tuple("abc")), Step(1, tuple("a"), tuple("ab")))

    assert take_back(Reversal(target="memory", steps=steps), tuple("abcd")) == ("a", "d")
    with pytest.raises(Conflict):
        take_back(Reversal(target="memory", steps=steps), tuple("acd"))
