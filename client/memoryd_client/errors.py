"""One exception tree for both ends: the daemon raises it, the wire carries code and details, the client re-raises it.

The second level says whose turn it is: ``RequestError`` yours, ``Refused`` yours after looking at the memory,
``TryLater`` nobody's, ``StoreError`` the disk's, ``Unreached`` the connection's. Each class has a code that never
changes; ``by_code`` is the table, and a test proves that codes are unique. Classes also inherit the builtin that a
caller would catch anyway.
"""

import msgspec

from memoryd_client.messages import Details, Failure


class MemorydError(Exception):
    """The root: ``code`` for programs, ``str()`` for people, ``details`` for both, ``request_id`` to ask again.

    Args:
        message: What happened, with values, and what to do next.
        details: Fields of `Details`.
    """

    code = "error"

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details: Details = msgspec.convert(details, Details)
        self.request_id = ""

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[object, ...]:
        return raised, (self.failure(), self.request_id)

    def failure(self) -> Failure:
        """The same as a message."""
        return Failure(code=self.code, message=self.message, details=self.details)


class RequestError(MemorydError, ValueError):
    """The request itself is wrong, whatever the memory holds."""

    code = "bad_request"


class UnknownRequest(RequestError):
    """The daemon does not know this request; it may be older than the client."""

    code = "unknown_request"


class InvalidRequest(RequestError):
    """A field is missing, unknown or of the wrong type."""

    code = "invalid_request"


class InvalidText(RequestError):
    """A text that cannot be stored: empty, not encodable, or with a line that holds only the separator."""

    code = "invalid_text"


class UnknownTarget(RequestError, LookupError):
    """No target of this name is defined in the profile."""

    code = "unknown_target"


class UnknownProfile(RequestError, LookupError):
    """No profile of this name exists under the root."""

    code = "unknown_profile"


class UnknownSession(RequestError, LookupError):
    """No session of this id is known to the asker; one of somebody else is not known either."""

    code = "unknown_session"


class NotAllowed(RequestError, PermissionError):
    """The asker may not do this, whatever is there."""

    code = "not_allowed"


class TooLarge(RequestError):
    """A message is over the size limit."""

    code = "too_large"


class RequestIdReused(RequestError):
    """The same request id came with another request."""

    code = "request_id_reused"


class Refused(MemorydError):
    """The memory as it is now does not allow this; nothing changed."""

    code = "refused"


class EntryNotFound(Refused, LookupError):
    """The selector matches no entry."""

    code = "entry_not_found"


class EntryAmbiguous(Refused, LookupError):
    """The selector matches several different entries."""

    code = "entry_ambiguous"


class BudgetExceeded(Refused):
    """The result would be over the target's limit."""

    code = "budget_exceeded"


class Conflict(Refused):
    """The content is no longer what ``base_digest`` says."""

    code = "conflict"


class ThreatFound(Refused):
    """A scan refused a text."""

    code = "threat_found"


class TryLater(MemorydError):
    """Nothing happened; the same request may succeed in a moment."""

    code = "try_later"


class Busy(TryLater):
    """Too many requests are in flight, from this process or in all."""

    code = "busy"


class Expired(TryLater, TimeoutError):
    """The deadline passed before the edit was applied; nothing happened and nothing will."""

    code = "expired"


class LockedElsewhere(TryLater):
    """Another program holds the lock of this file."""

    code = "locked_elsewhere"


class Restarted(TryLater):
    """Another daemon instance answered than the one the request was meant for; say hello again and resend."""

    code = "restarted"


class StoreError(MemorydError, OSError):
    """The disk, or what is on it, is in the way."""

    code = "store_error"


class ReadFailed(StoreError):
    """A memory file exists and cannot be read."""

    code = "read_failed"


class Unreadable(StoreError):
    """A memory file holds bytes that are not UTF-8 text; it is left untouched."""

    code = "unreadable"


class WriteFailed(StoreError):
    """Writing failed; the file holds what it held before."""

    code = "write_failed"


class NoSpace(WriteFailed):
    """The disk or the quota is full; the file holds what it held before."""

    code = "no_space"


class ReadOnly(WriteFailed, PermissionError):
    """The file or its directory may not be written by this user."""

    code = "readonly"


class LinkChanged(StoreError):
    """A symbolic link now leads somewhere else than when it was first seen."""

    code = "link_changed"


class AppliedNotDurable(StoreError):
    """The change is in the file, but the disk would not confirm that it is durable."""

    code = "applied_not_durable"


class OutcomeUnknown(StoreError):
    """After a crash the file holds neither what was before nor what should have come after."""

    code = "outcome_unknown"


class Unreached(MemorydError):
    """No usable daemon was reached."""

    code = "unreached"


class NoDaemon(Unreached, ConnectionError):
    """No daemon serves this home."""

    code = "no_daemon"


class NoAnswer(Unreached, TimeoutError):
    """The deadline passed without a reply; the edit may still happen, asking again with ``request_id`` settles it."""

    code = "no_answer"


class ProtocolMismatch(Unreached):
    """Client and daemon have no protocol version in common."""

    code = "protocol_mismatch"


class UnsafeEndpoint(Unreached, PermissionError):
    """The socket's place is not ours alone, not a socket, or its path is too long."""

    code = "unsafe_endpoint"


def _tree(root: type[MemorydError]) -> list[type[MemorydError]]:
    return [root, *(leaf for child in root.__subclasses__() for leaf in _tree(child))]


by_code: dict[str, type[MemorydError]] = {kind.code: kind for kind in _tree(MemorydError)}
"""Every class of the tree by its code."""


def raised(failure: Failure, request_id: str = "") -> MemorydError:
    """The exception for a failure that came over the wire; a newer daemon's unknown code stays, on the root class."""
    error = by_code.get(failure.code, MemorydError)(failure.message)
    error.code = failure.code
    error.details = failure.details
    error.request_id = request_id
    return error
