"""systemd: a user's own service and socket."""

import hashlib
import os
import shutil

from memoryd.ctl.units import manager
from memoryd_client.endpoint import Home


class Systemd:
    """The user manager of whoever asks, for the daemon of a home. The units of `~/.hermes` are called memoryd.

    Args:
        home: Which; any other home's units carry 8 hex digits of its path in their name.
    """

    kind = "systemd"

    def __init__(self, home: Home) -> None:
        usual = home.root == os.path.realpath(os.path.expanduser("~/.hermes"))
        self.name = "memoryd" if usual else f"memoryd-{hashlib.sha256(os.fsencode(home.root)).hexdigest()[:8]}"
        self._home = home
        config = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
        self._units = {
            unit: os.path.join(config, "systemd", "user", f"{self.name}.{unit}") for unit in ("service", "socket")
        }

    @staticmethod
    def is_here() -> bool:
        """Whether this system has systemd."""
        return shutil.which("systemctl") is not None

    def is_installed(self) -> bool:
        """Whether any of the two units is there."""
        return any(os.path.exists(path) for path in self._units.values())

    def outdated(self, python: str) -> list[str]:
        """Of the two units those that `install` would write anew."""
        return [path for unit, path in self._units.items() if manager.differs(path, self.text(unit, python))]

    def install(self, python: str) -> list[str]:
        """Write both units, load and start them."""
        _systemctl("show-environment")  # is there a manager to load them? If not, write nothing
        done = [manager.write_if_changed(path, self.text(unit, python)) for unit, path in self._units.items()]
        _systemctl("daemon-reload")
        _systemctl("enable", self._socket, self._service)
        done.append(f"enabled {self._socket} and {self._service}")
        manager.note_supervisor(self._home, self.kind, self._service)
        return [*done, *self.start()]

    def uninstall(self) -> list[str]:
        """Stop, disable and remove both."""
        manager.forget_supervisor(self._home)
        if not self.is_installed():
            return [f"{self.name} is not installed"]
        _systemctl("disable", "--now", self._socket, self._service, check=False)
        removed = [step for path in self._units.values() for step in manager.remove(path)]
        _systemctl("daemon-reload")
        return [f"stopped and disabled {self._socket} and {self._service}", *removed]

    def start(self) -> list[str]:
        """Start the socket, then the service, which takes it over."""
        _systemctl("start", self._socket)
        _systemctl("start", self._service)
        return [f"started {self._service}"]

    def stop(self) -> list[str]:
        """Stop the socket as well: else the next client would start the service again."""
        _systemctl("stop", self._socket, self._service)
        return [f"stopped {self._socket} and {self._service}"]

    def restart(self) -> list[str]:
        """The socket stays, so clients wait and are not refused."""
        _systemctl("restart", self._service)
        return [f"restarted {self._service}"]

    def reload(self) -> list[str]:
        """SIGHUP."""
        _systemctl("reload", self._service)
        return [f"told {self._service} to read its settings again"]

    def state(self) -> dict[str, str]:
        """A few of the service's properties."""
        wanted = "LoadState,ActiveState,SubState,MainPID,NRestarts,StatusText,UnitFileState,Result"
        lines = _systemctl("show", self._service, f"--property={wanted}").splitlines()
        return {"manager": "systemd", "unit": self._service, **dict(line.split("=", 1) for line in lines if line)}

    def log_command(self, *, follow: bool) -> list[str]:
        """Of journalctl."""
        return ["journalctl", "--user", "--unit", self._service, "--output", "cat", *(["--follow"] if follow else [])]

    def text(self, unit: str, python: str) -> str:
        """A unit, with the paths of this installation and home."""
        values = [
            ("PYTHON", _quoted(python)),
            ("HOME", _quoted(self._home.root)),
            ("HOME_SHOWN", _unspecified(self._home.root)),
            ("AGENT_SOCKET", _unspecified(self._home.agent_socket)),
            ("OPERATOR_SOCKET", _unspecified(self._home.operator_socket)),
        ]
        return manager.filled(manager.template(f"memoryd.{unit}"), values)

    @property
    def _service(self) -> str:
        return f"{self.name}.service"

    @property
    def _socket(self) -> str:
        return f"{self.name}.socket"


def _systemctl(*arguments: str, check: bool = True) -> str:
    return manager.run("systemctl", "--user", *arguments, check=check)


def _unspecified(text: str) -> str:
    """Without what systemd would take for a specifier."""
    return text.replace("%", "%%")


def _quoted(text: str) -> str:
    """One word of a command line; see systemd.syntax(7)."""
    escaped = _unspecified(text).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{escaped}"'
