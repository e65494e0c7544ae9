"""Measuring states one after the other gives what measuring each by itself gives."""

from hypothesis import given
from hypothesis import strategies as st

from memoryd.core import budget
from memoryd.core.revisions import STRIDE, Revisions
from memoryd.core.shared import shared_end, shared_start

STATES = st.lists(st.sampled_from(["a", "bc", "§", "é\n.", "👩"]), max_size=3 * STRIDE).map(tuple)


@given(st.lists(st.tuples(STATES, st.booleans()), max_size=6))
def test_size_and_digest_are_those_of_each_state_alone(states: list[tuple[tuple[str, ...], bool]]) -> None:
    """Whatever came before, and whichever of the two is asked for first."""
    revisions = Revisions()
    for state, size_first in states:
        if size_first:
            assert revisions.size(state) == budget.size(state)
        assert revisions.digest(state) == budget.digest(state)
        assert revisions.size(state) == budget.size(state)


@given(st.data(), STATES)
def test_every_single_change_of_many_entries_is_seen(data: st.DataObject, state: tuple[str, ...]) -> None:
    """An entry added, removed or replaced anywhere, and all taken back again."""
    revisions = Revisions()
    revisions.size(state)
    at = data.draw(st.integers(0, len(state)))
    for changed in ((*state[:at], "new", *state[at:]), state[:at] + state[at + 1 :], state[:at], state):
        assert revisions.digest(changed) == budget.digest(changed)


@given(STATES, STATES)
def test_what_two_states_share_is_all_that_they_share(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """As counted entry by entry."""
    head = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    most = min(len(one), len(other)) - head
    tail = next((n for n in range(most) if one[-1 - n] != other[-1 - n]), most)

    assert shared_start(one, other) == head
    assert shared_end(one, other, most) == tail


@given(st.lists(STATES, max_size=6))
def test_the_bytes_are_those_that_are_measured(states: list[tuple[str, ...]]) -> None:
    """The canonical form in UTF-8, whatever came before."""
    revisions = Revisions()
    for state in states:
        assert revisions.encoded(state) == budget.DELIMITER.join(state).encode()


def test_a_state_that_shrinks_to_a_whole_stride_has_its_own_digest() -> None:
    """What was remembered of the longer one ends with a delimiter that the shorter one has not."""
    revisions = Revisions()
    state = tuple(f"entry {number}" for number in range(2 * STRIDE + 1))
    for size in (2 * STRIDE + 1, 2 * STRIDE, STRIDE + 1, STRIDE, 1, 0, STRIDE):
        assert revisions.digest(state[:size]) == budget.digest(state[:size])
