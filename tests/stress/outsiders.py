"""Programs that write the memory file themselves, as editors and people do: from buffers that are old when they save.

Each save is told to the others by a file that says what was saved, named after the inode and its modification time. Who
finds such a file under the name just before saving writes down that it may have destroyed that save, for memoryd may
not have read it yet; who appends or uses ``sed`` carries it on.
They take turns at reading and writing: what they do to each other's half-written files is none of memoryd's business.
"""

import fcntl
import heapq
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from ledger import Ledger

DELIMITER = "\n§\n"


class Outsider:
    """One such program.

    Args:
        home, name, ledger_dir: Where the memory is, who this is, and where to write down what was done.
    """

    def __init__(self, home: str, name: str, ledger_dir: str) -> None:
        self.name = name
        self.path = Path(home, "memories", "MEMORY.md")
        self.ledger = Ledger(Path(ledger_dir, f"{name}.ledger"))
        self._temp = self.path.with_name(f".{name}.swp")
        self._saves = Path(ledger_dir, "saves")
        self._saves.mkdir(exist_ok=True)
        self._turn = os.open(Path(ledger_dir, "turn"), os.O_RDONLY | os.O_CREAT, 0o600)

    def read(self) -> list[str]:
        """The entries, as any editor would load them."""
        with self._in_turn():
            return self.path.read_text(encoding="utf-8").split(DELIMITER)

    def rename(self, entries: list[str], claim: str) -> None:
        """Save beside the file and rename over it."""
        self._temp.write_text(DELIMITER.join(entries), encoding="utf-8")
        self._tell(self._temp, claim)
        with self._in_turn():
            self._note_whom_this_overwrites()
            self._temp.rename(self.path)

    def overwrite(self, entries: list[str], claim: str) -> None:
        """Truncate the file and write."""
        self._write("w", DELIMITER.join(entries), claim)

    def append(self, entry: str, claim: str) -> None:
        """Add to the file without reading it."""
        self._write("a", DELIMITER + entry, claim)

    def sed(self, pattern: str, replacement: str, claim: str) -> bool:
        """``sed -i``; returns whether it changed a line."""
        script = f"s/{pattern}/{replacement}/w /dev/stdout"
        with self._in_turn():
            carried = self._claims_under_the_name()
            changed = subprocess.run(["sed", "-i", script, self.path], stdout=subprocess.PIPE, check=True).stdout
            self._tell(self.path, *carried, claim)
        return bool(changed)

    def _write(self, mode: str, text: str, claim: str) -> None:
        with self._in_turn():
            carried = self._claims_under_the_name() if mode == "a" else []
            if mode == "w":
                self._note_whom_this_overwrites()
            with self.path.open(mode, encoding="utf-8") as file:
                file.write(text)
                file.flush()
                self._tell(file.fileno(), *carried, claim)

    def _tell(self, saved: Path | int, *claims: str) -> None:
        self._mark(os.stat(saved)).write_text("\n".join(claims), encoding="utf-8")

    def _note_whom_this_overwrites(self) -> None:
        for claim in self._claims_under_the_name():
            self.ledger.noted("overwrote", claim)

    def _claims_under_the_name(self) -> list[str]:
        try:
            return self._mark(self.path.stat()).read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []

    def _mark(self, found: os.stat_result) -> Path:
        return self._saves / f"{found.st_ino}-{found.st_mtime_ns}"

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        fcntl.flock(self._turn, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._turn, fcntl.LOCK_UN)


def buffers(home: str, name: str, ledger_dir: str, dismissed: Callable[[float], bool]) -> None:
    """Every 50 ms read the file; up to 3 s later save that buffer with a new line in place of the old, in turn."""
    me = Outsider(home, name, ledger_dir)
    numbers = count()
    waiting: list[tuple[float, int, list[str]]] = []
    next_read = time.monotonic()
    while True:
        now = time.monotonic()
        if now >= next_read:
            heapq.heappush(waiting, (now + random.random() * 3, next(numbers), me.read()))  # noqa: S311 - jitter
            next_read = now + 0.05
        if waiting and waiting[0][0] <= now:
            _, number, buffer = heapq.heappop(waiting)
            _save(me, number, buffer)
        if dismissed(max(0.0, min([next_read, *(due for due, *_ in waiting[:1])]) - time.monotonic())):
            return


def _save(me: Outsider, number: int, buffer: list[str]) -> None:
    own, line = f"{me.name} line ", f"{me.name} line {number}."
    kept = [entry for entry in buffer if not entry.startswith(own)]
    match number % 4:
        case 0:
            me.rename([*kept, line], line)
        case 1:
            me.overwrite([*kept, line], line)
        case 2:
            me.append(line, line)
        case _:
            if not me.sed(f"^{own}.*", line, line):
                return
    me.ledger.noted("line", line)


def person(home: str, name: str, ledger_dir: str, dismissed: Callable[[float], bool]) -> None:
    """Read, think for up to a second, delete one of the old entries, and expect it to stay away."""
    me = Outsider(home, name, ledger_dir)
    for number in count():
        buffer = me.read()
        old = [entry for entry in buffer if entry.startswith("old note ")]
        if dismissed(random.random()) or not old:  # noqa: S311 - jitter
            return
        victim = random.choice(old)  # noqa: S311 - anyone
        save = me.overwrite if number % 2 else me.rename
        save([entry for entry in buffer if entry != victim], victim)
        me.ledger.noted("deleted", victim)
