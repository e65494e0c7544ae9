"""Every request and reply that crosses the socket: the one vocabulary of client and daemon.

Rules of this package. Requests are decoded strictly: a field the daemon does not know is refused by name, since
ignoring a ``base_digest`` would be a lost update. Replies are decoded tolerantly. A new field always has a default, no
field changes its type, none is reordered. What changes here changes in ``docs/protocol.md`` in the same commit; a test
walks both. Each module has one subject, first its requests, then its replies; ``parts`` are what both are made of.
"""

from collections.abc import Mapping
from types import MappingProxyType

from memoryd_client.messages.base import Reply, Request, Scoped
from memoryd_client.messages.daemon import DaemonStatus, Hello, Ping, Pong, Status, Stop, Stopping, Welcome
from memoryd_client.messages.figures import (
    LATENCY_BOUNDS_MS,
    ClientFigures,
    Count,
    Line,
    ProcessFigures,
    Queues,
    RequestFigures,
    Timing,
)
from memoryd_client.messages.inside import Tail, Tailed
from memoryd_client.messages.lists import (
    ListProfiles,
    ListSessions,
    ListUsers,
    ProfileList,
    ProfileSummary,
    SessionList,
    SessionShown,
    SessionSummary,
    ShowSession,
    UserList,
    UserSummary,
)
from memoryd_client.messages.memory import (
    Add,
    Batch,
    Content,
    Edit,
    Edited,
    Proposed,
    Read,
    Remove,
    Replace,
    Rewrite,
    Split,
)
from memoryd_client.messages.parts import (
    Action,
    Details,
    Effect,
    Failure,
    FileStatus,
    Finding,
    Kept,
    Operation,
    Preview,
    Usage,
    Withheld,
)
from memoryd_client.messages.sessions import (
    EndSession,
    MemoryMode,
    OpenSession,
    RefreshSession,
    SessionContext,
    SessionEnded,
    SessionView,
    SwitchReason,
    SwitchSession,
    TargetState,
    TurnEnd,
    TurnEnded,
    TurnStart,
    TurnStarted,
)

AnyReply = (
    Welcome
    | Pong
    | Stopping
    | DaemonStatus
    | Tailed
    | Content
    | Edited
    | Proposed
    | SessionView
    | TurnStarted
    | TurnEnded
    | SessionEnded
    | SessionList
    | SessionShown
    | ProfileList
    | UserList
)
AnyEdit = Add | Replace | Remove | Batch | Rewrite | Split

REQUESTS: Mapping[str, type[Request]] = MappingProxyType(
    {
        kind.__name__.lower(): kind
        for kind in (
            *(Hello, Ping, Status, Stop, Tail),
            *(Read, Add, Replace, Remove, Batch, Rewrite, Split),
            *(OpenSession, SwitchSession, RefreshSession, TurnStart, TurnEnd, EndSession),
            *(ListSessions, ShowSession, ListProfiles, ListUsers),
        )
    }
)
"""Every request by the name that the header carries."""

__all__ = [
    "LATENCY_BOUNDS_MS",
    "REQUESTS",
    "Action",
    "Add",
    "AnyEdit",
    "AnyReply",
    "Batch",
    "ClientFigures",
    "Content",
    "Count",
    "DaemonStatus",
    "Details",
    "Edit",
    "Edited",
    "Effect",
    "EndSession",
    "Failure",
    "FileStatus",
    "Finding",
    "Hello",
    "Kept",
    "Line",
    "ListProfiles",
    "ListSessions",
    "ListUsers",
    "MemoryMode",
    "OpenSession",
    "Operation",
    "Ping",
    "Pong",
    "Preview",
    "ProcessFigures",
    "ProfileList",
    "ProfileSummary",
    "Proposed",
    "Queues",
    "Read",
    "RefreshSession",
    "Remove",
    "Replace",
    "Reply",
    "Request",
    "RequestFigures",
    "Rewrite",
    "Scoped",
    "SessionContext",
    "SessionEnded",
    "SessionList",
    "SessionShown",
    "SessionSummary",
    "SessionView",
    "ShowSession",
    "Split",
    "Status",
    "Stop",
    "Stopping",
    "SwitchReason",
    "SwitchSession",
    "Tail",
    "Tailed",
    "TargetState",
    "Timing",
    "TurnEnd",
    "TurnEnded",
    "TurnStart",
    "TurnStarted",
    "Usage",
    "UserList",
    "UserSummary",
    "Welcome",
    "Withheld",
]
