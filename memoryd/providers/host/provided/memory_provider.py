"""``agent.memory_provider``: the base class, and helpers of newer versions."""

import contextvars
import re
import threading
from collections.abc import Callable, Mapping
from typing import Any

from memoryd.providers.contract import Provider, RecallStatus

INDICATOR_GLYPH = "\U0001f9e0"
PRE_COMPRESS_CHECKPOINT_API_VERSION = 2

MemoryProvider = Provider

_TRIVIAL = re.compile(
    r"(?:/.*|(?:y|n|k|yes|no|yep|yeah|nope|ok|okay|sure|thanks|thank you|thx|hi|hey|hello|go on|go ahead|continue|"
    r"done|next|great|nice|cool|perfect|stop)[\s.!?,;:]*)?",
    re.IGNORECASE | re.DOTALL,
)


def is_trivial_prompt(text: str | None) -> bool:
    """Whether a prompt is nothing that memory could answer: empty, a command, an interjection."""
    return _TRIVIAL.fullmatch((text or "").strip()) is not None


def ctx_bound(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, running in the context of whoever asked for this."""
    context = contextvars.copy_context()
    return lambda *args, **kwargs: context.run(function, *args, **kwargs)


def spawn_context_thread(
    target: Callable[..., Any],
    *,
    name: str | None = None,
    daemon: bool = True,
    args: tuple[Any, ...] = (),
    kwargs: Mapping[str, Any] | None = None,
) -> threading.Thread:
    """A thread, not started yet, that will run in the caller's context."""
    return threading.Thread(target=ctx_bound(target), name=name, daemon=daemon, args=args, kwargs=dict(kwargs or {}))


__all__ = [
    "INDICATOR_GLYPH",
    "PRE_COMPRESS_CHECKPOINT_API_VERSION",
    "MemoryProvider",
    "RecallStatus",
    "ctx_bound",
    "is_trivial_prompt",
    "spawn_context_thread",
]
