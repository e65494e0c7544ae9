"""The memory files that are in use: each opened at its first use, with its lock, its directory ours and watched."""

import os
from collections.abc import Callable, Iterable, Iterator

from memoryd.core.guard import Guard
from memoryd.store import aside
from memoryd.store.glance import glance
from memoryd.store.journal import Journal
from memoryd.store.layout import FileKey, Layout, make_private
from memoryd.store.locks import HermesLock, Ownership
from memoryd.store.memory_file import MemoryFile
from memoryd.store.publish import write_error
from memoryd.store.syscalls import Disk
from memoryd.store.version_rows import boot_id
from memoryd.store.view import View, view_of
from memoryd.store.watch import Event, Watch
from memoryd.store.ways import Ground, find_ground

KEPT_OPEN = 64
"""Files of persons and repositories that stay open, with their locks and watches."""


class OpenFiles:
    """Files and locks by key; used by the committer thread.

    Args:
        layout: Where files are.
        disk: The system calls.
        journal: What it remembers of a file is where its version log begins.
        ownership: Takes the lock of each directory before the first use of a file in it.
        watch: Is told of each directory.
        instance: Names this daemon in the names of its temp files.
        guard: Tells which entries readers must not see.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what a file needs when it is opened
        self,
        layout: Layout,
        disk: Disk,
        journal: Journal,
        ownership: Ownership,
        watch: Watch,
        instance: str,
        guard: Guard,
    ) -> None:
        self._layout = layout
        self._disk = disk
        self._journal = journal
        self._ownership = ownership
        self._watch = watch
        self._instance = instance
        self._guard = guard
        self._files: dict[FileKey, MemoryFile] = {}
        self._locks: dict[FileKey, HermesLock] = {}
        self._grounds: dict[tuple[int, str], Ground] = {}
        self._places: dict[tuple[str, str], FileKey] = {}

    def __iter__(self) -> Iterator[MemoryFile]:
        """All that are open."""
        return iter(self._files.values())

    def concerned(self, events: Iterable[Event]) -> list[FileKey]:
        """The files that events are about."""
        keys: list[FileKey] = []
        for event in events:
            if event.name:
                keys += [self._places[event]] if event in self._places else []
            else:
                keys += [key for (directory, _), key in self._places.items() if directory == event.directory]
        return keys

    def open(self, key: FileKey) -> MemoryFile:
        """The file of this key; raises `StoreError` if its directory cannot be used."""
        if key.scope and key in self._files:
            self._files[key] = self._files.pop(key)  # the latest used stands last
        if key not in self._files:
            self._prepare_directory(key)
            path = self._layout.path(key)
            ground = self._ground(key, os.path.realpath(path))
            versions = self._journal.versions(key, boot_id())
            if not versions:
                self._journal.forget_versions(key)  # of an earlier boot: their numbers would get in the way of ours
            place = os.path.split(os.path.realpath(path))
            self._watch.add(place[0])
            file = MemoryFile(
                self._disk,
                key,
                path,
                versions,
                self._keep_aside_of(key),
                ground=ground,
                came_from=lambda: self._watch.source_of(*place),
            )
            self._places[place] = key
            self._files[key], self._locks[key] = file, HermesLock(f"{path}.lock")
        return self._files[key]

    def try_lock(self, key: FileKey, later: Callable[[], None]) -> bool:
        """Whether we hold Hermes' lock of a file now; if not, ``later`` is called, on another thread, when we do."""
        self.open(key)
        lock = self._locks[key]
        if lock.waiting:
            return False
        try:
            free = lock.try_acquire()
        except FileNotFoundError:  # the directory is gone
            self._prepare_directory(key)
            free = lock.try_acquire()
        if not free:
            lock.acquire_later(later)
        return free

    def locked(self, key: FileKey) -> MemoryFile:
        """The file whose lock came to us on another thread."""
        self._locks[key].waiting = False
        return self._files[key]

    def unlock(self, file: MemoryFile) -> None:
        """Give Hermes' lock of a file back."""
        self._locks[file.key].release()

    def view(self, file: MemoryFile) -> View:
        """What readers are to see of it."""
        return view_of(
            file.key,
            file.path,
            self._layout.limit(file.key),
            file.contents.document,
            self._guard,
            warnings=file.warnings,
            fingerprint=file.fingerprint,
            problem=file.problem,
            way=file.way,
            outside_edits=file.contents.outside_edits,
        )

    def glance(self, key: FileKey) -> View | None:
        """What readers are to see of a file that is not open and need not be; None if it is or must be."""
        if key in self._files or not key.scope:
            return None
        return glance(self._disk, self._layout, key, self._guard)

    def close_idle(self, needed: Callable[[MemoryFile], bool]) -> list[MemoryFile]:
        """Close what nobody used lately of the files of persons and repositories, of which there may be thousands.

        A file that is opened again is taken up as after a restart: the journal knows its versions. So one whose state
        is in memory alone stays open, as do those that are ``needed``.
        """
        scoped = [file for key, file in self._files.items() if key.scope] if len(self._files) > KEPT_OPEN else []
        closed = []
        for file in scoped[: max(0, len(scoped) - KEPT_OPEN)]:
            lock = self._locks[file.key]
            unsettled = file.restless or file.contents.dirty or file.contents.unrecorded or file.contents.externals
            if unsettled or lock.held or lock.waiting or needed(file):
                continue
            self._close(file, lock)
            closed.append(file)
        return closed

    def _close(self, file: MemoryFile, lock: HermesLock) -> None:
        del self._files[file.key], self._locks[file.key]
        self._places = {place: key for place, key in self._places.items() if key != file.key}
        directory = os.path.dirname(file.real)
        if not any(other == directory for other, _ in self._places):
            self._watch.remove(directory)
        self._journal.let_go(file.key)
        file.close()
        lock.close()

    def keep_aside(self, name: str, data: bytes) -> str:
        """Keep a copy of bytes; returns its path."""
        return aside.keep(self._disk, self._layout.aside, name, data)

    def close(self) -> None:
        """Give all descriptors, and with them the locks, back."""
        for file in self._files.values():
            file.close()
        for lock in self._locks.values():
            lock.close()

    def _ground(self, key: FileKey, real: str) -> Ground:
        """How a file can be written; those of persons and repositories on one file system are all alike."""
        where = (os.stat(os.path.dirname(real)).st_dev, key.profile) if key.scope else None
        like = self._grounds.get(where) if where else None
        ground = find_ground(self._disk, real, self._instance, like)
        if where and like is None and ground.way == "exchange":
            self._grounds[where] = ground
        return ground

    def _keep_aside_of(self, key: FileKey) -> Callable[[bytes], object]:
        return lambda data: self.keep_aside(os.path.basename(self._layout.path(key)), data)

    def _prepare_directory(self, key: FileKey) -> None:
        memories, directory = self._layout.memories(key.profile), self._layout.directory(key)
        try:
            make_private(directory)
            self._ownership.take_directory(memories)
            if not _is_within(directory, memories):
                self._ownership.take_directory(directory)  # a link that somebody put there
        except OSError as error:
            raise write_error(directory, error) from error
        self._watch.add(os.path.realpath(directory))


def _is_within(directory: str, outer: str) -> bool:
    """Whether a directory really is in another one, whose lock then holds for it."""
    inside, around = os.path.realpath(directory), os.path.realpath(outer)
    return inside == around or inside.startswith(f"{around}{os.sep}")
