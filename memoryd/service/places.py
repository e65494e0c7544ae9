"""Which file a request means, and whether its sender may use it: asked anew for each request.

Within a session the identity is the session's; what the request says beside it must be the same. Without one the
request acts for whom it names, and for a target that belongs to one person that is the one who owns the home.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memoryd.core import names
from memoryd.core.session import Identity
from memoryd.service.live import Live
from memoryd.settings import Target
from memoryd.store.layout import FileKey, Layout
from memoryd_client.errors import IdentityMismatch, NoPrincipal, NoRepository, NotAllowed, UnknownSession
from memoryd_client.messages import Edit, OpenSession, Scoped


@dataclass(frozen=True, slots=True)
class Place:
    """A file, and the session in which it is used, if any."""

    key: FileKey
    session: Live | None = None

    @property
    def frozen_digest(self) -> str:
        """The target's digest in the session's block."""
        return self.session.digests.get(self.key.target, "") if self.session else ""


class Places:
    """Finds them.

    Args:
        layout: Where files are.
        live: The sessions that are open.

    Attributes:
        used: Told that a process asked for something in a session.
    """

    def __init__(self, layout: Layout, live: Mapping[str, Live]) -> None:
        self._layout = layout
        self.used: Callable[[Live, int], None] = lambda _session, _pid: None
        self._live = live

    def session(self, name: str) -> Live:
        """The open session of this id; raises `UnknownSession`."""
        live = self._live.get(name)
        if live is None:
            raise UnknownSession(f"no session {name!r} is open; open it, then repeat the request", field="session")
        return live

    def find(self, request: Scoped, pid: int) -> Place:
        """The place of a read or an edit that a process asks for.

        Raises:
            UnknownSession, IdentityMismatch, InvalidName, UnknownProfile, UnknownTarget, NoPrincipal, NoRepository,
            NotAllowed: It has none, or not for this sender.
        """
        session = self.session(request.session) if request.session else None
        identity = session.identity if session else self._named(request)
        if session:
            self._require_same(request, session)
            self.used(session, pid)
        key = self._key(identity, request.target)
        if not identity.may_read:
            raise NotAllowed(f"session {request.session!r} was opened with memory off: it has no memory")
        if isinstance(request, Edit):
            self._require_writable(identity, request.target)
        return Place(key, session)

    def visible(self, request: Scoped, pid: int) -> frozenset[FileKey]:
        """Every file that a request about the past may tell of: the target that it names, or all that its sender sees.

        Raises:
            UnknownSession, IdentityMismatch, InvalidName, UnknownProfile, UnknownTarget, NoPrincipal, NoRepository,
            NotAllowed: It may see none, or not the one that it names.
        """
        session = self.session(request.session) if request.session else None
        identity = session.identity if session else self._named(request)
        if session:
            self._require_same(request, session)
            self.used(session, pid)
        if not identity.may_read:
            raise NotAllowed(f"session {request.session!r} was opened with memory off: it has no memory")
        if request.target:
            return frozenset((self._key(identity, request.target),))
        self._layout.require_profile(identity.profile)
        return frozenset(self.targets(identity))

    def identity(self, request: OpenSession) -> Identity:
        """Who opens a session, in canonical spelling; raises `InvalidName`, `UnknownProfile`."""
        self._layout.require_profile(request.profile)
        return Identity(
            request.context,
            request.profile,
            names.principal(request.principal),
            names.repository(request.repository),
            request.memory,
        )

    def targets(self, identity: Identity) -> dict[FileKey, Target]:
        """What a session of this identity sees, in the order of the settings."""
        if not identity.may_read:
            return {}
        found: dict[FileKey, Target] = {}
        for name, target in self._layout.targets(identity.profile).items():
            try:
                found[self._key(identity, name)] = target
            except (NoPrincipal, NoRepository):
                continue
        return found

    @staticmethod
    def may_write(identity: Identity, target: Target) -> bool:
        """Whether this identity may change a target."""
        return identity.may_write and (not target.writers or identity.context in target.writers)

    def _named(self, request: Scoped) -> Identity:
        who, where = names.principal(request.principal), names.repository(request.repository)
        return Identity("", request.profile, who, where)

    @staticmethod
    def _require_same(request: Scoped, session: Live) -> None:
        for field, given in (
            ("profile", request.profile),
            ("principal", names.principal(request.principal)),
            ("repository", names.repository(request.repository)),
        ):
            own = getattr(session.identity, field)
            if given and given != own:
                raise IdentityMismatch(
                    f"the request names the {field} {given!r}, session {session.id!r} has {own!r}; leave it away",
                    field=field,
                )

    def _require_writable(self, identity: Identity, name: str) -> None:
        target = self._layout.target(identity.profile, name)
        if not identity.may_write:
            why = "a cron job" if identity.context == "cron" else "opened read-only"
            raise NotAllowed(f"this session is {why}: it reads memory and does not change it")
        if not self.may_write(identity, target):
            raise NotAllowed(
                f"{name} is written by {', '.join(target.writers)} sessions alone (targets.{name}.writers)",
                field="target",
            )

    def _key(self, identity: Identity, name: str) -> FileKey:
        target = self._layout.target(identity.profile, name)
        return FileKey(identity.profile, name, _scope(identity, name, target))


def _scope(identity: Identity, name: str, target: Target) -> str:
    if target.scope == "principal":
        if identity.principal:
            return names.principal_scope(identity.principal)
        if identity.is_anonymous:
            raise NoPrincipal(
                f"{name} belongs to one person, and this {identity.context} session was opened without a principal",
                field="principal",
            )
    elif target.scope == "repository":
        if not identity.repository:
            raise NoRepository(f"{name} belongs to a repository, and none was named", field="repository")
        return names.repository_scope(identity.repository)
    return ""
