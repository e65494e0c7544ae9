"""What the loop asks of the committer, and what the committer reports."""

from collections.abc import Callable
from dataclasses import dataclass, field

from memoryd.core.group import Commit
from memoryd.store.jobs import Job, Outcome
from memoryd.store.layout import FileKey
from memoryd.store.outbox import Announced
from memoryd.store.view import View


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
class Perform:
    """Do something with the database; ``then`` is called on the loop's thread with what came of it, or the error."""

    task: Callable[[], object]
    then: Callable[[object], None]


@dataclass(frozen=True, slots=True)
class Unlocked:
    """The lock that a parked file waited for is ours."""

    key: FileKey


@dataclass(frozen=True, slots=True)
class Stop:
    """Finish what is under way and end."""


Command = Commit[FileKey, Job] | Look | Find | Perform | Unlocked | Stop


@dataclass(frozen=True, slots=True)
class Report:
    """What happened.

    Attributes:
        outcomes: The answers, in order.
        views: The files that were looked at, as they are now.
        took: Seconds, for a cycle that the loop asked for; None for what the committer did by itself.
        parked, unparked: Files that begin or stop to wait for a lock that another program holds.
        externals: Outside edits that were taken in.
        announced: Rows of the outbox that are durable, and so may be delivered.
    """

    outcomes: list[tuple[Job, Outcome]] = field(default_factory=list)
    views: list[View] = field(default_factory=list)
    took: float | None = None
    parked: tuple[FileKey, ...] = ()
    unparked: tuple[FileKey, ...] = ()
    externals: int = 0
    announced: tuple[Announced, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to `Find`."""

    then: Callable[[Outcome | None], None]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Performed:
    """The answer to `Perform`: its value, or the `StoreError`."""

    then: Callable[[object], None]
    value: object
