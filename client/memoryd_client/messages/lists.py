"""Who and what there is, for people who look: sessions, profiles, users."""

from msgspec import Struct

from memoryd_client.messages.base import Reply, Request
from memoryd_client.messages.sessions import MemoryMode, SessionContext


class ListSessions(Request, frozen=True, kw_only=True):
    """The latest sessions, open ones first."""

    limit: int = 100


class ShowSession(Request, frozen=True, kw_only=True):
    """A session, open or ended; without an id what one of this identity would see if it were opened now."""

    session: str = ""
    context: SessionContext = "cli"
    profile: str = ""
    principal: str = ""
    repository: str = ""
    memory: MemoryMode = "on"


class ListProfiles(Request, frozen=True, kw_only=True):
    """The profiles of the root."""


class ListUsers(Request, frozen=True, kw_only=True):
    """The persons who have files of their own in a profile."""

    profile: str = ""


class SessionSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One session; ``ended`` is 0 while it is open, ``processes`` are those that use it."""

    session: str
    context: str
    profile: str = ""
    principal: str = ""
    repository: str = ""
    memory: str = "on"
    parent: str = ""
    turn: int = 0
    began: float = 0.0
    ended: float = 0.0
    why: str = ""
    processes: tuple[int, ...] = ()


class ProfileSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One profile; the empty name is the root's own."""

    profile: str
    directory: str
    targets: tuple[str, ...]
    sessions: int = 0


class UserSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One person; ``principal`` is empty where the directory's name is too long to tell it."""

    principal: str
    directory: str
    files: tuple[str, ...]


class SessionList(Reply, frozen=True, kw_only=True):
    """The answer to ``listsessions``; ``open`` is how many are open in all."""

    sessions: tuple[SessionSummary, ...]
    open: int


class SessionShown(Reply, frozen=True, kw_only=True):
    """A session and its block, as it is recorded."""

    summary: SessionSummary
    block: str
    digest: str
    frozen_at: float


class ProfileList(Reply, frozen=True, kw_only=True):
    """The answer to ``listprofiles``."""

    profiles: tuple[ProfileSummary, ...]


class UserList(Reply, frozen=True, kw_only=True):
    """The answer to ``listusers``."""

    profile: str
    users: tuple[UserSummary, ...]
