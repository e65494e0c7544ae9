"""Noticing that something happened in a directory: inotify, in the committer's own poll.

Watching is a convenience: every use of a file looks at it anyway. Where there is no inotify the committer looks once a
second while nobody uses a file.
"""

import ctypes
import os
import struct
from collections.abc import Iterator
from typing import NamedTuple, Protocol

_CLOSE_WRITE, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x8, 0x40, 0x80, 0x100, 0x200
_DELETE_SELF, _MOVE_SELF = 0x400, 0x800
_OVERFLOW, _IGNORED = 0x4000, 0x8000
OURS = ".memoryd-"
"""In the name of every temp file of ours."""

_OURS = os.fsencode(OURS)
_MOVED = _MOVED_FROM | _MOVED_TO

_HEAD = struct.Struct("iIII")


class Event(NamedTuple):
    """Something happened to a name; an empty name means any."""

    directory: str
    name: str


class Watch(Protocol):
    """What the committer needs."""

    def fileno(self) -> int:
        """Readable when there are events; -1 if there never are any."""

    def add(self, directory: str) -> None:
        """Watch a directory; again is no harm."""

    def remove(self, directory: str) -> None:
        """Watch a directory no longer."""

    def drain(self) -> list[Event]:
        """All events since the last call, without waiting."""

    def source_of(self, directory: str, name: str) -> str:
        """The name from which the file that has this name now was renamed, in the same directory; empty if unknown."""

    def close(self) -> None:
        """Stop watching."""


class Inotify:
    """The kernel's own order of names: an event for each name that appeared, went, or was closed after writing."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self._directories: dict[int, str] = {}
        self._pending: list[Event] = []
        self._sources: dict[tuple[str, str], str] = {}
        if self._fd < 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), "inotify")

    def fileno(self) -> int:
        """The descriptor."""
        return int(self._fd)

    def add(self, directory: str) -> None:
        """Watch a directory; where that fails (too many watches), every use still looks."""
        mask = _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF | _MOVE_SELF
        number = self._libc.inotify_add_watch(self._fd, os.fsencode(directory), mask)
        if number >= 0:
            self._directories[number] = directory

    def remove(self, directory: str) -> None:
        """Watch it no longer, and forget where its files came from."""
        for number in [number for number, one in self._directories.items() if one == directory]:
            del self._directories[number]
            self._libc.inotify_rm_watch(self._fd, number)
        for place in [place for place in self._sources if place[0] == directory]:
            del self._sources[place]

    def drain(self) -> list[Event]:
        """All events; after an overflow one event without a name for each directory."""
        self._take_in()
        events, self._pending = self._pending, []
        return events

    def source_of(self, directory: str, name: str) -> str:
        """As far as events told."""
        self._take_in()
        return self._sources.get((directory, name), "")

    def close(self) -> None:
        """Close the descriptor."""
        os.close(self._fd)

    def _take_in(self) -> None:
        moved: dict[int, Event] = {}
        for number, mask, cookie, name in self._raw():
            directory = self._directories.get(number, "")
            if mask & _OVERFLOW:
                self._pending.extend(Event(one, "") for one in self._directories.values())
            elif mask & _IGNORED:
                self._directories.pop(number, None)
            elif mask & _MOVED_FROM:
                moved[cookie] = Event(directory, name)
            elif mask & _MOVED_TO:
                source = moved.pop(cookie, None)
                self._renamed(source, Event(directory, name))
            elif OURS not in name:
                self._pending.append(Event(directory, name))
        self._pending.extend(event for event in moved.values() if OURS not in event.name)

    def _renamed(self, source: Event | None, target: Event) -> None:
        """Our own exchanges are no news: each names a temp file of ours on one side or the other."""
        came_from = source.name if source is not None else ""
        if OURS in came_from or OURS in target.name:
            self._sources.pop(target, None)
            return
        if source is not None:
            self._pending.append(source)
        self._sources[target] = came_from
        self._pending.append(target)

    def _raw(self) -> Iterator[tuple[int, int, int, str]]:
        """The events that one read gives: as many as have come, unless they are hundreds."""
        try:
            data = os.read(self._fd, 65_536)
        except BlockingIOError:
            return
        offset = 0
        while offset < len(data):
            number, mask, cookie, size = _HEAD.unpack_from(data, offset)
            offset += _HEAD.size
            name = data[offset : offset + size].rstrip(b"\0")
            offset += size
            if mask & _MOVED or _OURS not in name:  # every commit makes, closes and removes one: no news to anybody
                yield number, mask, cookie, os.fsdecode(name)


class Unwatched:
    """Where nothing tells of changes."""

    def fileno(self) -> int:
        """None."""
        return -1

    def add(self, directory: str) -> None:
        """Nothing to do."""

    def remove(self, directory: str) -> None:
        """Nothing to do."""

    def drain(self) -> list[Event]:
        """Nothing is ever noticed."""
        return []

    def source_of(self, directory: str, name: str) -> str:
        """Unknown."""
        del directory, name
        return ""

    def close(self) -> None:
        """Nothing to do."""


def open_watch() -> Watch:
    """The best watch that this system has."""
    try:
        return Inotify()
    except (AttributeError, OSError):  # no such call here, or no instance left for this user
        return Unwatched()
