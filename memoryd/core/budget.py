"""How much a target holds and may hold: one function, one number, in replies, headers, refusals and interfaces."""

import hashlib
from collections.abc import Callable, Sequence

from memoryd_client.messages import Usage

DELIMITER = "\n§\n"


def size(entries: Sequence[str]) -> int:
    """The code points of the entries joined by `DELIMITER`: three for each separator."""
    return sum(map(len, entries)) + len(DELIMITER) * max(0, len(entries) - 1)


def usage(entries: Sequence[str], limit: int) -> Usage:
    """The size beside the limit, both in code points."""
    return Usage(size(entries), limit)


def excess(
    before: tuple[str, ...], after: tuple[str, ...], limit: int, measure: Callable[[tuple[str, ...]], int] = size
) -> int:
    """By how many code points ``after`` is too large; 0 if it fits, or does not grow what was there ``before``.

    ``measure`` is `size`, or something quicker that says the same.
    """
    result = measure(after)
    return 0 if result <= limit or result <= size(before) else result - limit


def digest(entries: Sequence[str]) -> str:
    """The SHA-256 of the canonical form, in hex: the revision that ``base_digest`` is compared with."""
    return hashlib.sha256(DELIMITER.join(entries).encode()).hexdigest()
