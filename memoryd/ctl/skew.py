"""Whether daemon and client are of one version, and what to do if not."""

from memoryd_client._version import __version__
from memoryd_client.messages import DaemonStatus


def skew(daemon: DaemonStatus) -> str:
    """A sentence if the daemon is of another version than this program; else nothing."""
    if daemon.version == __version__:
        return ""
    return (
        f"the daemon is of version {daemon.version}, this memoryctl of {__version__}; they understand each other. To "
        "run the version that is installed now: memoryctl service restart, or memoryctl stop and the next client"
    )


def other_versions(daemon: DaemonStatus) -> dict[str, list[str]]:
    """The agents that use another version of the client than the daemon's, by that version."""
    found: dict[str, list[str]] = {}
    for client in daemon.clients:
        if client.version not in ("", daemon.version):
            found.setdefault(client.version, []).append(client.agent or f"process {client.pid}")
    return found
