"""The contents that had a file's name, as far back as an edit may reach."""

from hypothesis import given
from hypothesis import strategies as st
from merging import Entries, log_of, merged
from strategies import word_lists

from memoryd.core.merge import VersionLog
from memoryd.core.merge import versions as limits


def test_versions_that_nobody_read_are_forgotten_after_ten_minutes() -> None:
    """Those that somebody may have read stay for a day."""
    log = log_of(("a",), ("a", "b"), ("a", "b", "c"))
    log.mark(0, may_have_been_read=False)
    log.append(("d",), "ours", 3 + limits.UNREAD_AGE)
    assert [version.number for version in log] == [3, 2, 1]

    log.append(("e",), "ours", 3 + limits.READ_AGE)
    assert [version.number for version in log] == [4, 3, 2]


def test_the_log_is_bounded() -> None:
    """However quickly contents follow each other."""
    log = VersionLog()
    for number in range(limits.MAX_VERSIONS + 10):
        log.append((str(number),), "ours", 0.0)

    assert len(log) == limits.MAX_VERSIONS
    assert log.last.number == limits.MAX_VERSIONS + 10


def test_a_restored_log_goes_on_where_it_was() -> None:
    """Numbers, contents and what was known of texts survive a restart."""
    log = log_of(("a",), ("a", "b"), ("b",), ("b", "c"))
    again = VersionLog.restored(list(log)[::-1], 10.0)

    assert [(one.number, one.entries) for one in again] == [(one.number, one.entries) for one in log]
    assert again.next_number == log.next_number
    assert all(again.is_known(text) == log.is_known(text) for text in ("a", "b", "c", "d"))
    assert merged(again, ("a", "mine")) == merged(log, ("a", "mine"))


@given(st.lists(word_lists, min_size=1, max_size=6), st.data())
def test_the_log_tells_when_texts_came_and_went(contents: list[Entries], draw: st.DataObject) -> None:
    """As the versions themselves do."""
    log = log_of(*contents)
    text = draw.draw(st.sampled_from(sorted({"alpha", "beta", *sum(contents, ())})))
    base = list(log)[draw.draw(st.integers(0, len(contents) - 1))]
    held = [text in entries for entries in contents]
    births = [i for i, there in enumerate(held) if there and (i == 0 or not held[i - 1])]

    assert log.is_known(text) == any(held)
    assert log.born_after(text, base) == bool(births and births[-1] > base.number)
