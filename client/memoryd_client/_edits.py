"""The edits, said once: a client has them, and a session has them. Blocking here, awaited in the class below."""

from collections.abc import Iterable, Mapping
from typing import Unpack

from memoryd_client.calls import CallOptions, EditOptions, R
from memoryd_client.messages import Add, Batch, Edit, Edited, Kept, Operation, Proposed, Remove, Replace, Rewrite, Split

Operations = Iterable[Mapping[str, str] | Operation]
Entries = Iterable[str | Mapping[str, str] | Kept]


class Edits:
    """What changes memory, for whoever can send an edit."""

    def add(self, target: str, content: str, **options: Unpack[EditOptions]) -> Edited:
        """Append an entry; what is already there is a success that changes nothing."""
        return self._edit(Add, Edited, options, target=target, content=content)

    def replace(self, target: str, old_text: str, content: str, **options: Unpack[EditOptions]) -> Edited:
        """Put ``content`` in the place of the entry that ``old_text`` selects: by id, whole text, or a unique part."""
        return self._edit(Replace, Edited, options, target=target, old_text=old_text, content=content)

    def remove(self, target: str, old_text: str, **options: Unpack[EditOptions]) -> Edited:
        """Remove the entry that ``old_text`` selects; ``effects[0].discarded`` is its text."""
        return self._edit(Remove, Edited, options, target=target, old_text=old_text)

    def batch(self, target: str, operations: Operations, **options: Unpack[EditOptions]) -> Edited:
        """Apply ``{"action", "content", "old_text"}`` operations all or nothing, judged by their final state."""
        return self._edit(Batch, Edited, options, target=target, operations=tuple(operations))

    def rewrite(self, target: str, entries: Entries, base_digest: str, **options: Unpack[CallOptions]) -> Edited:
        """Replace all entries if nothing changed since ``base_digest``; ``{"id": ...}`` keeps an entry as it is."""
        asked: EditOptions = {**options, "base_digest": base_digest}
        return self._edit(Rewrite, Edited, asked, target=target, entries=tuple(entries))

    def split(
        self, target: str, old_text: str = "", *, apply: bool = False, **options: Unpack[EditOptions]
    ) -> Proposed | Edited:
        """Turn one over-size entry of plain Markdown into entries; without ``apply`` only show what would come out.

        Args:
            target: Which file.
            old_text: Selects the entry; may be empty if exactly one entry alone is over the limit.
            apply: Do it. A copy of the file as it was is kept.
            **options: As in every edit.
        """
        if apply:
            return self._edit(Split, Edited, options, target=target, old_text=old_text, apply=True)
        return self._edit(Split, Proposed, options, target=target, old_text=old_text)

    def _edit(self, kind: type[Edit], expected: type[R], options: EditOptions, **fields: object) -> R:
        raise NotImplementedError


class AsyncEdits:
    """The same, awaited."""

    async def add(self, target: str, content: str, **options: Unpack[EditOptions]) -> Edited:
        """As `Client.add`."""
        return await self._edit(Add, Edited, options, target=target, content=content)

    async def replace(self, target: str, old_text: str, content: str, **options: Unpack[EditOptions]) -> Edited:
        """As `Client.replace`."""
        return await self._edit(Replace, Edited, options, target=target, old_text=old_text, content=content)

    async def remove(self, target: str, old_text: str, **options: Unpack[EditOptions]) -> Edited:
        """As `Client.remove`."""
        return await self._edit(Remove, Edited, options, target=target, old_text=old_text)

    async def batch(self, target: str, operations: Operations, **options: Unpack[EditOptions]) -> Edited:
        """As `Client.batch`."""
        return await self._edit(Batch, Edited, options, target=target, operations=tuple(operations))

    async def rewrite(self, target: str, entries: Entries, base_digest: str, **options: Unpack[CallOptions]) -> Edited:
        """As `Client.rewrite`."""
        asked: EditOptions = {**options, "base_digest": base_digest}
        return await self._edit(Rewrite, Edited, asked, target=target, entries=tuple(entries))

    async def split(
        self, target: str, old_text: str = "", *, apply: bool = False, **options: Unpack[EditOptions]
    ) -> Proposed | Edited:
        """As `Client.split`."""
        if apply:
            return await self._edit(Split, Edited, options, target=target, old_text=old_text, apply=True)
        return await self._edit(Split, Proposed, options, target=target, old_text=old_text)

    async def _edit(self, kind: type[Edit], expected: type[R], options: EditOptions, **fields: object) -> R:
        raise NotImplementedError
