"""The module names that plugins expect, and the few of ours that they may use, provided by a finder.

Some of the names are as general as ``utils``. So they exist in a provider's process alone, and only those of the
table are provided, whether or not a Hermes is installed: its other modules are found as ever.
"""

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType

PROVIDED = {
    "agent.memory_provider": "memory_provider.py",
    "agent.secret_scope": "secret_scope.py",
    "agent.skill_commands": "skill_commands.py",
    "tools.registry": "registry.py",
    "hermes_constants": "constants.py",
    "hermes_cli.config": "config.py",
    "hermes_cli.plugins": "plugins.py",
    "utils": "json_files.py",
}
"""Module name -> the file in ``provided`` that it is."""

PACKAGES = frozenset(name.partition(".")[0] for name in PROVIDED if "." in name)
OURS = frozenset(("memoryd", "memoryd.providers"))
"""Packages of ours; nothing else of memoryd is to be found in a provider's process, unless it is installed there."""


class Finder:
    """A finder for `sys.meta_path`.

    Args:
        root: The directory that holds the package ``memoryd``.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._provided = os.path.join(root, "memoryd", "providers", "host", "provided")

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Where a name of the table is; None leaves any other to the finders behind."""
        del path, target
        if name in PROVIDED:
            return importlib.util.spec_from_file_location(name, os.path.join(self._provided, PROVIDED[name]))
        if name in PACKAGES:
            return _package(name, _elsewhere(name))
        if name == "memoryd":
            # Not its real __init__: an older memoryd in the provider's environment must not be mixed with this one.
            return _package(name, [os.path.join(self._root, "memoryd")])
        return None


def _package(name: str, places: list[str]) -> importlib.machinery.ModuleSpec:
    spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = places
    return spec


def _elsewhere(name: str) -> list[str]:
    """Where an installed package of this name is, for its modules that are not in the table."""
    found = importlib.machinery.PathFinder.find_spec(name)
    return list(found.submodule_search_locations or ()) if found is not None else []


def provide(root: str) -> None:
    """Put the finder before all others; before any plugin is imported."""
    sys.meta_path.insert(0, Finder(root))
