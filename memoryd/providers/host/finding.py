"""Which providers there are: bundled ones, directories under ``plugins``, and entry points; a bundled name wins."""

import importlib.metadata
import importlib.util
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from memoryd.providers.host.digest import tree_digest

GROUP = "hermes_agent.memory_providers"
_HEAD = 65_536
_MARKS = ("register_memory_provider", "MemoryProvider", "memoryd.providers")

Source = Literal["bundled", "directory", "entry point"]


@dataclass(frozen=True)
class Candidate:
    """A provider that could be loaded.

    Attributes:
        name: As in ``[provider] name``.
        source: Where it was found.
        path: The directory or file whose digest is pinned.
        value: What an entry point names: ``module`` or ``module:attribute``.
        problem: Why it cannot be looked at; empty if it can.
    """

    name: str
    source: Source
    path: str
    value: str = ""
    problem: str = ""

    def digest(self) -> str:
        """The digest of its tree; raises `OSError` or `TreeTooLarge`."""
        return tree_digest(self.path)


def candidates(bundled: str, plugins: str) -> dict[str, Candidate]:
    """Every provider by its name, of each name the one that wins.

    Args:
        bundled: The directory of the bundled packages.
        plugins: ``<root>/plugins``.
    """
    found: dict[str, Candidate] = {}
    for one in (*_bundled(bundled), *_directories(plugins), *_entry_points()):
        found.setdefault(one.name, one)
    return found


def _bundled(path: str) -> Iterator[Candidate]:
    for name in _packages(path):
        yield Candidate(name, "bundled", os.path.join(path, name))


def _directories(path: str) -> Iterator[Candidate]:
    for name in _packages(path):
        directory = os.path.join(path, name)
        if _is_provider(directory):
            yield Candidate(name, "directory", directory)


def _packages(path: str) -> list[str]:
    try:
        names = sorted(os.listdir(path))
    except OSError:
        return []
    return [name for name in names if os.path.isfile(os.path.join(path, name, "__init__.py")) and name.isidentifier()]


def _is_provider(directory: str) -> bool:
    """Whether a plugin speaks of memory; there are plugins of other kinds beside it."""
    try:
        with open(os.path.join(directory, "__init__.py"), encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return any(mark in head for mark in _MARKS)


def _entry_points() -> Iterator[Candidate]:
    for one in importlib.metadata.entry_points(group=GROUP):
        try:
            yield Candidate(one.name, "entry point", _place(one.value.partition(":")[0]), one.value)
        except (ImportError, ValueError) as error:
            yield Candidate(one.name, "entry point", "", one.value, problem=f"its module was not found: {error}")


def _place(module: str) -> str:
    """The directory of a module's top package, or its file; nothing is imported."""
    spec = importlib.util.find_spec(module.partition(".")[0])
    if spec is None:
        raise ImportError(module)
    if spec.submodule_search_locations:
        return str(next(iter(spec.submodule_search_locations)))
    if spec.origin is None:
        raise ImportError(module)
    return spec.origin
