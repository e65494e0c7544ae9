"""What memoryd asks of a provider, as checks that its author can run: in this process, without a daemon."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from memoryd.providers.host.calling import call, described, recall, tool
from memoryd.providers.tools import judged

QUICK = 1.0
"""Seconds for what must not touch the network."""

TURN = [
    {"role": "user", "content": "I drink green tea in the morning."},
    {"role": "assistant", "content": "Noted: green tea in the morning."},
]


@dataclass(frozen=True)
class Checked:
    """One check: what it is about, and what is wrong; empty if nothing is."""

    name: str
    problem: str = ""


def check(make: Callable[[], Any], hermes_home: str) -> list[Checked]:
    """Every check of a provider, in the order of its life.

    Args:
        make: Makes a provider, as ``register`` would.
        hermes_home: A home that it may use.
    """
    provider = make()
    return [_checked(name, task) for name, task in _checks(provider, hermes_home)]


def _checked(name: str, task: Callable[[], str]) -> Checked:
    try:
        return Checked(name, task())
    except Exception as error:  # noqa: BLE001 - whatever a provider raises is what the check found out
        return Checked(name, f"it raised {type(error).__name__}: {error}")


def _checks(provider: Any, home: str) -> Iterator[tuple[str, Callable[[], str]]]:  # noqa: ANN401 - any plugin
    session = {"session_id": "conformance"}
    facts = {"hermes_home": home, "platform": "cli", "agent_context": "primary", "agent_identity": "default"}
    yield "it has a name", lambda: "" if str(provider.name).strip() else "its name is empty"
    yield "it says what it is, quickly", lambda: _quickly(lambda: described(provider))
    yield "it is available", lambda: _available(provider)
    yield "its tools have names of their own", lambda: _tools(provider)
    yield (
        "initialize takes what it is given, and more",
        lambda: _nothing(call(provider, "initialize", ("conformance",), {**facts, "something_newer": "x"})),
    )
    yield "system_prompt_block is text", lambda: _text(call(provider, "system_prompt_block", (), {}))
    yield (
        "sync_turn returns when the turn is stored",
        lambda: _nothing(
            call(provider, "sync_turn", _sides(), {**session, "messages": TURN, "operation_id": "conformance:1"})
        ),
    )
    yield (
        "sync_turn of the same operation is no fault",
        lambda: _nothing(
            call(provider, "sync_turn", _sides(), {**session, "messages": TURN, "operation_id": "conformance:1"})
        ),
    )
    yield "prefetch is text", lambda: _text(recall(provider, ("What does the user drink?",), session)["text"])
    yield (
        "queue_prefetch does not wait",
        lambda: _quickly(lambda: call(provider, "queue_prefetch", ("What does the user drink?",), session)),
    )
    yield "memory writes are taken", lambda: _writes(provider)
    yield "on_pre_compress is text", lambda: _text(call(provider, "on_pre_compress", (TURN,), session) or "")
    yield "an unknown tool is an error, and no crash", lambda: _unknown_tool(provider)
    yield (
        "a switch is taken",
        lambda: _nothing(
            call(provider, "on_session_switch", ("conformance-2",), {"parent_session_id": "conformance", "reset": True})
        ),
    )
    yield "the end is taken", lambda: _nothing(call(provider, "on_session_end", (TURN,), session))
    yield (
        "shutdown ends, twice too",
        lambda: _nothing((call(provider, "shutdown", (), {}), call(provider, "shutdown", (), {}))),
    )


def _sides() -> tuple[str, str]:
    return str(TURN[0]["content"]), str(TURN[1]["content"])


def _nothing(_: object) -> str:
    return ""


def _text(value: object) -> str:
    return "" if isinstance(value, str) else f"it is {type(value).__name__}, no text"


def _quickly(task: Callable[[], object]) -> str:
    began = time.monotonic()
    task()
    took = time.monotonic() - began
    return "" if took < QUICK else f"it took {took:.1f} s; what goes to the network belongs elsewhere"


def _available(provider: Any) -> str:  # noqa: ANN401 - as above
    found = described(provider)
    return "" if found["available"] else f"it is not: {found['reason'] or 'and it does not say why'}"


def _tools(provider: Any) -> str:  # noqa: ANN401 - as above
    refused = judged(call(provider, "get_tool_schemas", (), {}) or ()).refused
    return "; ".join(f"{name}: {why}" for name, why in refused.items())


def _writes(provider: Any) -> str:  # noqa: ANN401 - as above
    metadata = {"operation_id": "conformance:2", "session_id": "conformance", "old_text": "Likes tea."}
    for action in ("add", "replace", "remove"):
        call(provider, "on_memory_write", (action, "user", "Likes green tea."), {"metadata": metadata})
    return ""


def _unknown_tool(provider: Any) -> str:  # noqa: ANN401 - as above
    try:
        result = tool(provider, ("no_such_tool", {}), {})
    except Exception:  # noqa: BLE001 - raising is one of the ways to say no
        return ""
    try:
        json.loads(result)
    except ValueError:
        return "what it returned is no JSON"
    return ""
