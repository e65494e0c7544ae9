"""From a file and the environment to settings, or to a refusal that says where it is wrong."""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from memoryd.settings.sections import SECTIONS, Settings, Target, descriptions
from memoryd_client.errors import MemorydError

DEFAULT_LIMITS = {"memory": 2_200, "user": 1_375}
DEFAULT_HEADERS = {"memory": "MEMORY (your notes)", "user": "USER (who the user is)"}
_TARGET = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_FILE = re.compile(r"[^/\0]{1,120}")


class BadSettings(MemorydError, ValueError):
    """The settings cannot be used; nothing was started or changed."""

    code = "bad_settings"


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
    if given := overrides(environ):
        for name, value in given.items():
            _put(tree, name, value)
        settings = _converted(tree, f"{path} with MEMORYD_ variables", strict=False)  # variables hold nothing but text
    return _completed(settings, path)


def path_of(state_dir: str) -> str:
    """Where the settings of a root stand."""
    return os.path.join(state_dir, "config.toml")


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


def _require_known(tree: Mapping[str, Any], path: str) -> None:
    sections = descriptions()
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


def overrides(environ: Mapping[str, str]) -> dict[str, str]:
    """The settings that the environment gives: ``MEMORYD_LIMITS_IN_FLIGHT`` -> ``limits.in_flight``."""
    found: dict[str, str] = {}
    for variable, value in environ.items():
        section, _, key = variable.removeprefix("MEMORYD_").lower().partition("_")
        if not variable.startswith("MEMORYD_") or section not in {"targets", *SECTIONS}:
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
