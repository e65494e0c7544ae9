"""``tools.registry``: results of tools, which are JSON texts."""

import json
from typing import Any


def tool_error(message: object, **more: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """A tool's failure."""
    return json.dumps({"error": str(message), **more}, ensure_ascii=False)


def tool_result(value: Any = None, **fields: Any) -> str:  # noqa: ANN401 - as above
    """A tool's success: a value, or fields."""
    return json.dumps(fields if value is None else value, ensure_ascii=False)
