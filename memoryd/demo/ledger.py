"""What a writer notes down about what it did: a file of its own, one JSON line per settled operation, appended.

The writer alone writes it, after it knows how the operation ended; so it is evidence that does not depend on the
daemon. The agents and the editor are never killed: what they noted is complete.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import msgspec

Outcome = Literal["done", "nothing", "refused", "unknown", "unsettled"]
"""How an operation ended for the one who asked for it.

``done``: acknowledged, so it must be in the file. ``nothing``: the daemon says that it did not happen, so it must not
be there. ``refused``: the daemon says that it cannot happen, though it was the writer's own entry: an error.
``unknown``: a stated doubt after a crash; either is right. ``unsettled``: no answer, however often it was asked.
"""


class Line(msgspec.Struct, frozen=True):
    """One operation.

    Attributes:
        action: What was asked.
        text: The entry, which no other operation of any writer adds.
        outcome: How it ended.
        changed: Whether the answer says that the file changed.
        sendings: How many calls it took; each bore the same request id.
        ms: From the first call to the last one's answer.
        code: The error's code, where there was one.
    """

    action: Literal["add", "remove"]
    text: str
    outcome: Outcome = "done"
    changed: bool = True
    sendings: int = 1
    ms: float = 0.0
    code: str = ""


class Ledger:
    """A ledger that is being written."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def note(self, line: Line) -> None:
        """Append a line."""
        os.write(self._file, msgspec.json.encode(line) + b"\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


@contextmanager
def opened(path: str) -> Iterator[Ledger]:
    """A ledger to write, closed at the end."""
    ledger = Ledger(path)
    try:
        yield ledger
    finally:
        ledger.close()


def read(path: str) -> tuple[Line, ...]:
    """The complete lines of a ledger; one that was not begun has none."""
    try:
        with open(path, "rb") as file:
            whole, _, _ = file.read().rpartition(b"\n")
    except FileNotFoundError:
        return ()
    return tuple(msgspec.json.decode(line, type=Line) for line in whole.splitlines())
