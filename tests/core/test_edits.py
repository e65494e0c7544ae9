"""What edits do to entries, and what they refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import entries as entry_texts
from strategies import word_lists, words

from memoryd.core import budget, edits, selector
from memoryd.core.edits import Applied
from memoryd_client.errors import (
    BudgetExceeded,
    Conflict,
    EntryAmbiguous,
    EntryNotFound,
    InvalidRequest,
    InvalidText,
    MemorydError,
)
from memoryd_client.messages import Add, AnyEdit, Batch, Edit, Kept, Operation, Remove, Replace, Rewrite, Split

ROOMY = 1_000_000


def make(kind: type[Edit], **fields: object) -> AnyEdit:
    """An edit of the memory target, as it reaches the core."""
    return edits.prepared(kind(target="memory", **fields))  # type: ignore[arg-type]


def done(before: tuple[str, ...], kind: type[Edit], limit: int = ROOMY, **fields: object) -> Applied:
    """Apply an edit."""
    return edits.apply(make(kind, **fields), before, limit)


# --- one operation ----------------------------------------------------------------------------------------------------


@given(word_lists, entry_texts)
def test_add_appends_what_is_new(before: tuple[str, ...], text: str) -> None:
    """Adding what is there succeeds and changes nothing."""
    applied = done(before, Add, content=text)

    assert applied.entries == (before if text in before else (*before, text))
    assert applied.effects[0].changed == (text not in before)
    assert applied.effects[0].id == selector.preview(text).id


@given(word_lists, st.data())
def test_replace_changes_the_selected_entry_alone(before: tuple[str, ...], draw: st.DataObject) -> None:
    """The whole entry goes, the reply carries it, its neighbours and their order stay."""
    if not before:
        return
    index = draw.draw(st.integers(0, len(before) - 1))
    applied = done(before, Replace, old_text=before[index], content="new text")

    assert applied.entries == (*before[:index], "new text", *before[index + 1 :])
    assert applied.effects[0].discarded == before[index]


@given(word_lists, st.data())
def test_remove_takes_the_selected_entry_alone(before: tuple[str, ...], draw: st.DataObject) -> None:
    """The reply carries what was there."""
    if not before:
        return
    index = draw.draw(st.integers(0, len(before) - 1))
    applied = done(before, Remove, old_text=selector.ids(before)[index])

    assert applied.entries == (*before[:index], *before[index + 1 :])
    assert applied.effects[0].discarded == before[index]


def test_replace_by_what_another_entry_says_collapses_to_the_first() -> None:
    """No two entries are equal, and the discarded text is told."""
    assert done(("a", "b", "c"), Replace, old_text="c", content="a").entries == ("a", "b")
    assert done(("a", "b", "c"), Replace, old_text="a", content="c").entries == ("c", "b")


def test_replace_by_itself_changes_nothing() -> None:
    """It is a success, and says so."""
    applied = done(("a", "b"), Replace, old_text="a", content=" a\n")

    assert applied.entries == ("a", "b")
    assert not applied.effects[0].changed


@pytest.mark.parametrize("kind", [Add, Replace])
@pytest.mark.parametrize("text", ["", " \n", "a\n§\nb", "\ud800"])
def test_a_text_that_cannot_be_stored_is_refused_before_anything_else(kind: type[Edit], text: str) -> None:
    """Even if the selector would not match either."""
    with pytest.raises(InvalidText):
        make(kind, content=text, **({} if kind is Add else {"old_text": "absent"}))


@given(st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["", " ", "\ufeff", "\n\u3000"]))
def test_texts_are_stored_stripped_and_with_plain_newlines(newline: str, around: str) -> None:
    """So that the file reads back as what was acknowledged."""
    assert done((), Add, content=f"{around}a{newline}b{around}").entries == ("a\nb",)


# --- budget -----------------------------------------------------------------------------------------------------------


@given(word_lists, entry_texts, st.integers(1, 60))
def test_an_add_over_the_limit_is_refused_by_exactly_its_excess(before: tuple[str, ...], text: str, limit: int) -> None:
    """The refusal has usage, excess and the entries; what fits or is there already passes."""
    size = budget.size((*before, text))
    fits = text in before or size <= limit
    if fits:
        assert text in done(before, Add, limit, content=text).entries
        return
    with pytest.raises(BudgetExceeded) as caught:
        done(before, Add, limit, content=text)

    assert caught.value.details.excess == size - limit
    assert caught.value.details.usage == budget.usage(before, limit)
    assert caught.value.details.entries == selector.previews(before)


@given(word_lists, st.integers(1, 10))
def test_a_request_that_does_not_grow_the_memory_is_never_refused_for_size(before: tuple[str, ...], limit: int) -> None:
    """However far over the limit it is."""
    for entry in before:
        assert len(done(before, Remove, limit, old_text=entry).entries) == len(before) - 1
        assert entry[:-1] in done(before, Replace, limit, old_text=entry, content=entry[:-1]).entries
        assert done(before, Add, limit, content=entry).entries == before


def test_an_oversize_entry_is_named_with_the_way_out() -> None:
    """A refusal that only repeats itself would leave the caller stuck."""
    with pytest.raises(BudgetExceeded, match="split it first") as caught:
        done(("x" * 30, "a"), Add, 20, content="b")

    assert caught.value.details.command == "memoryctl split"


# --- batch ------------------------------------------------------------------------------------------------------------

_operations = st.lists(
    st.one_of(
        st.builds(Operation, st.just("add"), words),
        st.builds(Operation, st.just("replace"), words, words),
        st.builds(Operation, st.just("remove"), st.just(""), words),
    ),
    min_size=1,
    max_size=6,
).map(tuple)


@given(word_lists, _operations, st.integers(1, 80))
def test_a_batch_is_its_operations_one_after_the_other_judged_at_the_end(
    before: tuple[str, ...], operations: tuple[Operation, ...], limit: int
) -> None:
    """All of them happen, or none; an overflow in between does not count."""
    expected: tuple[str, ...] | None = before
    for one in operations:
        expected = _step(expected, one)
    if expected is not None and budget.excess(before, expected, limit):
        expected = None
    try:
        applied = done(before, Batch, limit, operations=operations)
    except MemorydError:
        assert expected is None
    else:
        assert applied.entries == expected
        assert len(applied.effects) == len(operations)


def _step(entries: tuple[str, ...] | None, operation: Operation) -> tuple[str, ...] | None:
    """The same for words, of which none is part of another but eta, which is told apart by equality alone."""
    if entries is None:
        return None
    if operation.action == "add":
        return entries if operation.content in entries else (*entries, operation.content)
    holding = [entry for entry in entries if operation.old_text in entry]
    index = entries.index(operation.old_text) if operation.old_text in entries else -1
    if index < 0 and len(holding) == 1:
        index = entries.index(holding[0])
    if index < 0:
        return None
    new = () if operation.action == "remove" else (operation.content,)
    return tuple(dict.fromkeys((*entries[:index], *new, *entries[index + 1 :])))


@pytest.mark.parametrize(
    ("operations", "number", "error"),
    [
        ([Operation("add", "x"), Operation("remove", old_text="absent")], 1, EntryNotFound),
        ([Operation("add", "ab"), Operation("replace", "x", "a")], 1, EntryAmbiguous),
        ([Operation("add", "x"), Operation("add", "a\n§\nb")], 1, InvalidText),
        ([Operation("add", "x", "old")], 0, InvalidRequest),
        ([Operation("remove", "content", "aa")], 0, InvalidRequest),
        ([Operation("add", "x"), Operation("replace", "x", "")], 1, InvalidText),
    ],
)
def test_a_refused_operation_is_named_by_its_number(
    operations: list[Operation], number: int, error: type[MemorydError]
) -> None:
    """The details of the refusal itself stay."""
    with pytest.raises(error, match=f"operation {number}: ") as caught:
        done(("aa", "ca"), Batch, operations=tuple(operations))

    assert caught.value.details.operation == number
    if error in (EntryNotFound, EntryAmbiguous):
        assert caught.value.details.entries


def test_an_empty_batch_is_refused() -> None:
    """Nothing to do is a mistake of the caller."""
    with pytest.raises(InvalidRequest, match="operations is empty"):
        make(Batch, operations=())


# --- rewrite, base_digest, split --------------------------------------------------------------------------------------


@given(word_lists, word_lists)
def test_a_rewrite_from_the_current_digest_sets_the_entries(before: tuple[str, ...], after: tuple[str, ...]) -> None:
    """What is gone and what is new is told."""
    applied = done(before, Rewrite, entries=after, base_digest=budget.digest(before))

    assert applied.entries == after
    assert {one.discarded for one in applied.effects if one.action == "remove"} == set(before) - set(after)
    assert {one.id for one in applied.effects if one.action == "add"} == {
        selector.preview(one).id for one in set(after) - set(before)
    }


@pytest.mark.parametrize("kind", [Add, Replace, Remove, Batch, Rewrite, Split])
def test_any_edit_with_another_base_is_a_conflict_that_shows_what_is_there(kind: type[Edit]) -> None:
    """The caller can apply its change to the entries it gets."""
    fields: dict[type[Edit], dict[str, object]] = {
        Add: {"content": "x"},
        Replace: {"old_text": "a", "content": "x"},
        Remove: {"old_text": "a"},
        Batch: {"operations": (Operation("add", "x"),)},
        Rewrite: {"entries": ("x",)},
        Split: {"old_text": "a"},
    }
    before = ("a", "b")
    with pytest.raises(Conflict) as caught:
        done(before, kind, base_digest=budget.digest(("a",)), **fields[kind])

    assert caught.value.details.digest == budget.digest(before)
    assert caught.value.details.texts == before
    assert done(before, kind, base_digest=budget.digest(before), **fields[kind])


def test_a_rewrite_without_a_base_is_refused() -> None:
    """It would overwrite what it never saw."""
    with pytest.raises(InvalidRequest, match="base_digest is required"):
        make(Rewrite, entries=("a",))


@given(word_lists, st.data())
def test_a_rewrite_keeps_entries_by_id(before: tuple[str, ...], draw: st.DataObject) -> None:
    """In any order, with and without the prefix, beside new texts."""
    order = draw.draw(st.permutations(before))
    names = dict(zip(before, selector.ids(before), strict=True))
    kept = tuple(Kept(names[one].removeprefix("id:") if draw.draw(st.booleans()) else names[one]) for one in order)

    applied = done(before, Rewrite, entries=(*kept, "new"), base_digest=budget.digest(before))

    assert applied.entries == (*order, "new")


def test_a_rewrite_that_keeps_an_unknown_id_is_refused() -> None:
    """With the ids that there are."""
    before = ("a", "b")
    with pytest.raises(EntryNotFound) as caught:
        done(before, Rewrite, entries=("x", Kept("id:00000000")), base_digest=budget.digest(before))

    assert caught.value.details.operation == 1
    assert caught.value.details.entries == selector.previews(before)


def test_a_rewrite_is_judged_by_its_result() -> None:
    """Larger than the limit and than before is refused; shorter passes while over."""
    before = ("a" * 30, "b")
    digest = budget.digest(before)
    with pytest.raises(BudgetExceeded):
        done(before, Rewrite, 20, entries=("c" * 40,), base_digest=digest)
    assert done(before, Rewrite, 20, entries=("c" * 25,), base_digest=digest).entries == ("c" * 25,)


@given(word_lists, st.data())
def test_a_split_loses_nothing(before: tuple[str, ...], draw: st.DataObject) -> None:
    """The parts take the place of the entry, all others stay, whatever the limit is."""
    sections = draw.draw(st.lists(words, min_size=2, max_size=6, unique=True))
    large = "\n".join(f"## {word}\n{word * 60}" for word in sections)
    place = draw.draw(st.integers(0, len(before)))
    entries = (*before[:place], large, *before[place:])
    applied = done(entries, Split, 200, apply=True)

    expected = (*before[:place], *(f"## {word}\n{word * 60}" for word in sections), *before[place:])
    assert applied.entries == (expected if len(large) > 400 else entries)
    assert applied.effects[0].discarded == large


def test_a_split_without_a_selector_needs_an_entry_over_the_limit() -> None:
    """Nothing is guessed."""
    with pytest.raises(EntryNotFound, match="over the limit"):
        done(("a", "b"), Split, 10, apply=True)


@given(_operations, st.data())
def test_a_refusal_names_a_code_and_leaves_no_trace(operations: tuple[Operation, ...], draw: st.DataObject) -> None:
    """The entries are a value: the same edit on the same entries ends the same way again."""
    before = draw.draw(word_lists)
    edit = make(Batch, operations=operations)
    endings = []
    for _ in range(2):
        try:
            endings.append(repr(edits.apply(edit, before, 30)))
        except MemorydError as error:
            endings.append(f"{error.code} {error}")

    assert endings[0] == endings[1]


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Add(target="t", content="a"), ((-1, "a"),)),
        (Replace(target="t", old_text="o", content="a"), ((-1, "a"),)),
        (Remove(target="t", old_text="o"), ()),
        (Batch(target="t", operations=(Operation("remove", old_text="o"), Operation("add", "a"))), ((1, "a"),)),
        (Rewrite(target="t", entries=(Kept("id:1"), "a")), ((1, "a"),)),
        (Split(target="t"), ()),
    ],
)
def test_the_texts_of_an_edit_are_what_it_would_store(edit: Edit, expected: tuple[tuple[int, str], ...]) -> None:
    """With the number of the operation; selectors and kept entries are not stored anew."""
    assert edits.texts(edit) == expected
