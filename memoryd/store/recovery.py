"""What a crash left: which outcomes stand, what is still to be merged, and which temp files may go.

Rules of this module. The inodes decide. Our temp file is still there: the exchange did not happen, so nothing did. Our
file has the name: the outcomes stand, and what is under the temp name was displaced: it is merged if it is not what we
knew. Neither: the exchange happened and somebody replaced our file since; the outcomes stand, and the ordinary look at
the file merges what has the name now. A temp file is removed only if the journal proves that an earlier daemon made it.
"""

import contextlib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass

from memoryd.core.document import Document, NotText, parse, render
from memoryd.store import attributes
from memoryd.store.journal import Journal
from memoryd.store.layout import FileKey
from memoryd.store.overwrite import copy_of, overwrite
from memoryd.store.rows import Identity, Publication
from memoryd.store.syscalls import Disk

TEMP_NAME = re.compile(r"\.(?P<file>.+)\.memoryd-(?P<instance>[0-9a-f]{12})-\d+")


@dataclass(frozen=True, slots=True)
class Leftover:
    """A displaced file whose content nobody took in.

    Attributes:
        key: Which memory file it was.
        fd: Open for reading.
        after: The version that it came after.
        temp, number: Its name now, and its cycle: both stay until it is merged.
    """

    key: FileKey
    fd: int
    after: int
    temp: str
    number: int


def recover(journal: Journal, disk: Disk) -> tuple[list[Leftover], int]:
    """Settle every cycle without a done mark; returns what is still to be merged, and how many were withdrawn."""
    leftovers: list[Leftover] = []
    withdrawn = 0
    for cycle in journal.unfinished():
        kept = len(leftovers)
        for publication in cycle.publications:
            if publication.way == "in place":
                withdrawn += not _finish_overwriting(publication, cycle.number, journal, disk)
                continue
            happened = _identity(publication.temp, disk) != Identity.parse(publication.ours)
            leftover = _displaced(publication, cycle.number, journal, disk) if happened else None
            if leftover is not None:
                leftovers.append(leftover)
                continue
            if not happened:
                journal.withdraw(cycle.number, publication)
                withdrawn += 1
            with contextlib.suppress(FileNotFoundError):
                disk.unlink(publication.temp)
            _fsync_directory(disk, publication.path)
        if len(leftovers) == kept:
            journal.done(cycle.number)
    journal.mark_done()
    return leftovers, withdrawn


def sweep(directories: Iterable[str], instances: Iterable[str], kept: Iterable[str], disk: Disk) -> list[str]:
    """Remove the temp files of earlier daemons that were killed before they could journal them; not those ``kept``."""
    ours = set(instances)
    swept = []
    for directory in directories:
        with contextlib.suppress(OSError):  # a directory that cannot be read is told of when it is used
            for name in os.listdir(directory):
                match = TEMP_NAME.fullmatch(name)
                path = os.path.join(directory, name)
                if match and match["instance"] in ours and path not in kept:
                    disk.unlink(path)
                    swept.append(name)
    return swept


def _finish_overwriting(publication: Publication, number: int, journal: Journal, disk: Disk) -> bool:
    """Settle a file that was written in place, where no inode tells; returns whether its outcomes stand."""
    path = publication.path
    ours, old, found = (_content(one, disk) for one in (publication.temp, copy_of(path), path))
    before = journal.entries(publication.key, publication.version - 1)
    stands = True
    if ours is None or found == ours:
        pass  # the copy goes only after the file was verified
    elif found is not None and before is not None and _entries(found) == before:
        journal.withdraw(number, publication)
        stands = False
    elif found is not None and any(_is_torn(found, one, ours) for one in _olds(old, before)):
        overwrite(disk, path, ours, None)
    else:
        journal.doubt(number, publication)
    for copy in (publication.temp, copy_of(path)):
        with contextlib.suppress(FileNotFoundError):
            disk.unlink(copy)
    return stands


def _olds(copy: bytes | None, before: tuple[str, ...] | None) -> list[bytes]:
    """What the file may have held: as it was copied, or in one of the styles in which we write."""
    if copy is not None:
        return [copy]
    return [render(Document(before or (), newline, final)) for newline in ("\n", "\r\n") for final in (False, True)]


def _is_torn(found: bytes, old: bytes, after: bytes) -> bool:
    """Whether our overwriting, interrupted, explains what is found: our beginning, then the old rest.

    Reserving space may have made the file longer, with zeros at its end.
    """
    cut = len(os.path.commonprefix([found, after]))  # noqa: RUF071 - bytes, not paths
    return any(found == after[:cut] + rest[cut:] for rest in (old, old.ljust(len(after), b"\0")))


def _content(path: str, disk: Disk) -> bytes | None:
    try:
        fd = disk.open_read(path)
    except FileNotFoundError:
        return None
    try:
        return disk.read(fd)
    finally:
        disk.close(fd)


def _entries(data: bytes) -> tuple[str, ...] | None:
    try:
        return parse(data).entries
    except NotText:
        return None


def _displaced(publication: Publication, number: int, journal: Journal, disk: Disk) -> Leftover | None:
    """What was displaced, if it is not what we knew to be there."""
    try:
        fd = disk.open_read(publication.temp)
    except FileNotFoundError:
        return None
    if _entries(disk.read(fd)) == journal.entries(publication.key, publication.version - 1):
        disk.close(fd)
        return None
    return Leftover(publication.key, fd, publication.version - 1, publication.temp, number)


def _identity(path: str, disk: Disk) -> Identity | None:
    try:
        fd = disk.open_read(path)
    except FileNotFoundError:
        return None
    try:
        return attributes.identity(fd)
    finally:
        disk.close(fd)


def _fsync_directory(disk: Disk, path: str) -> None:
    with contextlib.suppress(FileNotFoundError):  # the directory vanished: there is nothing to make durable
        fd = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            disk.fsync(fd)
        finally:
            os.close(fd)
