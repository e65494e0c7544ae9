"""What an external memory provider is: the surface of Hermes' ``MemoryProvider``, with timing and retry rules.

Rules of this module. Standard library only: it is imported in the provider's own process, by whatever interpreter
holds its SDK. Names and signatures are Hermes', so that plugins written for Hermes run unmodified. All times are set
by ``[provider]``; a call that takes longer than ``call_seconds`` costs the provider its process, never memory's time.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RecallStatus:
    """What the last `Provider.prefetch` brought, for a line like "recalled 3 memories"."""

    provider_label: str
    count: int
    glyph: str = "\U0001f9e0"


class Provider(ABC):
    """One external memory. Four members must be there; each of the others may stay as it is.

    *Delivered* calls come from the outbox: in order within a session, one at a time, at least once. Raising, or
    exceeding ``call_seconds``, means "again later" with the same ``operation_id`` (passed where the signature takes
    it, and in ``metadata``). *Asked* calls are made once, have a deadline, and may be answered late or never.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """A short identifier, as in ``[provider] name``. Constant; no work."""

    @abstractmethod
    def is_available(self) -> bool:
        """Whether configuration and dependencies are there. Asked before `initialize`; no network."""

    def unavailable_reason(self) -> str:
        """Why `is_available` says no, for ``memoryctl provider check``. No network."""
        return ""

    @abstractmethod
    def initialize(self, session_id: str, **kwargs: Any) -> None:  # noqa: ANN401 - Hermes' signature
        """Connect. Once per session, or once with ``instances = "shared"``; may take ``start_seconds``; retried.

        ``kwargs`` has ``hermes_home``, ``platform``, ``agent_context``, ``agent_identity`` and, where they are known,
        ``user_id`` and ``parent_session_id``. More may come: take ``**kwargs``.
        """

    def system_prompt_block(self) -> str:
        """Static text for the system prompt. Asked once per session, up to its first turn; late means without it."""
        return ""

    def prefetch(self, query: str, *, session_id: str = "") -> str:
        """What is worth knowing for this turn. Asked with a deadline; a late answer serves the next turn; no retry."""
        return ""

    def queue_prefetch(self, query: str, *, session_id: str = "") -> None:
        """A hint after a turn: prepare for the next `prefetch`. Asked; nobody waits; no retry."""

    def recall_status(self) -> RecallStatus | None:
        """What the last `prefetch` brought; None: its lines are counted. Asked right after it."""
        return None

    def sync_turn(
        self,
        user_content: str,
        assistant_content: str,
        *,
        session_id: str = "",
        messages: list[dict[str, Any]] | None = None,
    ) -> None:
        """Store a completed turn. Delivered; return when it is stored, raise if it is not."""

    @abstractmethod
    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """The tools that an agent gets, as OpenAI function schemas. Asked when the provider starts; no network."""

    def handle_tool_call(self, tool_name: str, args: dict[str, Any], **kwargs: Any) -> str:  # noqa: ANN401 - as above
        """Run one of those tools; returns JSON. Asked with a deadline; no retry, since it may have had its effect."""
        raise NotImplementedError(f"{self.name} has no tool {tool_name}")

    def on_turn_start(self, turn_number: int, message: str, **kwargs: Any) -> None:  # noqa: ANN401 - as above
        """A turn begins. Asked; nobody waits; no retry."""

    def on_session_end(self, messages: list[dict[str, Any]]) -> None:
        """The session ended, with its whole transcript. Delivered, after every turn of the session."""

    def on_session_switch(
        self,
        new_session_id: str,
        *,
        parent_session_id: str = "",
        reset: bool = False,
        rewound: bool = False,
        **kwargs: Any,  # noqa: ANN401 - as above
    ) -> None:
        """The conversation goes on under another id, or was rewound. Delivered, between the turns before and after."""

    def on_pre_compress(self, messages: list[dict[str, Any]]) -> str:
        """These messages will be summarised: text for the summary's prompt. Asked with a deadline; no retry."""
        return ""

    def on_memory_write(self, action: str, target: str, content: str, metadata: dict[str, Any] | None = None) -> None:
        """Built-in memory changed, durably: ``add``, ``replace`` or ``remove``. Delivered."""

    def on_delegation(self, task: str, result: str, *, child_session_id: str = "", **kwargs: Any) -> None:  # noqa: ANN401 - as above
        """A sub-agent of this session finished. Delivered."""

    def get_config_schema(self) -> list[dict[str, Any]]:
        """The settings it needs, for ``memoryctl provider check``. No network."""
        return []

    def backup_paths(self) -> list[str]:
        """Files outside of the home that belong into a backup. Works before `initialize`; no network."""
        return []

    def shutdown(self) -> None:
        """Let go of everything. A few seconds at most, then the process is killed; deliveries are done before."""
