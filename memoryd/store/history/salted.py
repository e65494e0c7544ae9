"""Entries as the history keeps them: each with a random salt and a digest over both.

When a text is redacted, its salt goes with it, and the digest that stays says nothing of what it was: nobody can try
texts against it. So what follows from digests can still be verified afterwards.
"""

import hashlib
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

SALT_BYTES = 16
DIGEST_BYTES = 16

_POOL_SALTS = 256

_PIECE = 2_000
"""Bytes hashed at a time. With more, Python lets another thread run meanwhile, and to get back takes longer than it."""


class Salted(NamedTuple):
    """One entry version; ``text`` and ``salt`` are empty once it is redacted."""

    text: str
    salt: bytes
    digest: bytes

    @property
    def is_redacted(self) -> bool:
        """Whether only its digest is left."""
        return not self.salt

    def without_text(self) -> "Salted":
        """The same, redacted."""
        return Salted("", b"", self.digest)

    def holds(self) -> bool:
        """Whether the digest is that of the text; also of a redacted one, of which nothing else is known."""
        return self.is_redacted or self.digest == digest_of(self.text, self.salt)


class Salts:
    """Random salts, drawn many at a time: a system call for each would cost more than the digest."""

    def __init__(self) -> None:
        self._pool = b""
        self._next = 0

    def salted(self, text: str) -> Salted:
        """A text with a new salt."""
        if self._next >= len(self._pool):
            self._pool, self._next = os.urandom(SALT_BYTES * _POOL_SALTS), 0
        salt = self._pool[self._next : self._next + SALT_BYTES]
        self._next += SALT_BYTES
        return Salted(text, salt, digest_of(text, salt))


def digest_of(text: str, salt: bytes) -> bytes:
    """The digest of one entry version."""
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES, salt=salt).digest()


def state_digest(digests: bytes | bytearray) -> bytes:
    """The digest of a state, from the digests of its entries put one behind the other."""
    result = hashlib.blake2b(digest_size=DIGEST_BYTES)
    view = memoryview(digests)
    for at in range(0, len(view), _PIECE):
        result.update(view[at : at + _PIECE])
    return result.digest()


def digest_of_state(entries: Iterable[Salted]) -> bytes:
    """The digest of these entries in this order."""
    return state_digest(b"".join(entry.digest for entry in entries))


def spelled(entry: Salted) -> list[bytes | str]:
    """An entry as it stands in a row: its digest, and unless it is redacted, salt and text."""
    return [entry.digest] if entry.is_redacted else [entry.digest, entry.salt, entry.text]


def parsed(parts: list[Any]) -> Salted:
    """The reverse; raises `ValueError` for what is none."""
    match parts:
        case [bytes(digest)]:
            return Salted("", b"", digest)
        case [bytes(digest), bytes(salt), str(text)]:
            return Salted(text, salt, digest)
    raise ValueError(f"{parts!r:.80} is no entry")
