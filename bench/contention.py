"""memoryd beside the real Hermes: N processes that write one memory at once, on the same disk, in turn.

Each client adds notes of 100 characters and removes its own oldest, one operation after the other, while the file holds
at most ``--entries`` of them. All three sides take turns within a round, in another order each round:

- memoryd: file and directory fsynced, journalled, before it acknowledges;
- Hermes: its own store in each client's process; the file fsynced, the directory not;
- Hermes, equal durability: the same with the directory fsynced after each replace.

After each turn the file must hold exactly what the clients were told it holds; otherwise the benchmark fails.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from _harness import (
    ENVIRONMENT,
    Process,
    arguments,
    daemon,
    entries_of,
    keep,
    machine,
    make_home,
    percentile,
    scratch,
    show,
    spread,
)
from _writer import entry

from memoryd_client import Client

HERMES = "hermes-agent==0.19.0"
HEAD_START = 0.05
"""Seconds between telling the clients when to start and that moment."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side did in one turn; times in milliseconds, CPU in microseconds per operation."""

    side: str
    clients: int
    operations: int
    per_second: float
    p50: float
    p99: float
    client_cpu: float
    daemon_cpu: float
    operations_per_commit: float


@dataclass(slots=True)
class Side:
    """A home and the client processes that write it; ``daemon`` is None where clients write the file themselves."""

    name: str
    home: Path
    writers: list[Process]
    daemon: Process | None = None
    durable: bool = True

    def turn(self, clients: int, seconds: float, entries: int, seeds: Sequence[str]) -> Turn:
        """Let that many clients write, and check that the file is what they were told."""
        writers = self.writers[:clients]
        own = max(1, (entries - len(seeds)) // clients)
        self._hold(writers, own)
        commits, cpu = self._commits(), self._cpu()
        start = time.monotonic() + HEAD_START
        for writer in writers:
            writer.send(start=start, seconds=seconds, entries=own, durable=self.durable)
        results = [writer.receive() for writer in writers]
        cpu, commits = self._cpu() - cpu, self._commits() - commits
        self._verify(seeds, [text for result in results for text in result["held"]])
        self._hold(writers, 0)
        took = [one * 1000 for result in results for one in result["took"]]
        return Turn(
            self.name,
            clients,
            len(took),
            len(took) / (max(result["ended"] for result in results) - start),
            percentile(took, 50),
            percentile(took, 99),
            sum(result["cpu"] for result in results) / len(took) * 1e6,
            cpu / len(took) * 1e6,
            len(took) / commits if commits else 1.0,
        )

    def _hold(self, writers: Sequence[Process], entries: int) -> None:
        for writer in writers:
            writer.send(hold=entries)
        for writer in writers:
            writer.receive()

    def _verify(self, seeds: Sequence[str], held: Sequence[str]) -> None:
        found, expected = sorted(entries_of(self.home)), sorted([*seeds, *held])
        if found != expected:
            lost, undead = set(expected) - set(found), set(found) - set(expected)
            raise SystemExit(f"{self.name}: {len(lost)} acknowledged adds lost, {len(undead)} removes undone")

    def _cpu(self) -> float:
        return self.daemon.cpu_seconds() if self.daemon else 0.0

    def _commits(self) -> int:
        if self.daemon is None:
            return 0
        with Client(self.home) as client:
            return client.status().commits


def hermes_python(given: str | None) -> str:
    """The interpreter of an environment with Hermes in it, made on demand outside the tree."""
    if given:
        return given
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    python = cache / "memoryd-bench" / HERMES / "bin" / "python"
    probe = [str(python), "-c", "import tools.memory_tool"]
    if not python.exists() or subprocess.run(probe, check=False, capture_output=True).returncode != 0:
        print(f"installing {HERMES} in {python.parent.parent} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(python.parent.parent)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", HERMES], check=True)
    return str(python)


def writers(stack: ExitStack, kind: str, python: str, home: Path, count: int) -> list[Process]:
    """Client processes, started and ready before any clock runs."""
    environment = {name: value for name, value in ENVIRONMENT.items() if kind != "hermes" or name != "PYTHONPATH"}
    script = Path(__file__).with_name("_writer.py")
    found = [
        stack.enter_context(Process([python, script, kind, home, f"{kind}{number}"], environment))
        for number in range(count)
    ]
    for writer in found:
        writer.receive()
    return found


def sides(stack: ExitStack, root: Path, hermes: str, count: int, seeds: Sequence[str]) -> list[Side]:
    """Everything that takes turns. Both Hermes sides are the same processes: what differs is one system call."""
    ours, theirs = make_home(root / "memoryd", seeds), make_home(root / "hermes", seeds)
    process = stack.enter_context(daemon(ours))
    peers = writers(stack, "hermes", hermes, theirs, count)
    return [
        Side("memoryd", ours, writers(stack, "memoryd", sys.executable, ours, count), process),
        Side("hermes", theirs, peers, durable=False),
        Side("hermes+dirfsync", theirs, peers, durable=True),
    ]


def turns(everyone: list[Side], options: "Options", seeds: Sequence[str]) -> Iterator[Turn]:
    """All turns of all rounds."""
    for number in range(options.rounds):
        order = everyone[number % len(everyone) :] + everyone[: number % len(everyone)]
        for clients in options.clients:
            for side in order:
                yield side.turn(clients, options.seconds, options.entries, seeds)
        print(f"round {number + 1} of {options.rounds} done", file=sys.stderr)


def rows(found: list[Turn], clients: Sequence[int]) -> Iterator[list[str]]:
    """A line for each N: medians over the rounds; a ratio is the median of the rounds' own ratios."""
    for n in clients:
        own, stock, equal = (
            [turn for turn in found if (turn.side, turn.clients) == (side, n)]
            for side in ("memoryd", "hermes", "hermes+dirfsync")
        )
        yield [
            str(n),
            *(f"{median(turn.per_second for turn in side):,.0f}" for side in (own, stock, equal)),
            *(f"{median(t.p50 for t in side):.2f} / {median(t.p99 for t in side):.2f}" for side in (own, stock, equal)),
            spread([a.per_second / b.per_second for a, b in zip(own, stock, strict=True)]),
            spread([a.per_second / b.per_second for a, b in zip(own, equal, strict=True)]),
            spread([b.p99 / a.p99 for a, b in zip(own, stock, strict=True)]),
            f"{median(t.daemon_cpu for t in own):.0f} + {median(t.client_cpu for t in own):.0f}",
            f"{median(t.client_cpu for t in stock):.0f}",
            f"{median(t.operations_per_commit for t in own):.1f}",
        ]


HEADS = (
    "N",
    "memoryd ops/s",
    "Hermes ops/s",
    "Hermes+dirfsync",
    "memoryd p50 / p99 ms",
    "Hermes p50 / p99",
    "Hermes+dirfsync p50 / p99",
    "ratio",
    "ratio, equal durability",
    "Hermes p99 / memoryd p99",
    "CPU us/op daemon + client",
    "Hermes",
    "ops/commit",
)


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for."""

    rounds: int
    seconds: float
    clients: tuple[int, ...]
    entries: int


def main() -> None:
    """Run, print the table, and say how many operations were verified."""
    parser = arguments(__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one turn")
    parser.add_argument("--clients", default="1,2,4,8,16,32", help="numbers of client processes")
    parser.add_argument("--entries", type=int, default=200, help="what the file holds at most; half of it stays")
    parser.add_argument("--hermes-python", help=f"interpreter with {HERMES}; default: one in a cache, made on demand")
    given = parser.parse_args()
    options = Options(given.rounds, given.seconds, tuple(map(int, given.clients.split(","))), given.entries)
    seeds = [entry("seed", number) for number in range(options.entries // 2)]
    hermes = hermes_python(given.hermes_python)
    with scratch(given.dir) as root, ExitStack() as stack:
        everyone = sides(stack, root, hermes, max(options.clients), seeds)
        found = list(turns(everyone, options, seeds))
    print(f"{machine()}; {options.rounds} rounds of {options.seconds:g} s; medians, (least-greatest) of ratios\n")
    show(HEADS, list(rows(found, options.clients)))
    print(f"\n{sum(turn.operations for turn in found):,} acknowledged operations verified in the files, none lost")
    keep(given.json, {"options": asdict(options), "machine": machine(), "turns": [asdict(turn) for turn in found]})


if __name__ == "__main__":
    main()
