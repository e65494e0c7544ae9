"""Properties of the file format: bytes to entries and back."""

# ruff: noqa: FBT001 - what Hypothesis draws comes by position or name alike

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies import entries, entry_lists, files

from memoryd.core.document import EMPTY, Document, NotText, parse, render
from memoryd.core.text import strip, with_newlines


@given(st.binary(max_size=60) | files())
def test_any_bytes_end_in_a_visible_state(data: bytes) -> None:
    """They are UTF-8 and parsed, or refused with the place of the first byte that is not."""
    try:
        document = parse(data)
    except NotText as error:
        data[: error.offset].decode()
        with pytest.raises(UnicodeDecodeError):
            data[error.offset : error.offset + 4].decode()
        return

    assert all(entry and entry == strip(entry) and "\r" not in entry for entry in document.entries)
    assert len(set(document.entries)) == len(document.entries)


@given(files())
def test_no_text_is_lost_in_reading(data: bytes) -> None:
    """Every line that is neither white space nor a separator is in an entry; nothing reads as silently empty."""
    try:
        document = parse(data)
    except NotText:
        return
    lines = {strip(line) for line in with_newlines(data.decode()).split("\n")} - {"", "§"}

    assert lines == {strip(line) for entry in document.entries for line in entry.split("\n")} - {""}


@given(files(), st.data())
def test_what_edits_produce_reads_back_as_it_is(data: bytes, draw: st.DataObject) -> None:
    """After any change to a file as it was found, writing and reading gives the same entries."""
    try:
        found = parse(data)
    except NotText:
        return
    kept = [entry for entry in found.entries if draw.draw(st.booleans())]
    after = tuple(dict.fromkeys(draw.draw(st.permutations([*kept, *draw.draw(entry_lists)]))))
    document = found.with_entries(after)

    assert parse(render(document)).entries == after
    assert parse(render(parse(render(document)))).entries == after


@given(entry_lists)
@example(("\u200b", "a"))
def test_the_canonical_form_joins_entries_by_the_separator(some: tuple[str, ...]) -> None:
    """A file that only memoryd wrote has no other bytes than this."""
    assert "\n§\n".join(some).encode() == render(Document(some))


_newlines = st.sampled_from(["\n", "\r\n"])


@given(st.lists(entries, min_size=1, max_size=5, unique=True), _newlines, st.booleans(), st.data())
def test_a_file_that_is_not_edited_keeps_every_byte(
    some: list[str],
    newline: str,
    final: bool,
    draw: st.DataObject,
) -> None:
    """Whatever line ends its entries have, separators in the style of the file and the final newline stay."""
    raw = [_respelled(entry, draw) for entry in some]
    data = (f"{newline}§{newline}".join(raw) + (newline if final else "")).encode()
    document = parse(data)
    assume(document.newline == newline)

    assert render(document) == data
    assert document.final_newline == final


@given(st.lists(entries, min_size=1, max_size=5, unique=True), _newlines, st.booleans(), st.data())
def test_an_entry_that_is_not_edited_keeps_its_bytes(
    some: list[str],
    newline: str,
    final: bool,
    draw: st.DataObject,
) -> None:
    """CR LF, LF, lone CR or a mixture inside an entry stay while its neighbours come and go."""
    raw = {entry: _respelled(entry, draw) for entry in some}
    document = parse((f"{newline}§{newline}".join(raw.values()) + (newline if final else "")).encode())
    assume(document.newline == newline)
    kept = tuple(entry for entry in some if draw.draw(st.booleans()))
    added = draw.draw(entries.filter(lambda entry: entry not in raw))
    written = render(document.with_entries((*kept, added))).decode()

    expected = [*(raw[entry] for entry in kept), with_newlines(added, newline)]
    assert f"{newline}§{newline}".join(expected) + (newline if final else "") == written


def _respelled(entry: str, draw: st.DataObject) -> str:
    """The entry with each of its line ends written in some way."""
    first, *rest = entry.split("\n")
    return first + "".join(draw.draw(st.sampled_from(["\n", "\r\n", "\r"])) + line for line in rest)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_removed_last_entry_leaves_an_empty_file(newline: str) -> None:
    """No entries are no bytes, whatever the file looked like."""
    document = parse(f"only{newline}".encode())

    assert render(document.with_entries(())) == b""


@pytest.mark.parametrize(
    "data", [b"", b"\n", b" \r\n\t", "§".encode(), "\n§\n§\n".encode(), b"\xef\xbb\xbf", "\u3000§\ufeff".encode()]
)
def test_files_without_text_are_empty(data: bytes) -> None:
    """White space, separators and byte order marks are no entries."""
    assert parse(data).entries == ()


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbfone\n\xc2\xa7\ntwo", b"\xef\xbb\xbf\xef\xbb\xbfone\r\n\xc2\xa7\r\ntwo\r\n"]
)
def test_a_byte_order_mark_is_dropped_and_noted(data: bytes) -> None:
    """It is neither part of the first entry nor written again."""
    document = parse(data)

    assert document.entries == ("one", "two")
    assert any("byte order mark" in note for note in document.notes)
    assert not render(document).startswith(b"\xef\xbb\xbf")


def test_the_offset_of_a_bad_byte_counts_the_byte_order_mark() -> None:
    """The place is one in the file, where a person will look for it."""
    with pytest.raises(NotText) as caught:
        parse(b"\xef\xbb\xbfcaf\xe9")

    assert caught.value.offset == 6
    assert "0xe9" in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [b"caf\xe9", b"\xc3", b"ok\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf5\x80\x80\x80", "text".encode("utf-16")],
)
def test_what_is_not_utf8_is_refused(data: bytes) -> None:
    """Latin-1, cut, surrogate, overlong and out-of-range sequences are never guessed at."""
    with pytest.raises(NotText):
        parse(data)


@pytest.mark.parametrize(
    "text",
    [
        "one\n\n§\ntwo",
        "one\n§ \ntwo",
        "one\n§\ntwo\n\n",
        "one\n§\ntwo",
        "\n\none\n\n\n\u3000§\t\n\n two \n",
        "one\r§\rtwo",
    ],
)
def test_spacing_around_entries_is_tolerated(text: str) -> None:
    """What a person can type around a separator does not change what the entries are."""
    assert parse(text.encode()).entries == ("one", "two")


def test_exact_duplicates_collapse_to_the_first_and_are_noted() -> None:
    """Order is that of the first occurrence."""
    document = parse("a\n§\nb\n§\na\n§\n a \n§\nc".encode())

    assert document.entries == ("a", "b", "c")
    assert any("2 exact duplicates" in note for note in document.notes)


def test_texts_that_only_look_equal_are_different_entries() -> None:
    """Only exact duplicates collapse; a composed and a decomposed letter are two texts."""
    assert len(parse("é\n§\ne\u0301".encode()).entries) == 2


def test_a_mixed_file_counts_as_what_most_of_its_lines_use() -> None:
    """New entries follow the majority."""
    mostly_dos = parse(b"a\r\n\xc2\xa7\r\nb\n\xc2\xa7\r\nc")
    mostly_unix = parse(b"a\n\xc2\xa7\nb\r\n\xc2\xa7\nc")

    assert (mostly_dos.newline, mostly_unix.newline) == ("\r\n", "\n")


def test_an_empty_document_has_no_surprises() -> None:
    """A file that does not exist yet gets LF and no final newline."""
    assert render(EMPTY.with_entries(("a", "b"))) == "a\n§\nb".encode()
