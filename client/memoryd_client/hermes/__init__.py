"""A drop-in for Hermes: its ``MemoryStore`` and ``memory_tool``, over the daemon.

Installed beside Hermes this is a plugin of it, called ``memoryd``: ``hermes plugins enable memoryd`` switches it on,
``hermes plugins disable memoryd`` off again; nothing of Hermes is changed on the disk. What Hermes asks of its store is
measured on version 0.19.0. ``docs/hermes.md`` lists where this one differs, and why.
"""

import importlib
from typing import Any

from memoryd_client.hermes.store import MemoryStore, home_of_hermes
from memoryd_client.hermes.tool import apply_memory_pending, load_on_disk_store, memory_tool

MODULE = "tools.memory_tool"
REPLACED = "MemoryStore"
"""The one name that is replaced: Hermes' tool, its approval and its commands all make their store by it."""

_originals: dict[str, Any] = {}


def register(_: object = None) -> None:
    """What Hermes calls when the plugin is enabled: switch it on, in this process."""
    switch_on()


def switch_on() -> None:
    """Have Hermes' memory tool in this process use the daemon; again is no harm.

    Raises:
        ImportError: Hermes is not here, or has no such store; then it goes on with its own, whatever that is.
    """
    module = importlib.import_module(MODULE)
    if not hasattr(module, REPLACED):
        raise ImportError(f"{MODULE} has no {REPLACED}: this Hermes is not one that memoryd knows", name=MODULE)
    if getattr(module, REPLACED) is not MemoryStore:
        _originals[REPLACED] = getattr(module, REPLACED)
        setattr(module, REPLACED, MemoryStore)


def switch_off() -> None:
    """Give Hermes its own store back, for stores that are made from now on."""
    if _originals:
        setattr(importlib.import_module(MODULE), REPLACED, _originals.pop(REPLACED))


__all__ = [
    "MemoryStore",
    "apply_memory_pending",
    "home_of_hermes",
    "load_on_disk_store",
    "memory_tool",
    "register",
    "switch_off",
    "switch_on",
]
