"""launchd: a user's own agent."""

import contextlib
import hashlib
import os
import plistlib
from xml.parsers.expat import ExpatError
from xml.sax.saxutils import escape

from memoryd.ctl.units import manager
from memoryd_client.endpoint import Home


class Launchd:
    """The user's domain of launchd, for the daemon of a home.

    Args:
        home: Which; the label of any home but `~/.hermes` ends in 8 hex digits of its path.
    """

    kind = "launchd"

    def __init__(self, home: Home) -> None:
        usual = home.root == os.path.realpath(os.path.expanduser("~/.hermes"))
        suffix = "" if usual else f".{hashlib.sha256(os.fsencode(home.root)).hexdigest()[:8]}"
        self.name = f"memoryd{suffix}"
        self._home = home
        self._domain = f"gui/{os.geteuid()}"
        self._plist = os.path.expanduser(f"~/Library/LaunchAgents/{self.name}.plist")
        self.log = os.path.expanduser(f"~/Library/Logs/memoryd/{self.name}.log")

    def is_installed(self) -> bool:
        """Whether the plist is there."""
        return os.path.exists(self._plist)

    def outdated(self, python: str) -> list[str]:
        """The plist, if `install` would write it anew."""
        return [self._plist] if manager.differs(self._plist, self.text(python)) else []

    def install(self, python: str) -> list[str]:
        """Write the plist and load it, after unloading what was there."""
        os.makedirs(os.path.dirname(self.log), exist_ok=True)
        done = manager.write_if_changed(self._plist, self.text(python))
        manager.note_supervisor(self._home, self.kind, self.name)
        return [done, *self.restart()]

    def uninstall(self) -> list[str]:
        """Unload and remove it."""
        manager.forget_supervisor(self._home)
        if not self.is_installed():
            return [f"{self.name} is not installed"]
        return [*self.stop(), *manager.remove(self._plist)]

    def start(self) -> list[str]:
        """Load it, which starts it."""
        manager.run("launchctl", "bootstrap", self._domain, self._plist)
        return [f"loaded {self.name} into {self._domain}"]

    def stop(self) -> list[str]:
        """Unload it: while it is loaded launchd would start it again."""
        manager.run("launchctl", "bootout", f"{self._domain}/{self.name}", check=False)
        return [f"unloaded {self.name} from {self._domain}"]

    def restart(self) -> list[str]:
        """Unload, which may find nothing to unload, and load."""
        self.stop()
        return self.start()

    def reload(self) -> list[str]:
        """SIGHUP."""
        manager.run("launchctl", "kill", "SIGHUP", f"{self._domain}/{self.name}")
        return [f"told {self.name} to read its settings again"]

    def state(self) -> dict[str, str]:
        """What ``launchctl print`` says at its top level."""
        printed = manager.run("launchctl", "print", f"{self._domain}/{self.name}").splitlines()
        pairs = [line.strip().split(" = ", 1) for line in printed if line.startswith("\t") and " = " in line]
        found = {key: value for key, value in pairs if key in {"state", "pid", "runs", "last exit code"}}
        return {"manager": "launchd", "unit": self.name, **found}

    def log_command(self, *, follow: bool) -> list[str]:
        """Of tail: launchd keeps no log of its own."""
        return ["tail", "-n", "100", *(["-F"] if follow else []), self.log]

    def text(self, python: str) -> str:
        """The plist, with the paths of this installation and home; raises `ManagerFailed` if it is none."""
        values = [("NAME", self.name), ("PYTHON", python), ("HOME", self._home.root), ("LOG", self.log)]
        text = manager.filled(manager.template("launchd/memoryd.plist"), [(key, escape(one)) for key, one in values])
        with contextlib.suppress(ExpatError, ValueError, plistlib.InvalidFileException):
            if plistlib.loads(text.encode())["ProgramArguments"][-1] == self._home.root:
                return text
        raise manager.ManagerFailed(f"{self._home.root} cannot stand in a plist: move the home to another path")
