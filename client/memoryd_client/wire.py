"""Frames and messages: what goes over the socket, without any socket.

A request is two frames, header and body; ZeroMQ puts the routing id before them. The header alone names the request,
its id and its deadline, so that a daemon can answer even a request that it does not know. The body is the request
itself and is decoded only when the header is understood. ``docs/protocol.md`` is the authority.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from memoryd_client import messages
from memoryd_client.errors import InvalidRequest, InvalidText, TooLarge, raised
from memoryd_client.messages import AnyReply, Failure, Reply, Request

PROTOCOL_MIN = 1
PROTOCOL_MAX = 1
"""The protocol versions this code speaks, both ends included; apart from the version of the package."""

MAX_REQUEST_BYTES = 1 << 20
"""What a daemon accepts unless its settings say otherwise; a client learns the real figure in hello."""

MAX_REPLY_BYTES = 64 << 20
"""What a client accepts: a memory file is small, but a person may have pasted a book into it."""

NAME_BYTES = 128
"""Request ids and agent names beyond this are refused: they are kept in tables."""


class RequestHeader(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first frame of a request, read by every daemon since protocol 1; unknown fields are ignored.

    Attributes:
        type: The request's name, a key of ``messages.REQUESTS``.
        id: Names the request for its lifetime; a resend has the same.
        instance: The daemon instance met in hello; empty for hello, ping and status.
        deadline: A moment on that daemon's clock, in seconds, after which the request must not be applied; 0 is none.
        fresh: True only if the id was made for this one sending, so that no earlier outcome can exist.
    """

    type: str
    id: str
    instance: str = ""
    deadline: float = 0.0
    fresh: bool = False


class ReplyHeader(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first frame of a reply: which request it answers, how it ended, and which daemon instance speaks."""

    id: str
    status: Literal["ok", "failed"] = "ok"
    instance: str = ""


_encoder = msgspec.msgpack.Encoder()
_request_header = msgspec.msgpack.Decoder(RequestHeader)
_reply_header = msgspec.msgpack.Decoder(ReplyHeader)
_reply: msgspec.msgpack.Decoder[AnyReply] = msgspec.msgpack.Decoder(AnyReply)
_failure = msgspec.msgpack.Decoder(Failure)
_requests = {name: msgspec.msgpack.Decoder(kind) for name, kind in messages.REQUESTS.items()}


def encode_header(header: RequestHeader | ReplyHeader) -> bytes:
    """The first frame."""
    return _encoder.encode(header)


def encode_request(request: Request, max_bytes: int = MAX_REQUEST_BYTES) -> bytes:
    """The second frame of a request.

    Raises:
        InvalidText: A text holds lone surrogates, which UTF-8 has no bytes for.
        TooLarge: The body is over ``max_bytes``; sent all the same, the daemon would drop the connection unanswered.
    """
    try:
        body = _encoder.encode(request)
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"a text holds U+{ord(error.object[error.start]):04X} at position {error.start}, half of a surrogate pair, "
            "which has no UTF-8 form; send the whole character"
        ) from error
    if len(body) > max_bytes:
        raise TooLarge(f"the request has {len(body)} bytes, the daemon accepts {max_bytes}; send less in one request")
    return body


def encode_reply(reply: Reply | Failure) -> bytes:
    """The second frame of a reply."""
    return _encoder.encode(reply)


def decode_request_header(frame: bytes) -> RequestHeader:
    """The header of a request.

    Raises:
        InvalidRequest: The frame is no header, or its id or type is empty or too long.
    """
    try:
        header = _request_header.decode(frame)
    except msgspec.MsgspecError as error:
        raise InvalidRequest(f"the header cannot be read: {error}") from error
    if not 0 < len(header.id.encode()) <= NAME_BYTES or len(header.type) > NAME_BYTES:
        raise InvalidRequest(f"a request id must have 1 to {NAME_BYTES} bytes", field="id")
    return header


def decode_request(name: str, body: bytes) -> Request:
    """The body of the request called ``name``, decoded strictly.

    Raises:
        InvalidRequest: A field is missing, unknown or of the wrong type; the message names it.
        KeyError: No request has this name.
    """
    decoder = _requests[name]
    try:
        return decoder.decode(body)
    except msgspec.MsgspecError as error:
        raise InvalidRequest(f"{name}: {error}; see docs/protocol.md for its fields") from error


def decode_reply_header(frame: bytes) -> ReplyHeader:
    """The header of a reply; raises `msgspec.MsgspecError` on garbage."""
    return _reply_header.decode(frame)


def decode_reply(header: ReplyHeader, body: bytes) -> AnyReply:
    """The reply itself.

    Raises:
        MemorydError: The daemon refused or failed; the exception of its code, with its details.
    """
    if header.status == "ok":
        return _reply.decode(body)
    raise raised(_failure.decode(body), header.id)


def decode_failure(body: bytes) -> Failure:
    """The body of a failed reply."""
    return _failure.decode(body)


def failure_code(body: bytes) -> str:
    """The code of a failed reply's body."""
    return _failure.decode(body).code
