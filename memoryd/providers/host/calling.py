"""One call of a provider's method, with what its signature takes: plugins differ in how new their Hermes is."""

import inspect
import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

MAX_MESSAGE = 2_000


def call(provider: Any, method: str, positional: Sequence[Any], keywords: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any plugin
    """Call a method of a provider; a method that is not there did nothing and returns None.

    Keywords that its signature does not take are left out; raises whatever it raises.
    """
    function = getattr(provider, method, None)
    if function is None:
        return None
    if not callable(function):
        return function
    return function(*positional, **accepted(function, keywords, len(positional)))


def accepted(function: Callable[..., Any], keywords: Mapping[str, Any], positional: int) -> dict[str, Any]:
    """Of the keywords those that a function takes beside its positional arguments."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return dict(keywords)
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        return dict(keywords)
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    taken = {one.name for index, one in enumerate(parameters) if one.kind in named and index >= positional}
    taken |= {one.name for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY}
    return {name: value for name, value in keywords.items() if name in taken}


def recall(provider: Any, positional: Sequence[Any], keywords: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Prefetch, and what the provider says about it."""
    text = call(provider, "prefetch", positional, keywords)
    found: dict[str, Any] = {"text": text if isinstance(text, str) else "" if text is None else str(text)}
    status = call(provider, "recall_status", (), {})
    if status is not None and found["text"]:
        found["label"] = str(getattr(status, "provider_label", ""))
        found["count"] = int(getattr(status, "count", 0))
        found["glyph"] = str(getattr(status, "glyph", ""))
    return found


def tool(provider: Any, positional: Sequence[Any], keywords: Mapping[str, Any]) -> str:  # noqa: ANN401 - as above
    """A tool's result as text."""
    result = call(provider, "handle_tool_call", positional, keywords)
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, default=str)


def described(provider: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    """What a provider says about itself; raises whatever it raises."""
    available = bool(call(provider, "is_available", (), {}))
    return {
        "name": str(call(provider, "name", (), {})),
        "available": available,
        "reason": "" if available else str(call(provider, "unavailable_reason", (), {}) or ""),
        "tools": [schema for schema in call(provider, "get_tool_schemas", (), {}) or [] if isinstance(schema, Mapping)],
        "config": [field for field in call(provider, "get_config_schema", (), {}) or [] if isinstance(field, Mapping)],
        "backup_paths": [str(path) for path in call(provider, "backup_paths", (), {}) or []],
    }


def failure(error: BaseException) -> dict[str, str]:
    """An exception as a frame tells it: its type, its message, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return {"type": type(error).__name__, "message": str(error)[:MAX_MESSAGE], "place": place}
