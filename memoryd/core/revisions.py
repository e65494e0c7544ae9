"""Size, digest and bytes of one state after the other, each from what it has in common with the one before.

Every reply to an edit names size and digest of the state it led to. Joining, encoding and hashing a full file for each
of 16 edits was half of their commit.
"""

import hashlib

from memoryd.core.budget import DELIMITER
from memoryd.core.shared import Entries, shared_end, shared_start

STRIDE = 32
"""Entries between two places from which hashing can go on."""

_PIECE = 2_000
"""Bytes hashed at a time. With more, Python lets another thread run meanwhile, and to get back takes longer than it."""

_DELIMITER = DELIMITER.encode()


class Revisions:
    """Of one file; the answers are those of `budget.size` and `budget.digest`."""

    def __init__(self) -> None:
        self._entries: Entries = ()
        self._encoded: list[bytes] = []
        self._chars = 0
        self._starts = [hashlib.sha256()]  # the hash of all that stands before every STRIDEth entry

    def size(self, entries: Entries) -> int:
        """Code points of the canonical form."""
        self._move_to(entries)
        return self._chars + len(DELIMITER) * max(0, len(entries) - 1)

    def digest(self, entries: Entries) -> str:
        """SHA-256 of the canonical form, in hex."""
        self._move_to(entries)
        place = max(0, len(entries) - 1) // STRIDE  # a later start, of a longer state, ends with a delimiter too many
        while len(self._starts) <= place:
            at = len(self._starts) * STRIDE
            piece = _DELIMITER.join(self._encoded[at - STRIDE : at])
            self._starts.append(_hashed(self._starts[-1], piece + _DELIMITER))
        rest = self._encoded[place * STRIDE :]
        return _hashed(self._starts[place], _DELIMITER.join(rest)).hexdigest()

    def encoded(self, entries: Entries) -> bytes:
        """The canonical form in UTF-8."""
        self._move_to(entries)
        return _DELIMITER.join(self._encoded)

    def _move_to(self, entries: Entries) -> None:
        was = self._entries
        if entries is was:
            return
        head = shared_start(was, entries)
        tail = shared_end(was, entries, min(len(was), len(entries)) - head)
        gone, come = was[head : len(was) - tail], entries[head : len(entries) - tail]
        self._encoded[head : len(was) - tail] = [one.encode() for one in come]
        self._chars += sum(map(len, come)) - sum(map(len, gone))
        del self._starts[head // STRIDE + 1 :]
        self._entries = entries


def _hashed(start: "hashlib._Hash", data: bytes) -> "hashlib._Hash":
    """The hash of what ``start`` has and then this."""
    result = start.copy()
    view = memoryview(data)
    for at in range(0, len(view), _PIECE):
        result.update(view[at : at + _PIECE])
    return result
