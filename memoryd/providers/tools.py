"""Which of a provider's tools an agent gets: none that hides another."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

CORE = frozenset(
    (
        *("memory", "memory_read", "session_search", "search"),
        *("terminal", "process", "read_terminal", "close_terminal", "execute_code", "bash", "computer"),
        *("read_file", "write_file", "patch", "search_files", "str_replace_based_edit_tool"),
        *("web_search", "web_extract", "web_fetch", "vision_analyze", "image_generate", "text_to_speech"),
        *("skills_list", "skill_view", "skill_manage", "todo", "clarify", "delegate_task", "cronjob"),
    )
)
"""Names that agents have themselves; those of browsers and the like begin as `_CORE_BEGINNINGS`."""
_CORE_BEGINNINGS = ("browser_", "memory_tool")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Tools:
    """Schemas by name, and the refused names with the reason."""

    accepted: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)


def judged(schemas: Iterable[Mapping[str, Any]]) -> Tools:
    """Sort a provider's schemas, bare or as ``{"type": "function", "function": ...}``."""
    accepted: dict[str, dict[str, Any]] = {}
    refused: dict[str, str] = {}
    for given in schemas:
        inner = given.get("function")
        schema = dict(inner) if isinstance(inner, Mapping) else dict(given)
        name = schema.get("name")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            refused[str(name)[:64]] = "its name is not one that models can call"
        elif name in CORE or name.startswith(_CORE_BEGINNINGS):
            refused[name] = "agents have a tool of this name themselves"
        elif name in accepted:
            refused[name] = "the provider has two tools of this name; the first one counts"
        else:
            schema.setdefault("parameters", {"type": "object", "properties": {}})
            accepted[name] = schema
    return Tools(accepted, refused)
