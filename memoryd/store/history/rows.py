"""A change as the cycle tells it, and as a row of the table ``history``."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import msgspec

from memoryd.core.changes import replay
from memoryd.store.history.salted import Salted, parsed, spelled
from memoryd.store.jobs import NOBODY
from memoryd.store.layout import FileKey
from memoryd_client.messages import Actor

WITHDRAWN = "withdrawn"
"""The operation of a row whose change did not happen after all: it keeps the numbers without a gap."""

EXTERNAL = "external"

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode

Place = tuple[int, Salted]


@dataclass(frozen=True, slots=True)
class Merge:
    """How another program's edit was taken in.

    Attributes:
        origin: ``outside`` or ``hermes``.
        kept: Where the entries that its version lacked, and that stayed, stand afterwards.
        dropped: Entries of its version that were not taken.
        torn: It was taken for a half-read file.
    """

    origin: str
    kept: tuple[int, ...] = ()
    dropped: tuple[str, ...] = ()
    torn: bool = False


class Made(NamedTuple):
    """A change that a commit cycle makes.

    Attributes:
        seq, key: Its number, and of which file.
        entries: All entries after it.
        operation, cause: What it was, and which change it undoes or restores.
        actor: Who made it.
        revision: The digest of the entries, in hex, if it is known already.
        merge: For an edit by another program.
    """

    seq: int
    key: FileKey
    entries: tuple[str, ...]
    operation: str
    actor: Actor = NOBODY
    revision: str = ""
    cause: int = 0
    merge: Merge | None = None


class Row(NamedTuple):
    """A row, in the order of its columns; ``docs/file-format.md`` describes each."""

    seq: int
    number: int
    time: float
    profile: str
    target: str
    scope: str
    operation: str
    cause: int
    uid: int
    pid: int
    started: float
    agent: str
    session: str
    before: bytes
    after: bytes
    revision: bytes
    gone: bytes
    come: bytes
    moved: bytes
    merge: bytes
    seal: bytes

    @property
    def key(self) -> FileKey:
        """Of which file."""
        return FileKey(self.profile, self.target, self.scope)

    @property
    def actor(self) -> Actor:
        """Who made the change."""
        return Actor(uid=self.uid, pid=self.pid, started=self.started, agent=self.agent, session=self.session)

    def is_sealed(self) -> bool:
        """Whether nothing of it was changed since it was written."""
        return self.seal == seal(self)

    def resealed(self) -> "Row":
        """The same with a seal that is true of its columns."""
        return self._replace(seal=seal(self))

    def emptied(self, digest: bytes) -> "Row":
        """A row that keeps its number alone, of a file that had this digest."""
        row = self._replace(operation=WITHDRAWN, before=digest, after=digest, revision=b"", gone=b"", come=b"")
        return row._replace(moved=b"", merge=b"").resealed()

    def replayed(self, before: Sequence[Salted]) -> list[Salted]:
        """The state after it; raises `IndexError` or `ValueError` if it does not fit."""
        gone = [index for index, _ in places(self.gone)]
        return replay(before, gone, places(self.come), order_of(self.moved))


def seal(row: Sequence[object]) -> bytes:
    """A checksum of all columns but the last."""
    return hashlib.blake2b(_encode(row[:20]), digest_size=8).digest()


def packed_places(found: Sequence[Place]) -> bytes:
    """Entries with their places, as a column holds them."""
    return _encode([[index, *spelled(entry)] for index, entry in found]) if found else b""


def places(column: bytes) -> list[Place]:
    """The reverse; raises `ValueError` for what is none."""
    if not column:
        return []
    try:
        return [(int(index), parsed(parts)) for index, *parts in _decode(column)]
    except (msgspec.DecodeError, TypeError) as error:
        raise ValueError(str(error)) from error


def packed_entries(entries: Sequence[Salted]) -> bytes:
    """A whole state, as a column holds it."""
    return _encode([spelled(entry) for entry in entries])


def entries_of(column: bytes) -> list[Salted]:
    """The reverse; raises `ValueError` for what is none."""
    try:
        return [parsed(parts) for parts in _decode(column)]
    except (msgspec.DecodeError, TypeError) as error:
        raise ValueError(str(error)) from error


def packed_order(order: Sequence[int]) -> bytes:
    """An order of entries, as a column holds it."""
    return _encode(order) if order else b""


def order_of(column: bytes) -> list[int]:
    """The reverse."""
    return cast("list[int]", _decode(column)) if column else []


def packed_merge(merge: Merge | None) -> bytes:
    """What is told of a merge, as a column holds it."""
    return _encode([merge.origin, merge.torn, merge.kept, merge.dropped]) if merge else b""


def merge_of(column: bytes) -> Merge | None:
    """The reverse."""
    if not column:
        return None
    origin, torn, kept, dropped = _decode(column)
    return Merge(origin, tuple(kept), tuple(dropped), torn)
