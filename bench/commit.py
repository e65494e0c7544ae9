"""One `add` of one client beside the raw publish sequence, written out with nothing around it, on the same disk.

The raw sequence is what the design asks of one commit: temp file, write, fsync, one journal row with both contents in a
WAL database with ``synchronous=NORMAL``, exchange of the two names, fsync of the directory, unlink of what was
displaced, done mark. It is run in two ways: with the done mark as a transaction of its own, and with the mark in the
next row's transaction. Both write as many bytes as the memory file has. The three take turns, one operation each.
"""

import os
import sqlite3
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from _harness import DELIMITER, arguments, daemon, keep, machine, make_home, percentile, scratch, show
from _writer import entry

from memoryd.store.syscalls import Disk
from memoryd_client import Client

SCHEMA = "CREATE TABLE rows (number INTEGER PRIMARY KEY, done INTEGER, id TEXT, temp TEXT, before BLOB, after BLOB)"
BATCH = 20
"""Operations in a row before the ratio of their medians is taken."""


class Raw:
    """A file, a directory and a database, and one commit after the other.

    Args:
        root: Where; made here.
        data: What the file holds first.
        lazily: Whether a done mark waits for the next row's transaction.
    """

    def __init__(self, root: Path, data: bytes, *, lazily: bool) -> None:
        root.mkdir()
        self._lazily = lazily
        self._disk = Disk()
        self._target, self._temp = str(root / "MEMORY.md"), str(root / ".MEMORY.md.temp")
        self._directory = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        self._db = sqlite3.connect(root / "journal.db", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute(SCHEMA)
        self._before = data
        self._number = 0
        (root / "MEMORY.md").write_bytes(data)

    def publish(self, data: bytes) -> None:
        """Make this the content of the file, durably."""
        fd = os.open(self._temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(fd, data)
        os.fsync(fd)
        os.close(fd)
        self._row(data)
        self._disk.exchange(self._temp, self._target)
        os.fsync(self._directory)
        os.unlink(self._temp)
        if not self._lazily:
            self._mark()
        self._before = data

    def close(self) -> None:
        """Give everything back."""
        self._db.close()
        os.close(self._directory)

    def _row(self, data: bytes) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        if self._lazily:
            self._mark()
        self._number += 1
        row = (self._number, f"request-{self._number}", self._temp, self._before, data)
        self._db.execute("INSERT INTO rows VALUES (?, 0, ?, ?, ?, ?)", row)
        self._db.execute("COMMIT")

    def _mark(self) -> None:
        self._db.execute("UPDATE rows SET done = 1 WHERE number = ?", (self._number,))


def measure(client: Client, raws: dict[str, Raw], entries: int, operations: int) -> dict[str, list[float]]:
    """Milliseconds of each operation of each kind; each `add` is followed by a `remove` that is not counted."""
    took: dict[str, list[float]] = {name: [] for name in (*raws, "add")}
    seeds = [entry("seed", number) for number in range(entries)]
    for number in range(operations):
        text = entry("added", number)
        data = DELIMITER.join([*seeds, text]).encode()
        for name, raw in raws.items():
            began = time.perf_counter()
            raw.publish(data)
            took[name].append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        client.add("memory", text)
        took["add"].append((time.perf_counter() - began) * 1000)
        client.remove("memory", text)
    return took


def rows(took: dict[str, list[float]]) -> list[list[str]]:
    """A line for each kind: its median, and how many times the kind's that `add` takes."""
    lines = []
    for name, times in took.items():
        starts = range(0, len(times), BATCH)
        ratios = [median(took["add"][i : i + BATCH]) / median(times[i : i + BATCH]) for i in starts]
        lines.append(
            [
                name,
                f"{median(times):.2f}",
                f"{percentile(times, 99):.2f}",
                f"{median(took['add']) / median(times):.2f}",
                f"{percentile(ratios, 25):.2f}-{percentile(ratios, 75):.2f}",
            ]
        )
    return lines


def main() -> None:
    """Run and print the table."""
    parser = arguments(__doc__.partition("\n")[0])
    parser.add_argument("--operations", type=int, default=1_000, help="of each kind")
    parser.add_argument("--entries", type=int, default=20, help="what the memory holds; 20 fill its default budget")
    given = parser.parse_args()
    with scratch(given.dir) as root, ExitStack() as stack:
        seeds = [entry("seed", number) for number in range(given.entries)]
        home = make_home(root / "home", seeds)
        stack.enter_context(daemon(home))
        client = stack.enter_context(Client(home, timeout=30.0))
        client.ping()
        data = DELIMITER.join(seeds).encode()
        raws = {
            "raw, done mark alone": Raw(root / "raw", data, lazily=False),
            "raw, done mark with the next row": Raw(root / "lazy", data, lazily=True),
        }
        for raw in raws.values():
            stack.callback(raw.close)
        took = measure(client, raws, given.entries, given.operations)
        inside = client.status().commit_ms_p50
    print(f"{machine()}; {given.operations} of each, a file of {len(data):,} bytes\n")
    show(("", "p50 ms", "p99 ms", "add is times that", f"quartiles over {BATCH}"), rows(took))
    print(f"\nof one add's p50, {inside:.2f} ms are the committer's; the rest is the way there and back")
    keep(given.json, {"machine": machine(), "milliseconds": took, "committer_p50_ms": inside})


if __name__ == "__main__":
    main()
