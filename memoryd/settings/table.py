"""Every setting as a person sees it: its value, its default, and where the value comes from."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memoryd.settings.loading import decode, overrides
from memoryd.settings.sections import SECTIONS, Settings, descriptions


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as a person sees it."""

    name: str
    value: object
    default: object
    source: str
    description: str


def table(text: str, environ: Mapping[str, str]) -> list[Setting]:
    """Every setting with its value, default and where the value comes from."""
    chosen, default = _flat(decode(text, environ)), _flat(decode("", {}))
    from_file, from_environment = _flat_tree(tomllib.loads(text)), set(overrides(environ))
    rows = []
    for name, (value, description) in chosen.items():
        source = "environment" if name in from_environment else "config.toml" if name in from_file else "default"
        of_profile, _, key = name.partition(".targets.")
        everywhere = chosen.get(f"targets.{key}") if of_profile != name else default.get(name)
        rows.append(Setting(name, value, everywhere[0] if everywhere else None, source, description))
    return rows


def _flat(settings: Settings) -> dict[str, tuple[object, str]]:
    rows: dict[str, tuple[object, str]] = {}
    known = descriptions()
    everywhere = {"": settings.targets}
    profiles = {f"profiles.{name}.": profile.targets for name, profile in settings.profiles.items()}
    for prefix, targets in (everywhere | profiles).items():
        for name, target in targets.items():
            for key, description in known["targets.NAME"].items():
                rows[f"{prefix}targets.{name}.{key}"] = (getattr(target, key), description)
    for section in (name for name in SECTIONS if name != "targets.NAME"):
        for key, description in known[section].items():
            rows[f"{section}.{key}"] = (getattr(getattr(settings, section), key), description)
    return rows


def _flat_tree(tree: Mapping[str, Any], prefix: str = "") -> set[str]:
    names: set[str] = set()
    for key, value in tree.items():
        names |= _flat_tree(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}"}
    return names
