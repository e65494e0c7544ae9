"""Every content that ever had the file's name, in the order in which they had it, as far back as an edit may reach."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, Self

Origin = Literal["ours", "hermes", "outside"]

UNREAD_AGE = 600.0
READ_AGE = 86_400.0
MAX_VERSIONS = 4_096
MAX_UNREAD = 1_024
MAX_TEXTS = 16_384
"""Seconds and numbers beyond which versions are forgotten: an editor may hold a buffer for a day, if it read one. What
nobody read is no base, so it must not push out what somebody read: a busy home makes 4,096 versions in a minute."""


@dataclass(frozen=True, slots=True)
class Version:
    """One content under the name.

    Attributes:
        number: Its place in name order.
        entries: What it held.
        origin: Who put it there.
        named_at: When it got the name, in seconds of the caller's clock; used for ages only, never for order.
        left_at: When it lost the name; None while it has it.
        may_have_been_read: False only if it is certain that no other program read it.
        passing: It lost the name before it was taken in, so it has the number of the version before it.
    """

    number: int
    entries: tuple[str, ...]
    origin: Origin
    named_at: float
    left_at: float | None = None
    may_have_been_read: bool = True
    passing: bool = False


class VersionLog:
    """The versions of one file, newest last, and for each text when it came and went.

    Texts come and go with what we hold, not with what has the name: an old buffer that somebody saves lacks new entries
    until the merge is published, but nobody removed them.

    Attributes:
        next_number: Of the version that comes next.
        foreign: The known entries that came in from outside first, and not by an acknowledged edit.
    """

    def __init__(self, entries: tuple[str, ...] = (), now: float = 0.0) -> None:
        self._versions: deque[Version] = deque()
        self._first: dict[str, int] = {}
        self._born: dict[str, int] = {}
        self._removed: dict[str, tuple[int, float]] = {}
        self.foreign: set[str] = set()
        self._held: tuple[str, ...] = ()
        self._unread = 0
        self.next_number = 0
        self.append(entries, "outside", now)

    @classmethod
    def restored(cls, versions: Sequence[Version], now: float) -> Self:
        """A log that continues with versions that were recorded earlier, oldest first."""
        log = cls((), now)
        log._versions.clear()
        for version in versions:
            log.next_number = version.number
            log.append(version.entries, version.origin, version.named_at)
        return log

    def __iter__(self) -> Iterator[Version]:
        """Newest first."""
        return reversed(self._versions)

    def __len__(self) -> int:
        return len(self._versions)

    @property
    def last(self) -> Version:
        """The version that has the name now."""
        return self._versions[-1]

    def append(
        self, entries: tuple[str, ...], origin: Origin, now: float, held: tuple[str, ...] | None = None
    ) -> Version:
        """Record that this content got the name at ``now``; what had it leaves.

        ``held`` is what we hold from then on, if that is not just this content.
        """
        self._leave(now)
        version = Version(self.next_number, entries, origin, now)
        self.next_number += 1
        self._add(version, entries if held is None else held)
        return version

    def passed(self, entries: tuple[str, ...], now: float, held: tuple[str, ...]) -> None:
        """Record that this content of another program had the name after the last version, and has lost it again."""
        self._leave(now)
        self._add(Version(self.last.number, entries, "outside", now, left_at=now, passing=True), held)

    def hold(self, held: tuple[str, ...], origin: Origin, now: float) -> None:
        """What we hold changed: our content is about to get the next number, or what once had the name was edited."""
        self._note_texts(held, self.next_number if origin == "ours" else self.last.number, origin, now)

    def mark(self, number: int, *, may_have_been_read: bool) -> None:
        """Whether another program can have read this version, as far as is known now."""
        for index in range(len(self._versions) - 1, -1, -1):
            found = self._versions[index]
            if found.number == number and not found.passing:
                self._unread += found.may_have_been_read - may_have_been_read
                self._versions[index] = replace(found, may_have_been_read=may_have_been_read)
                return

    def up_to(self, number: int) -> Iterator[Version]:
        """The versions that had the name up to and including this one, newest first; at least the oldest known."""
        found = (version for version in self if version.number <= number)
        return chain([first], found) if (first := next(found, None)) else iter([self._versions[0]])

    def is_known(self, text: str) -> bool:
        """Whether we ever held this entry."""
        return text in self._born

    def first_held(self, text: str) -> int:
        """The number of the version with which a known entry came first."""
        return self._first[text]

    def born_after(self, text: str, version: Version) -> bool:
        """Whether the entry came (or came back) only after ``version``."""
        return self._born.get(text, -1) > version.number

    def removed_after(self, text: str, version: Version, now: float, within: float) -> bool:
        """Whether the entry was removed after ``version`` and less than ``within`` seconds before ``now``."""
        number, moment = self._removed.get(text, (-1, 0.0))
        return number > version.number and now - moment < within

    def _leave(self, now: float) -> None:
        if self._versions and self.last.left_at is None:
            self._versions[-1] = replace(self.last, left_at=now)

    def _add(self, version: Version, held: tuple[str, ...]) -> None:
        self._versions.append(version)
        self._note_texts(held, version.number, version.origin, version.named_at)
        self._prune(version.named_at)

    def _note_texts(self, after: tuple[str, ...], number: int, origin: Origin, now: float) -> None:
        """In the order of the entries, never of a set: which texts are forgotten first must not be chance."""
        before, self._held = self._held, after
        was, stays = frozenset(before), frozenset(after)
        for text in (text for text in after if text not in was):
            if self._born.pop(text, None) is None and origin != "ours":
                self.foreign.add(text)
            self._first.setdefault(text, number)
            self._born[text] = number
            self._removed.pop(text, None)
        for text in (text for text in before if text not in stays):
            self._removed.pop(text, None)
            self._removed[text] = (number, now)
        while len(self._removed) > MAX_TEXTS:
            del self._removed[next(iter(self._removed))]
        while len(self._born) > MAX_TEXTS + len(after):
            oldest = next(iter(self._born))
            del self._born[oldest], self._first[oldest]
            self.foreign.discard(oldest)

    def _prune(self, now: float) -> None:
        if self._unread > MAX_UNREAD:
            self._forget_unread(MAX_UNREAD // 2)
        while len(self._versions) > MAX_VERSIONS:
            self._forget_oldest()
        while len(self._versions) > 1:
            oldest = self._versions[0]
            age = READ_AGE if oldest.may_have_been_read else UNREAD_AGE
            if oldest.left_at is None or now - oldest.left_at < age:
                return
            self._forget_oldest()

    def _forget_unread(self, count: int) -> None:
        """Half of them at a time, oldest first, so that a commit seldom pays for it."""
        kept: deque[Version] = deque()
        for version in self._versions:
            if version.may_have_been_read or count == 0:
                kept.append(version)
            else:
                count -= 1
                self._unread -= 1
        self._versions = kept

    def _forget_oldest(self) -> None:
        self._unread -= not self._versions.popleft().may_have_been_read
