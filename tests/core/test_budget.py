"""The one number: how large a memory is."""

from hypothesis import given
from hypothesis import strategies as st
from strategies import entry_lists

from memoryd.core import budget


@given(entry_lists)
def test_the_size_is_that_of_the_joined_text_in_code_points(some: tuple[str, ...]) -> None:
    """Neither bytes nor what a person sees as one character."""
    assert budget.size(some) == len("\n§\n".join(some))


@given(entry_lists, entry_lists, st.integers(0, 80))
def test_only_a_result_that_grows_and_is_over_the_limit_is_too_large(
    before: tuple[str, ...], after: tuple[str, ...], limit: int
) -> None:
    """And it is so by exactly what is over the limit."""
    over = budget.excess(before, after, limit)
    grows = budget.size(after) > budget.size(before)

    assert over == (max(0, budget.size(after) - limit) if grows else 0)


@given(entry_lists, entry_lists)
def test_the_digest_names_the_entries_in_their_order(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """Equal entries, equal digest; and no two lists share one."""
    assert (budget.digest(one) == budget.digest(other)) == (one == other)
    assert len(budget.digest(one)) == 64


def test_code_points_are_counted_as_they_are() -> None:
    """A family emoji is five, a decomposed letter two, a Chinese character one."""
    assert [budget.size((text,)) for text in ("👨\u200d👩\u200d👧", "e\u0301", "广")] == [5, 2, 1]
    assert budget.size(("a", "b")) == 5
    assert budget.size(()) == 0
    assert budget.usage(("a", "b"), 10).percent == 50
