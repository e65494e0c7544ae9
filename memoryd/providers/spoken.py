"""What was said in a turn, as ``sync_turn`` takes it: one text of the user, one of the assistant."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from memoryd_client import fence


class Spoken(NamedTuple):
    """Both sides of a turn; ``is_whole`` if both said something."""

    user: str
    assistant: str

    @property
    def is_whole(self) -> bool:
        """Whether this is a turn that may be told."""
        return bool(self.user.strip() and self.assistant.strip())


def spoken(messages: Iterable[Mapping[str, Any]]) -> Spoken:
    """The user's text and the assistant's last one, without what was recalled for them."""
    said: dict[str, list[str]] = {"user": [], "assistant": []}
    for message in messages:
        text = fence.strip(text_of(message.get("content"))).strip()
        if text and message.get("role") in said:
            said[message["role"]].append(text)
    return Spoken("\n\n".join(said["user"]), said["assistant"][-1] if said["assistant"] else "")


def text_of(content: object) -> str:
    """The text of a message's content, which may be a list of parts; what is not text is left out."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(
            part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)
        )
    return ""
