"""The state of one file as the history knows it, brought forward change by change.

The digests of its entries are kept one behind the other, so that the digest of a state costs one hash of a few
kilobytes, whatever changed.
"""

from collections.abc import Sequence
from typing import NamedTuple

from memoryd.core.changes import difference
from memoryd.store.history.rows import Place
from memoryd.store.history.salted import DIGEST_BYTES, Salted, Salts, state_digest


class Moved(NamedTuple):
    """What a step changed, as a row holds it."""

    gone: list[Place]
    come: list[Place]
    order: tuple[int, ...]


class Tracked:
    """The entries of one file with their salts.

    Attributes:
        texts: The entries.
        entries: The same with their salts and digests.
        digests: Those of the entries, one behind the other.
        digest: That of the state.
        rows: Changes since the last checkpoint.
    """

    def __init__(self, entries: Sequence[Salted] = (), rows: int = 0) -> None:
        self.entries = list(entries)
        self.texts = tuple(entry.text for entry in entries)
        self.rows = rows
        self.digests = bytearray(b"".join(entry.digest for entry in entries))
        self.digest = state_digest(self.digests)

    def copy(self) -> "Tracked":
        """One that can go on by itself."""
        other = Tracked((), self.rows)
        other.entries, other.texts = self.entries.copy(), self.texts
        other.digests, other.digest = self.digests.copy(), self.digest
        return other

    def move(self, after: tuple[str, ...], salts: Salts) -> Moved:
        """Go on to these entries; those that come get salts of their own."""
        step = difference(self.texts, after)
        gone = [(index, self.entries[index]) for index in step.gone]
        come = [(index, salts.salted(after[index])) for index in step.come]
        for index in reversed(step.gone):
            del self.entries[index]
            del self.digests[index * DIGEST_BYTES : (index + 1) * DIGEST_BYTES]
        if step.order:
            self.entries = [self.entries[index] for index in step.order]
            self.digests = bytearray(b"".join(entry.digest for entry in self.entries))
        for index, entry in come:
            self.entries.insert(index, entry)
            self.digests[index * DIGEST_BYTES : index * DIGEST_BYTES] = entry.digest
        self.texts = after
        self.digest = state_digest(self.digests)
        self.rows += 1
        return Moved(gone, come, step.order)
