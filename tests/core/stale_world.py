"""A simulated memory file with agents, a Hermes, editors with old buffers, and a person; no clock is waited for."""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple

from stale_daemon import Daemon, Entries, Inode

NOTICED = 0.01
"""Seconds at most until the daemon looks at what an outsider saved."""

WRITING = 0.005
"""Seconds at most between an in-place writer's opening the file and its closing it."""

COMMITTING = 0.004
"""Seconds at most between the daemon's look at the file and its exchange."""


class Claim(NamedTuple):
    """What an outsider expects of a save: that its line is there, or that what it deleted is not."""

    texts: Entries
    editor: str = ""


@dataclass
class Score:
    """What a run came to, in texts."""

    acknowledged: int = 0
    saves: int = 0
    deletions: int = 0
    destroyed: int = 0
    lost: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    undeleted: list[str] = field(default_factory=list)
    lines_lost: list[str] = field(default_factory=list)
    hermes_lost: list[str] = field(default_factory=list)
    hermes_returned: list[str] = field(default_factory=list)


class World:
    """One run.

    Args:
        seed: Of all chance.
        pace: Seconds between two acknowledged edits, on average.
        buffers: Seconds for which editors hold a buffer, least and most.
        editors: How many there are.
        at_once: How many buffers each has at once.
        keep: How many entries each of four agents keeps.
        victims: What a person deletes: an old note, any acknowledged entry, or the newest of these.
        hermes: Seconds between two edits of a Hermes that writes the file itself, on average; 0 for none.
    """

    def __init__(
        self,
        seed: int,
        *,
        pace: float,
        buffers: tuple[float, float] = (2.0, 300.0),
        editors: int = 3,
        at_once: int = 1,
        keep: int = 6,
        victims: Literal["old", "acknowledged", "newest"] = "old",
        hermes: float = 0.0,
    ) -> None:
        self.random = random.Random(seed)  # noqa: S311 - a run is a function of its seed
        self.score = Score()
        self.now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._pace = pace
        self._buffers = buffers
        self._keep = keep
        self._victims = victims
        self._hermes_pace = hermes
        self._old = [f"old note {number}" for number in range(60)]
        self._present: dict[str, list[str]] = {f"agent {number}": [] for number in range(4)}
        self._gone: set[str] = set()
        self._theirs: list[str] = []
        self._theirs_gone: set[str] = set()
        self._deleted: list[str] = []
        self._lines: dict[str, str] = {}
        self._unseen: dict[Inode, list[Claim]] = {}
        self._notes = 0
        self.daemon = Daemon(tuple(self._old))
        self._later(0.0, self._agent)
        for number in range(editors):
            for _ in range(at_once):
                self._later(self.random.random() * 10, partial(self._open_buffer, f"editor {number}"))
        self._later(5.0, self._person)
        if hermes:
            self._later(0.0, self._hermes)

    def run(self, seconds: float) -> Score:
        """Let it go on for so long, then let everybody finish, and count."""
        while self._events and (event := heapq.heappop(self._events))[0] < seconds:
            self.now = event[0]
            event[2]()
        if self.daemon.committing is not None:
            self.daemon.exchange(self.now)
        for inode in (self.daemon.name, *self.daemon.former):
            inode.writers = 0
        for _ in range(3):
            self.daemon.look(self.now)
        return self._counted()

    def _counted(self) -> Score:
        found = set(self.daemon.name.entries)
        score = self.score
        score.lost += [text for own in self._present.values() for text in own if text not in found]
        score.returned = sorted(found & self._gone)
        score.undeleted = [text for text in self._deleted if text in found]
        score.hermes_lost += [text for text in self._theirs if text not in found]
        score.hermes_returned = sorted(found & self._theirs_gone)
        score.lines_lost = [line for line in self._lines.values() if line not in found]
        return score

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._events, (self.now + seconds, self._count, act))

    # --- agents -------------------------------------------------------------------------------------------------------

    def _agent(self) -> None:
        name = self.random.choice(list(self._present))
        own = self._present[name]
        if len(own) >= self._keep:
            text = own.pop(0)
            self.daemon.look(self.now)
            if text not in self.daemon.document:
                self.score.lost.append(text)
            self.daemon.apply(lambda entries: tuple(one for one in entries if one != text), self.now)
            self._gone.add(text)
        else:
            self._notes += 1
            text = f"{name} note {self._notes}"
            self.daemon.apply(lambda entries: (*entries, text), self.now)
            own.append(text)
        self._later(self.random.random() * COMMITTING, self._acknowledged)

    def _acknowledged(self) -> None:
        self.daemon.exchange(self.now)
        self.score.acknowledged += 1
        self._later(0, lambda: self.daemon.look(self.now))
        self._later(self.random.expovariate(1 / self._pace), self._agent)

    # --- a Hermes: it reads and replaces under the lock that is held from our look to our exchange --------------------

    def _hermes(self) -> None:
        if self.daemon.committing is not None or self.daemon.name.writers:
            self._later(COMMITTING / 4, self._hermes)
            return
        entries = self.daemon.read().entries
        own = self._theirs
        if len(own) >= self._keep:
            text = own.pop(0)
            self.score.hermes_lost += [text] if text not in entries else []
            self._theirs_gone.add(text)
            entries = tuple(one for one in entries if one != text)
        else:
            self._notes += 1
            own.append(text := f"hermes note {self._notes}")
            entries = (*entries, text)
        after = Inode(entries, hermes=True)
        if unseen := self._unseen_saves(self.daemon.name):
            self._unseen[after] = unseen
        self.daemon.name = after
        self._later(self.random.random() * NOTICED, lambda: self.daemon.look(self.now))
        burst = self.random.random() < 0.8
        self._later(0.001 if burst else 5 * self.random.expovariate(1 / self._hermes_pace), self._hermes)

    # --- editors ------------------------------------------------------------------------------------------------------

    def _open_buffer(self, name: str) -> None:
        if self.daemon.name.writers:
            self._later(WRITING, partial(self._open_buffer, name))  # half-written: whoever sees that looks again
            return
        least, most = self._buffers
        seconds = least * (most / least) ** self.random.random()
        buffer = self.daemon.read().entries
        self._later(seconds, partial(self._save, name, buffer))

    def _save(self, name: str, buffer: Entries) -> None:
        self.score.saves += 1
        line = f"{name} line {self.score.saves}"
        way = self.random.choice(["rename", "in place", "append"])
        claim = Claim((line,), name)
        if way == "append":
            self._write(lambda before: (*before, line), claim)
        else:
            kept = tuple(entry for entry in buffer if not entry.startswith(f"{name} line"))
            self._put((*kept, line), way, claim)
        self._later(self.random.random() * min(5.0, self._buffers[1]), partial(self._open_buffer, name))

    def _put(self, entries: Entries, way: str, claim: Claim) -> None:
        if way == "rename":
            self._overwrites(self.daemon.name)
            self.daemon.name = Inode(entries)
            self._saved(self.daemon.name, claim)
        else:
            self._write(lambda _: entries, claim)

    def _write(self, content: Callable[[Entries], Entries], claim: Claim) -> None:
        """Open the file that has the name, and have written it a moment later, wherever it is by then."""
        inode = self.daemon.name
        inode.writers += 1
        self._later(self.random.random() * WRITING, partial(self._written, inode, content, claim))

    def _written(self, inode: Inode, content: Callable[[Entries], Entries], claim: Claim) -> None:
        inode.writers -= 1
        if not set(inode.entries) <= set(content(inode.entries)):
            self._overwrites(inode)
        inode.entries = content(inode.entries)
        self._saved(inode, claim)

    def _saved(self, inode: Inode, claim: Claim) -> None:
        if claim.editor:
            self._lines[claim.editor] = claim.texts[0]
        self._unseen.setdefault(inode, []).append(claim)
        self._later(self.random.random() * NOTICED, lambda: self.daemon.look(self.now))

    def _overwrites(self, inode: Inode) -> None:
        """What other outsiders saved there a moment ago is destroyed if the daemon has not seen it."""
        for claim in self._unseen_saves(inode):
            self.score.destroyed += 1
            self._lines.pop(claim.editor, None)
            self._deleted = [text for text in self._deleted if text not in claim.texts]

    def _unseen_saves(self, inode: Inode) -> list[Claim]:
        claims = self._unseen.pop(inode, [])
        return claims if inode.entries != inode.taken else []

    # --- the person ---------------------------------------------------------------------------------------------------

    def _person(self) -> None:
        if self.daemon.name.writers:
            self._later(WRITING, self._person)
            return
        buffer = self.daemon.read().entries
        self._later(1 + self.random.random() * 20, partial(self._delete, buffer))

    def _delete(self, buffer: Entries) -> None:
        left = [entry for entry in buffer if entry in self._old]
        if self._victims != "old":
            own = {text for texts in self._present.values() for text in texts}
            left = [entry for entry in buffer if entry in own]
            left = left[-1:] if self._victims == "newest" else left
        if left:
            victims = self.random.sample(left, min(len(left), self.random.choice([1, 1, 2])))
            for texts in self._present.values():
                texts[:] = [text for text in texts if text not in victims]
            self._deleted.extend(victims)
            self.score.deletions += len(victims)
            kept = tuple(entry for entry in buffer if entry not in victims)
            self._put(kept, self.random.choice(["rename", "in place"]), Claim(tuple(victims)))
        self._later(10 + self.random.random() * 20, self._person)
