"""What the memory files hold, and changes of it."""

from memoryd_client.messages.base import Reply, Scoped
from memoryd_client.messages.parts import Effect, Kept, Operation, Preview, Usage, Withheld


class Read(Scoped, frozen=True, kw_only=True):
    """The entries of a target in their last durable state."""


class Edit(Scoped, frozen=True, kw_only=True):
    """A change. ``base_digest``, if given, must be the digest of the target's content when the edit is applied.

    Refusals are counted for each ``turn`` of a session; 0 is none, and is not counted.
    """

    base_digest: str = ""
    turn: int = 0


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


class Content(Reply, frozen=True, kw_only=True):
    """What a target holds; ``ids[i]`` selects ``entries[i]``, ``state`` is parsed, over_limit or unreadable.

    In the place of a withheld entry stands a placeholder that names its id. ``hint`` says when it is time to
    consolidate, ``frozen_digest`` what the digest was when the session's block was frozen.
    """

    target: str
    entries: tuple[str, ...]
    ids: tuple[str, ...]
    usage: Usage
    digest: str
    state: str = "parsed"
    notes: tuple[str, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    frozen_digest: str = ""
    hint: str = ""


class Edited(Reply, frozen=True, kw_only=True):
    """An edit is durable (or, with ``changed`` false, was not needed). ``seq`` numbers the changes of the home.

    ``frozen_digest`` is what the target's digest was when the session's block was frozen.
    """

    target: str
    changed: bool
    digest: str
    usage: Usage
    seq: int = 0
    effects: tuple[Effect, ...] = ()
    notes: tuple[str, ...] = ()
    frozen_digest: str = ""
    hint: str = ""
    staged: int = 0


class Proposed(Reply, frozen=True, kw_only=True):
    """What ``split`` would turn an entry into; nothing was changed."""

    target: str
    old: Preview
    entries: tuple[str, ...]
    usage: Usage
    digest: str
