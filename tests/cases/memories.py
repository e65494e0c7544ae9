"""The memory files of a home under test, as an outsider sees and changes them; and every door that text comes by."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from memoryd_client import Client
from memoryd_client.messages import REQUESTS, Content, Edit, Edited

SECONDS = 20.0


def path_of(home: Path, target: str = "memory") -> Path:
    """Where a target's file is."""
    return home / "memories" / f"{target.upper()}.md"


def put(home: Path, data: bytes | str, target: str = "memory") -> bytes:
    """Save a file as most editors do: another file is renamed to its name."""
    path = path_of(home, target)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = data.encode() if isinstance(data, str) else data
    path.with_suffix(".new").write_bytes(content)
    os.rename(path.with_suffix(".new"), path)
    return content


def held(home: Path, target: str = "memory") -> bytes:
    """The bytes of a file; none if there is no file."""
    try:
        return path_of(home, target).read_bytes()
    except FileNotFoundError:
        return b""


def seen(client: Client, is_there: Callable[[Content], bool], target: str = "memory") -> Content:
    """Read until the daemon shows what an outsider did: a read that finds the committer busy gets the state before."""
    until = time.monotonic() + SECONDS
    while not is_there(content := client.read(target)):
        assert time.monotonic() < until, f"the daemon still shows {content}"
    return content


def copies(home: Path) -> list[bytes]:
    """What was set aside."""
    aside = home / "memoryd" / "aside"
    return sorted(path.read_bytes() for path in aside.iterdir()) if aside.exists() else []


def join(*entries: str) -> str:
    """The canonical form."""
    return "\n§\n".join(entries)


Door = Callable[[Client, str, str], Edited]

DOORS: dict[str, Door] = {
    "add": lambda client, target, text: client.add(target, text),
    "replace": lambda client, target, text: client.replace(target, client.read(target).ids[0], text),
    "batch": lambda client, target, text: client.batch(target, [{"action": "add", "content": text}]),
    "batch replace": lambda client, target, text: client.batch(
        target, [{"action": "replace", "old_text": client.read(target).ids[0], "content": text}]
    ),
    "rewrite": lambda client, target, text: client.rewrite(
        target, [*client.read(target).entries, text], client.read(target).digest
    ),
}
"""Every request by which a text can get into memory; each needs an entry that is there."""

TEXTLESS = {
    "remove": "takes text away",
    "split": "stores what is there already, cut in pieces",
    "undo": "puts back what was there, which is scanned and budgeted again: tests/people have it",
    "restore": "likewise",
}
"""Edits that bring no text, and why."""


def doors_that_exist() -> set[str]:
    """The names of all edits that the protocol has."""
    return {name for name, kind in REQUESTS.items() if issubclass(kind, Edit)}
