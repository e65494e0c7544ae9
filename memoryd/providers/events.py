"""What a provider is told, as it lies in the outbox: whole, so that it can go when its session is long over."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from memoryd.providers.frames import Order

NO_SESSION = "memoryd"
"""The session that a provider sees when memory changed outside of any."""


class Facts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a provider is told about a session when it is initialized for it."""

    session: str = NO_SESSION
    platform: str = "cli"
    context: str = "primary"
    identity: str = "default"
    principal: str = ""
    parent: str = ""

    def keywords(self, hermes_home: str) -> dict[str, str]:
        """As ``initialize`` takes them."""
        given = {
            "hermes_home": hermes_home,
            "platform": self.platform,
            "agent_context": self.context,
            "agent_identity": self.identity,
            "agent_workspace": "memoryd",
        }
        optional = {"user_id": self.principal, "parent_session_id": self.parent}
        return given | {name: value for name, value in optional.items() if value}


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """Something that happened, with the session it happened in."""

    facts: Facts = Facts()

    def call(self, operation_id: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        """The method, its positional arguments and its keywords."""
        raise NotImplementedError


class Turn(Event, frozen=True, kw_only=True):
    """A completed turn."""

    user: str
    assistant: str
    messages: tuple[dict[str, Any], ...] = ()

    def call(self, operation_id: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        """``sync_turn``."""
        keywords = {"session_id": self.facts.session, "messages": self.messages, "operation_id": operation_id}
        return "sync_turn", (self.user, self.assistant), keywords


class End(Event, frozen=True, kw_only=True):
    """The end of a session, with its transcript."""

    messages: tuple[dict[str, Any], ...] = ()

    def call(self, operation_id: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        """``on_session_end``."""
        keywords = {"session_id": self.facts.session, "operation_id": operation_id}
        return "on_session_end", (self.messages,), keywords


class Switched(Event, frozen=True, kw_only=True):
    """The conversation goes on under another id, or was rewound under the same."""

    old: str
    reason: str

    def call(self, operation_id: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        """``on_session_switch``."""
        keywords = {
            "parent_session_id": self.old if self.reason != "new" and self.old != self.facts.session else "",
            "reset": self.reason == "new",
            "rewound": self.reason == "rewind",
            "reason": self.reason,
            "operation_id": operation_id,
        }
        return "on_session_switch", (self.facts.session,), keywords


class Wrote(Event, frozen=True, kw_only=True):
    """A committed change of built-in memory."""

    action: str
    target: str
    content: str
    old: str = ""
    seq: int = 0

    def call(self, operation_id: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        """``on_memory_write``."""
        metadata = {
            "operation_id": operation_id,
            "session_id": self.facts.session,
            "parent_session_id": self.facts.parent,
            "platform": self.facts.platform,
            "execution_context": self.facts.context,
            "write_origin": "memoryd",
            "tool_name": "memory",
            "old_text": self.old,
            "seq": self.seq,
        }
        return "on_memory_write", (self.action, self.target, self.content), {"metadata": metadata}


class Delegated(Event, frozen=True, kw_only=True):
    """A sub-agent finished."""

    task: str
    result: str
    child: str = ""

    def call(self, operation_id: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        """``on_delegation``."""
        keywords = {
            "child_session_id": self.child,
            "session_id": self.facts.session,
            "operation_id": operation_id,
        }
        return "on_delegation", (self.task, self.result), keywords


AnyEvent = Turn | End | Switched | Wrote | Delegated

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """The payload of a row."""
    return _encoder.encode(event)


def decode(payload: bytes) -> AnyEvent:
    """The event of a row; raises `msgspec.MsgspecError` if it is from a newer memoryd."""
    return _decoder.decode(payload)


def order(instance: str, method: str, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Order:
    """A call, as a host takes it."""
    return Order(do="call", instance=instance, method=method, args=args, keywords=keywords)
