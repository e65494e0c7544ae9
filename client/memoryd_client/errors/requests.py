"""What is wrong with the request itself: the caller's turn, without looking at the memory."""

from memoryd_client.errors.base import MemorydError


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


class OperatorOnly(RequestError, PermissionError):
    """Only a person may ask for this, on the operator's socket."""

    code = "operator_only"


class TooLarge(RequestError):
    """A message is over the size limit."""

    code = "too_large"


class RequestIdReused(RequestError):
    """The same request id came with another request."""

    code = "request_id_reused"
