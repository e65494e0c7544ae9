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
    | Content
    | Edited
    | Proposed
    | SessionView
    | TurnStarted
    | TurnEnded
    | SessionEnded
)
AnyEdit = Add | Replace | Remove | Batch | Rewrite | Split

REQUESTS: Mapping[str, type[Request]] = MappingProxyType(
    {
        kind.__name__.lower(): kind
        for kind in (
            *(Hello, Ping, Status, Stop),
            *(Read, Add, Replace, Remove, Batch, Rewrite, Split),
            *(OpenSession, SwitchSession, RefreshSession, TurnStart, TurnEnd, EndSession),
        )
    }
)
"""Every request by the name that the header carries."""

__all__ = [
    "REQUESTS",
    "Action",
    "Add",
    "AnyEdit",
    "AnyReply",
    "Batch",
    "Content",
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
    "MemoryMode",
    "OpenSession",
    "Operation",
    "Ping",
    "Pong",
    "Preview",
    "Proposed",
    "Read",
    "RefreshSession",
    "Remove",
    "Replace",
    "Reply",
    "Request",
    "Rewrite",
    "Scoped",
    "SessionContext",
    "SessionEnded",
    "SessionView",
    "Split",
    "Status",
    "Stop",
    "Stopping",
    "SwitchReason",
    "SwitchSession",
    "TargetState",
    "TurnEnd",
    "TurnEnded",
    "TurnStart",
    "TurnStarted",
    "Usage",
    "Welcome",
    "Withheld",
]
