"""Which entry a text selects, and what a refusal says."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import entry_lists, raw_texts

from memoryd.core import selector
from memoryd.core.selector import ids, nearest, preview, previews, select
from memoryd.core.text import nfc, strip, with_newlines
from memoryd_client.errors import EntryAmbiguous, EntryNotFound, InvalidText

COLLIDING = ("note 53529", "note 75183")
"""Two texts whose SHA-256 begin with the same eight hex digits."""


@given(entry_lists)
def test_every_entry_is_selected_by_its_id_and_by_its_text(some: tuple[str, ...]) -> None:
    """Whatever the other entries are."""
    for index, (entry, name) in enumerate(zip(some, ids(some), strict=True)):
        assert select(some, name) == index
        assert select(some, entry) == index or selector._ID.fullmatch(entry)


@given(entry_lists, raw_texts)
def test_a_selector_means_exactly_one_entry_or_nothing(some: tuple[str, ...], wanted: str) -> None:
    """Equality wins over a part; a part counts only if a single entry has it; all on NFC copies."""
    needle = nfc(strip(with_newlines(wanted)))
    equal = [index for index, entry in enumerate(some) if nfc(entry) == needle]
    holding = [index for index, entry in enumerate(some) if needle in nfc(entry)]
    exact = [index for index, entry in enumerate(some) if entry == strip(with_newlines(wanted))]
    try:
        chosen = select(some, wanted)
    except InvalidText:
        assert not needle
    except EntryNotFound:
        assert not holding
    except EntryAmbiguous:
        assert not exact
        assert len(equal or holding) > 1
    else:
        assert [chosen] == (exact or equal or holding)


@pytest.mark.parametrize("wanted", ["", " ", "\n", "\u3000\ufeff"])
def test_an_empty_selector_is_refused(wanted: str) -> None:
    """An empty text is a part of everything, which is never what was meant."""
    with pytest.raises(InvalidText, match="old_text is empty"):
        select(("a",), wanted)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_normal_forms_do_not_matter(form: str) -> None:
    """A file from a Mac and a request from Linux mean the same letter."""
    some = ("plain", unicodedata.normalize(form, "café Łódź 한국"))
    for other in ("NFC", "NFD"):
        assert select(some, unicodedata.normalize(other, "café Łódź 한국")) == 1
        assert select(some, unicodedata.normalize(other, "café")) == 1


def test_an_exact_text_wins_over_one_in_another_normal_form() -> None:
    """Two entries that look the same can still be told apart."""
    some = ("caf\u00e9", "cafe\u0301")

    assert [select(some, entry) for entry in some] == [0, 1]


def test_several_hits_are_refused_with_exactly_those() -> None:
    """The caller gets the ids between which it must choose."""
    some = ("red apple", "green apple", "pear")
    with pytest.raises(EntryAmbiguous) as caught:
        select(some, "apple")

    assert caught.value.details.entries == previews(some)[:2]


def test_ids_grow_where_they_would_collide() -> None:
    """Ids in one list are always different, and the short one that both share selects neither."""
    some = (*COLLIDING, "another")
    names = ids(some)

    assert len(set(names)) == 3
    assert [select(some, name) for name in names] == [0, 1, 2]
    with pytest.raises(EntryAmbiguous):
        select(some, "id:42f58c3e")
    assert ids(("another",))[0] == f"id:{selector.fingerprint_of('another')[:8]}"


def test_more_digits_than_needed_still_select() -> None:
    """An id that was given while two entries collided goes on to work when one of them is gone."""
    name = ids(COLLIDING)[0]

    assert select((COLLIDING[0], "another"), name) == 0
    assert select(("a", "b"), f"id:{selector.fingerprint_of('b')}") == 1


@pytest.mark.parametrize("wanted", ["id:12345678", "id:xyz", "id:"])
def test_what_looks_like_an_id_and_is_none_is_a_text(wanted: str) -> None:
    """An entry may mention ids."""
    assert select(("a", f"see {wanted} there"), wanted) == 1
    with pytest.raises(EntryNotFound):
        select(("a", "b"), "id:00000000")


def test_the_id_of_one_entry_wins_over_the_text_of_another() -> None:
    """The order is id, equality, part."""
    name = ids(("target",))[0]

    assert select((name, "target"), name) == 1


def test_no_match_lists_the_entries_and_the_nearest() -> None:
    """One comma off: the answer names what was probably meant, and does not apply it."""
    long = "The user prefers short answers, with code first, and explanations only where something is surprising"
    some = ("vim", long, "tabs")
    with pytest.raises(EntryNotFound) as caught:
        select(some, long.replace("answers,", "answers"))

    assert caught.value.details.entries == previews(some)
    assert caught.value.details.nearest == preview(long)


@pytest.mark.parametrize("wanted", ["CAFÉ menu", "café  menu.", "cafe\u0301\u00a0menu"])
def test_a_match_but_for_spacing_quotes_or_case_is_offered(wanted: str) -> None:
    """Exactly one such entry is named as what was meant, and nothing happens."""
    with pytest.raises(EntryNotFound, match="differs from it only") as caught:
        select(("other", "café menu"), wanted)

    assert caught.value.details.nearest is not None
    assert caught.value.details.nearest.text == "café menu"


def test_without_entries_a_refusal_says_to_add() -> None:
    """There is nothing to list."""
    with pytest.raises(EntryNotFound, match="use add"):
        select((), "anything")


def test_a_text_that_shares_nothing_has_no_nearest() -> None:
    """A guess without a reason would be worse than none."""
    assert nearest(("alpha", "beta"), "广西") is None


@given(entry_lists, raw_texts)
def test_the_nearest_is_one_of_the_entries(some: tuple[str, ...], wanted: str) -> None:
    """Or nothing."""
    found = nearest(some, wanted)

    assert found is None or found in some


def test_the_search_for_the_nearest_is_bounded() -> None:
    """Only the first 500 entries and 2,000 characters of each are looked at."""
    many = tuple(f"{number:05d}" for number in range(selector.NEAREST_ENTRIES))
    far = "x" * selector.NEAREST_CHARS + " the needle"

    assert nearest((*many, "zebra crossing"), "zebra crossings") is None
    assert nearest((far,), "needle") is None
    assert nearest(("the needle",), "needle") == "the needle"


def test_refusals_stay_short_however_many_entries_there_are() -> None:
    """At most 50 previews, each of at most 80 characters on one line."""
    many = tuple(f"{number}\n" + "long text " * 50 for number in range(200))
    with pytest.raises(EntryNotFound) as caught:
        select(many, "absent")

    shown = caught.value.details.entries
    assert len(shown) == selector.MAX_PREVIEWS
    assert all(len(one.text) <= selector.PREVIEW_CHARS and "\n" not in one.text for one in shown)
    assert [one.chars for one in shown] == [len(entry) for entry in many[:50]]


@given(st.text(min_size=1))
def test_a_short_single_line_is_shown_whole(text: str) -> None:
    """Only what is too long is cut, and the cut is visible."""
    shown = preview(text).text
    line = " ".join(text.split())

    assert shown == line or (len(text) > selector.PREVIEW_CHARS and shown.endswith("…"))
