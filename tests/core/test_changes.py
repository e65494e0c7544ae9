"""The difference between two states of a target leads from one to the other, and is no larger than it must be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.changes import Difference, difference, replay

States = st.lists(st.text("abcdef", min_size=1, max_size=2), unique=True, max_size=8).map(tuple)


@given(States, States)
def test_a_difference_leads_from_one_state_to_the_other(before: tuple[str, ...], after: tuple[str, ...]) -> None:
    """Whatever went, came and moved."""
    step = difference(before, after)

    assert tuple(replay(before, step.gone, [(index, after[index]) for index in step.come], step.order)) == after


@given(States)
def test_nothing_is_the_difference_of_equals(state: tuple[str, ...]) -> None:
    """No entry goes, comes or moves."""
    assert difference(state, state) == Difference((), ())


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("abc", "abcd", Difference((), (3,))),
        ("abc", "ac", Difference((1,), ())),
        ("abc", "axc", Difference((1,), (1,))),
        ("abc", "cab", Difference((), (), (2, 0, 1))),
        ("abcd", "bxd", Difference((0, 2), (1,))),
    ],
)
def test_what_stays_is_not_in_it(before: str, after: str, expected: Difference) -> None:
    """An entry that stays is named only if entries changed places."""
    assert difference(tuple(before), tuple(after)) == expected


def test_a_difference_of_another_state_is_noticed() -> None:
    """A place that does not exist is an error, not another state."""
    with pytest.raises(IndexError):
        replay(("a",), (), [(5, "x")], ())
    with pytest.raises(IndexError):
        replay(("a",), (3,), (), ())
