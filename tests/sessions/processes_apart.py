"""A daemon in its own process, which can be killed and started again; and code that runs in another one."""

import subprocess
import sys
from pathlib import Path


class Killable:
    """A daemon in its own process.

    Args:
        home: Its home.
        config: Its settings.
    """

    def __init__(self, home: Path, config: str = "") -> None:
        self.home = home
        self._process: subprocess.Popen[bytes] | None = None
        (home / "memoryd").mkdir(parents=True, mode=0o700, exist_ok=True)
        (home / "memoryd" / "config.toml").write_text(config)

    def start(self) -> "Killable":
        """Start it and wait until it serves."""
        command = [sys.executable, "-m", "memoryd", "--home", str(self.home)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self._process.stdout
        assert b"memoryd serves" in self._process.stdout.readline()
        return self

    def kill(self) -> None:
        """End it as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def elsewhere(home: Path, body: str, *arguments: str) -> str:
    """What Python code prints that runs in a process of its own, with ``client`` and ``argv``."""
    script = f"import sys\nfrom memoryd_client import Client\nargv = sys.argv[2:]\nclient = Client(sys.argv[1])\n{body}"
    done = subprocess.run(
        [sys.executable, "-c", script, str(home), *arguments], capture_output=True, check=True, timeout=60
    )
    return done.stdout.decode()
