"""The daemon itself: who it is and how it is."""

from memoryd_client.messages.base import Reply, Request
from memoryd_client.messages.figures import ClientFigures, ProcessFigures, Queues, RequestFigures, Timing
from memoryd_client.messages.parts import Attempt, FileStatus


class Hello(Request, frozen=True, kw_only=True):
    """The first message on every connection: which protocol versions the client speaks, and who it says it is."""

    protocol_min: int
    protocol_max: int
    version: str = ""
    agent: str = ""


class Ping(Request, frozen=True, kw_only=True):
    """Is the daemon alive? Answered by the loop itself, whatever else is going on."""


class Status(Request, frozen=True, kw_only=True):
    """How is the daemon? Frozen across protocol versions."""


class Stop(Request, frozen=True, kw_only=True):
    """Answer what was asked, take nothing more, and end. Frozen across protocol versions."""


class Welcome(Reply, frozen=True, kw_only=True):
    """The answer to hello. ``clock`` is the daemon's own clock in seconds, in which deadlines are expressed."""

    protocol: int
    version: str
    instance: str
    clock: float
    max_request_bytes: int
    capabilities: tuple[str, ...] = ()


class Pong(Reply, frozen=True, kw_only=True):
    """Alive."""


class Stopping(Reply, frozen=True, kw_only=True):
    """The daemon is leaving; it is gone when the process ``pid`` is."""

    pid: int


class DaemonStatus(Reply, frozen=True, kw_only=True):
    """What the daemon knows about itself. ``degraded`` says in sentences what does not work as it should."""

    version: str
    instance: str
    pid: int
    uptime: float
    root: str
    connections: int = 0
    in_flight: int = 0
    commits: int = 0
    commit_ms_p50: float = 0.0
    commit_ms_max: float = 0.0
    files: tuple[FileStatus, ...] = ()
    degraded: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    watchers: int = 0
    pending: int = 0
    pending_age: float = 0.0
    requests: tuple[RequestFigures, ...] = ()
    clients: tuple[ClientFigures, ...] = ()
    commit_timing: Timing = Timing()
    queues: Queues = Queues()
    process: ProcessFigures = ProcessFigures()
    open_sessions: int = 0
    external_edits: int = 0
    dropped_replies: int = 0
    garbage: int = 0
    shed_connections: int = 0
