"""What the loop asks of the committer, and what the committer reports."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from memoryd.core.group import Commit
from memoryd.core.scan import Policy
from memoryd.store.history.rows import Made
from memoryd.store.jobs import Job, Outcome
from memoryd.store.layout import FileKey
from memoryd.store.session_rows import SessionRows
from memoryd.store.view import View
from memoryd_client.errors import MemorydError


@dataclass(frozen=True, slots=True)
class Look:
    """Take in what others did to these files."""

    keys: tuple[FileKey, ...]


@dataclass(frozen=True, slots=True)
class Find:
    """Look up the outcome of an earlier request; the answer is called on the loop's thread with it, or None."""

    request_id: str
    then: Callable[[Outcome | None], None]


@dataclass(frozen=True, slots=True)
class Noted:
    """The answer to `Note`."""

    then: Callable[[Any], object]
    result: Any

    def tell(self) -> None:
        """Tell it."""
        self.then(self.result)


@dataclass(frozen=True, slots=True)
class Note:
    """Read or write what is recorded of sessions; ``then`` is called on the loop's thread with what ``work`` returned.

    What ``work`` raises, as far as it is a `MemorydError`, is given to ``then`` too.
    """

    work: Callable[[SessionRows], Any]
    then: Callable[[Any], object] = bool

    def done(self, rows: SessionRows) -> Noted:
        """Do the work, on the committer's thread."""
        try:
            return Noted(self.then, self.work(rows))
        except MemorydError as error:
            return Noted(self.then, error)


@dataclass(frozen=True, slots=True)
class Unlocked:
    """The lock that a parked file waited for is ours."""

    key: FileKey


@dataclass(frozen=True, slots=True)
class Renew:
    """Go on under other settings; readers get new views of every file.

    Attributes:
        policy: What is refused from now on; None if that stays.
        clean: Texts that were found clean under the new policy, shared with the guard of the loop.
    """

    policy: Policy | None = None
    clean: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Stop:
    """Finish what is under way and end."""


Command = Commit[FileKey, Job] | Look | Find | Note | Unlocked | Renew | Stop


@dataclass(frozen=True, slots=True)
class Report:
    """What happened.

    Attributes:
        outcomes: The answers, in order.
        views: The files that were looked at, as they are now.
        took: Seconds, for a cycle that the loop asked for; None for what the committer did by itself.
        parked, unparked: Files that begin or stop to wait for a lock that another program holds.
        externals: Outside edits that were taken in.
        made: The changes that happened.
        closed: A file that nobody used for long; it is opened again when somebody does.
    """

    outcomes: list[tuple[Job, Outcome]] = field(default_factory=list)
    views: list[View] = field(default_factory=list)
    took: float | None = None
    parked: tuple[FileKey, ...] = ()
    unparked: tuple[FileKey, ...] = ()
    externals: int = 0
    made: tuple[Made, ...] = ()
    closed: FileKey | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to `Find`."""

    then: Callable[[Outcome | None], None]
    outcome: Outcome | None

    def tell(self) -> None:
        """Tell it."""
        self.then(self.outcome)
