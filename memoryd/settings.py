"""What can be set, decoded strictly: ``<root>/memoryd/config.toml``, then ``MEMORYD_<SECTION>_<KEY>`` variables.

Every field below is a setting; its description states the unit. ``docs/settings.md`` is the same table, and a test
compares the two.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from memoryd_client.errors import MemorydError
from memoryd_client.wire import MAX_REQUEST_BYTES

DEFAULT_LIMITS = {"memory": 2_200, "user": 1_375}
DEFAULT_HEADERS = {"memory": "MEMORY (your notes)", "user": "USER (who the user is)"}
_TARGET = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_FILE = re.compile(r"[^/\0]{1,120}")


class BadSettings(MemorydError, ValueError):
    """The settings cannot be used; nothing was started or changed."""

    code = "bad_settings"


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


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as a person sees it."""

    name: str
    value: object
    default: object
    source: str
    description: str


def load(path: str, environ: Mapping[str, str]) -> Settings:
    """The settings of a file, which may be missing, and of the environment.

    Raises:
        BadSettings: The file cannot be read or decoded, or a key is unknown; the message names the nearest known one.
    """
    return decode(_read(path), environ, path)


def decode(text: str, environ: Mapping[str, str], path: str = "config.toml") -> Settings:
    """The settings that a file's text and the environment make together; raises `BadSettings`."""
    try:
        tree: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{path}: {error}", path=path) from error
    settings = _converted(tree, path, strict=True)
    if overrides := _overrides(environ):
        for name, value in overrides.items():
            _put(tree, name, value)
        settings = _converted(tree, f"{path} with MEMORYD_ variables", strict=False)  # variables hold nothing but text
    return _completed(settings, path)


def table(text: str, environ: Mapping[str, str]) -> list[Setting]:
    """Every setting with its value, default and where the value comes from."""
    chosen, default = _flat(decode(text, environ)), _flat(_completed(Settings(), ""))
    from_file, from_environment = _flat_tree(tomllib.loads(text)), set(_overrides(environ))
    rows = []
    for name, (value, description) in chosen.items():
        source = "environment" if name in from_environment else "config.toml" if name in from_file else "default"
        rows.append(Setting(name, value, default.get(name, (None, ""))[0], source, description))
    return rows


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path} cannot be read: {error}", path=path) from error


def _converted(tree: Mapping[str, Any], path: str, *, strict: bool) -> Settings:
    _require_known(tree, path)
    try:
        return msgspec.convert(tree, Settings, strict=strict)
    except msgspec.ValidationError as error:
        raise BadSettings(f"{path}: {error}", path=path) from error


def _completed(settings: Settings, path: str) -> Settings:
    """With the two default targets, and every target's empty fields filled in."""
    targets: dict[str, Target] = {}
    for name in ("memory", "user", *(name for name in settings.targets if name not in DEFAULT_LIMITS)):
        given = settings.targets.get(name, Target())
        targets[name] = Target(
            file=given.file or f"{name.upper()}.md",
            limit=given.limit or DEFAULT_LIMITS.get(name, DEFAULT_LIMITS["memory"]),
            header=given.header or DEFAULT_HEADERS.get(name, name.upper()),
        )
    for name, target in targets.items():
        if not _TARGET.fullmatch(name):
            raise BadSettings(f"{path}: target name {name!r} must match {_TARGET.pattern}", path=path)
        if not _FILE.fullmatch(target.file) or target.file.startswith("."):
            raise BadSettings(f"{path}: targets.{name}.file {target.file!r} must be a plain file name", path=path)
    names = [target.file.casefold() for target in targets.values()]
    if len(set(names)) < len(names):
        raise BadSettings(f"{path}: two targets have the same file", path=path)
    return msgspec.structs.replace(settings, targets=targets)


def _sections() -> dict[str, dict[str, str]]:
    """Section -> key -> description; ``targets.NAME`` stands for every target."""
    sections: dict[str, type[Struct]] = {
        "targets.NAME": Target,
        "limits": Limits,
        "journal": Journal,
        "scan": Scan,
        "log": Log,
    }
    return {name: _descriptions(kind) for name, kind in sections.items()}


def _descriptions(kind: type[Struct]) -> dict[str, str]:
    schema = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    return {key: str(field.get("description", "")) for key, field in schema.items()}


def _require_known(tree: Mapping[str, Any], path: str) -> None:
    sections = _sections()
    for section, keys in tree.items():
        if section != "targets":
            _require_one_of(section, [*(name for name in sections if "." not in name), "targets"], "section", path)
        named = keys if section == "targets" else {section: keys}
        known = sections["targets.NAME" if section == "targets" else section]
        for name, values in named.items() if isinstance(named, dict) else ():
            for key in values if isinstance(values, dict) else ():
                label = f"targets.{name}.{key}" if section == "targets" else f"{section}.{key}"
                _require_one_of(key, list(known), f"setting {label}, the", path)


def _require_one_of(name: str, known: list[str], what: str, path: str) -> None:
    if name in known:
        return
    near = difflib.get_close_matches(name, known, 1, 0.4)
    advice = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
    raise BadSettings(f"{path}: unknown {what} key {name!r}; {advice}", path=path, field=name)


def _overrides(environ: Mapping[str, str]) -> dict[str, str]:
    """The settings that the environment gives: ``MEMORYD_LIMITS_IN_FLIGHT`` -> ``limits.in_flight``."""
    found: dict[str, str] = {}
    for variable, value in environ.items():
        section, _, key = variable.removeprefix("MEMORYD_").lower().partition("_")
        if not variable.startswith("MEMORYD_") or section not in ("targets", "limits", "journal", "scan", "log"):
            continue
        if section == "targets":
            name, _, key = key.rpartition("_")
            found[f"targets.{name}.{key}"] = value
        else:
            found[f"{section}.{key}"] = value
    return found


def _put(tree: dict[str, Any], name: str, value: str) -> None:
    *sections, key = name.split(".")
    for section in sections:
        tree = tree.setdefault(section, {})
    tree[key] = value


def _flat(settings: Settings) -> dict[str, tuple[object, str]]:
    rows: dict[str, tuple[object, str]] = {}
    descriptions = _sections()
    for name, target in settings.targets.items():
        for key, description in descriptions["targets.NAME"].items():
            rows[f"targets.{name}.{key}"] = (getattr(target, key), description)
    for section in ("limits", "journal", "scan", "log"):
        for key, description in descriptions[section].items():
            rows[f"{section}.{key}"] = (getattr(getattr(settings, section), key), description)
    return rows


def _flat_tree(tree: Mapping[str, Any], prefix: str = "") -> set[str]:
    names: set[str] = set()
    for key, value in tree.items():
        names |= _flat_tree(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}"}
    return names


def path_of(state_dir: str) -> str:
    """Where the settings of a root stand."""
    return os.path.join(state_dir, "config.toml")
