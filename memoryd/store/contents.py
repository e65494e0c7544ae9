"""What a memory file holds, for memory: every acknowledged edit and every outside edit taken in so far.

Rules of this module. `document` is the truth for the next edit. `log` is every content that had the name, in that
order. `dirty` says that the two differ: a merge is not yet under the name. An outside version is `unrecorded` until
the journal has it, together with the content that merges it. `revisions` measures states, quickest one after the other.
"""

from collections.abc import Callable
from dataclasses import dataclass

from memoryd.core.document import EMPTY, Document, render
from memoryd.core.merge import Merged, Origin, Sighting, Version, VersionLog, choose_base, merge
from memoryd.core.revisions import Revisions
from memoryd.logs import Logger

CHANGED_LATELY = 10.0
"""Seconds after an overwriting in place in which a reader may have read a torn file."""


@dataclass(frozen=True, slots=True)
class External:
    """An outside edit that was taken in: for the log and the history.

    Attributes:
        origin: Who made it.
        merged: What came of it.
        base: The version that it is thought to have begun from.
        found: What it held.
    """

    origin: Origin
    merged: Merged
    base: int
    found: tuple[str, ...] = ()

    def log_to(self, log: Logger, path: str) -> None:
        """Tell it, without a text."""
        counts = {"added": len(self.merged.added), "deleted": len(self.merged.deleted)}
        log.info("external edit merged", path=path, origin=self.origin, torn=self.merged.torn, **counts)


class Contents:
    """Of one file.

    Args:
        versions: What the journal remembers of this boot, oldest first.
        keep_aside: Keeps a copy of bytes that a person may want.
    """

    def __init__(self, versions: list[Version], keep_aside: Callable[[bytes], object]) -> None:
        self.document = Document(versions[-1].entries) if versions else EMPTY
        self.revisions = Revisions()
        self.log = VersionLog.restored(versions, 0.0) if versions else VersionLog()
        self.dirty = False
        self.externals: list[External] = []
        self.unrecorded: list[Version] = []
        self.outside_edits = 0
        self._known = bool(versions)
        self._keep_aside = keep_aside
        self._overwritten_at = -CHANGED_LATELY

    def take(self, found: Document, now: float, *, in_place: bool = False, by_hermes: bool = False) -> None:
        """Another program gave the name this content: it is an edit if it differs from the version before."""
        if not self._known:
            self._known = True
            self.log = VersionLog(found.entries, now)
            self.unrecorded.append(self.log.last)
            self.document = found
            return
        state = self.document.entries
        if found.entries != self.log.last.entries:
            state = self._merged(found.entries, self.log.last.number, now, in_place=in_place, by_hermes=by_hermes)
            origin: Origin = "hermes" if by_hermes else "outside"
            self.unrecorded.append(self.log.append(found.entries, origin, now, state))
        self.dirty = state != found.entries
        self.document = found.with_entries(state) if self.dirty else found

    def take_displaced(self, found: Document, after: int, now: float, *, in_place: bool, passing: bool) -> None:
        """It came after version ``after`` and lost the name before it was taken in; just now, if ``passing``."""
        state = self._merged(found.entries, after, now, in_place=in_place, by_hermes=False)
        if passing:
            self.log.passed(found.entries, now, state)
        else:
            self.log.hold(state, "outside", now)
        if state != self.document.entries:
            self.document = self.document.with_entries(state)
            self.dirty = True

    def rendered(self, entries: tuple[str, ...]) -> bytes:
        """The bytes of the file with these entries."""
        document = self.document.with_entries(entries)
        if not entries or not document.is_canonical:
            return render(document)
        encoded = self.revisions.encoded(entries)
        return encoded + b"\n" if document.final_newline else encoded

    def publishing(self, entries: tuple[str, ...], now: float) -> None:
        """Our content has just got the name; what it displaced is yet to be taken in."""
        self.unrecorded.clear()
        self.document = self.document.with_entries(entries)
        self.log.hold(entries, "ours", now)

    def published(self, entries: tuple[str, ...], now: float) -> Version:
        """Our content is the version that has the name."""
        self.dirty = self.document.entries != entries
        return self.log.append(entries, "ours", now, self.document.entries)

    def _merged(
        self, entries: tuple[str, ...], after: int, now: float, *, in_place: bool, by_hermes: bool
    ) -> tuple[str, ...]:
        lately = now - self._overwritten_at < CHANGED_LATELY
        seen = Sighting(entries, after, now, in_place=in_place, by_hermes=by_hermes, changed_lately=lately)
        base = choose_base(self.log, seen)
        result = merge(self.log, base, seen, self.document.entries)
        if result.torn or (entries == base.entries and entries != self.document.entries):
            # Cut short, or a content of before put back: what was acknowledged since stays, and a person may want this.
            self._keep_aside(render(Document(entries)))
        self.externals.append(External("hermes" if by_hermes else "outside", result, base.number, entries))
        self.outside_edits += 1
        if in_place:
            self._overwritten_at = now
        return result.entries
