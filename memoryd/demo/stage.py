"""The home, the processes, and the kill.

Every process here is a real one. Agents and editor stop when their standard input ends, so they also stop if the demo
itself is killed; each has a process group of its own, so that Ctrl-C reaches the demo alone, which then ends them.
"""

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from types import TracebackType
from typing import IO, Self

from memoryd_client import Client
from memoryd_client.errors import Unreached

LIMIT = 200_000
"""Characters that the demo's memory may have: far more than its writers keep, so that none is refused for size."""

START_SECONDS = 30.0
STOP_SECONDS = 30.0
QUIET_SECONDS = 20.0
LOOK_PAUSE = 0.05


class Failed(RuntimeError):
    """The demo itself could not go on; this says nothing about the promise."""


class Stage:
    """One throw-away home, and who acts on it.

    Args:
        home: An empty directory.
        agents: How many.
    """

    def __init__(self, home: str, agents: int) -> None:
        self.home = home
        self.file = os.path.join(home, "memories", "MEMORY.md")
        self.ledgers = {name: os.path.join(home, f"{name}.ledger") for name in (*_names(agents), "editor")}
        self.kills = 0
        self._actors: dict[str, subprocess.Popen[bytes]] = {}
        self._daemon: subprocess.Popen[bytes] | None = None
        self._client = Client(home, timeout=1.0, agent="demo")
        self._log: IO[bytes] | None = None

    def __enter__(self) -> Self:
        os.mkdir(os.path.join(self.home, "memoryd"), 0o700)
        with open(os.path.join(self.home, "memoryd", "config.toml"), "w", encoding="utf-8") as file:
            file.write(f"[targets.memory]\nlimit = {LIMIT}\n")
        self._log = open(os.path.join(self.home, "daemon.log"), "ab")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with ExitStack() as stack:
            for process in (*self._actors.values(), self._daemon):
                if process is not None:
                    stack.callback(_end, process)
            if self._log is not None:
                stack.callback(self._log.close)
            stack.callback(self._client.close)

    def start_daemon(self) -> float:
        """Start it and wait until it serves; returns the seconds that took."""
        began = time.monotonic()
        self._daemon = self._start("memoryd", "--home", self.home)
        while not self._answers():
            if self._daemon.poll() is not None or time.monotonic() - began > START_SECONDS:
                raise Failed(f"the daemon does not serve; its log is {self.home}/daemon.log")
            time.sleep(LOOK_PAUSE)
        return time.monotonic() - began

    def kill_daemon(self) -> None:
        """End it with SIGKILL, in the middle of whatever it is doing."""
        if self._daemon is None:
            raise Failed("there is no daemon to kill")
        self._daemon.kill()
        self._daemon.wait()
        self.kills += 1

    def start_actors(self) -> None:
        """Start the agents and the editor, and wait until each has done something."""
        for name, ledger in self.ledgers.items():
            if name == "editor":
                self._actors[name] = self._start("memoryd.demo.editor", self.file, ledger)
            else:
                self._actors[name] = self._start("memoryd.demo.agent", self.home, name, ledger)
        deadline = time.monotonic() + START_SECONDS
        while not all(self.counts().values()):
            self.require_actors()
            if time.monotonic() > deadline:
                raise Failed(f"not every process began to write; the home is {self.home}")
            time.sleep(LOOK_PAUSE)

    def require_actors(self) -> None:
        """Raise `Failed` if an agent or the editor has ended by itself."""
        for name, process in self._actors.items():
            if process.poll() is not None:
                raise Failed(f"{name} ended with {process.returncode}; see {self.home}/daemon.log")

    def counts(self) -> dict[str, int]:
        """How many operations each of them has settled so far."""
        return {name: _lines(path) for name, path in self.ledgers.items()}

    def finish(self) -> str:
        """Let everybody settle what is under way and stop, the daemon last; returns the file's text then."""
        for process in self._actors.values():
            if process.stdin is not None:
                process.stdin.close()
        for name, process in self._actors.items():
            if process.wait(STOP_SECONDS) != 0:
                raise Failed(f"{name} ended with {process.returncode}; see {self.home}/daemon.log")
        self._wait_merged()
        if self._daemon is not None:
            self._daemon.terminate()
            self._daemon.wait(STOP_SECONDS)
        return self.text()

    def text(self) -> str:
        """What the file holds."""
        try:
            with open(self.file, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def _wait_merged(self) -> None:
        """Wait until the daemon has taken in the editor's last save: what it says is what the file says, twice."""
        deadline = time.monotonic() + QUIET_SECONDS
        before = None
        while time.monotonic() < deadline:
            text = self.text()
            if text == before and list(self._client.read("memory").entries) == text.split("\n§\n"):
                return
            before = text
            time.sleep(LOOK_PAUSE)

    def _answers(self) -> bool:
        try:
            self._client.ping()
        except Unreached:
            return False
        return True

    def _start(self, module: str, *arguments: str) -> "subprocess.Popen[bytes]":
        # A shell's MEMORYD_... variables are for its own daemon, not for this one.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MEMORYD_")}
        return subprocess.Popen(  # noqa: S603 - our own modules
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
            env=environment,
            process_group=0,
        )


def _names(agents: int) -> list[str]:
    return [f"agent-{number}" for number in range(1, agents + 1)]


def _lines(path: str) -> int:
    try:
        with open(path, "rb") as file:
            return file.read().count(b"\n")
    except FileNotFoundError:
        return 0


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Whatever state it is in: nothing of the demo outlives the demo."""
    if process.stdin is not None:
        process.stdin.close()
    process.kill()
    process.wait()
