"""A daemon in a process of its own, whose memory and descriptors can be measured and limited."""

import os
import resource
import subprocess
import sys
from pathlib import Path

from memoryd_client import Client
from memoryd_client.endpoint import find_home


def limit(open_files: int) -> None:
    """Limit this process; 0 leaves it as it is."""
    if open_files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))


class Victim:
    """A daemon's process, and a client that means well."""

    def __init__(self, home: Path, open_files: int = 0) -> None:
        command = [sys.executable, "-m", "memoryd", "--home", str(home)]
        self.log = home.parent / "daemon.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                preexec_fn=lambda: limit(open_files),  # noqa: PLW1509 - only so is the limit the child's alone
            )
        assert self.process.stdout is not None
        assert b"memoryd serves" in self.process.stdout.readline(), self.log.read_text()
        self.path = find_home(home).agent_socket
        self.client = Client(home, timeout=60, agent="means well")

    def close(self) -> None:
        """End both."""
        self.client.close()
        self.process.kill()
        self.process.communicate()

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self.process.poll() is None

    def serves(self, text: str = "x") -> bool:
        """Whether a client that means well is served: it writes, reads and removes."""
        self.client.add("memory", f"fact {text}")
        found = f"fact {text}" in self.client.read("memory").entries
        self.client.remove("memory", f"fact {text}")
        return found

    def rss(self) -> int:
        """Its resident memory in bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
