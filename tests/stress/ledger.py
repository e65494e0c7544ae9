"""An agent's own record of what was acknowledged, append-only, written by the agent's process alone."""

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path


class Ledger:
    """Writes one JSON line for each acknowledged operation."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def acknowledged(self, action: str, text: str, began: float) -> None:
        """The operation succeeded; ``began`` is when it was asked for."""
        line = json.dumps({"action": action, "text": text, "ms": (time.monotonic() - began) * 1000})
        os.write(self._fd, line.encode() + b"\n")


@dataclass(frozen=True)
class Account:
    """What all ledgers of a run say must be in the file, and must not."""

    operations: int
    present: frozenset[str]
    removed: frozenset[str]


def account(directory: Path) -> Account:
    """Add up the ledgers in a directory; each text is added once and removed at most once."""
    added: set[str] = set()
    removed: set[str] = set()
    operations = 0
    for path in directory.glob("*.ledger"):
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            operations += 1
            (added if entry["action"] == "add" else removed).add(entry["text"])
    return Account(operations, frozenset(added - removed), frozenset(removed))
