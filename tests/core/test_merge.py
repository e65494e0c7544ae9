"""Merging what others wrote: three-way, from the version they most likely read."""

# ruff: noqa: FBT001 - parameters of tests come by name

import pytest
from hypothesis import given
from hypothesis import strategies as st
from merging import Entries, log_of, merged
from strategies import word_lists

from memoryd.core.merge import Sighting, VersionLog, merge
from memoryd.core.merge import versions as limits

# --- edits made from the current version ------------------------------------------------------------------------------


@given(word_lists, word_lists, st.booleans())
def test_an_edit_of_the_current_version_is_taken_as_it_is(before: Entries, after: Entries, in_place: bool) -> None:
    """Additions, deletions, order: exactly what the other program wrote."""
    result = merged(VersionLog(before), after, in_place=in_place)

    assert result.entries == after
    assert set(result.added) == set(after) - set(before)
    assert set(result.deleted) == set(before) - set(after)


@given(word_lists, word_lists, word_lists)
def test_an_edit_and_what_was_acknowledged_meanwhile_both_hold(
    before: Entries, after: Entries, acknowledged: Entries
) -> None:
    """What the edit deleted goes, what it added comes, everything acknowledged and not deleted stays."""
    ours = tuple(dict.fromkeys((*before, *(f"our {word}" for word in acknowledged))))
    result = merged(VersionLog(before), after, ours)

    assert set(result.entries) == (set(ours) - (set(before) - set(after))) | set(after)
    assert len(set(result.entries)) == len(result.entries)


# --- edits made from older versions -----------------------------------------------------------------------------------

_new = [f"new {number}" for number in range(12)]


@given(st.lists(word_lists.filter(bool), min_size=1, max_size=1), st.integers(1, 6), st.data(), st.booleans())
def test_nothing_acknowledged_is_lost_to_a_stale_buffer(
    first: list[Entries],
    commits: int,
    draw: st.DataObject,
    in_place: bool,
) -> None:
    """An editor that read any logged version, deleted what is still there, and added a line, undoes nobody's work."""
    contents = [first[0]]
    for number in range(commits):
        kept = tuple(one for one in contents[-1] if draw.draw(st.integers(0, 3)))
        contents.append((*kept, _new[number]))
    log = log_of(*contents)
    base = draw.draw(st.sampled_from(contents))
    for version in list(log):
        read = version.entries == base or draw.draw(st.booleans())
        log.mark(version.number, may_have_been_read=read)
    deletable = [entry for entry in base if entry in contents[-1]]
    deleted = set(draw.draw(st.lists(st.sampled_from(deletable), unique=True))) if deletable else set()
    buffer = (*(entry for entry in base if entry not in deleted), "the editor's line")

    result = merged(log, buffer, in_place=in_place)

    assert set(contents[-1]) - deleted <= set(result.entries)
    assert "the editor's line" in result.entries


def test_an_append_from_a_stale_buffer_adds_its_line_alone() -> None:
    """The editor never saw what was added meanwhile, so it did not delete it."""
    log = log_of(("a",), ("a", "b"), ("a", "b", "c"))

    assert merged(log, ("a", "mine")).entries == ("a", "mine", "b", "c")


@pytest.mark.parametrize("in_place", [False, True])
def test_a_stale_edit_changes_what_it_changed(in_place: bool) -> None:
    """A reworded entry, beside additions that the editor never saw."""
    log = log_of(("a", "b", "c"), ("a", "b", "c", "new"))

    result = merged(log, ("a", "b reworded", "c"), in_place=in_place)

    assert result.entries == ("a", "b reworded", "c", "new")


@pytest.mark.parametrize("age", [1.0, 100.0, 80_000.0])
def test_a_deletion_is_honoured_at_any_age(age: float) -> None:
    """Someone who deletes old entries meant it."""
    log = log_of(("a", "b", "c"), ("a", "b", "c", "d"))

    assert merged(log, ("a", "c", "d"), at=age).entries == ("a", "c", "d")


def test_what_was_removed_meanwhile_does_not_come_back() -> None:
    """A stale buffer still shows it."""
    log = log_of(("a", "b", "c"), ("a", "c"), ("a", "c", "d"))

    assert merged(log, ("a", "b", "c", "mine")).entries == ("a", "c", "mine", "d")


def test_what_was_removed_comes_back_if_nobody_can_have_read_it_before() -> None:
    """Then it is no echo of a stale buffer but somebody's decision."""
    log = log_of(("a", "b"), ("a",))
    log.mark(0, may_have_been_read=False)

    assert merged(log, ("a", "b"), at=1_000.0).entries == ("a", "b")


@pytest.mark.parametrize(("seconds", "comes"), [(5.0, False), (limits.UNREAD_AGE, True)])
def test_what_came_and_went_since_the_base_stays_away_for_a_moment(seconds: float, comes: bool) -> None:
    """An edit that still shows it just after its removal shows the past; much later somebody wrote it anew."""
    log = log_of(("a",), ("a", "b"), ("a",))
    sighting = Sighting(("a", "b"), log.last.number, log.last.named_at + seconds)
    oldest = list(log)[-1]

    assert (merge(log, oldest, sighting, ("a",)).entries == ("a", "b")) == comes


def test_a_deletion_does_not_reach_what_was_added_anew_since() -> None:
    """The editor deleted the entry that it saw; an agent wrote the same text again later."""
    log = log_of(("a", "b"), ("a",), ("a", "b"))
    for number in (1, 2):
        log.mark(number, may_have_been_read=False)

    assert merged(log, ("a",)).entries == ("a", "b")


def test_a_version_that_nobody_read_is_no_base() -> None:
    """An edit cannot have deleted from it: the new entry is missing because the editor never saw it."""
    log = log_of(("a", "b"), ("a", "b", "c"))
    log.mark(log.last.number, may_have_been_read=False)

    assert merged(log, ("b",), at=500.0).entries == ("b", "c")


@pytest.mark.parametrize("in_place", [False, True])
def test_an_emptied_file_is_an_emptied_memory(in_place: bool) -> None:
    """Whoever removes or truncates it means what is in it now, and nothing comes back."""
    log = log_of(("a",), ("a", "b"))
    log.mark(log.last.number, may_have_been_read=False)

    assert merged(log, (), in_place=in_place).entries == ()


def test_what_is_acknowledged_and_not_yet_under_the_name_survives_an_emptied_file() -> None:
    """It was not in the file that was emptied."""
    assert merged(log_of(("a",)), (), ("a", "acknowledged")).entries == ("acknowledged",)


def test_a_program_that_drops_many_lines_of_its_own_drops_no_acknowledged_entry() -> None:
    """A version without those lines is nearer to the edit, and the one acknowledged entry in it would be lost."""
    log = VersionLog(("a", "line 1", "line 2", "line 3"), 0.0)
    log.append(("a", "acknowledged"), "ours", 1.0)

    assert merged(log, ("a", "line 4")).entries == ("a", "line 4", "acknowledged")


def test_what_had_the_name_for_a_moment_only_may_have_been_read() -> None:
    """It was displaced before it was taken in; who read it there and dropped its line did just that."""
    log = log_of(("a",), ("a", "b"))
    log.hold(("a", "b", "c"), "ours", 2.0)
    log.passed(("a", "b", "line 1"), 2.0, ("a", "b", "line 1", "c"))
    log.append(("a", "b", "c"), "ours", 2.0, ("a", "b", "line 1", "c"))
    log.append(("a", "b", "line 1", "c"), "ours", 3.0)
    for number in (1, 2, 3):
        log.mark(number, may_have_been_read=False)

    assert merged(log, ("a", "b", "line 2")).entries == ("a", "b", "line 2", "c")
    assert [(one.number, one.passing, one.may_have_been_read) for one in log][:3] == [
        (3, False, False),
        (2, False, False),
        (1, True, True),
    ]


def test_a_deletion_reaches_what_an_old_buffer_hid_for_a_moment() -> None:
    """Somebody's save lacked the entry until it was merged, but nobody removed it: it is the one that was read."""
    log = log_of(("a",), ("a", "b"))
    log.append(("a", "line"), "outside", 2.0, ("a", "b", "line"))
    log.append(("a", "b", "line"), "ours", 2.1)
    sighting = Sighting(("a",), log.last.number, 3.0)

    assert merge(log, list(log)[2], sighting, log.last.entries).deleted == ("b",)


# --- two changes of one entry, order, duplicates ----------------------------------------------------------------------


def test_two_rewordings_of_one_entry_are_both_kept() -> None:
    """Neither the acknowledged one nor the person's is thrown away."""
    log = log_of(("a", "e", "z"), ("a", "e by an agent", "z"))
    log.mark(log.last.number, may_have_been_read=False)

    result = merged(log, ("a", "e by a person", "z"))

    assert set(result.entries) == {"a", "e by an agent", "e by a person", "z"}
    assert "e" not in result.entries


def test_a_reordered_file_keeps_the_new_order() -> None:
    """What was added meanwhile keeps its place among its neighbours."""
    log = log_of(("a", "b", "c"), ("a", "b", "c", "new"))

    assert merged(log, ("c", "a", "b")).entries == ("c", "a", "b", "new")


def test_an_unchanged_order_is_not_a_wish() -> None:
    """If we reordered meanwhile, an edit that did not keeps our order."""
    log = log_of(("a", "b", "c"), ("c", "b", "a"))
    log.mark(log.last.number, may_have_been_read=False)

    assert merged(log, ("a", "b", "c", "mine")).entries == ("c", "mine", "b", "a")


def test_new_entries_stand_after_the_one_they_were_written_after() -> None:
    """At the front, in the middle, and several in their order."""
    log = VersionLog(("a", "b"))

    assert merged(log, ("0", "a", "1", "2", "b"), ("a", "x", "b")).entries == ("0", "a", "1", "2", "x", "b")


def test_what_both_sides_added_is_there_once() -> None:
    """An equal text is one entry."""
    assert merged(VersionLog(("a",)), ("a", "same"), ("a", "same")).entries == ("a", "same")


# --- Hermes -----------------------------------------------------------------------------------------------------------


def test_a_rename_by_hermes_is_an_edit_of_the_version_before_it() -> None:
    """It reads and replaces under the lock that is held while we publish, so it saw what was there."""
    log = log_of(("a", "b", "c"), ("a", "b", "c", "d"))
    log.mark(log.last.number, may_have_been_read=False)

    assert merged(log, ("a", "b", "c", "mine"), by_hermes=True).entries == ("a", "b", "c", "mine")
    assert merged(log, ("a", "b", "c", "mine")).entries == ("a", "b", "c", "mine", "d")


def test_hermes_edits_that_were_too_quick_to_be_seen_are_edits_all_the_same() -> None:
    """Many entries of its own are gone and new ones there, but nobody else's is missing and nothing old came back."""
    log = log_of(("a",), ("a", "h1", "h2", "h3"), origin="hermes")

    assert merged(log, ("a", "h4", "h5"), by_hermes=True).entries == ("a", "h4", "h5")


def test_a_large_change_is_no_hermes_edit_of_the_version_before() -> None:
    """Somebody else's old buffer was saved in between: it lacks what was acknowledged since."""
    log = log_of(("a",), ("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d"))

    assert merged(log, ("a", "mine"), by_hermes=True).entries == ("a", "mine", "b", "c", "d")


# --- torn reads -------------------------------------------------------------------------------------------------------


def test_a_torn_read_deletes_nothing() -> None:
    """Another program read a file while it was being overwritten, and wrote back the half that it saw."""
    everything = ("alpha entry", "beta entry", "gamma entry", "delta entry", "epsilon entry")
    result = merged(VersionLog(everything), ("alpha entry", "beta en", "its line"), changed_lately=True)

    assert result.torn
    assert set(result.entries) == {*everything, "its line"}


@pytest.mark.parametrize(
    ("seen", "lately"),
    [(("a", "b"), False), (("a", "b", "c", "d"), True), (("a", "b", "c"), True)],
)
def test_a_deletion_is_not_taken_for_a_torn_read(seen: Entries, lately: bool) -> None:
    """Without in-place writing, or with few entries missing, it was meant."""
    result = merged(VersionLog(("a", "b", "c", "d", "e")), seen, changed_lately=lately)

    assert not result.torn
    assert result.entries == seen
