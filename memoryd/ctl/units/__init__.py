"""Service managers: what starts the daemon of a home, and starts it again.

``systemd`` and ``launchd`` each write the units that stand in the repository's ``systemd`` directory, with the paths of
this installation filled in.
"""

import sys

from memoryd.ctl.units.launchd import Launchd
from memoryd.ctl.units.manager import Manager, NoManager
from memoryd.ctl.units.systemd import Systemd
from memoryd_client.endpoint import Home


def manager_of(home: Home) -> Manager:
    """The service manager of this platform, for the daemon of a home.

    Raises:
        NoManager: There is none that we know.
    """
    if sys.platform == "darwin":
        return Launchd(home)
    if Systemd.is_here():
        return Systemd(home)
    raise NoManager(
        "this system has neither systemd nor launchd; start the daemon by other means, or let the first client do it"
    )


__all__ = ["Launchd", "Manager", "NoManager", "Systemd", "manager_of"]
