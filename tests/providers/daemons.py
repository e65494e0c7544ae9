"""A daemon in a process of its own, which can be killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from plugins import eventually

from memoryd_client import Client, Operator
from memoryd_client.errors import Unreached
from memoryd_client.messages import ProviderEnable, ProviderList


class Daemon:
    """One after the other on the same home.

    Args:
        home: Where.
        config: What ``config.toml`` holds.
    """

    def __init__(self, home: Path, config: str) -> None:
        self.home = home
        (home / "memoryd").mkdir(mode=0o700, parents=True, exist_ok=True)
        (home / "memoryd" / "config.toml").write_text(config)
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start one, and wait until it serves."""
        with open(self.home.parent / "log", "ab") as log:
            command = [sys.executable, "-m", "memoryd", "--home", str(self.home)]
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        eventually(self._serves)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End it."""
        if self.process is not None:
            os.kill(self.process.pid, number)
            self.process.wait()
            self.process = None

    def enable(self, name: str = "recorder") -> None:
        """Enable the plugin."""
        with Operator(self.home, timeout=60) as operator:
            operator.ask(ProviderEnable(name=name), ProviderList)

    def _serves(self) -> bool:
        try:
            with Client(self.home, timeout=5) as client:
                client.ping()
        except Unreached:
            return False
        return True
