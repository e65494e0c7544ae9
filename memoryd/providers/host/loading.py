"""From a candidate to its provider: by ``register(ctx)``, by a subclass, by a callable, or as it stands."""

import importlib
import importlib.util
import inspect
import os
import sys
from types import ModuleType
from typing import Any

from memoryd.providers.contract import Provider
from memoryd.providers.host.finding import Candidate
from memoryd.providers.host.registering import Registering

PACKAGE = "_hermes_user_memory"
"""The package under which plugins from directories are imported, as Hermes does; some look at their own name."""


class NoProvider(ImportError):
    """A plugin was imported and has no provider in it."""


class Changed(PermissionError):
    """A plugin's tree is not the one that was enabled."""


def require_pinned(one: Candidate, pin: str) -> None:
    """Make sure that a plugin from outside is what an operator enabled; raises `Changed`."""
    if one.source == "bundled":
        return
    if not pin:
        raise Changed(f"{one.name} ({one.source}, {one.path}) was not enabled by an operator")
    if one.digest() != pin:
        raise Changed(f"{one.path} has changed since {one.name} was enabled; look at it, then enable it again")


def load(one: Candidate) -> "Plugin":
    """Import a plugin; raises whatever it raises, or `NoProvider`."""
    if one.problem:
        raise NoProvider(f"{one.name}: {one.problem}")
    if one.source == "entry point":
        module, _, attribute = one.value.partition(":")
        found: Any = importlib.import_module(module)
        for part in filter(None, attribute.split(".")):
            found = getattr(found, part)
        return Plugin(one.name, found)
    return Plugin(one.name, _import_directory(one))


class Plugin:
    """What a plugin exports, from which any number of instances can be made.

    Args:
        name: Its name.
        exported: A module, a class, a callable, or a provider.
    """

    def __init__(self, name: str, exported: object) -> None:
        self.name = name
        self._exported = exported
        self.is_single = not isinstance(exported, ModuleType) and not callable(exported)

    def instance(self) -> Any:  # noqa: ANN401 - plugins need not derive from our class
        """A provider of its own; the same one each time, if the plugin exports a finished one.

        Raises:
            NoProvider: There is none.
        """
        exported = self._exported
        if isinstance(exported, ModuleType):
            exported = getattr(exported, "register", None) or _subclass(exported)
        if inspect.isclass(exported):
            return exported()
        if not callable(exported):
            return exported
        context = Registering(self.name)
        returned = exported(context) if _takes_argument(exported) else exported()
        provider = context.provider if context.provider is not None else returned
        if provider is None:
            raise NoProvider(f"{self.name}: register(ctx) registered no memory provider")
        return provider


def _takes_argument(function: Any) -> bool:  # noqa: ANN401 - a callable
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        return False
    except ValueError:
        return True  # a builtin without a signature
    return True


def _subclass(module: ModuleType) -> type:
    for value in vars(module).values():
        if inspect.isclass(value) and value is not Provider and issubclass(value, Provider):
            return value
    raise NoProvider(f"{module.__name__} has neither register(ctx) nor a subclass of MemoryProvider")


def _import_directory(one: Candidate) -> ModuleType:
    """Import ``<directory>/__init__.py`` as a package, so that its relative imports work."""
    if PACKAGE not in sys.modules:
        parent = ModuleType(PACKAGE)
        parent.__path__ = []
        sys.modules[PACKAGE] = parent
    name = f"{PACKAGE}.{one.name}"
    path = os.path.join(one.path, "__init__.py")
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[one.path])
    if spec is None or spec.loader is None:
        raise NoProvider(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
