"""A simulated owner of a memory file.

It uses ``memoryd.core.merge`` as ``memoryd.store.memory_file`` does: marks versions read or unread by what the access
time of our own files would tell, takes in what has the name, and what was written into files that had it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memoryd.core.merge import Sighting, VersionLog, choose_base, merge

Entries = tuple[str, ...]


@dataclass(eq=False)
class Inode:
    """A file: what it holds, and what the daemon knows of it."""

    entries: Entries
    ours: bool = False
    read: bool = False
    hermes: bool = False
    writers: int = 0
    version: int = -1
    taken: Entries | None = None


class Daemon:
    """The owner of the file."""

    def __init__(self, entries: Entries) -> None:
        self.log = VersionLog(entries, 0.0)
        self.document = entries
        self.name = self.current = Inode(entries, version=self.log.last.number, taken=entries)
        self.former: list[Inode] = []
        self.committing: Entries | None = None
        self.overwritten_at = -1_000.0

    def read(self) -> Inode:
        """What another program opens for reading."""
        self.name.read = True
        return self.name

    def apply(self, change: Callable[[Entries], Entries], now: float) -> None:
        """Begin to make an edit durable."""
        self.look(now)
        self.committing = change(self.document)

    def exchange(self, now: float) -> None:
        """The edit is acknowledged."""
        self.document, self.committing = self.committing or (), None
        self._publish(now)

    def look(self, now: float) -> None:
        """Take in what others did, and publish what comes of it, unless a commit is under way."""
        if self.committing is not None:
            return
        self._settle(now)
        if not self.name.writers:
            self._look_at_name(now)
        if self.document != self.name.entries and not self.name.writers:
            self._publish(now)

    def _look_at_name(self, now: float) -> None:
        inode = self.name
        in_place = inode is self.current
        if in_place and inode.entries == inode.taken:
            return
        if in_place:
            self.log.mark(inode.version, may_have_been_read=inode.read or not inode.ours)
        else:
            self._retire(self.current)
        if inode.entries != self.log.last.entries:
            hermes = inode.hermes and not in_place
            self.document = self._merged(inode, self.log.last.number, now, in_place=in_place, by_hermes=hermes)
            self.log.append(inode.entries, "hermes" if hermes else "outside", now, self.document)
        inode.ours, inode.version, inode.taken = False, self.log.last.number, inode.entries
        self.current = inode

    def _publish(self, now: float) -> None:
        """What has the name may have got it since our look, and others may have read it."""
        entries = self.document
        self.log.hold(entries, "ours", now)
        leaving = [self.current]
        if self.name is not self.current:
            self.name.version = self.log.last.number
            leaving.append(self.name)
        for inode in leaving:
            self._retire(inode)
        self._settle(now, leaving)
        version = self.log.append(entries, "ours", now, self.document)
        self.name = self.current = Inode(entries, ours=True, version=version.number, taken=entries)

    def _settle(self, now: float, leaving: Sequence[Inode] = ()) -> None:
        for inode in [one for one in self.former if not one.writers]:
            self.former.remove(inode)
            if inode.taken != inode.entries:
                self.document = self._merged(inode, inode.version, now, in_place=inode.taken is not None)
                if inode in leaving:
                    self.log.passed(inode.entries, now, self.document)
                else:
                    self.log.hold(self.document, "outside", now)

    def _retire(self, inode: Inode) -> None:
        if inode.taken is not None:
            self.log.mark(inode.version, may_have_been_read=inode.read or not inode.ours)
        if inode.writers or inode.taken != inode.entries:
            self.former.append(inode)

    def _merged(self, inode: Inode, after: int, now: float, *, in_place: bool, by_hermes: bool = False) -> Entries:
        lately = now - self.overwritten_at < 10.0
        seen = Sighting(inode.entries, after, now, in_place, by_hermes=by_hermes, changed_lately=lately)
        if in_place:
            self.overwritten_at = now
        return merge(self.log, choose_base(self.log, seen), seen, self.document).entries
