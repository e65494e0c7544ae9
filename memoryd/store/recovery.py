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

from memoryd.core.document import NotText, parse
from memoryd.store import attributes
from memoryd.store.journal import Identity, Journal, Publication
from memoryd.store.layout import FileKey
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
            happened = _identity(publication.temp, disk) != Identity.parse(publication.ours)
            leftover = _displaced(publication, cycle.number, disk) if happened else None
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
        with contextlib.suppress(FileNotFoundError):
            for name in os.listdir(directory):
                match = TEMP_NAME.fullmatch(name)
                path = os.path.join(directory, name)
                if match and match["instance"] in ours and path not in kept:
                    disk.unlink(path)
                    swept.append(name)
    return swept


def _displaced(publication: Publication, number: int, disk: Disk) -> Leftover | None:
    """What was displaced, if it is not what we knew to be there."""
    try:
        fd = disk.open_read(publication.temp)
    except FileNotFoundError:
        return None
    try:
        known = parse(disk.read(fd)).entries == publication.before
    except NotText:
        known = False
    if known:
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
    fd = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        disk.fsync(fd)
    finally:
        os.close(fd)
