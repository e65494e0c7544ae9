"""Where a home is, and where its sockets are. Client and daemon both ask here, so they agree.

The answer depends on the root and the user id alone, on no other environment variable: cron, ssh, containers and
services must all find the same daemon.
"""

import os
import stat
from typing import Literal

import zmq
from msgspec import Struct

from memoryd_client.errors import InvalidRequest, UnsafeEndpoint

MAX_PATH_BYTES: int = zmq.IPC_PATH_MAX_LEN
"""What a socket address of this platform can hold, in bytes, not characters (107 on Linux, 103 on macOS)."""


class Home(Struct, frozen=True):
    """A root directory and the profile of it that a home names; ``profile`` is empty for the default one.

    ``door`` is the socket that is meant: ``agent``, or ``operator`` for what only a person may do.
    """

    root: str
    profile: str = ""
    door: Literal["agent", "operator"] = "agent"

    @property
    def state_dir(self) -> str:
        """Memoryd's own directory under the root."""
        return os.path.join(self.root, "memoryd")

    @property
    def runtime_dir(self) -> str:
        """Where the sockets' directories are: the state directory, or a short one where its path is too long."""
        if len(os.fsencode(self.state_dir)) + len("/operator/sock") <= MAX_PATH_BYTES:
            return self.state_dir
        import hashlib  # noqa: PLC0415 - it loads OpenSSL, and hardly any path is so long

        name = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        return os.path.join(_short_dir(), name)

    @property
    def private_dirs(self) -> tuple[str, ...]:
        """The directories that must be this user's alone for the socket to be so, outermost first."""
        outer = () if self.runtime_dir == self.state_dir else (_short_dir(),)
        return (*outer, self.runtime_dir, os.path.dirname(self.socket))

    @property
    def agent_socket(self) -> str:
        """The path of the socket that agents use."""
        return os.path.join(self.runtime_dir, "agent", "sock")

    @property
    def operator_socket(self) -> str:
        """The path of the socket for what only a person may do."""
        return os.path.join(self.runtime_dir, "operator", "sock")

    @property
    def socket(self) -> str:
        """The path of the socket behind its door."""
        return self.agent_socket if self.door == "agent" else self.operator_socket


def find_home(home: str | os.PathLike[str] | None = None) -> Home:
    """The home that is meant: the argument, else ``$HERMES_HOME``, else ``~/.hermes``, made canonical.

    Raises:
        InvalidRequest: ``$HERMES_HOME`` is relative, so it would mean another home in every directory, or the path
            holds a NUL.
    """
    given = os.fspath(home) if home is not None else os.environ.get("HERMES_HOME") or "~/.hermes"
    path = os.path.expanduser(given)
    if home is None and not os.path.isabs(path):
        raise InvalidRequest(f"HERMES_HOME is {given!r}, a relative path; set it to an absolute one", field="home")
    if "\0" in path:
        raise InvalidRequest(f"the home {given!r} holds a NUL character", field="home")
    real = os.path.realpath(path)
    parent, name = os.path.split(real)
    if os.path.basename(parent) == "profiles" and name:
        return Home(root=os.path.dirname(parent), profile=name)
    return Home(root=real)


def make_state_dir(home: Home) -> None:
    """Make memoryd's own directory for this user alone, and the root if there is none; raises `UnsafeEndpoint`."""
    os.makedirs(home.root, 0o700, exist_ok=True)
    try:
        os.mkdir(home.state_dir, 0o700)
    except FileExistsError:
        require_private(home.state_dir)
    else:
        os.chmod(home.state_dir, 0o700)  # whatever the umask


def interpreter_file(home: Home) -> str:
    """Where the interpreter that last ran a daemon of this home is recorded."""
    return os.path.join(home.state_dir, "interpreter")


def supervisor_file(home: Home) -> str:
    """Where it is recorded that a service manager starts this home's daemon."""
    return os.path.join(home.state_dir, "supervisor.json")


def _short_dir() -> str:
    return f"/tmp/memoryd-{os.geteuid()}"  # noqa: S108 - every use is preceded by require_private


def ipc(path: str) -> str:
    """The ZeroMQ address of a socket path.

    Raises:
        UnsafeEndpoint: The path has more bytes than a socket address can hold.
    """
    size = len(os.fsencode(path))
    if size > MAX_PATH_BYTES:
        raise UnsafeEndpoint(f"the socket path {path} has {size} bytes, a socket address holds {MAX_PATH_BYTES}")
    return f"ipc://{path}"


def require_private(directory: str) -> None:
    """Make sure that a directory belongs to this user alone; one that does not exist yet is fine.

    Raises:
        UnsafeEndpoint: It is a link, no directory, another user's, or others may write in it.
    """
    try:
        found = os.lstat(directory)
    except (FileNotFoundError, NotADirectoryError):
        return
    if not stat.S_ISDIR(found.st_mode):
        raise UnsafeEndpoint(f"{directory} is a link or a file, a directory is needed there; move it away")
    if found.st_uid != os.geteuid():
        raise UnsafeEndpoint(f"{directory} belongs to uid {found.st_uid}, this process is uid {os.geteuid()}")
    if found.st_mode & 0o022:
        raise UnsafeEndpoint(
            f"{directory} has mode {stat.S_IMODE(found.st_mode):04o}: others may write in it; chmod 700"
        )
