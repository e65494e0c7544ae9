"""What an edit did, as a provider that mirrors built-in memory is told: one write for each change, in order."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memoryd.core import selector
from memoryd_client.messages import Action, Effect


class MemoryWrite(NamedTuple):
    """One change: the text that came, and the one that went; for ``remove`` both are the one that went."""

    action: Action
    content: str
    old: str


def writes(effects: Sequence[Effect], entries: Sequence[str]) -> Iterator[MemoryWrite]:
    """The changes among an edit's effects; what came and went within one batch left nothing to be told.

    Args:
        effects: As they happened, with the texts that agents may not see.
        entries: What the target holds after the edit.
    """
    for effect in effects:
        if not effect.changed:
            continue
        if effect.action == "remove":
            yield MemoryWrite("remove", effect.discarded, effect.discarded)
            continue
        content = selector.entry_of_id(entries, effect.id)
        if content is not None:
            yield MemoryWrite(effect.action, content, effect.discarded)
