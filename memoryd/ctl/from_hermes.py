"""What Hermes' ``config.yaml`` says of memory, in our settings."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memoryd.settings import BadSettings, Settings
from memoryd.settings.changing import Value
from memoryd_client.endpoint import Home


@dataclass(frozen=True, slots=True)
class Change:
    """One setting that would get another value."""

    name: str
    before: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Imported:
    """What differs, from which file to which."""

    path: str
    source: str
    changes: tuple[Change, ...]
    applied: bool = False


def hermes_config(home: Home) -> str:
    """Where Hermes' settings of a home's profile stand."""
    directory = os.path.join(home.root, "profiles", home.profile) if home.profile else home.root
    return os.path.join(directory, "config.yaml")


def taken_over(path: str, ours: Settings) -> list[Change]:
    """What of Hermes' settings differs from ours.

    Raises:
        BadSettings: The file is missing or is no YAML, or a value in it is of no use.
    """
    memory = _section(path)
    wanted: dict[str, tuple[Value, Value]] = {}
    for target in ("memory", "user"):
        if (limit := memory.get(f"{target}_char_limit")) is not None:
            wanted[f"targets.{target}.limit"] = ours.targets[target].limit, _limit(path, target, limit)
    if (approval := memory.get("write_approval")) is not None:
        wanted["approval.write_approval"] = ours.approval.write_approval, "on" if _is_on(approval) else "off"
    if provider := memory.get("provider"):
        wanted["provider.name"] = ours.provider.name, str(provider)
    return [Change(name, before, value) for name, (before, value) in wanted.items() if before != value]


def _section(path: str) -> Mapping[str, Any]:
    import yaml  # type: ignore[import-untyped]  # noqa: PLC0415 - no other command reads YAML

    try:
        with open(path, encoding="utf-8") as file:
            tree = yaml.safe_load(file) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadSettings(f"{path} cannot be read: {error}", path=path) from error
    memory = tree.get("memory") if isinstance(tree, dict) else None
    if memory is not None and not isinstance(memory, dict):
        raise BadSettings(f"{path}: memory is {type(memory).__name__}, not a section", path=path)
    return memory or {}


def _limit(path: str, target: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, str)) or not str(value).strip().isdecimal():
        raise BadSettings(f"{path}: memory.{target}_char_limit is {value!r}, not a number of characters", path=path)
    return int(value)


def _is_on(value: object) -> bool:
    """As Hermes reads it: a truth value, or a word for one."""
    return value is True or str(value).strip().lower() in ("true", "yes", "on", "1")
