"""A daemon as a process of its own, and the processes that use its memory with it."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from ledger import Account, account

from memoryd_client import Client

AGENTS = Path(__file__).with_name("agents.py")


class World:
    """One home, one daemon process that can be killed and started again, any number of other processes."""

    def __init__(
        self, root: Path, config: str = "[targets.memory]\nlimit = 10000000\n", notes: Path | None = None
    ) -> None:
        self.home = root / "home"
        self.ledgers = (notes or root) / "ledgers"
        self.log = (notes or root) / "daemon.log"
        self.ledgers.mkdir(parents=True)
        (self.home / "memoryd").mkdir(parents=True, mode=0o700)
        (self.home / "memoryd" / "config.toml").write_text(config)
        self._daemon: subprocess.Popen[bytes] | None = None
        self._others: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._others:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream and not stream.closed:
                    stream.close()
        self.stop()

    @property
    def path(self) -> Path:
        """The memory file."""
        return self.home / "memories" / "MEMORY.md"

    @property
    def pid(self) -> int:
        """The daemon's process."""
        assert self._daemon
        return self._daemon.pid

    def start(self) -> None:
        """Start the daemon and wait until it serves."""
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "memoryd", "--home", str(self.home)]
            self._daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert self._daemon.stdout
        assert b"memoryd serves" in self._daemon.stdout.readline(), self.log.read_text()

    def kill(self) -> None:
        """SIGKILL the daemon."""
        assert self._daemon
        self._daemon.send_signal(signal.SIGKILL)
        self._daemon.communicate()

    def stop(self) -> None:
        """Ask the daemon to end."""
        if self._daemon and self._daemon.poll() is None:
            self._daemon.terminate()
            self._daemon.communicate(timeout=20)

    def spawn(self, role: str, name: str, *arguments: object, python: str = sys.executable) -> subprocess.Popen[str]:
        """Start another process, which waits for `go`."""
        command = [python, str(AGENTS), role, str(self.home), name, str(self.ledgers), *map(str, arguments)]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self._others.append(process)
        return process

    def go(self) -> None:
        """Let all processes begin at once."""
        for process in self._others:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in self._others:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()

    def finish(self, *processes: subprocess.Popen[str]) -> None:
        """Wait for processes that end by themselves, and end those that do not."""
        for process in processes:
            assert process.wait(timeout=240) == 0
        for process in self._others:
            if process.stdin and not process.stdin.closed:
                process.stdin.close()
            assert process.wait(timeout=60) == 0

    def dismiss(self, *processes: subprocess.Popen[str]) -> None:
        """Let processes end after the operation that they are at."""
        for process in processes:
            assert process.stdin
            process.stdin.close()
        self.finish(*processes)

    def entries(self) -> list[str]:
        """The file's entries, read by nothing of memoryd's."""
        text = self.path.read_text()
        return re.split(r"\n§\n", text) if text else []

    def settle(self) -> None:
        """Wait until nothing is under way any more: the daemon has looked, and two looks of ours are equal."""
        with Client(self.home, timeout=60) as client:
            for _ in range(
                2
            ):  # each commit takes in what anybody has written and closed, and publishes what comes of it
                client.add("memory", "settled.")
                client.remove("memory", "settled.")
        seen: tuple[int, ...] = ()
        while seen != (seen := (self.path.stat().st_ino, self.path.stat().st_mtime_ns)):
            time.sleep(0.3)

    def verdict(self) -> tuple[int, set[str], set[str], list[str]]:
        """Operations, what was lost, what came back, and what stands twice."""
        self.settle()
        found = self.entries()
        books = account(self.ledgers)
        twice = [text for text in set(found) if found.count(text) > 1]
        return books.operations, set(books.present) - set(found), set(found) & books.removed, twice

    def plant(self, entries: list[str]) -> None:
        """Put entries into the file, as a person might have at the beginning, and wait until they are known."""
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text("\n§\n".join(entries))
        deadline = time.monotonic() + 60
        with Client(self.home, timeout=60) as client:
            while client.read("memory").entries != tuple(entries):
                assert time.monotonic() < deadline

    def books(self) -> Account:
        """What all ledgers say."""
        return account(self.ledgers)

    def litter(self) -> list[str]:
        """Files beside the memory that nobody needs."""
        kept = re.compile(r"(MEMORY|USER)\.md(\.lock)?")
        return [path.name for path in self.path.parent.iterdir() if not kept.fullmatch(path.name)]
