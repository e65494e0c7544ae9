"""What was changed, by whom, and how to put it back."""

from memoryd_client.messages.base import Reply, Request, Scoped
from memoryd_client.messages.memory import Edit
from memoryd_client.messages.parts import Change, Gap, Origin


class History(Scoped, frozen=True, kw_only=True):
    """The changes of what its sender may see, newest first; an empty field filters nothing.

    ``before`` and ``after`` are change numbers, ``since`` and ``until`` seconds since 1970, all exclusive.
    """

    target: str = ""
    agent: str = ""
    of_session: str = ""
    operation: str = ""
    pid: int = 0
    since: float = 0.0
    until: float = 0.0
    before: int = 0
    after: int = 0
    limit: int = 50


class Show(Scoped, frozen=True, kw_only=True):
    """One change, with all entries before and after it."""

    target: str = ""
    seq: int


class Blame(Scoped, frozen=True, kw_only=True):
    """Which change brought each entry that a target holds now."""


class Verify(Request, frozen=True, kw_only=True):
    """Does the history still say what was written into it?"""


class Undo(Edit, frozen=True, kw_only=True):
    """Take back change ``seq``, or everything that ``of_session`` changed in ``target``; an edit like any other."""

    target: str = ""
    seq: int = 0
    of_session: str = ""


class Restore(Edit, frozen=True, kw_only=True):
    """Give a target the entries that it had after change ``seq``, or when it had this ``digest``."""

    target: str = ""
    seq: int = 0
    digest: str = ""


class Changes(Reply, frozen=True, kw_only=True):
    """The answer to history; ``more`` says that there are older ones that fit. ``seq`` numbers the latest of all."""

    changes: tuple[Change, ...] = ()
    more: bool = False
    seq: int = 0


class Shown(Reply, frozen=True, kw_only=True):
    """The answer to show. A text that was redacted, or that agents do not get to see, has a placeholder."""

    change: Change
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class Blamed(Reply, frozen=True, kw_only=True):
    """The answer to blame: one line for each entry, in their order."""

    target: str
    entries: tuple[Origin, ...] = ()
    digest: str = ""


class Verified(Reply, frozen=True, kw_only=True):
    """The answer to verify: how many changes were replayed, of which the first is ``first``, and what did not fit."""

    changes: int
    first: int = 0
    last: int = 0
    gaps: tuple[Gap, ...] = ()
