"""What goes through a host's pipes, as the daemon sees it: typed here, plain JSON in the provider's own process."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from memoryd.providers.host.channel import MAX_FRAME

Do = Literal["list", "load", "open", "call", "close", "stop"]


class Order(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a host is to do.

    ``instance`` is which of the provider's instances: the session's name, or one for all. ``args`` and ``keywords``
    are the method's; keywords that its signature does not take are left out by the host.
    """

    do: Do
    id: int = 0
    instance: str = ""
    session: str = ""
    method: str = ""
    args: tuple[Any, ...] = ()
    keywords: Mapping[str, Any] = {}
    name: str = ""
    pin: str = ""
    bundled: str = ""
    plugins: str = ""


class Trouble(Struct, frozen=True):
    """An exception of a provider."""

    type: str = ""
    message: str = ""
    place: str = ""

    def __str__(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type


class Answer(Struct, frozen=True, kw_only=True):
    """How one order ended."""

    id: int
    ok: Any = None
    error: Trouble | None = None


class Described(Struct, frozen=True, kw_only=True):
    """What a loaded provider says about itself."""

    name: str = ""
    available: bool = False
    reason: str = ""
    tools: tuple[dict[str, Any], ...] = ()
    config: tuple[dict[str, Any], ...] = ()
    backup_paths: tuple[str, ...] = ()


class Listed(Struct, frozen=True, kw_only=True):
    """A provider that was found; ``digest`` is that of its tree now."""

    name: str
    source: str
    path: str
    digest: str = ""
    problem: str = ""


class Recall(Struct, frozen=True, kw_only=True):
    """What a prefetch brought, as it came."""

    text: str = ""
    label: str = ""
    count: int = 0
    glyph: str = ""


class BadFrame(ValueError):
    """What came from a host is no frame; the host is ended."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Answer)


def encode(order: Order) -> bytes:
    """The bytes of an order; raises `BadFrame` if they are more than a host reads."""
    body = _encoder.encode(_encodable(order))
    if len(body) > MAX_FRAME:
        raise BadFrame(f"{order.method or order.do} has {len(body):,} bytes, more than {MAX_FRAME:,}")
    return len(body).to_bytes(4, "big") + body


def _encodable(order: Order) -> Order:
    try:
        _encoder.encode(order)
    except (UnicodeEncodeError, ValueError):  # half of a surrogate pair has no UTF-8 form
        return msgspec.structs.replace(order, args=_mended(order.args), keywords=_mended(order.keywords))
    return order


def _mended(value: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    match value:
        case str():
            return value.encode("utf-8", "replace").decode()
        case Mapping():
            return {_mended(key): _mended(one) for key, one in value.items()}
        case tuple() | list():
            return tuple(_mended(one) for one in value)
    return value


class Frames:
    """Bytes in, answers out."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Answer]:
        """The answers that are complete now; raises `BadFrame`."""
        self._buffer += data
        found: list[Answer] = []
        while len(self._buffer) >= 4:
            size = int.from_bytes(self._buffer[:4], "big")
            if size > MAX_FRAME:
                raise BadFrame(f"a frame of {size:,} bytes; no more than {MAX_FRAME:,} are allowed")
            if len(self._buffer) < 4 + size:
                break
            try:
                found.append(_decoder.decode(self._buffer[4 : 4 + size]))
            except msgspec.MsgspecError as error:
                raise BadFrame(str(error)) from error
            del self._buffer[: 4 + size]
        return found
