"""The `memory` tool as a model sees it: its schema, what a call means, and what the model is told of its outcome.

Rules of this module. It holds no connection: a call becomes an `Asked`, a reply or an error becomes the JSON for the
model. Other names for fields and actions, which models are known to use, are taken here and nowhere else; what nobody
knows is refused by name, never ignored. A success says that the matter is over, a refusal says what to do next.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from memoryd_client._guidance import DESCRIPTION, FIELDS
from memoryd_client._searching import (
    SEARCH_REPLIES,
    SEARCH_TOOL,
    search_asked,
    search_failed,
    search_told,
    session_search,
)
from memoryd_client.errors import InvalidRequest, MemorydError
from memoryd_client.messages import Add, Batch, Edit, Edited, Preview, Remove, Replace, TargetState, Usage

__all__ = [
    "ACTIONS",
    "SEARCH_REPLIES",
    "SEARCH_TOOL",
    "TERMINAL_AFTER",
    "TOOL",
    "Asked",
    "Form",
    "asked",
    "failure",
    "schemas",
    "search_asked",
    "search_failed",
    "search_told",
    "session_search",
    "success",
]

Form = Literal["openai", "anthropic"]

TOOL = "memory"
ACTIONS = ("add", "replace", "remove")
TERMINAL_AFTER = 3
"""Refused calls in one turn after which a reply says `terminal`."""

_FIELD_ALIASES = {
    "action": ("op", "operation", "command", "type"),
    "target": ("store", "file", "memory_type"),
    "content": ("text", "new_text", "new_content", "value", "entry", "fact"),
    "old_text": ("old", "old_content", "match", "find", "id", "selector"),
    "operations": ("ops", "edits", "batch"),
}
_FIELD_OF = {alias: name for name, aliases in _FIELD_ALIASES.items() for alias in (name, *aliases)}
_ACTION_OF = {
    **{action: action for action in ACTIONS},
    **dict.fromkeys(("append", "create", "insert", "save", "remember"), "add"),
    **dict.fromkeys(("update", "edit", "modify", "change"), "replace"),
    **dict.fromkeys(("delete", "forget", "erase"), "remove"),
}
_NEEDED = {"add": ("content",), "replace": ("old_text", "content"), "remove": ("old_text",)}
_KINDS: Mapping[str, type[Edit]] = {"add": Add, "replace": Replace, "remove": Remove}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a call of the tool means: which edit of which target."""

    kind: type[Edit]
    target: str
    fields: dict[str, object] = field(default_factory=dict)


# --- the schema -------------------------------------------------------------------------------------------------------


def schemas(targets: Iterable[TargetState], form: Form = "openai") -> list[dict[str, Any]]:
    """The tools of a session that has these targets: none if it may write none."""
    writable = [state.target for state in targets if state.writable]
    if not writable:
        return []
    parameters = _parameters(writable)
    if form == "anthropic":
        return [{"name": TOOL, "description": DESCRIPTION, "input_schema": parameters}]
    return [{"type": "function", "function": {"name": TOOL, "description": DESCRIPTION, "parameters": parameters}}]


def _parameters(targets: list[str]) -> dict[str, Any]:
    text = {name: {"type": "string", "description": FIELDS[name]} for name in ("content", "old_text")}
    action = {"type": "string", "enum": list(ACTIONS), "description": FIELDS["action"]}
    step = {"type": "object", "properties": {"action": action, **text}, "required": ["action"]}
    return {
        "type": "object",
        "properties": {
            "action": action,
            "target": {"type": "string", "enum": targets, "description": FIELDS["target"]},
            **text,
            "operations": {"type": "array", "items": step, "description": FIELDS["operations"]},
        },
        "required": ["target"],
        "additionalProperties": False,
    }


# --- a call -----------------------------------------------------------------------------------------------------------


def asked(name: str, arguments: str | bytes | Mapping[str, Any]) -> Asked:
    """What a model's call means.

    Args:
        name: The tool's name.
        arguments: Its arguments, decoded or as JSON.

    Raises:
        InvalidRequest: There is no such tool, or a field is unknown, missing, given twice or of the wrong type.
    """
    if name != TOOL:
        raise InvalidRequest(f"there is no tool {name!r} here; there is {TOOL}", field="name")
    given = _named(_decoded(arguments), "")
    target = _target(given.pop("target", None))
    operations = given.pop("operations", None)
    if operations is None:
        step = _step(given, "")
        return Asked(_KINDS[str(step.pop("action"))], target, step)
    if given:
        raise InvalidRequest(
            f"{', '.join(given)} beside operations: put every change into operations, or make a single one",
            field=next(iter(given)),
        )
    if not isinstance(operations, (list, tuple)) or not all(isinstance(one, Mapping) for one in operations):
        raise InvalidRequest("operations must be a list of objects", field="operations")
    steps = [
        _step(_named(one, f"operation {number}: "), f"operation {number}: ") for number, one in enumerate(operations)
    ]
    return Asked(Batch, target, {"operations": steps})


def one_target(arguments: Mapping[str, Any]) -> str:
    """The target that a call without any other field names; empty for none. Raises `InvalidRequest`."""
    given = _named(arguments, "")
    target = given.pop("target", None)
    if given:
        raise InvalidRequest(f"there is no field {next(iter(given))!r} here; there is target", field=next(iter(given)))
    return "" if target is None else _target(target)


def _decoded(arguments: str | bytes | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(arguments, (str, bytes)):
        try:
            arguments = msgspec.json.decode(arguments)
        except msgspec.DecodeError as error:
            raise InvalidRequest(f"the arguments are not JSON: {error}") from error
    if not isinstance(arguments, Mapping):
        raise InvalidRequest("the arguments must be an object with action, target, content and old_text")
    return arguments


def _named(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The fields under their own names; those that are null are as if not given."""
    found: dict[str, Any] = {}
    for key, value in given.items():
        name = _FIELD_OF.get(key)
        if name is None:
            known = ", ".join(_FIELD_ALIASES)
            raise InvalidRequest(f"{where}there is no field {key!r}; there are {known}", field=str(key))
        if value is None:
            continue
        if name in found:
            raise InvalidRequest(f"{where}{name} was given twice, once as {key!r}", field=key)
        found[name] = value
    return found


def _step(given: dict[str, Any], where: str) -> dict[str, object]:
    for name, value in given.items():
        if not isinstance(value, str):
            raise InvalidRequest(f"{where}{name} must be a text", field=name)
    action = _ACTION_OF.get(str(given.get("action", "")).strip().lower())
    if action is None:
        raise InvalidRequest(f"{where}action must be one of {', '.join(ACTIONS)}", field="action")
    for name in _NEEDED[action]:
        if not given.get(name):
            raise InvalidRequest(f"{where}{action} needs {name}", field=name)
    unused = [name for name in given if name not in ("action", *_NEEDED[action])]
    if unused and given[unused[0]]:
        raise InvalidRequest(f"{where}{action} takes no {unused[0]}", field=unused[0])
    return {"action": action, **{name: given[name] for name in _NEEDED[action]}}


def _target(given: object) -> str:
    """The target, ``memory`` if none is given; a model may write it as the file is called."""
    if given is None or given == "":
        return "memory"
    if not isinstance(given, str):
        raise InvalidRequest("target must be a text", field="target")
    return given.strip().lower().removesuffix(".md")


# --- what the model is told -------------------------------------------------------------------------------------------


def success(reply: Edited) -> str:
    """The JSON for an edit that is done: short, and nothing that invites another call."""
    told: dict[str, Any] = {
        "done": True,
        "message": "Saved for later sessions; nothing more to do. Go on with your answer."
        if reply.changed
        else "It was so already; nothing to do. Go on with your answer.",
        "target": reply.target,
        "usage": _usage(reply.usage),
    }
    discarded = [effect.discarded for effect in reply.effects if effect.changed and effect.discarded]
    if discarded:
        told["no_longer_there"] = discarded
    if reply.notes:
        told["notes"] = reply.notes
    if reply.hint:
        told["hint"] = reply.hint
    return _json(told)


def failure(error: MemorydError, *, terminal: bool = False) -> str:
    """The JSON for a refusal: what is wrong, and what the next try needs."""
    details = error.details
    told: dict[str, Any] = {"done": False, "error": error.code, "message": error.message}
    if details.usage is not None:
        told["usage"] = _usage(details.usage)
    if details.excess:
        told["too_many_characters"] = details.excess
    if details.nearest is not None:
        told["nearest"] = _preview(details.nearest)
    if details.entries:
        told["entries"] = [_preview(one) for one in details.entries]
    if details.findings:
        told["findings"] = sorted({one.category for one in details.findings})
    if terminal or details.terminal:
        told["terminal"] = True
        if not details.terminal:
            told["message"] += "; stop trying, and answer the user"
    return _json(told)


def _usage(held: Usage) -> str:
    return f"{held.percent} %, {held.chars:,} of {held.limit:,} characters"


def _preview(one: Preview) -> dict[str, str | int]:
    return {"id": one.id, "characters": one.chars, "text": one.text}


def _json(told: Mapping[str, Any]) -> str:
    return msgspec.json.encode(told).decode()
