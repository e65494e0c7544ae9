"""An agent of the soak: random operations, noted before and after. Run as ``python soaker.py HOME NAME DIRECTORY``.

It may be killed at any moment. Whoever comes after it under the same name reads what it wrote down, asks again about
what it does not know under the same request id, and goes on: so in the end every outcome is known.
"""

import contextlib
import json
import os
import random
import select
import sys
import time
from pathlib import Path
from typing import Any

from memoryd_client import Client, MemorydError

KEEP = 8
PAUSE = 0.08

EXPLAINED = frozenset(("no_answer", "expired", "busy", "no_daemon", "no_space", "write_failed", "locked_elsewhere"))
"""Refusals that a daemon that is killed, and a disk that is full, explain; after them it is asked again."""


class Book:
    """What one agent did, over all its lives."""

    def __init__(self, path: Path) -> None:
        self.own: list[str] = []
        self.number = 0
        self.doubt: dict[str, Any] | None = None
        for line in path.read_text().splitlines() if path.exists() else ():
            with contextlib.suppress(json.JSONDecodeError):  # killed while it wrote
                self._take(json.loads(line))
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.write(self._fd, b"\n")

    def note(self, **entry: object) -> None:
        """Write down, and remember."""
        os.write(self._fd, json.dumps(entry).encode() + b"\n")
        self._take(entry)

    def _take(self, entry: dict[str, Any]) -> None:
        match entry.get("what"):
            case "trying":
                self.doubt = entry
                self.number = max(self.number, entry["number"])
            case "done":
                self.doubt = None
                apply(self.own, entry)


def apply(own: list[str], entry: dict[str, Any]) -> None:
    """What an acknowledged operation does to the entries of its agent."""
    if entry["operation"] in ("replace", "remove"):
        own.remove(entry["old"])
    if entry["operation"] in ("replace", "add"):
        own.append(entry["text"])


def chosen(book: Book, name: str) -> dict[str, Any]:
    """The next operation."""
    number = book.number + 1
    operations = (
        ["add"] if not book.own else ["remove", "replace"] if len(book.own) >= KEEP else ["add", "add", "replace"]
    )
    operation = random.choice(operations) if book.own else "add"  # noqa: S311 - any will do
    old = random.choice(book.own) if operation != "add" else ""  # noqa: S311
    text = f"{name} note {number}{'x' * random.randrange(60)}." if operation != "remove" else ""  # noqa: S311
    return {"number": number, "operation": operation, "old": old, "text": text}


def send(client: Client, name: str, entry: dict[str, Any]) -> None:
    """Ask for an operation; raises what the client raises."""
    request_id = f"{name}-{entry['number']}"
    match entry["operation"]:
        case "add":
            client.add("memory", entry["text"], request_id=request_id)
        case "replace":
            client.replace("memory", entry["old"], entry["text"], request_id=request_id)
        case "remove":
            client.remove("memory", entry["old"], request_id=request_id)


def settle(client: Client, name: str, book: Book) -> None:
    """Ask until the outcome of the operation in doubt is known."""
    entry = book.doubt
    while entry is not None:
        began = time.monotonic()
        try:
            send(client, name, entry)
        except MemorydError as error:
            if error.code not in EXPLAINED:
                book.note(what="error", code=error.code, message=str(error), operation=entry)
                os._exit(1)
            book.note(what="refused", code=error.code)
            time.sleep(0.05)
            continue
        took = (time.monotonic() - began) * 1000
        book.note(**{**entry, "what": "done"}, ms=took)
        return


def main(home: str, name: str, directory: str) -> None:
    """Until the parent closes our input."""
    book = Book(Path(directory, f"{name}.book"))
    with Client(home, agent=name, timeout=10.0) as client:
        settle(client, name, book)
        while not select.select([sys.stdin], [], [], random.random() * 2 * PAUSE)[0]:  # noqa: S311
            with contextlib.suppress(MemorydError):
                client.read("memory")
            book.note(**{**chosen(book, name), "what": "trying"})
            settle(client, name, book)


if __name__ == "__main__":
    main(*sys.argv[1:4])
