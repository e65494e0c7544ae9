"""What a memory file holds, and the bytes that it is to have."""

from hypothesis import given
from hypothesis import strategies as st

from memoryd.core.document import Document, parse, render
from memoryd.store.contents import Contents

ENTRIES = st.lists(st.sampled_from(["a", "b\nc", "§§", "é"]), max_size=4, unique=True).map(tuple)


@given(
    st.lists(st.sampled_from(["a", "b\nc", "\r\n", "\n", "\r", "§", " § ", "d"]), max_size=12).map("\n".join),
    st.lists(ENTRIES, min_size=1, max_size=4),
)
def test_a_file_is_rendered_with_other_entries_as_its_document_is(text: str, states: list[tuple[str, ...]]) -> None:
    """In its own spelling, and as quickly for the canonical form as for any."""
    contents = Contents([], lambda _: None)
    found = parse(text.encode())
    contents.take(found, 0.0)

    for entries in states:
        assert contents.rendered(entries) == render(found.with_entries(entries))
    assert contents.rendered(()) == render(Document())
