"""Frames and messages: strict where ignoring would lose something, tolerant where versions differ."""

import pickle

import msgspec
import pytest

from memoryd_client import wire
from memoryd_client.errors import InvalidRequest, InvalidText, MemorydError, TooLarge, by_code, raised
from memoryd_client.messages import REQUESTS, Add, Details, Failure, Pong


def test_a_request_with_an_unknown_field_is_refused_by_name() -> None:
    """A daemon that ignored a base_digest would lose an update."""
    body = msgspec.msgpack.encode({"type": "add", "target": "memory", "content": "x", "if_digest": "d"})

    with pytest.raises(InvalidRequest, match="if_digest"):
        wire.decode_request("add", body)


def test_a_reply_with_an_unknown_field_is_understood() -> None:
    """A newer daemon may say more."""
    body = msgspec.msgpack.encode({"type": "pong", "mood": "fine"})

    assert wire.decode_reply(wire.ReplyHeader(id="x"), body) == Pong()


def test_headers_ignore_what_a_newer_peer_adds() -> None:
    """They are read by every version."""
    frame = msgspec.msgpack.encode({"type": "ping", "id": "x", "colour": "blue"})

    assert wire.decode_request_header(frame).id == "x"


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_is_called_what_its_header_says(name: str) -> None:
    """The tag in the body is the name in the header."""
    assert REQUESTS[name].__struct_config__.tag == name


def test_half_a_character_is_refused_before_it_is_sent() -> None:
    """With its code point and position."""
    with pytest.raises(InvalidText, match=r"U\+D800 at position 2"):
        wire.encode_request(Add(target="memory", content="ab\ud800"))


def test_what_is_too_large_is_refused_before_it_is_sent() -> None:
    """With both sizes."""
    with pytest.raises(TooLarge, match="accepts 100"):
        wire.encode_request(Add(target="memory", content="x" * 200), 100)


def test_codes_are_unique_and_name_their_class() -> None:
    """Every class has its own."""
    assert all(kind.code == code for code, kind in by_code.items())
    assert len(set(by_code.values())) == len(by_code)


def test_a_code_from_the_future_is_kept() -> None:
    """An unknown refusal is still a MemorydError with its code."""
    error = raised(Failure(code="too_poetic", message="no rhymes"), "r")

    assert isinstance(error, MemorydError)
    assert (error.code, str(error), error.request_id) == ("too_poetic", "no rhymes", "r")


@pytest.mark.parametrize("code", by_code)
def test_an_error_survives_the_wire_and_a_pickle(code: str) -> None:
    """Class, message and details."""
    error = by_code[code]("what happened", excess=3)
    copies = [raised(error.failure()), pickle.loads(pickle.dumps(error))]  # noqa: S301 - our own

    for copy in copies:
        assert (type(copy), str(copy), copy.details) == (type(error), "what happened", Details(excess=3))
