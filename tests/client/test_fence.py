"""The fence: nothing inside can close it, whole blocks are stripped, and prose that names the tag stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd_client import fence
from memoryd_client.fence import Scrubber

PIECES = (
    *("<memory-context>", "</memory-context>", "< Memory Context >", "</memory_context x=1>", "<memory-context\n>"),
    *(
        "`<memory-context>`",
        "<MEMORY\u200b-CONTEXT>",
        "<memory-",
        "context",
        "<",
        ">",
        "> ",
        "\n",
        "\n\n",
        " ",
        "a",
        "é",
    ),
)


def streamed(text: str, size: int) -> str:
    """What a scrubber shows of a text that comes in pieces."""
    scrubber = Scrubber()
    shown = [scrubber.feed(text[start : start + size]) for start in range(0, len(text), size)]
    return "".join((*shown, scrubber.close()))


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.integers(1, 40))
def test_a_stream_is_stripped_as_the_whole_is(text: str, size: int) -> None:
    """However it is cut into pieces."""
    assert streamed(text, size) == fence.strip(text)


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_nothing_inside_closes_the_fence(text: str) -> None:
    """What was built is one block, and stripping leaves nothing of it."""
    block = fence.build(text)

    assert fence.strip(block) == ""
    assert fence.strip(f"question\n\n{block}\n") == "question\n\n" or not block


@pytest.mark.parametrize("size", range(1, 60))
def test_prose_that_names_the_tag_is_shown_whole(size: int) -> None:
    """Split at every place."""
    text = "In the `<memory-context>` block there was nothing."

    assert streamed(text, size) == text


@pytest.mark.parametrize(
    "block",
    [
        "<memory-context>\nx\n</memory-context>",
        "<Memory-Context >\nx\n</ MEMORY-CONTEXT>",
        "  < memory_context note=1>\nx\n</memory context >",
        "> <memory-context>\nx <memory-context>y</memory-context>\n</memory-context>",
        "<memory\u200b-context>x</memory-con\u200btext>".replace("con\u200btext", "context"),
    ],
)
def test_a_block_at_the_beginning_of_a_line_is_stripped(block: str) -> None:
    """In whatever spelling, and with what is nested in it."""
    assert fence.strip(f"before\n{block}\nafter") == "before\nafter"


@pytest.mark.parametrize(
    "text",
    [
        "<memory-context> was never closed\nand more",
        "an inline <memory-context>word</memory-context> stays",
        "</memory-context>\nalone",
        "a < b and b > c",
    ],
)
def test_what_is_no_block_stays(text: str) -> None:
    """Not closed, not at the beginning of a line, or not ours."""
    assert fence.strip(text) == text


def test_an_unclosed_tag_hides_no_block_behind_it() -> None:
    """The block after it goes all the same."""
    text = "<memory-context> they say\n<memory-context>\nsecret\n</memory-context>\nend"

    assert fence.strip(text) == "<memory-context> they say\nend"
    assert streamed(text, 3) == "<memory-context> they say\nend"


def test_parts_of_a_message_are_stripped_one_by_one() -> None:
    """As chat APIs have them; what is not text stays."""
    block = fence.build("secret")
    parts = [{"type": "text", "text": f"hello\n{block}"}, {"type": "image", "url": "x"}]

    assert fence.strip_message(parts) == [{"type": "text", "text": "hello\n"}, {"type": "image", "url": "x"}]
    assert fence.strip_message(f"{block}\nhi") == "hi"
    assert fence.strip_message(None) is None


def test_what_is_never_closed_is_shown_after_a_while() -> None:
    """A model that opens a block and goes on writing is not silenced for ever."""
    scrubber = Scrubber()
    shown = scrubber.feed("<memory-context>\n" + "word > " * fence.MAX_HELD)

    assert shown.startswith("<memory-context>")


def test_an_empty_recall_gives_no_block() -> None:
    """Nothing is put into the message."""
    assert fence.build(" \n") == ""
