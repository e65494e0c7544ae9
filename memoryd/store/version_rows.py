"""The journal's table of versions: what had each file's name, in order, kept as differences."""

import sqlite3
import time
from collections.abc import Iterable
from typing import cast

import msgspec

from memoryd.core.merge import Origin, Version
from memoryd.store.deltas import FULL_EVERY, Delta, difference, replay
from memoryd.store.layout import FileKey

_pack = msgspec.msgpack.Encoder().encode
_texts = msgspec.msgpack.Decoder(tuple[str, ...])

Latest = dict[FileKey, Version]


class VersionRows:
    """Reads and writes the table through the connection it is given; transactions are the caller's."""

    def __init__(self) -> None:
        self._latest: Latest = {}
        self._inserting: Latest = {}

    def insert(self, db: sqlite3.Connection, versions: Iterable[tuple[FileKey, Version]]) -> int:
        """Write versions; returns how many bytes those are. `inserted` must follow the transaction."""
        size = 0
        latest = dict(self._latest)
        for key, version in sorted(versions, key=lambda one: one[1].number):
            before = latest.get(key)
            follows = before is not None and before.number == version.number - 1 and version.number % FULL_EVERY
            head, tail, middle = difference(before.entries if before and follows else None, version.entries)
            packed = _pack(middle)
            db.execute(
                "INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*key, version.number, version.origin, boot_id(), version.named_at, head, tail, packed),
            )
            latest[key] = version
            size += len(packed)
        self._inserting = latest
        return size

    def inserted(self) -> None:
        """They are in the table, so the next may be written as differences from them."""
        self._latest = self._inserting

    def withdraw(self, db: sqlite3.Connection, key: FileKey, since: int) -> None:
        """Forget the versions of a file from this number on."""
        self._latest.pop(key, None)
        db.execute("DELETE FROM versions WHERE profile = ? AND target = ? AND scope = ? AND number >= ?", (*key, since))

    def since(self, db: sqlite3.Connection, key: FileKey, boot: str) -> list[Version]:
        """The versions of a file that were recorded since this boot, oldest first."""
        rows = db.execute(
            "SELECT number, head, tail, middle, origin, boot, named_at FROM versions"
            " WHERE profile = ? AND target = ? AND scope = ? ORDER BY number",
            key,
        ).fetchall()
        told = {number: (cast("Origin", origin), at) for number, _, _, _, origin, of, at in rows if of == boot}
        deltas = [(number, Delta(head, tail, _texts.decode(middle))) for number, head, tail, middle, *_ in rows]
        return [Version(number, entries, *told[number]) for number, entries in replay(deltas) if number in told]

    def entries(self, db: sqlite3.Connection, key: FileKey, number: int) -> tuple[str, ...] | None:
        """What a version held, or None if that is not known any more."""
        rows = db.execute(
            "SELECT number, head, tail, middle FROM versions"
            " WHERE profile = ? AND target = ? AND scope = ? AND number BETWEEN ? AND ? ORDER BY number",
            (*key, number - FULL_EVERY, number),
        )
        deltas = [(at, Delta(head, tail, _texts.decode(middle))) for at, head, tail, middle in rows]
        return dict(replay(deltas)).get(number)

    def prune(self, db: sqlite3.Connection, kept: int) -> None:
        """Keep so many of each file, and what they are differences from."""
        newest = db.execute(
            "SELECT profile, target, scope, max(number) FROM versions GROUP BY profile, target, scope"
            " HAVING max(number) >= ?",
            (kept,),
        ).fetchall()
        for *key, number in newest:
            oldest = (number - kept) // FULL_EVERY * FULL_EVERY
            db.execute(
                "DELETE FROM versions WHERE profile = ? AND target = ? AND scope = ? AND number < ?", (*key, oldest)
            )

    def let_go(self, key: FileKey) -> None:
        """A file is no longer in use: its next version will be written in full."""
        self._latest.pop(key, None)


def boot_id() -> str:
    """Names this boot of the machine; clocks and processes of another boot say nothing about this one."""
    global _boot_id  # noqa: PLW0603 - read once
    if not _boot_id:
        try:
            with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
                _boot_id = file.read().strip()
        except OSError:
            _boot_id = f"since-{time.time() - time.monotonic():.0f}"
    return _boot_id


_boot_id = ""
