"""What every request and every reply has in common."""

from msgspec import Struct


class Request(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag=str.lower):
    """What a client may ask. The tag is the class name in lower case and names the request in the header."""


class Reply(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """What the daemon answers when it did what was asked."""


class Scoped(Request, frozen=True, kw_only=True):
    """A request about one target of one profile; the empty profile is the root's own.

    Within a ``session`` the identity is the session's: what is given beside it must be the same.
    """

    target: str
    profile: str = ""
    principal: str = ""
    repository: str = ""
    session: str = ""
