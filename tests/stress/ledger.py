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

    def noted(self, action: str, text: str) -> None:
        """Something else worth telling: a line saved, a deletion, an entry that was missing."""
        os.write(self._fd, json.dumps({"action": action, "text": text}).encode() + b"\n")


@dataclass(frozen=True)
class Account:
    """What all ledgers of a run say must be in the file, and must not.

    Attributes:
        operations: How many were acknowledged.
        present, removed: What these left there, and what they took away.
        missing: What an agent found gone that it had not removed.
        lines: Each outsider's last line.
        deleted: What a person deleted.
        overwrote: What one outsider saved and another may have overwritten before memoryd read it.
        saves: How often outsiders saved.
    """

    operations: int
    present: frozenset[str]
    removed: frozenset[str]
    missing: frozenset[str] = frozenset()
    lines: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()
    overwrote: frozenset[str] = frozenset()
    saves: int = 0


def account(directory: Path) -> Account:
    """Add up the ledgers in a directory; each text is added once and removed at most once."""
    texts: dict[str, list[str]] = {}
    lines: list[str] = []
    for path in directory.glob("*.ledger"):
        own: list[str] = []
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            texts.setdefault(entry["action"], []).append(entry["text"])
            own += [entry["text"]] if entry["action"] == "line" else []
        lines += own[-1:]

    def of(action: str) -> list[str]:
        return texts.get(action, [])

    return Account(
        operations=len(of("add")) + len(of("remove")),
        present=frozenset(of("add")) - frozenset(of("remove")),
        removed=frozenset(of("remove")),
        missing=frozenset(of("missing")),
        lines=frozenset(lines),
        deleted=frozenset(of("deleted")),
        overwrote=frozenset(of("overwrote")),
        saves=len(of("line")) + len(of("deleted")),
    )
