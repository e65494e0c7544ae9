"""From a file and the environment to settings, or to a refusal that says where it is wrong."""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from memoryd.settings.sections import SECTIONS, Profile, Settings, Target, descriptions
from memoryd_client.errors import MemorydError

DEFAULT_LIMITS = {"memory": 2_200, "user": 1_375}
DEFAULT_HEADERS = {"memory": "MEMORY (your notes)", "user": "USER (who the user is)"}
DEFAULT_SCOPES: dict[str, Literal["principal"]] = {"user": "principal"}
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
    """With the two default targets, in each profile too, and every target's empty fields filled in."""
    defaults = {
        name: Target(f"{name.upper()}.md", limit, DEFAULT_HEADERS[name]) for name, limit in DEFAULT_LIMITS.items()
    }
    targets = _filled(settings.targets, defaults, path, "")
    profiles = {
        name: Profile(_filled(profile.targets, targets, path, f"profiles.{name}."))
        for name, profile in settings.profiles.items()
    }
    return msgspec.structs.replace(settings, targets=targets, profiles=profiles)


def _filled(given: Mapping[str, Target], base: Mapping[str, Target], path: str, prefix: str) -> dict[str, Target]:
    targets: dict[str, Target] = {}
    for name in (*base, *(name for name in given if name not in base)):
        one, below = given.get(name, Target()), base.get(name, Target())
        targets[name] = Target(
            file=one.file or below.file or f"{name.upper()}.md",
            limit=one.limit or below.limit or DEFAULT_LIMITS["memory"],
            header=one.header or below.header or name.upper(),
            scope=one.scope or below.scope or DEFAULT_SCOPES.get(name, "profile"),
            writers=one.writers or below.writers,
        )
    for name, target in targets.items():
        if not _TARGET.fullmatch(name):
            raise BadSettings(f"{path}: target name {prefix}{name!r} must match {_TARGET.pattern}", path=path)
        if not _FILE.fullmatch(target.file) or target.file.startswith("."):
            raise BadSettings(
                f"{path}: {prefix}targets.{name}.file {target.file!r} must be a plain file name", path=path
            )
    names = [target.file.casefold() for target in targets.values()]
    if len(set(names)) < len(names):
        raise BadSettings(f"{path}: two targets have the same file", path=path)
    return targets


def _require_known(tree: Mapping[str, Any], path: str) -> None:
    sections = descriptions()
    for section, keys in tree.items():
        if section == "profiles":
            for name, profile in keys.items() if isinstance(keys, dict) else ():
                for key, targets in profile.items() if isinstance(profile, dict) else ():
                    _require_one_of(key, ["targets"], f"setting profiles.{name}.{key}, the", path)
                    _require_known_targets(targets, f"profiles.{name}.targets", path)
            continue
        if section == "targets":
            _require_known_targets(keys, section, path)
            continue
        _require_one_of(
            section, [*(name for name in sections if "." not in name), "targets", "profiles"], "section", path
        )
        for key in keys if isinstance(keys, dict) else ():
            _require_one_of(key, list(sections[section]), f"setting {section}.{key}, the", path)


def _require_known_targets(targets: object, label: str, path: str) -> None:
    for name, values in targets.items() if isinstance(targets, dict) else ():
        for key in values if isinstance(values, dict) else ():
            _require_one_of(key, list(descriptions()["targets.NAME"]), f"setting {label}.{name}.{key}, the", path)


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
