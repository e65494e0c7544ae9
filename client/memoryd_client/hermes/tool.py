"""Hermes' functions around the store, for whoever uses them without Hermes' own tool."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from memoryd_client.hermes.store import MemoryStore

TARGETS = ("memory", "user")
ACTIONS = ("add", "replace", "remove")


def load_on_disk_store() -> MemoryStore:
    """A store of this process's home, loaded."""
    store = MemoryStore()
    store.load_from_disk()
    return store


def memory_tool(
    action: str | None = None,
    target: str | None = "memory",
    content: str | None = None,
    old_text: str | None = None,
    operations: Sequence[Mapping[str, Any] | None] | None = None,
    store: MemoryStore | None = None,
) -> str:
    """One call of the tool: a single change, or ``operations`` all or nothing; returns JSON for the model."""
    if store is None:
        return _failed("Memory is not available: it may be switched off here.")
    target = "memory" if target is None else target
    if target not in TARGETS:
        return _failed(f"Invalid target {target!r}; there are {' and '.join(TARGETS)}.")
    if operations:
        if not isinstance(operations, list):
            return _failed("operations must be a list of objects with action, content and old_text.")
        return _json(store.apply_batch(target, operations))
    return _json(_single({"action": action, "target": target, "content": content, "old_text": old_text}, store))


def _single(call: Mapping[str, Any], store: MemoryStore) -> dict[str, Any]:
    action = call["action"]
    if action not in ACTIONS:
        return {"success": False, "error": f"Unknown action {action!r}; there are {', '.join(ACTIONS)}."}
    if action != "add" and not call["old_text"]:
        return store.missing_old_text(call["target"], action)
    if action != "remove" and not call["content"]:
        return {"success": False, "error": f"content is required for {action}."}
    return apply_memory_pending(call, store)


def apply_memory_pending(payload: Mapping[str, Any], store: MemoryStore) -> dict[str, Any]:
    """Carry out a change that was staged for a person's approval, and has it."""
    target = payload.get("target") or "memory"
    content, old_text = payload.get("content") or "", payload.get("old_text") or ""
    match payload.get("action"):
        case "batch":
            return store.apply_batch(target, payload.get("operations") or [])
        case "add":
            return store.add(target, content)
        case "replace":
            return store.replace(target, old_text, content)
        case "remove":
            return store.remove(target, old_text)
        case other:
            return {"success": False, "error": f"Unknown staged action {other!r}."}


def _failed(sentence: str) -> str:
    return _json({"success": False, "error": sentence})


def _json(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)
