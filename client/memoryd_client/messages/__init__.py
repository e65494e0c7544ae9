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
from memoryd_client.messages.providers import (
    Compressing,
    Delegation,
    Outbox,
    OutboxChanged,
    OutboxDrop,
    OutboxFlush,
    OutboxRetry,
    OutboxRow,
    OutboxRows,
    PreCompress,
    Prefetch,
    ProviderCall,
    ProviderCheck,
    ProviderDisable,
    ProviderEnable,
    ProviderEntry,
    ProviderList,
    ProviderReport,
    Providers,
    ProviderStatus,
    ProviderTools,
    ProviderUse,
    Queued,
    QueuePrefetch,
    Recalled,
    Recalling,
    ToolResult,
    Tools,
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
    | Recalled
    | Compressing
    | Queued
    | Tools
    | ToolResult
    | ProviderList
    | ProviderReport
    | OutboxRows
    | OutboxChanged
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
            *(Hello, Ping, Status, Stop),
            *(Read, Add, Replace, Remove, Batch, Rewrite, Split),
            *(OpenSession, SwitchSession, RefreshSession, TurnStart, TurnEnd, EndSession),
            *(Prefetch, QueuePrefetch, PreCompress, Delegation, ProviderTools, ProviderCall),
            *(Providers, ProviderEnable, ProviderDisable, ProviderUse, ProviderCheck),
            *(Outbox, OutboxRetry, OutboxDrop, OutboxFlush),
            *(ListSessions, ShowSession, ListProfiles, ListUsers),
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
    "Compressing",
    "Content",
    "DaemonStatus",
    "Delegation",
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
    "ListProfiles",
    "ListSessions",
    "ListUsers",
    "MemoryMode",
    "OpenSession",
    "Operation",
    "Outbox",
    "OutboxChanged",
    "OutboxDrop",
    "OutboxFlush",
    "OutboxRetry",
    "OutboxRow",
    "OutboxRows",
    "Ping",
    "Pong",
    "PreCompress",
    "Prefetch",
    "Preview",
    "ProfileList",
    "ProfileSummary",
    "Proposed",
    "ProviderCall",
    "ProviderCheck",
    "ProviderDisable",
    "ProviderEnable",
    "ProviderEntry",
    "ProviderList",
    "ProviderReport",
    "ProviderStatus",
    "ProviderTools",
    "ProviderUse",
    "Providers",
    "QueuePrefetch",
    "Queued",
    "Read",
    "Recalled",
    "Recalling",
    "RefreshSession",
    "Remove",
    "Replace",
    "Reply",
    "Request",
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
    "TargetState",
    "ToolResult",
    "Tools",
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
