"""Noticing that something happened in a directory: inotify, in the committer's own poll.

Watching is a convenience: every use of a file looks at it anyway. Where there is no inotify the committer looks once a
second while nobody uses a file.
"""

import contextlib
import ctypes
import os
import struct
from collections.abc import Iterator
from typing import NamedTuple, Protocol

_CLOSE_WRITE, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x8, 0x40, 0x80, 0x100, 0x200
_OVERFLOW, _IGNORED = 0x4000, 0x8000
OURS = ".memoryd-"
"""In the name of every temp file of ours."""

_HEAD = struct.Struct("iIII")


class Event(NamedTuple):
    """Something happened to a name; ``source`` is the name it was renamed from, in the same directory."""

    directory: str
    name: str
    source: str = ""


class Watch(Protocol):
    """What the committer needs."""

    def fileno(self) -> int:
        """Readable when there are events; -1 if there never are any."""

    def add(self, directory: str) -> None:
        """Watch a directory; again is no harm."""

    def drain(self) -> list[Event]:
        """All events so far, without waiting."""

    def close(self) -> None:
        """Stop watching."""


class Inotify:
    """The kernel's own order of names: an event for each name that appeared, went, or was closed after writing."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self._directories: dict[int, str] = {}
        if self._fd < 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), "inotify")

    def fileno(self) -> int:
        """The descriptor."""
        return int(self._fd)

    def add(self, directory: str) -> None:
        """Watch a directory; where that fails (too many watches), every use still looks."""
        mask = _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE
        number = self._libc.inotify_add_watch(self._fd, os.fsencode(directory), mask)
        if number >= 0:
            self._directories[number] = directory

    def drain(self) -> list[Event]:
        """All events; after an overflow one event without a name for each directory."""
        events: list[Event] = []
        sources: dict[int, str] = {}
        for number, mask, cookie, name in self._raw():
            directory = self._directories.get(number, "")
            if mask & _OVERFLOW:
                events.extend(Event(one, "") for one in self._directories.values())
            elif mask & _IGNORED:
                self._directories.pop(number, None)
            elif mask & _MOVED_FROM:
                sources[cookie] = name
                events.append(Event(directory, name))
            else:
                source = sources.pop(cookie, "") if cookie else ""
                if OURS in name and source:
                    events.remove(Event(directory, source))  # we exchanged the file ourselves
                elif OURS not in source:
                    events.append(Event(directory, name, source))
        return events

    def close(self) -> None:
        """Close the descriptor."""
        os.close(self._fd)

    def _raw(self) -> Iterator[tuple[int, int, int, str]]:
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._fd, 65_536):
                offset = 0
                while offset < len(data):
                    number, mask, cookie, size = _HEAD.unpack_from(data, offset)
                    offset += _HEAD.size
                    name = data[offset : offset + size].rstrip(b"\0")
                    offset += size
                    yield number, mask, cookie, os.fsdecode(name)


class Unwatched:
    """Where nothing tells of changes."""

    def fileno(self) -> int:
        """None."""
        return -1

    def add(self, directory: str) -> None:
        """Nothing to do."""

    def drain(self) -> list[Event]:
        """Nothing is ever noticed."""
        return []

    def close(self) -> None:
        """Nothing to do."""


def open_watch() -> Watch:
    """The best watch that this system has."""
    try:
        return Inotify()
    except (AttributeError, OSError):  # no such call here, or no instance left for this user
        return Unwatched()
