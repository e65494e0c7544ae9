"""What only a person may do, on a socket of its own."""

from memoryd_client.messages.base import Reply, Request
from memoryd_client.messages.memory import Read


class Raw(Read, frozen=True, kw_only=True):
    """The entries of a target as they are on the disk, those that agents do not get to see included."""


class Redact(Request, frozen=True, kw_only=True):
    """Let a text vanish from wherever memoryd keeps it: every entry, of any file and any time, that contains it."""

    text: str


class Backup(Request, frozen=True, kw_only=True):
    """Write an archive of the whole home to this absolute path, where nothing is yet."""

    path: str


class BackedUp(Reply, frozen=True, kw_only=True):
    """The archive is written: with these files, each by its place under the root."""

    path: str
    files: tuple[str, ...] = ()
    bytes: int = 0


class Erased(Reply, frozen=True, kw_only=True):
    """What a redaction did.

    ``entries`` were in memory and are gone, ``changes`` of the history lost a text. ``copies`` were removed.
    ``sessions`` had the text in their block and were frozen anew. ``beyond`` says in sentences what nobody can recall.
    """

    entries: int = 0
    changes: int = 0
    copies: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
