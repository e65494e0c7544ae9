"""Every request and reply that crosses the socket: the one vocabulary of client and daemon.

Rules of this module. Requests are decoded strictly: a field the daemon does not know is refused by name, since
ignoring a ``base_digest`` would be a lost update. Replies are decoded tolerantly. A new field always has a default, no
field changes its type, none is reordered. What changes here changes in ``docs/protocol.md`` in the same commit; a test
walks both. All sizes of texts are in code points.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

Action = Literal["add", "replace", "remove"]


class Request(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag=str.lower):
    """What a client may ask. The tag is the class name in lower case and names the request in the header."""


class Reply(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """What the daemon answers when it did what was asked."""


# --- Parts of messages ------------------------------------------------------------------------------------------------


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


# --- Requests ---------------------------------------------------------------------------------------------------------


class Hello(Request, frozen=True, kw_only=True):
    """The first message on every connection: which protocol versions the client speaks, and who it says it is."""

    protocol_min: int
    protocol_max: int
    version: str = ""
    agent: str = ""


class Ping(Request, frozen=True, kw_only=True):
    """Is the daemon alive? Answered by the loop itself, whatever else is going on."""


class Status(Request, frozen=True, kw_only=True):
    """How is the daemon? Frozen across protocol versions."""


class Scoped(Request, frozen=True, kw_only=True):
    """A request about one target of one profile; the empty profile is the root's own."""

    target: str
    profile: str = ""


class Read(Scoped, frozen=True, kw_only=True):
    """The entries of a target in their last durable state."""


class Edit(Scoped, frozen=True, kw_only=True):
    """A change. ``base_digest``, if given, must be the digest of the target's content when the edit is applied."""

    base_digest: str = ""


class Add(Edit, frozen=True, kw_only=True):
    """Append an entry; adding what is already there succeeds and changes nothing."""

    content: str


class Replace(Edit, frozen=True, kw_only=True):
    """Put ``content`` in the place of the one whole entry that ``old_text`` selects."""

    old_text: str
    content: str


class Remove(Edit, frozen=True, kw_only=True):
    """Remove the one entry that ``old_text`` selects."""

    old_text: str


class Batch(Edit, frozen=True, kw_only=True):
    """Several operations on one target, all or nothing, judged by their final state."""

    operations: tuple[Operation, ...]


class Rewrite(Edit, frozen=True, kw_only=True):
    """Replace all entries, but only if nothing changed since ``base_digest``, which is required here."""

    entries: tuple[str | Kept, ...]


class Split(Edit, frozen=True, kw_only=True):
    """Turn one over-size entry of plain Markdown into entries; without ``apply`` it only shows what would come out."""

    old_text: str = ""
    apply: bool = False


# --- Replies ----------------------------------------------------------------------------------------------------------


class Welcome(Reply, frozen=True, kw_only=True):
    """The answer to hello. ``clock`` is the daemon's own clock in seconds, in which deadlines are expressed."""

    protocol: int
    version: str
    instance: str
    clock: float
    max_request_bytes: int
    capabilities: tuple[str, ...] = ()


class Pong(Reply, frozen=True, kw_only=True):
    """Alive."""


class DaemonStatus(Reply, frozen=True, kw_only=True):
    """What the daemon knows about itself. ``degraded`` says in sentences what does not work as it should."""

    version: str
    instance: str
    pid: int
    uptime: float
    root: str
    connections: int = 0
    in_flight: int = 0
    commits: int = 0
    commit_ms_p50: float = 0.0
    commit_ms_max: float = 0.0
    files: tuple[FileStatus, ...] = ()
    degraded: tuple[str, ...] = ()


class Content(Reply, frozen=True, kw_only=True):
    """What a target holds; ``ids[i]`` selects ``entries[i]``, ``state`` is parsed, over_limit or unreadable.

    In the place of a withheld entry stands a placeholder that names its id.
    """

    target: str
    entries: tuple[str, ...]
    ids: tuple[str, ...]
    usage: Usage
    digest: str
    state: str = "parsed"
    notes: tuple[str, ...] = ()
    withheld: tuple[Withheld, ...] = ()


class Edited(Reply, frozen=True, kw_only=True):
    """An edit is durable (or, with ``changed`` false, was not needed). ``seq`` numbers the changes of the home."""

    target: str
    changed: bool
    digest: str
    usage: Usage
    seq: int = 0
    effects: tuple[Effect, ...] = ()
    notes: tuple[str, ...] = ()


class Proposed(Reply, frozen=True, kw_only=True):
    """What ``split`` would turn an entry into; nothing was changed."""

    target: str
    old: Preview
    entries: tuple[str, ...]
    usage: Usage
    digest: str


class Failure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The body of every reply that is not ok; ``errors`` turns it back into the exception of that code."""

    code: str
    message: str
    details: Details = Details()


AnyReply = Welcome | Pong | DaemonStatus | Content | Edited | Proposed
AnyEdit = Add | Replace | Remove | Batch | Rewrite | Split

REQUESTS: Mapping[str, type[Request]] = MappingProxyType(
    {kind.__name__.lower(): kind for kind in (Hello, Ping, Status, Read, Add, Replace, Remove, Batch, Rewrite, Split)}
)
"""Every request by the name that the header carries."""
