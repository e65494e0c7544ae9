"""The settings themselves: a section is a struct, a setting a field of it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct

from memoryd_client.wire import MAX_REQUEST_BYTES


class Target(Struct, frozen=True, forbid_unknown_fields=True):
    """``[targets.NAME]``: one memory file."""

    file: Annotated[str, Meta(description="file name in the memories directory; empty: NAME.md in capitals")] = ""
    limit: Annotated[int, Meta(ge=0, le=10_000_000, description="budget in code points; 0: the target's default")] = 0
    header: Annotated[str, Meta(max_length=200, description="heading of the block in a session")] = ""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """``[limits]``: what clients may ask of the daemon."""

    request_bytes: Annotated[int, Meta(ge=4096, le=1 << 28, description="bytes of one request")] = MAX_REQUEST_BYTES
    in_flight: Annotated[int, Meta(ge=1, description="edits in flight in all, before busy")] = 4_096
    in_flight_per_process: Annotated[int, Meta(ge=1, description="edits in flight of one process, before busy")] = 256
    unsent_replies: Annotated[int, Meta(ge=1, description="replies a client may leave unread")] = 1_000


class Journal(Struct, frozen=True, forbid_unknown_fields=True):
    """``[journal]``: what is remembered about edits."""

    outcome_hours: Annotated[float, Meta(ge=24, description="hours for which an outcome can be asked again")] = 24.0


class Scan(Struct, frozen=True, forbid_unknown_fields=True):
    """``[scan]``: what may not become memory."""

    policy: Annotated[
        Literal["balanced", "strict"], Meta(description="balanced: acts are refused; strict: mentions of them too")
    ] = "balanced"
    patterns: Annotated[dict[str, str], Meta(description="more patterns: a table of NAME = regular expression")] = (
        msgspec.field(default_factory=dict)
    )


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """``[log]``: what is said on stderr."""

    level: Annotated[Literal["debug", "info", "warning", "error"], Meta(description="least level")] = "info"
    format: Annotated[Literal["auto", "json", "text"], Meta(description="auto: text on a terminal, else JSON")] = "auto"


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of one root."""

    targets: dict[str, Target] = msgspec.field(default_factory=dict)
    limits: Limits = Limits()
    journal: Journal = Journal()
    scan: Scan = msgspec.field(default_factory=Scan)
    log: Log = Log()


SECTIONS: Mapping[str, type[Struct]] = MappingProxyType(
    {"targets.NAME": Target, **{name: kind for name, kind in get_type_hints(Settings).items() if name != "targets"}}
)
"""Every section by its name; ``targets.NAME`` stands for every target."""


def descriptions() -> dict[str, dict[str, str]]:
    """Section -> key -> what it means."""
    return {name: _descriptions(kind) for name, kind in SECTIONS.items()}


def _descriptions(kind: type[Struct]) -> dict[str, str]:
    schema = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    return {key: str(field.get("description", "")) for key, field in schema.items()}
