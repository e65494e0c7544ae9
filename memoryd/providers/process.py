"""A host as a process: started under a keeper, spoken to through pipes, ended with all that it started."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

HOST_DIRECTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "host")
KEEPER_SECONDS = 4.0


@dataclass(frozen=True)
class Recipe:
    """How to start a host.

    Attributes:
        python: The interpreter that holds the provider's SDK.
        environment: All that it gets.
        directory: Where it runs.
        cache: Where its interpreter keeps compiled files, so that none beside a plugin is ever read.
    """

    python: str
    environment: Mapping[str, str]
    directory: str
    cache: str

    def command(self) -> list[str]:
        """The host's command line."""
        boot = os.path.join(HOST_DIRECTORY, "boot.py")
        return [self.python, "-E", "-X", f"pycache_prefix={self.cache}", boot]


class HostProcess:
    """A running host; made, used and ended by one thread.

    Args:
        recipe: How.

    Raises:
        OSError: It could not be started.
    """

    def __init__(self, recipe: Recipe) -> None:
        life_read, self._life = os.pipe()
        self.status, status_write = os.pipe()
        keeper = [sys.executable, "-I", "-S", os.path.join(HOST_DIRECTORY, "keeper.py")]
        try:
            self._keeper = subprocess.Popen(  # noqa: S603 - our own keeper
                [*keeper, str(life_read), str(status_write), *recipe.command()],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(recipe.environment),
                cwd=recipe.directory,
                pass_fds=(life_read, status_write),
                start_new_session=True,
                umask=0o077,
            )
        except OSError:
            os.close(self._life)
            os.close(self.status)
            raise
        finally:
            os.close(life_read)
            os.close(status_write)
        assert self._keeper.stdin is not None  # noqa: S101 - for the type checker: they are pipes
        assert self._keeper.stdout is not None  # noqa: S101 - as above
        assert self._keeper.stderr is not None  # noqa: S101 - as above
        self.input = self._keeper.stdin.fileno()
        self.output = self._keeper.stdout.fileno()
        self.errors = self._keeper.stderr.fileno()
        for fd in (self.input, self.output, self.errors, self.status):
            os.set_blocking(fd, False)

    @property
    def pid(self) -> int:
        """The keeper's."""
        return self._keeper.pid

    def end(self) -> str:
        """End the host and all that it started, now; says how it ended if it had done so by itself."""
        os.close(self._life)  # the keeper sees this and kills
        try:
            self._keeper.wait(KEEPER_SECONDS)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                self._keeper.kill()
            self._keeper.wait()
        said = self._said()
        for pipe in (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        os.close(self.status)
        return said

    def _said(self) -> str:
        try:
            text = os.read(self.status, 64).decode()
        except BlockingIOError:
            return "its keeper was killed"
        if not text.lstrip("-").isdigit():
            return "its keeper was killed"
        return described(int(text))


def described(status: int) -> str:
    """A wait status in words."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"it ended with exit code {code}"
    try:
        return f"it was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"it was ended by signal {-code}"
