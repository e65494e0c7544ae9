"""What keeps client and daemon apart."""

from memoryd_client.errors.base import MemorydError


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
