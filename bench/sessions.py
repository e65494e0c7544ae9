"""Opening sessions where many people share a profile: the time of `open_session`, and the daemon's memory, beside few.

Two daemons, each with a home of its own on the same disk: in one a few people have a USER.md, in the other thousands.
Clients open sessions of people taken at random, in turn on the one and the other, so both see the same noise. Each
session is new, is ended, and its block is checked for that person's text.
"""

import random
import time
from pathlib import Path

from _harness import Process, arguments, daemon, keep, machine, percentile, scratch, show
from imports import resident_mib

from memoryd.core.names import principal_scope
from memoryd_client import Client

NOTE = "The staging database is called db-stage-3; deploys happen on Tuesdays."


def make_home(path: Path, people: int) -> Path:
    """A home in which so many people have a file of their own."""
    (path / "memoryd").mkdir(parents=True, mode=0o700)
    (path / "memoryd" / "config.toml").write_text('[log]\nlevel = "error"\n')
    for number in range(people):
        directory = path / "memories" / principal_scope(f"person {number}")
        directory.mkdir(parents=True, mode=0o700)
        (directory / "USER.md").write_text(text_of(number))
    (path / "memories" / "MEMORY.md").write_text(NOTE)
    return path


def text_of(number: int) -> str:
    """What is known of a person."""
    return f"This is person {number}.\n§\nPrefers short answers."


class Crowd:
    """One daemon and the people of its home."""

    def __init__(self, home: Path, people: int, process: Process) -> None:
        self.people = people
        self.process = process
        self.times: list[float] = []
        self.failures = 0
        self._client = Client(home, timeout=30)
        self._opened = 0

    def open(self, number: int) -> None:
        """Open a new session of one person, look at it, and end it."""
        self._opened += 1
        began = time.perf_counter()
        session = self._client.open_session(f"s{self._opened}", context="gateway", principal=f"person {number}")
        self.times.append((time.perf_counter() - began) * 1000)
        self.failures += f"This is person {number}." not in session.block
        session.end()

    def figures(self) -> dict[str, float]:
        """What came of it, in milliseconds and MiB."""
        return {
            "people": self.people,
            "opened": len(self.times),
            "p50": percentile(self.times, 50),
            "p99": percentile(self.times, 99),
            "resident": resident_mib(self.process.pid),
            "wrong": self.failures,
        }


def main() -> None:
    """Measure and show."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--few", type=int, default=10)
    parser.add_argument("--many", type=int, default=10_000)
    parser.add_argument("--sessions", type=int, default=10_000, help="sessions on each side")
    given = parser.parse_args()
    with scratch(given.dir) as path:
        homes = [make_home(path / f"{people}", people) for people in (given.few, given.many)]
        with daemon(homes[0]) as few, daemon(homes[1]) as many:
            crowds = [Crowd(homes[0], given.few, few), Crowd(homes[1], given.many, many)]
            order = random.Random(7)  # noqa: S311 - the same people in every run
            for _ in range(given.sessions):
                for crowd in crowds:
                    crowd.open(order.randrange(crowd.people))
            figures = [crowd.figures() for crowd in crowds]
    print(machine())
    heads = ("people", "sessions", "p50 ms", "p99 ms", "daemon MiB", "wrong blocks")
    rows = [
        (
            f"{one['people']:,}",
            f"{one['opened']:,}",
            *(f"{one[name]:.2f}" for name in ("p50", "p99", "resident")),
            f"{one['wrong']}",
        )
        for one in figures
    ]
    show(heads, rows)
    keep(given.json, figures)


if __name__ == "__main__":
    main()
