"""Everything at once, for as long as one likes: ``python tests/stress/soak.py --minutes 20``.

Sixteen agents do random operations while agents and daemon are killed, settings are read again, good ones and bad ones,
the socket's file is removed and the disk is full for a while (root, Linux: on a file system of its own). In the last
third the daemon is not killed any more, so that its memory and descriptors can be seen to stay where they are. In the
end every acknowledged operation is looked for in the file.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from soaker import apply
from world import World

from memoryd_client import Client, MemorydError
from memoryd_client.endpoint import find_home

AGENTS = 16
CALM = 2 / 3
"""The share of the time after which the daemon lives on."""

CONFIGS = ("[targets.memory]\nlimit = 10000000\n", "[targets.memory]\nlimit = 9000000\n[limits]\nin_flight = 2000\n")
BAD_CONFIG = "[targets.memory]\nlimit = 'much'\n"
SIZE_MIB = 192


@dataclass
class Found:
    """What came of it."""

    seconds: float = 0.0
    operations: int = 0
    disturbances: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    came_back: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    rss_mib: list[float] = field(default_factory=list)
    open_files: list[int] = field(default_factory=list)
    ms_p50: float = 0.0
    ms_p99: float = 0.0
    ms_max: float = 0.0

    @property
    def growth_mib(self) -> float:
        """How much more memory the last quarter of the calm time needs than its first."""
        return _growth(self.rss_mib)

    @property
    def growth_files(self) -> float:
        """The same for descriptors."""
        return _growth(self.open_files)


def _growth(samples: list[float] | list[int]) -> float:
    quarter = max(1, len(samples) // 4)
    return statistics.median(samples[-quarter:]) - statistics.median(samples[:quarter]) if samples else 0.0


class Soak:
    """One run."""

    def __init__(self, world: World, seconds: float, disk: Path | None) -> None:
        self.found = Found()
        self._world = world
        self._seconds = seconds
        self._disk = disk
        self._books = world.ledgers
        self._agents: dict[str, subprocess.Popen[bytes]] = {}
        self._pid = 0

    def run(self) -> Found:
        """All of it."""
        began = time.monotonic()
        for number in range(AGENTS):
            self._start(f"agent{number}")
        next_disturbance = began
        while (now := time.monotonic()) < began + self._seconds:
            calm = now > began + CALM * self._seconds
            if now >= next_disturbance:
                self._disturb(calm=calm)
                next_disturbance = time.monotonic() + random.random() * 2  # noqa: S311 - a moment nobody chose
            if calm:
                self._sample()
            time.sleep(0.25)
        for process in self._agents.values():
            self._end(process)
        self.found.seconds = time.monotonic() - began
        self._judge()
        return self.found

    # --- disturbing ---------------------------------------------------------------------------------------------------

    def _disturb(self, *, calm: bool) -> None:
        kinds: list[Callable[[], None]] = [
            self._kill_an_agent, self._read_settings, self._read_bad_settings, self._remove_the_socket,
        ]  # fmt: skip
        if not calm:
            kinds += [self._kill_the_daemon] * 3
        if self._disk is not None:
            kinds.append(self._fill_the_disk)
        kind = random.choice(kinds)  # noqa: S311
        self.found.disturbances[kind.__name__.strip("_").replace("_", " ")] += 1
        kind()

    def _kill_the_daemon(self) -> None:
        self._world.kill()
        self._world.start()

    def _kill_an_agent(self) -> None:
        name = random.choice(list(self._agents))  # noqa: S311
        self._agents[name].kill()
        self._end(self._agents[name])
        self._start(name)

    def _read_settings(self) -> None:
        self._configure(random.choice(CONFIGS))  # noqa: S311

    def _read_bad_settings(self) -> None:
        self._configure(BAD_CONFIG)
        time.sleep(0.2)
        self._configure(CONFIGS[0])  # what it is killed next to must let it start

    def _configure(self, text: str) -> None:
        path = self._world.home / "memoryd" / "config.toml"
        path.with_suffix(".new").write_text(text)
        path.with_suffix(".new").replace(path)
        os.kill(self._world.pid, signal.SIGHUP)

    def _remove_the_socket(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(find_home(self._world.home).agent_socket)

    def _fill_the_disk(self) -> None:
        assert self._disk is not None
        ballast = self._disk / "ballast"
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 65_536)
        time.sleep(0.5 + random.random())  # noqa: S311
        ballast.unlink()

    # --- watching -----------------------------------------------------------------------------------------------------

    def _sample(self) -> None:
        with contextlib.suppress(MemorydError), Client(self._world.home, timeout=10) as client:
            status = client.status()
            self.found.rss_mib.append(status.process.rss_bytes / (1 << 20))
            self.found.open_files.append(status.process.open_files)

    def _start(self, name: str) -> None:
        command = [sys.executable, str(Path(__file__).with_name("soaker.py")), str(self._world.home), name]
        with (self._world.log.parent / "agents.log").open("ab") as log:
            self._agents[name] = subprocess.Popen(
                [*command, str(self._books)], stdin=subprocess.PIPE, stdout=log, stderr=log
            )

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        process.stdin.close()
        if process.wait(timeout=120) not in (0, -signal.SIGKILL):
            self.found.errors.append(f"an agent ended with {process.returncode}")

    # --- judging ------------------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        found, durations = self.found, list[float]()
        present, gone = set[str](), set[str]()
        for book in sorted(self._books.glob("*.book")):
            own: list[str] = []
            for entry in _entries(book):
                match entry["what"]:
                    case "done":
                        gone |= {entry["old"]} - {""}
                        apply(own, entry)
                        durations.append(entry["ms"])
                    case "refused":
                        found.refused[entry["code"]] += 1
                    case "error":
                        found.errors.append(f"{book.stem}: {entry['code']}: {entry['message']}")
            present |= set(own)
        self._world.settle()
        stands = self._world.entries()
        found.operations = len(durations)
        found.lost, found.came_back = sorted(present - set(stands)), sorted(gone & set(stands))
        found.twice = [text for text, count in Counter(stands).items() if count > 1]
        found.errors += self._complaints()
        cuts = statistics.quantiles(durations, n=100)
        found.ms_p50, found.ms_p99, found.ms_max = cuts[49], cuts[98], max(durations)

    def _complaints(self) -> list[str]:
        """What daemon and agents wrote that no disturbance explains."""
        said = (self._world.log.parent / "agents.log").read_text().splitlines()[-5:]
        for line in self._world.log.read_text(errors="replace").splitlines():
            event = json.loads(line) if line.startswith("{") else {"event": line, "level": "error"}
            if event["level"] == "error" and event["event"] not in ("settings refused", ""):
                said.append(line)
        return said


def _entries(book: Path) -> Iterator[dict[str, str]]:
    for line in book.read_text().splitlines():
        with contextlib.suppress(json.JSONDecodeError):  # cut short by a kill
            yield json.loads(line)


@contextmanager
def small_disk(scratch: Path) -> Iterator[Path | None]:
    """A file system of its own that can be filled, mounted at ``scratch``; None where that may not be done."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MIB}m,mode=700", "tmpfs", str(scratch)]
    if os.geteuid() != 0 or shutil.which("mount") is None or subprocess.run(command, check=False).returncode:
        yield None
        return
    try:
        yield scratch
    finally:
        subprocess.run(["umount", "--lazy", str(scratch)], check=True)


def soak(seconds: float) -> Found:
    """Run one in a directory of its own."""
    with tempfile.TemporaryDirectory(prefix="memoryd-soak-") as outer:
        scratch = Path(outer, "disk")
        scratch.mkdir()
        with small_disk(scratch) as disk, World(scratch, CONFIGS[0], notes=Path(outer)) as world:
            return Soak(world, seconds, disk).run()


def main() -> None:
    """Print what came of it; exit code 1 if anything was lost or cannot be explained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    found = soak(parser.parse_args().minutes * 60)
    shown = vars(found) | {"growth_mib": found.growth_mib, "growth_files": found.growth_files}
    for name in ("rss_mib", "open_files"):
        samples = shown[name]
        shown[name] = {"least": min(samples), "most": max(samples), "last": samples[-1], "samples": len(samples)}
    print(json.dumps(shown, indent=2))
    sys.exit(bool(found.lost or found.came_back or found.twice or found.errors))


if __name__ == "__main__":
    main()
