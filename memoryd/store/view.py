"""What readers see of a memory file: its last durable state, as one immutable value."""

from dataclasses import dataclass
from functools import cached_property

from memoryd.core import budget, selector
from memoryd.core.document import Document
from memoryd.core.guard import Guard
from memoryd.core.render import hint
from memoryd.store.layout import FileKey
from memoryd.store.syscalls import Fingerprint
from memoryd.store.ways import Way
from memoryd_client.errors import StoreError
from memoryd_client.messages import Content, FileStatus, Usage, Withheld
from memoryd_client.wire import encode_reply


@dataclass(frozen=True)
class View:
    """One state of one file.

    Attributes:
        key, path, limit: Which file, and its budget.
        entries: The entries; while ``problem`` is set, those of the last good state.
        notes: What reading it found worth telling.
        fingerprint: Of the file on disk that this view shows; None if there is none.
        problem: Why the file cannot be used now.
        way: How it is written.
        withheld: The entries that agents do not get to see.
        shown: The entries as agents see them.
        outside_edits: How many edits of other programs were taken in since the file was opened.
    """

    key: FileKey
    path: str
    limit: int
    entries: tuple[str, ...]
    notes: tuple[str, ...] = ()
    fingerprint: Fingerprint | None = None
    problem: StoreError | None = None
    way: Way = "exchange"
    withheld: tuple[Withheld, ...] = ()
    shown: tuple[str, ...] = ()
    outside_edits: int = 0

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of each entry."""
        return selector.ids(self.entries)

    @cached_property
    def digest(self) -> str:
        """The revision."""
        return budget.digest(self.entries)

    @property
    def usage(self) -> Usage:
        """Size and limit."""
        return budget.usage(self.entries, self.limit)

    @property
    def state(self) -> str:
        """The state in one word: parsed, over_limit, or the code of the problem."""
        if self.problem is not None:
            return self.problem.code
        return "over_limit" if budget.size(self.entries) > self.limit else "parsed"

    @cached_property
    def content(self) -> Content:
        """The view as the answer to a read."""
        return Content(
            target=self.key.target,
            entries=self.shown,
            ids=self.ids,
            usage=self.usage,
            digest=self.digest,
            state=self.state,
            notes=self._notes(),
            withheld=self.withheld,
            hint=hint(self.usage.percent),
        )

    @cached_property
    def encoded(self) -> bytes:
        """That answer's bytes: many may read one state."""
        return encode_reply(self.content)

    def status(self) -> FileStatus:
        """The view as a line of the daemon's status."""
        return FileStatus(
            profile=self.key.profile,
            target=self.key.target,
            path=self.path,
            state=self.state,
            usage=self.usage,
            digest=self.digest,
            written_by=self.way,
            notes=self._notes(),
            scope=self.key.scope,
        )

    def _notes(self) -> tuple[str, ...]:
        return (*self.notes, f"last good copy: {self.problem.message}") if self.problem else self.notes


def view_of(  # noqa: PLR0913 - a file has so many sides
    key: FileKey,
    path: str,
    limit: int,
    found: Document,
    guard: Guard,
    *,
    warnings: tuple[str, ...] = (),
    fingerprint: Fingerprint | None = None,
    problem: StoreError | None = None,
    way: Way = "exchange",
    outside_edits: int = 0,
) -> View:
    """The view of a file that holds this document."""
    withheld = guard.withheld(found.entries)
    return View(
        key,
        path,
        limit,
        found.entries,
        found.notes + warnings,
        fingerprint,
        problem,
        way,
        withheld,
        guard.shown(found.entries) if withheld else found.entries,
        outside_edits,
    )
