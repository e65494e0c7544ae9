"""One exception tree for both ends: the daemon raises it, the wire carries code and details, the client re-raises it.

The second level says whose turn it is: ``RequestError`` yours, ``Refused`` yours after looking at the memory,
``TryLater`` nobody's, ``StoreError`` the disk's, ``Unreached`` the connection's. Each class has a code that never
changes; ``by_code`` is the table, and a test proves that codes are unique. Classes also inherit the builtin that a
caller would catch anyway. Each module has one subject.
"""

from memoryd_client.errors.base import MemorydError, by_code, raised, tree
from memoryd_client.errors.disk import (
    AppliedNotDurable,
    LinkChanged,
    NoSpace,
    OutcomeUnknown,
    ReadFailed,
    ReadOnly,
    StoreError,
    Unreadable,
    WriteFailed,
)
from memoryd_client.errors.later import Busy, Expired, LockedElsewhere, Restarted, TryLater
from memoryd_client.errors.refusals import (
    BudgetExceeded,
    ChangeNotFound,
    Conflict,
    EntryAmbiguous,
    EntryNotFound,
    Redacted,
    Refused,
    ThreatFound,
)
from memoryd_client.errors.requests import (
    InvalidRequest,
    InvalidText,
    OperatorOnly,
    RequestError,
    RequestIdReused,
    TooLarge,
    UnknownProfile,
    UnknownRequest,
    UnknownTarget,
)
from memoryd_client.errors.sessions import (
    IdentityMismatch,
    InvalidName,
    NoPrincipal,
    NoRepository,
    NotAllowed,
    SessionTaken,
    UnknownSession,
)
from memoryd_client.errors.unreached import NoAnswer, NoDaemon, ProtocolMismatch, Unreached, UnsafeEndpoint

by_code.update({kind.code: kind for kind in tree(MemorydError)})

__all__ = [
    "AppliedNotDurable",
    "BudgetExceeded",
    "Busy",
    "ChangeNotFound",
    "Conflict",
    "EntryAmbiguous",
    "EntryNotFound",
    "Expired",
    "IdentityMismatch",
    "InvalidName",
    "InvalidRequest",
    "InvalidText",
    "LinkChanged",
    "LockedElsewhere",
    "MemorydError",
    "NoAnswer",
    "NoDaemon",
    "NoPrincipal",
    "NoRepository",
    "NoSpace",
    "NotAllowed",
    "OperatorOnly",
    "OutcomeUnknown",
    "ProtocolMismatch",
    "ReadFailed",
    "ReadOnly",
    "Redacted",
    "Refused",
    "RequestError",
    "RequestIdReused",
    "Restarted",
    "SessionTaken",
    "StoreError",
    "ThreatFound",
    "TooLarge",
    "TryLater",
    "UnknownProfile",
    "UnknownRequest",
    "UnknownSession",
    "UnknownTarget",
    "Unreached",
    "Unreadable",
    "UnsafeEndpoint",
    "WriteFailed",
    "by_code",
    "raised",
]
