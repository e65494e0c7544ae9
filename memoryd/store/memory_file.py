"""One memory file as the committer knows it: what it holds, which inode has its name, and what others did to it.

Rules of this module. Every inode that had the name, ours or not, is held open until nobody can write it any more, and
is merged into `contents` if it then differs from what was known of it. A file that somebody can still write is not yet
an edit, and nothing waits for it. Callers hold Hermes' lock.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress

from memoryd.core.document import EMPTY, NotText, parse
from memoryd.core.merge import Version, VersionLog
from memoryd.store.contents import Contents
from memoryd.store.former import FormerInodes
from memoryd.store.holding import Holding, Leases
from memoryd.store.layout import FileKey
from memoryd.store.name import PinnedName
from memoryd.store.publish import Prepared
from memoryd.store.syscalls import Disk, Fingerprint
from memoryd.store.ways import Ground, Way
from memoryd_client.errors import ReadFailed, StoreError, Unreadable


class MemoryFile:
    """The state of one file; owned by the committer thread.

    Args:
        disk: The system calls.
        key, path: Which file, and where it is configured to be.
        versions: What the journal remembers of this boot, oldest first.
        keep_aside: Keeps a copy of bytes that cannot be merged.
        ground: How files are written in its directory.
        came_from: Tells from which name the file that has the name now was renamed, if that is known.
    """

    def __init__(  # noqa: PLR0913 - all of it is known before the first look
        self,
        disk: Disk,
        key: FileKey,
        path: str,
        versions: list[Version],
        keep_aside: Callable[[bytes], object],
        *,
        ground: Ground | None = None,
        came_from: Callable[[], str] = str,
    ) -> None:
        self.key = key
        self.path = path
        self._name = PinnedName(path)
        self.ground = ground or Ground()
        self.way: Way = self.ground.way
        self.warnings: tuple[str, ...] = ()
        self.contents = Contents(versions, keep_aside)
        self.problem: StoreError | None = None
        self.current: Holding | None = None
        self._disk = disk
        self._leases = Leases(disk)
        self._keep_aside = keep_aside
        self._came_from = came_from
        self._guest: Holding | None = None
        self._former = FormerInodes(disk, self._leases)
        self._being_overwritten = False

    @property
    def real(self) -> str:
        """The name itself, links resolved."""
        return self._name.real

    @property
    def _log(self) -> VersionLog:
        return self.contents.log

    @property
    def restless(self) -> bool:
        """Whether somebody can still write an inode that has or had the name, so that it must be looked at again."""
        return self._being_overwritten or self._guest is not None or bool(self._former)

    @property
    def fingerprint(self) -> Fingerprint | None:
        """Of the file that has the name, as last taken in; None if there is none."""
        return self.current.taken if self.current else None

    def inherit(self, fd: int, after: int) -> Holding:
        """A file that a crash left displaced and not taken in; it came after version ``after``."""
        holding = Holding(fd, after)
        self._former.add(holding)
        return holding

    def is_unsettled(self, holding: Holding) -> bool:
        """Whether this inode, which had the name, can still be written by somebody."""
        return holding in self._former

    # --- looking ------------------------------------------------------------------------------------------------------

    def observe(self, now: float) -> None:
        """Take in whatever others did since the last look; sets `problem` if the file cannot be used.

        Afterwards nobody can open the file for writing until `published` or `let_go`.
        """
        try:
            self._settle(now)
            self._look(now)
        except StoreError as error:
            self.problem = error
        except OSError as error:
            self.problem = ReadFailed(
                f"{self.path} cannot be read: {error.strerror}; it is left as it is, and writes to it are refused",
                path=self.path,
            )

    def let_go(self) -> None:
        """Let others write the file again."""
        self._leases.let_go()

    def unneeded(self) -> list[int]:
        """Descriptors that are held no longer; the caller closes them."""
        return self._former.unneeded()

    def _look(self, now: float) -> None:
        found = self._name.find(self._disk)
        if found is None:
            self._take_missing(now)
            return
        # An exchange would leave the other names of a hard link behind, with the old content.
        self.way = "in place" if found.st_nlink > 1 else self.ground.way
        seen = Fingerprint.of(found)
        holding = self._holding(seen)
        settled = self._leases.hold(holding.fd)
        if holding is self.current and holding.taken == seen:
            self._being_overwritten = False
            if not isinstance(self.problem, Unreadable):
                self.problem = None
        elif not settled:
            self._being_overwritten = holding is self.current
            self._guest = None if holding is self.current else holding
        else:
            self._take(holding, now)

    def _holding(self, seen: Fingerprint) -> Holding:
        """The inode that has the name: the one we know, the guest that is still being written, or a new one."""
        for known in (self.current, self._guest):
            if known is not None and Fingerprint.of(self._disk.fstat(known.fd)).same_file(seen):
                return known
        if self._guest is not None:
            self._former.add(self._guest)
            self._guest = None
        return Holding(self._disk.open_read(self.real), self._log.last.number)

    # --- taking in ----------------------------------------------------------------------------------------------------

    def _take(self, holding: Holding, now: float) -> None:
        """A settled content under the name: it is an edit if it is news."""
        in_place = holding is self.current
        if in_place:
            self._disk.close(self._disk.open_read(self.real))  # it may have become unreadable while we held it open
            self._log.mark(holding.version, may_have_been_read=holding.was_read(self._disk))
        try:
            data = self._disk.read(holding.fd)
            holding.taken = Fingerprint.of(self._disk.fstat(holding.fd))
        except OSError:
            if holding not in (self.current, self._guest):
                self._leases.let_go()
                self._disk.close(holding.fd)
            raise
        if not in_place and self.current is not None:
            self._former.retire(self.current, self._log)
        self.current, self._guest, self._being_overwritten = holding, None, False
        if in_place:
            holding.sentinel_ns = 0
        try:
            found = parse(data)
        except NotText as error:
            self.problem = Unreadable(
                f"{self.path}: {error}; the file is left untouched and writes are refused until it is UTF-8 text",
                path=self.path,
            )
            return
        self.problem = None
        self._former.note_readers(self._log)
        by_hermes = not in_place and _is_hermes_temp(self._came_from())
        try:
            self.contents.take(found, now, in_place=in_place, by_hermes=by_hermes)
        except OSError:
            holding.taken = None  # no copy could be kept, so it is not taken in: the next look tries again
            raise
        holding.version = self._log.last.number

    def _take_missing(self, now: float) -> None:
        """No such file is an empty memory, and removing it was an edit like any other."""
        self.problem = None
        if self.current is not None:
            self._former.retire(self.current, self._log)
            self.current = None
        self.contents.take(EMPTY, now)

    # --- inodes that had the name -------------------------------------------------------------------------------------

    def _settle(self, now: float, leaving: Collection[Holding] = ()) -> None:
        """Whoever is done writing an inode that had the name has made an edit."""
        for holding in self._former.finished(self._log):
            try:
                self._take_displaced(holding, now, passing=holding in leaving)
            except OSError:
                self._former.add(holding)  # nobody has it but us: it is tried again
                raise

    def _take_displaced(self, holding: Holding, now: float, *, passing: bool) -> None:
        data = self._disk.read(holding.fd)
        try:
            found = parse(data)
        except NotText:
            self._keep_aside(data)
            return
        self._former.note_readers(self._log)
        in_place = holding.taken is not None
        self.contents.take_displaced(found, holding.version, now, in_place=in_place, passing=passing)

    # --- publishing ---------------------------------------------------------------------------------------------------

    def published(self, prepared: Prepared, entries: tuple[str, ...], *, displaced: bool, now: float) -> Holding | None:
        """Our content has the name; returns what had it and is under the temp name now, if ``displaced``."""
        self.contents.publishing(entries, now)
        known = [holding for holding in (self.current, self._guest) if holding is not None]
        gone = self._displaced_by(prepared.temp, known) if displaced else None
        if gone is not None and gone not in known:
            known.append(gone)
        for holding in known:
            self._former.retire(holding, self._log)
        with suppress(OSError):  # our content has the name: what cannot be taken in now is tried again
            self._settle(now, known)
        self._guest, self._being_overwritten = None, False
        version = self.contents.published(entries, now)
        sentinel = prepared.sentinel_ns if self.ground.tells_reads else 0
        self.current = Holding(prepared.fd, version.number, prepared.fingerprint, sentinel, identity=prepared.identity)
        self._leases.let_go()
        return gone

    def _displaced_by(self, temp: str, known: list[Holding]) -> Holding:
        """The inode that had the name: one we know, or one that got it after we looked and before our exchange."""
        found = Fingerprint.of(self._disk.stat(temp))
        for holding in known:
            if Fingerprint.of(self._disk.fstat(holding.fd)).same_file(found):
                return holding
        return Holding(self._disk.open_read(temp), self._log.last.number)

    @contextmanager
    def released(self) -> Iterator[None]:
        """While this lasts we do not hold the file that has the name, so that an exclusive lease on it can be had."""
        self._leases.let_go()
        if self.current is not None:
            with suppress(OSError):
                self._disk.close(self.current.fd)
        try:
            yield
        finally:
            if self.current is not None:
                try:
                    self.current.fd = self._disk.open_read(self.real)
                except OSError:
                    self.current = None  # the next look opens what is there then

    def overwritten(self, entries: tuple[str, ...], written: Fingerprint, now: float) -> None:
        """The file ``written`` holds our content; if another one got its name since, the next look takes that in."""
        self.contents.publishing(entries, now)
        version = self.contents.published(entries, now)
        if self.current is not None:
            self.current = Holding(self.current.fd, version.number, written)

    def close(self) -> None:
        """Give all descriptors back."""
        self._leases.let_go()
        self._former.close()
        for holding in (self.current, self._guest):
            if holding is not None:
                self._disk.close(holding.fd)


def _is_hermes_temp(name: str) -> bool:
    return name.startswith(".mem_") and name.endswith(".tmp")
