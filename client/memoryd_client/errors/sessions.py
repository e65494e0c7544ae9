"""What is wrong with a session, or with who is said to act in it."""

from memoryd_client.errors.requests import RequestError


class UnknownSession(RequestError, LookupError):
    """No session of this id is open; it ended, or was never opened."""

    code = "unknown_session"


class SessionTaken(RequestError):
    """The session of this id belongs to another identity: another profile, principal, repository, context or mode."""

    code = "session_taken"


class IdentityMismatch(RequestError):
    """A request names another identity than the session that it is sent in."""

    code = "identity_mismatch"


class InvalidName(RequestError):
    """A session id, principal or repository cannot be one: empty, too long, or with characters that no name has."""

    code = "invalid_name"


class NoPrincipal(RequestError):
    """The target belongs to one person, and it is not known who that is."""

    code = "no_principal"


class NoRepository(RequestError):
    """The target belongs to a repository, and the session names none."""

    code = "no_repository"


class NotAllowed(RequestError, PermissionError):
    """This session may not do this, whatever the memory holds."""

    code = "not_allowed"
