"""The parts that messages are made of. All sizes of texts are in code points."""

from typing import Literal

from msgspec import Struct

Action = Literal["add", "replace", "remove"]


class Usage(Struct, frozen=True):
    """How full a target is, in code points; `memoryd.core.budget.size` says what is counted."""

    chars: int
    limit: int

    @property
    def percent(self) -> int:
        """Used share in whole percent, rounded down; above 100 when over the limit."""
        return self.chars * 100 // self.limit if self.limit else 100


class Preview(Struct, frozen=True, omit_defaults=True):
    """An entry as refusals and tables show it: its id, its length and its beginning on one line."""

    id: str
    chars: int
    text: str


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """In ``rewrite``: the entry that has this id now, unchanged."""

    id: str


class Operation(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One step of a batch; which of the texts it needs depends on the action."""

    action: Action
    content: str = ""
    old_text: str = ""


class Effect(Struct, frozen=True, omit_defaults=True):
    """What one operation did: ``id`` of the entry it left, ``discarded`` is the whole text that was there before."""

    action: Action
    id: str = ""
    discarded: str = ""
    changed: bool = True


class Finding(Struct, frozen=True, omit_defaults=True):
    """One reason to refuse a text: where it stands and which pattern says so, never the text itself.

    ``start`` and ``end`` are code points of the text as it was given; ``code_point`` (``U+200B``) names a character
    that must not be there.
    """

    category: str
    pattern: str
    start: int
    end: int
    code_point: str = ""


class Withheld(Struct, frozen=True):
    """An entry that is on the disk and is not shown to agents, and why; its id still selects it."""

    id: str
    findings: tuple[Finding, ...]


class Details(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a refusal carries so that the next try can succeed. Every field is optional."""

    usage: Usage | None = None
    excess: int = 0
    entries: tuple[Preview, ...] = ()
    nearest: Preview | None = None
    digest: str = ""
    texts: tuple[str, ...] = ()
    field: str = ""
    operation: int = -1
    path: str = ""
    command: str = ""
    findings: tuple[Finding, ...] = ()
    terminal: bool = False
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    seq: int = 0


class Actor(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who made a change: what the kernel says of the process, and what that says of itself.

    ``started`` is when the process began, in seconds since 1970: process ids are used again. ``uid`` -1 and ``pid`` 0
    are unknown, as for an edit by another program.
    """

    uid: int = -1
    pid: int = 0
    started: float = 0.0
    agent: str = ""
    session: str = ""


class Attempt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody asked at the agents' socket for what only a person may do."""

    time: float
    request: str
    actor: Actor


class Piece(Struct, frozen=True, omit_defaults=True):
    """An entry that a change took away or brought: its place, its id and its text; without both once redacted."""

    index: int
    id: str = ""
    text: str = ""
    redacted: bool = False


class Outside(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How another program's edit was merged.

    ``kept`` are our entries that its version lacked and that stayed, ``dropped`` entries of it that were not taken;
    ``torn`` says that it was taken for a half-read file. ``kept`` has texts in `Shown` alone.
    """

    origin: str
    kept: int = 0
    kept_texts: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    torn: bool = False


class Change(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One change of one target.

    ``cause`` is the change that was undone or restored. ``digest`` is the revision after it; empty once it is redacted.
    """

    seq: int
    time: float
    profile: str
    target: str
    operation: str
    actor: Actor
    cause: int = 0
    digest: str = ""
    gone: tuple[Piece, ...] = ()
    come: tuple[Piece, ...] = ()
    reordered: bool = False
    outside: Outside | None = None


class Origin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where an entry comes from; ``seq`` 0: from before the history begins."""

    id: str
    text: str
    seq: int = 0
    time: float = 0.0
    operation: str = ""
    actor: Actor = Actor()


class Gap(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place where the history does not follow from what is before it."""

    seq: int
    profile: str = ""
    target: str = ""
    problem: str


class FileStatus(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One memory file: where it is, how it is written, and in what state it is."""

    profile: str
    target: str
    path: str
    state: str
    usage: Usage
    digest: str
    written_by: str
    notes: tuple[str, ...] = ()
    scope: str = ""


class Failure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The body of every reply that is not ok; ``errors`` turns it back into the exception of that code."""

    code: str
    message: str
    details: Details = Details()
