"""What a commit cycle leaves in the journal, as values."""

from dataclasses import dataclass, field
from typing import NamedTuple

from memoryd.core.merge import Version
from memoryd.store.history.rows import Made
from memoryd.store.jobs import Outcome
from memoryd.store.layout import FileKey
from memoryd.store.waiting import Waiting


class Identity(NamedTuple):
    """A file beyond its name: device, inode, and birth time in nanoseconds, since inodes are used again."""

    dev: int
    ino: int
    born_ns: int

    def __str__(self) -> str:
        return f"{self.dev}:{self.ino}:{self.born_ns}"

    @classmethod
    def parse(cls, text: str) -> "Identity":
        """From its string form."""
        dev, ino, born = text.split(":")
        return cls(int(dev), int(ino), int(born))


@dataclass(frozen=True, slots=True)
class Publication:
    """One file of a cycle: enough to find out after a crash whether the exchange happened, and to merge what is there.

    Attributes:
        key, path, way: Which file, its resolved path, and the way in which it is written.
        temp: Where our content was written, and where the displaced file is after the exchange.
        ours, theirs: Our file and the one it displaces; an empty string if there is none.
        version: The number that our content gets in the version log once it has the name.
        since: The first version number that the cycle records for this file: outside versions may come before ours.
    """

    key: FileKey
    path: str
    way: str
    temp: str
    ours: str
    theirs: str
    version: int
    since: int


@dataclass(slots=True)
class Transaction:
    """What one cycle writes before it exchanges files."""

    publications: list[Publication] = field(default_factory=list)
    outcomes: list[tuple[FileKey, Outcome]] = field(default_factory=list)
    versions: list[tuple[FileKey, Version]] = field(default_factory=list)
    changes: list[Made] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A cycle without its done mark."""

    number: int
    publications: tuple[Publication, ...]
