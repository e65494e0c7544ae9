"""``docs/protocol.md`` is the authority for the wire; the code must say the same, field by field."""

import builtins
import importlib
import inspect
import pkgutil
from typing import get_args

import msgspec
import pytest
from markdown_tables import ROOT, chapter, table
from msgspec import Struct
from msgspec import inspect as types

from memoryd_client import errors, messages, wire
from memoryd_client.errors import MemorydError

REQUESTS = dict(messages.REQUESTS)
REPLIES = {"Failure": messages.Failure} | {kind.__name__.lower(): kind for kind in messages.Reply.__subclasses__()}
HEADERS = {"RequestHeader": wire.RequestHeader, "ReplyHeader": wire.ReplyHeader}
PARTS = {
    name: kind
    for name, kind in vars(messages).items()
    if inspect.isclass(kind) and issubclass(kind, Struct) and kind.__struct_config__.tag is None
    if kind not in (Struct, messages.Failure, messages.Request, messages.Reply)
}
TURNS = {
    errors.RequestError: "yours",
    errors.Refused: "yours, looking",
    errors.TryLater: "later",
    errors.StoreError: "the disk's",
    errors.Unreached: "the connection's",
}


@pytest.mark.parametrize(
    ("title", "kinds"), [("Requests", REQUESTS), ("Replies", REPLIES), ("Parts", PARTS), ("Frames", HEADERS)]
)
def test_every_message_is_documented_field_by_field(title: str, kinds: dict[str, type[Struct]]) -> None:
    """Page and code have the same messages, with the same fields, types and defaults, in the same order."""
    documented = {
        name: [(row["field"], row["type"], row["default"]) for row in rows]
        for name, rows in chapter("protocol.md", title).items()
    }

    assert {name: _fields(kind) for name, kind in kinds.items()} == documented


@pytest.mark.parametrize("title", ["Requests", "Replies", "Parts", "Frames"])
def test_every_field_says_since_when_and_what_it_means(title: str) -> None:
    """A field is as old as one of the protocol versions that this code speaks, and has a meaning."""
    spoken = [str(version) for version in range(wire.PROTOCOL_MIN, wire.PROTOCOL_MAX + 1)]

    for rows in chapter("protocol.md", title).values():
        for row in rows:
            assert row["since"] in spoken
            assert row["meaning"]


def test_every_error_is_documented() -> None:
    """Page and code have the same codes, for the same classes, and say the same about whose turn it is."""
    documented = {row["code"]: (row["class"], row["turn"]) for row in table("protocol.md", "Errors")}

    assert {code: (kind.__name__, _turn(kind)) for code, kind in errors.by_code.items()} == documented


def test_errors_are_the_builtins_that_the_page_names() -> None:
    """Whoever catches the builtin named on the page catches the error."""
    named = [(errors.by_code[row["code"]], row["also a"]) for row in table("protocol.md", "Errors") if row["also a"]]

    assert named
    assert [issubclass(kind, getattr(builtins, builtin)) for kind, builtin in named] == [True] * len(named)


def test_every_error_of_the_daemon_itself_is_documented() -> None:
    """The codes that only the daemon's own packages define stand in a table of their own."""
    rows = table("protocol.md", "Errors of the daemon itself")

    assert _errors_of("memoryd") == {row["code"]: row["class"] for row in rows}


def test_the_page_is_about_the_newest_protocol() -> None:
    """The protocol version on the page is the newest that the code speaks."""
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")

    assert f"this is **protocol {wire.PROTOCOL_MAX}**" in text


def test_every_capability_is_documented() -> None:
    """What welcome may list stands in the table of capabilities."""
    from memoryd.service.diagnosis import CAPABILITIES  # noqa: PLC0415 - the rest runs with the client alone

    assert list(CAPABILITIES) == [row["capability"] for row in table("protocol.md", "Capabilities")]


def test_every_way_of_writing_a_file_is_documented() -> None:
    """The ways that a status may name stand beside its field."""
    from memoryd.store.ways import Way  # noqa: PLC0415 - as above

    (row,) = [row for row in chapter("protocol.md", "Parts")["FileStatus"] if row["field"] == "written_by"]

    assert all(way in row["meaning"] for way in get_args(Way))


def test_limits_are_those_of_the_code() -> None:
    """The numbers in the table of limits are the constants and the settings' defaults."""
    from memoryd.settings import Limits  # noqa: PLC0415 - as above

    limits = Limits()
    values = [row["value"].split(" ")[0].replace(",", "") for row in table("protocol.md", "Limits")]
    numbers = [limits.request_bytes, wire.MAX_REPLY_BYTES, wire.NAME_BYTES, limits.in_flight]

    assert [*map(str, [*numbers, limits.in_flight_per_process, limits.unsent_replies]), "2"] == values


def _fields(kind: type[Struct]) -> list[tuple[str, str, str]]:
    found = types.type_info(kind)
    assert isinstance(found, types.StructType)
    return [(field.name, _word(field.type), _default(field)) for field in found.fields]


def _word(kind: types.Type) -> str:
    """A type in the page's words."""
    plain = {
        types.StrType: "text",
        types.IntType: "integer",
        types.FloatType: "float",
        types.BoolType: "boolean",
        types.DictType: "map",
    }
    match kind:
        case types.StructType(cls=cls):
            return cls.__name__
        case types.LiteralType(values=values):
            return " or ".join(map(str, values))
        case types.VarTupleType(item_type=item):
            return f"list of {_word(item)}"
        case types.UnionType(types=kinds):
            return " or ".join(map(_word, kinds))
        case types.NoneType():
            return "nil"
    return plain[type(kind)]


def _default(field: types.Field) -> str:
    if field.required:
        return "required"
    value = field.default
    if value is msgspec.NODEFAULT or isinstance(value, Struct):
        return "all empty"
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, (int, float)) else value or "empty"


def _turn(kind: type[MemorydError]) -> str:
    return next((turn for family, turn in TURNS.items() if issubclass(kind, family)), "")


def _errors_of(package: str) -> dict[str, str]:
    """Code and class of every error that the modules of a package define."""
    found: dict[str, str] = {}
    path = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(path, f"{package}."):
        if module.name.endswith("__main__"):
            continue
        for kind in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(kind) and issubclass(kind, MemorydError) and kind.__module__ == module.name:
                found[kind.code] = kind.__name__
    return found
