"""What the benchmarks share: a daemon as a process of its own, client processes, and how figures are made and shown."""

import argparse
import ctypes
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Self

ROOT = Path(__file__).resolve().parent.parent
TREE = (str(ROOT), str(ROOT / "client"), str(ROOT / "bench"))
DELIMITER = "\n§\n"
CONFIG = '[targets.memory]\nlimit = 10_000_000\n\n[log]\nlevel = "error"\n'

# The tree that the benchmark stands in is what it measures, whatever else is installed.
sys.path[:0] = TREE
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith(("MEMORYD_", "HERMES_"))},
    "PYTHONPATH": os.pathsep.join(TREE),
    "PYTHONSAFEPATH": "1",  # "-m memoryd" would else prefer one in the current directory
}


def arguments(description: str) -> argparse.ArgumentParser:
    """A parser with what every benchmark can be told."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--dir", default=".", help="where the files under test go (default: the current directory)")
    parser.add_argument("--json", metavar="FILE", help="also write every figure there")
    return parser


@contextmanager
def scratch(directory: str) -> Iterator[Path]:
    """A directory of our own in ``directory``, on the disk that is to be measured; removed afterwards."""
    with tempfile.TemporaryDirectory(prefix=".memoryd-bench-", dir=directory) as path:
        yield Path(path).resolve()


def make_home(path: Path, entries: Sequence[str]) -> Path:
    """A home whose memory has these entries and room for many more."""
    (path / "memories").mkdir(parents=True, mode=0o700)
    (path / "memoryd").mkdir(mode=0o700)
    (path / "memoryd" / "config.toml").write_text(CONFIG)
    (path / "memories" / "MEMORY.md").write_text(DELIMITER.join(entries))
    return path


def entries_of(home: Path) -> list[str]:
    """What the memory of a home holds, read without anybody's help."""
    text = (home / "memories" / "MEMORY.md").read_text()
    return text.split(DELIMITER) if text else []


class Process:
    """A child process that is killed if the block around it ends before it does."""

    def __init__(self, command: Sequence[str | Path], environment: Mapping[str, str]) -> None:
        self._command = " ".join(map(str, command))
        self._process = subprocess.Popen(
            [str(part) for part in command], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pid = self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    def line(self) -> str:
        """The next line it prints; raises if it ended instead."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._command} ended with {self._process.wait()}")
        return line

    def write(self, line: str) -> None:
        """Give it one line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def send(self, **command: Any) -> None:  # noqa: ANN401 - JSON is what it is
        """Give it one line of JSON."""
        self.write(json.dumps(command))

    def receive(self) -> Any:  # noqa: ANN401
        """Its next line, decoded."""
        return json.loads(self.line())

    def cpu_seconds(self) -> float:
        """User and system time that it has used, to the nanosecond."""
        libc, clock = ctypes.CDLL(None), ctypes.c_int()
        if libc.clock_getcpuclockid(self.pid, ctypes.byref(clock)) != 0:
            raise RuntimeError(f"the CPU time of process {self.pid} cannot be read")
        return time.clock_gettime(clock.value)


def daemon(home: Path) -> Process:
    """``memoryd`` for a home, serving."""
    process = Process([sys.executable, "-m", "memoryd", "--home", home], ENVIRONMENT)
    process.line()
    return process


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that ``percent`` of them do not exceed."""
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]


def spread(values: Sequence[float]) -> str:
    """The median, and the least and greatest beside it."""
    return f"{median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def show(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A Markdown table with aligned columns."""
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    rule = ["-" * (width - 1) + ":" for width in widths]
    for cells in (heads, rule, *rows):
        print("| " + " | ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)) + " |")


def keep(path: str | None, figures: object) -> None:
    """Write the figures as JSON, if a file is given."""
    if path:
        Path(path).write_text(json.dumps(figures, indent=1) + "\n")


def machine() -> str:
    """What the figures were measured on, in one line."""
    return f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, {os.uname().sysname} {os.uname().release}"
