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
    scope: Annotated[
        Literal["", "profile", "principal", "repository"],
        Meta(description="whose it is, one file for each; empty: principal for user, else profile"),
    ] = ""
    writers: Annotated[
        list[Literal["cli", "gateway", "api", "worktree", "subagent"]],
        Meta(description="contexts whose sessions may write; empty: all that may write at all"),
    ] = msgspec.field(default_factory=list)


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """``[profiles.NAME]``: what is different in one profile; an empty key is as it is everywhere."""

    targets: dict[str, Target] = msgspec.field(default_factory=dict)


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """``[limits]``: what clients may ask of the daemon."""

    request_bytes: Annotated[int, Meta(ge=4096, le=1 << 28, description="bytes of one request")] = MAX_REQUEST_BYTES
    in_flight: Annotated[int, Meta(ge=1, description="edits in flight in all, before busy")] = 4_096
    in_flight_per_process: Annotated[int, Meta(ge=1, description="edits in flight of one process, before busy")] = 256
    unsent_replies: Annotated[int, Meta(ge=1, description="replies a client may leave unread")] = 1_000


class Journal(Struct, frozen=True, forbid_unknown_fields=True):
    """``[journal]``: what is remembered about edits."""

    outcome_hours: Annotated[float, Meta(ge=24, description="hours for which an outcome can be asked again")] = 24.0


class Approval(Struct, frozen=True, forbid_unknown_fields=True):
    """``[approval]``: what waits for a person before it changes memory."""

    write_approval: Annotated[Literal["off", "on"], Meta(description="on: edits wait until a person approves")] = "off"
    contexts: Annotated[
        list[Literal["cli", "gateway", "api", "worktree", "subagent", "none"]],
        Meta(description="contexts whose edits wait, none: without a session; empty: all"),
    ] = msgspec.field(default_factory=list)
    profiles: Annotated[
        list[str], Meta(description="profiles whose edits wait, default: the root's own; empty: all")
    ] = msgspec.field(default_factory=list)


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """``[history]``: how much is kept of what was changed; whichever bound is reached first."""

    rows: Annotated[int, Meta(ge=100, description="changes that are kept")] = 100_000
    days: Annotated[float, Meta(ge=1, description="days for which a change is kept")] = 365.0
    max_bytes: Annotated[int, Meta(ge=1 << 20, description="bytes of texts that are kept")] = 64 << 20


class Sessions(Struct, frozen=True, forbid_unknown_fields=True):
    """``[sessions]``: how long sessions last and are remembered."""

    grace_minutes: Annotated[
        float, Meta(ge=0, description="minutes after its last process died in which a session may be taken up again")
    ] = 5.0
    lease_minutes: Annotated[
        float, Meta(gt=0, description="minutes without a request, where the kernel cannot tell when a process dies")
    ] = 60.0
    kept_days: Annotated[float, Meta(ge=0, description="days for which an ended session and its block are kept")] = 30.0


class Scan(Struct, frozen=True, forbid_unknown_fields=True):
    """``[scan]``: what may not become memory."""

    policy: Annotated[
        Literal["balanced", "strict"], Meta(description="balanced: acts are refused; strict: mentions of them too")
    ] = "balanced"
    patterns: Annotated[dict[str, str], Meta(description="more patterns: a table of NAME = regular expression")] = (
        msgspec.field(default_factory=dict)
    )


class Provider(Struct, frozen=True, forbid_unknown_fields=True):
    """``[provider]``: the one external memory, beside the built-in one."""

    name: Annotated[str, Meta(max_length=64, description="which provider; empty: none")] = ""
    python: Annotated[str, Meta(description="interpreter that has the provider's SDK; empty: the daemon's own")] = ""
    instances: Annotated[
        Literal["session", "shared"], Meta(description="session: one instance for each session; shared: one for all")
    ] = "session"
    environment: Annotated[
        tuple[str, ...], Meta(description="variables that it gets beside the usual ones; NAME* is a beginning")
    ] = ()
    skip: Annotated[
        tuple[str, ...], Meta(description="contexts of sessions that it is told nothing of, and not asked for")
    ] = ("cron", "subagent")
    recall_seconds: Annotated[float, Meta(ge=0, le=300, description="seconds that a turn waits for a recall")] = 8.0
    context_chars: Annotated[
        int, Meta(ge=200, le=8_192, description="code points of a recall that reach the model")
    ] = 4_000
    call_seconds: Annotated[
        float, Meta(ge=0.1, le=3_600, description="seconds that one call may take before its process is ended")
    ] = 300.0
    start_seconds: Annotated[
        float, Meta(ge=0.1, le=600, description="seconds that loading, and initializing for a session, may take")
    ] = 60.0
    retry_seconds: Annotated[
        float, Meta(ge=0.01, le=300, description="seconds after a first failed delivery; then it doubles")
    ] = 1.0
    outbox_rows: Annotated[int, Meta(ge=1, le=10_000_000, description="events that may wait; more are refused")] = (
        50_000
    )
    outbox_days: Annotated[
        float, Meta(gt=0, le=3_650, description="days that an event may wait before new ones are refused")
    ] = 30.0
    nudge_turns: Annotated[
        int, Meta(ge=0, le=10_000, description="turns without a save before a memory review is due; 0: never")
    ] = 10
    llm_url: Annotated[str, Meta(description="OpenAI-compatible endpoint for providers that ask for a model")] = ""
    llm_model: Annotated[str, Meta(description="the model's name there")] = ""
    llm_key: Annotated[str, Meta(description="name of the variable that holds the key for it")] = ""


class Archive(Struct, frozen=True, forbid_unknown_fields=True):
    """``[archive]``: what was said in sessions."""

    keep_days: Annotated[
        float, Meta(ge=0, description="days after its last message for which a session is kept; 0: always")
    ] = 0.0
    shared_profiles: Annotated[
        tuple[str, ...],
        Meta(description="profiles whose sessions every profile may search by name; empty name: the root's own"),
    ] = ()


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """``[log]``: what is said, and where."""

    level: Annotated[Literal["debug", "info", "warning", "error"], Meta(description="least level")] = "info"
    file: Annotated[str, Meta(description="absolute path of a file to write to; empty: stderr")] = ""
    file_bytes: Annotated[int, Meta(ge=4096, description="bytes after which the file becomes FILE.1")] = 1_000_000
    format: Annotated[Literal["auto", "json", "text"], Meta(description="auto: text on a terminal, else JSON")] = "auto"


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of one root."""

    targets: dict[str, Target] = msgspec.field(default_factory=dict)
    profiles: dict[str, Profile] = msgspec.field(default_factory=dict)
    limits: Limits = Limits()
    journal: Journal = Journal()
    history: History = History()
    approval: Approval = msgspec.field(default_factory=Approval)
    sessions: Sessions = Sessions()
    scan: Scan = msgspec.field(default_factory=Scan)
    provider: Provider = Provider()
    archive: Archive = Archive()
    log: Log = Log()


SECTIONS: Mapping[str, type[Struct]] = MappingProxyType(
    {
        "targets.NAME": Target,
        **{name: kind for name, kind in get_type_hints(Settings).items() if name not in ("targets", "profiles")},
    }
)
"""Every section by its name; ``targets.NAME`` stands for every target, also below ``profiles.NAME``."""


def descriptions() -> dict[str, dict[str, str]]:
    """Section -> key -> what it means."""
    return {name: _descriptions(kind) for name, kind in SECTIONS.items()}


def _descriptions(kind: type[Struct]) -> dict[str, str]:
    schema = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    return {key: str(field.get("description", "")) for key, field in schema.items()}
