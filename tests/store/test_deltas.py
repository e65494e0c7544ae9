"""Versions kept as differences come back whole."""

from hypothesis import given
from hypothesis import strategies as st

from memoryd.store.deltas import Delta, apply, difference, replay

VERSIONS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=6).map(tuple), min_size=1, max_size=8)


@given(VERSIONS)
def test_every_version_comes_back(versions: list[tuple[str, ...]]) -> None:
    """Whatever changed from one to the next."""
    rows = [(0, difference(None, versions[0]))]
    rows += [(n, difference(versions[n - 1], versions[n])) for n in range(1, len(versions))]

    assert list(replay(rows)) == list(enumerate(versions))


def test_adding_to_many_entries_is_a_small_difference() -> None:
    """Only the new entry is written."""
    before = tuple(map(str, range(200)))

    assert difference(before, (*before, "new")) == Delta(200, 0, ("new",))
    assert apply(before, Delta(50, 149, ())) == (*before[:50], *before[51:])


def test_behind_a_gap_nothing_is_guessed() -> None:
    """What follows a lost version is known again only from the next whole one on."""
    rows = [(0, difference(None, ("a",))), (2, Delta(1, 0, ("b",))), (3, difference(None, ("c",)))]

    assert list(replay(rows)) == [(0, ("a",)), (3, ("c",))]
