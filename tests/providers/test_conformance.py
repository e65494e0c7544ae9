"""The suite for providers' authors: it passes a provider that does what is asked, and names what another does wrong."""

from typing import Any

import pytest

from memoryd.providers import Provider, RecallStatus
from memoryd.testing import NotConforming, check_provider


class Good(Provider):
    """As small as one can be."""

    name = "good"

    def is_available(self) -> bool:
        """Always."""
        return True

    def initialize(self, session_id: str, **kwargs: Any) -> None:  # noqa: ANN401 - the contract's
        """Nothing to connect to."""

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """One."""
        return [{"name": "good_search", "parameters": {"type": "object", "properties": {}}}]

    def prefetch(self, query: str, *, session_id: str = "") -> str:
        """Something."""
        return f"- about {query}"

    def recall_status(self) -> RecallStatus | None:
        """One memory."""
        return RecallStatus("Good", 1)


class Bad(Good):
    """Does much of it wrong."""

    def is_available(self) -> bool:
        """No."""
        return False

    def initialize(self, session_id: str) -> None:  # type: ignore[override]
        """Takes nothing that it is not prepared for, which is no fault."""

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """One that hides the core's."""
        return [{"name": "memory"}]

    def system_prompt_block(self) -> str:
        """No text."""
        return None  # type: ignore[return-value]

    def sync_turn(self, user_content: str, assistant_content: str, **kwargs: Any) -> None:  # noqa: ANN401 - as above
        """Fails."""
        raise ConnectionError("no backend")


def test_a_good_provider_passes() -> None:
    """And what was checked is said."""
    assert "sync_turn returns when the turn is stored" in check_provider(Good)


def test_every_fault_is_named() -> None:
    """All at once."""
    with pytest.raises(NotConforming) as found:
        check_provider(Bad)

    named = [line.partition(":")[0] for line in str(found.value).splitlines()]
    assert named == [
        "it is available",
        "its tools have names of their own",
        "system_prompt_block is text",
        "sync_turn returns when the turn is stored",
        "sync_turn of the same operation is no fault",
    ]
