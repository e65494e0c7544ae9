"""Every request and reply that crosses the socket: the one vocabulary of client and daemon.

Rules of this package. Requests are decoded strictly: a field the daemon does not know is refused by name, since
ignoring a ``base_digest`` would be a lost update. Replies are decoded tolerantly. A new field always has a default, no
field changes its type, none is reordered. What changes here changes in ``docs/protocol.md`` in the same commit; a test
walks both. Each module has one subject, first its requests, then its replies; ``parts`` are what both are made of.
"""

from collections.abc import Mapping
from types import MappingProxyType

from memoryd_client.messages.approval import Approve, Decided, Decision, Pending, PendingList, Proposal, Reject
from memoryd_client.messages.base import Reply, Request, Scoped
from memoryd_client.messages.daemon import DaemonStatus, Hello, Ping, Pong, Status, Stop, Stopping, Welcome
from memoryd_client.messages.events import Event, Subscribe, Subscribed
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
from memoryd_client.messages.history import (
    Blame,
    Blamed,
    Changes,
    History,
    Restore,
    Show,
    Shown,
    Undo,
    Verified,
    Verify,
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
from memoryd_client.messages.operator import BackedUp, Backup, Erased, Raw, Redact
from memoryd_client.messages.parts import (
    Action,
    Actor,
    Attempt,
    Change,
    Details,
    Effect,
    Failure,
    FileStatus,
    Finding,
    Gap,
    Kept,
    Operation,
    Origin,
    Outside,
    Piece,
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
from memoryd_client.messages.search import (
    Archived,
    Browse,
    Browsed,
    Erase,
    Found,
    Hit,
    IndexState,
    Message,
    Record,
    Recorded,
    Reindex,
    Removed,
    Rewind,
    Scroll,
    Scrolled,
    Search,
    SessionEntry,
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
    | Changes
    | Shown
    | Blamed
    | Verified
    | Subscribed
    | Event
    | Erased
    | PendingList
    | Decided
    | BackedUp
    | Found
    | Scrolled
    | Browsed
    | Recorded
    | Removed
    | IndexState
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
AnyEdit = Add | Replace | Remove | Batch | Rewrite | Split | Undo | Restore

REQUESTS: Mapping[str, type[Request]] = MappingProxyType(
    {
        kind.__name__.lower(): kind
        for kind in (
            *(Hello, Ping, Status, Stop, Tail),
            *(Read, Add, Replace, Remove, Batch, Rewrite, Split),
            *(History, Show, Blame, Verify, Undo, Restore),
            Subscribe,
            *(Pending, Approve, Reject),
            *(Raw, Redact, Backup),
            *(Search, Scroll, Browse, Record, Rewind, Erase, Reindex),
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
    "LATENCY_BOUNDS_MS",
    "REQUESTS",
    "Action",
    "Actor",
    "Add",
    "AnyEdit",
    "AnyReply",
    "Approve",
    "Archived",
    "Attempt",
    "BackedUp",
    "Backup",
    "Batch",
    "Blame",
    "Blamed",
    "Browse",
    "Browsed",
    "Change",
    "Changes",
    "ClientFigures",
    "Compressing",
    "Content",
    "Count",
    "DaemonStatus",
    "Decided",
    "Decision",
    "Delegation",
    "Details",
    "Edit",
    "Edited",
    "Effect",
    "EndSession",
    "Erase",
    "Erased",
    "Event",
    "Failure",
    "FileStatus",
    "Finding",
    "Found",
    "Gap",
    "Hello",
    "History",
    "Hit",
    "IndexState",
    "Kept",
    "Line",
    "ListProfiles",
    "ListSessions",
    "ListUsers",
    "MemoryMode",
    "Message",
    "OpenSession",
    "Operation",
    "Origin",
    "Outbox",
    "OutboxChanged",
    "OutboxDrop",
    "OutboxFlush",
    "OutboxRetry",
    "OutboxRow",
    "OutboxRows",
    "Outside",
    "Pending",
    "PendingList",
    "Piece",
    "Ping",
    "Pong",
    "PreCompress",
    "Prefetch",
    "Preview",
    "ProcessFigures",
    "ProfileList",
    "ProfileSummary",
    "Proposal",
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
    "Queues",
    "Raw",
    "Read",
    "Recalled",
    "Recalling",
    "Record",
    "Recorded",
    "Redact",
    "RefreshSession",
    "Reindex",
    "Reject",
    "Remove",
    "Removed",
    "Replace",
    "Reply",
    "Request",
    "RequestFigures",
    "Restore",
    "Rewind",
    "Rewrite",
    "Scoped",
    "Scroll",
    "Scrolled",
    "Search",
    "SessionContext",
    "SessionEnded",
    "SessionEntry",
    "SessionList",
    "SessionShown",
    "SessionSummary",
    "SessionView",
    "Show",
    "ShowSession",
    "Shown",
    "Split",
    "Status",
    "Stop",
    "Stopping",
    "Subscribe",
    "Subscribed",
    "SwitchReason",
    "SwitchSession",
    "Tail",
    "Tailed",
    "TargetState",
    "Timing",
    "ToolResult",
    "Tools",
    "TurnEnd",
    "TurnEnded",
    "TurnStart",
    "TurnStarted",
    "Undo",
    "Usage",
    "UserList",
    "UserSummary",
    "Verified",
    "Verify",
    "Welcome",
    "Withheld",
]
