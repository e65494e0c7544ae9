"""Whose past a session is part of, and whose it may see: fixed when it was opened, narrowed where nobody is named."""

from memoryd.archive.recording import Whose
from memoryd.core import names
from memoryd.core.session import Identity
from memoryd.service.live import Live
from memoryd.service.places import Places
from memoryd.store.layout import Layout
from memoryd_client.errors import IdentityMismatch, NotAllowed
from memoryd_client.messages import Archived

NOBODY = "\x01"
"""Before a session's id: the owner of what nobody in particular said, who sees this session alone."""


def owner_of(identity: Identity, session: str) -> Whose:
    """Whose a session is."""
    principal = f"{NOBODY}{session}"[:256] if identity.is_anonymous else identity.principal
    return Whose(identity.profile, principal)


class Owners:
    """Says for each request whose sessions may be seen.

    Args:
        layout: Whose settings say which profiles may be searched by others.
        places: Knows the sessions that are open.
    """

    def __init__(self, layout: Layout, places: Places) -> None:
        self._layout = layout
        self._places = places

    def seen_by(self, request: Archived) -> tuple[tuple[str, str], ...]:
        """Profiles and principals, the asker's own first.

        Raises:
            UnknownSession, IdentityMismatch, InvalidName, NotAllowed: Not so for this asker.
        """
        own = self._own(request)
        for profile in request.also:
            if profile != own.profile and profile not in self._layout.settings.archive.shared_profiles:
                raise NotAllowed(
                    f"sessions of profile {profile!r} may not be searched from {own.profile!r}; the setting "
                    "archive.shared_profiles would allow it",
                    field="also",
                )
        return tuple(dict.fromkeys((one, own.principal) for one in (own.profile, *request.also)))

    def _own(self, request: Archived) -> Whose:
        principal = names.principal(request.principal)
        if not request.asker:
            return Whose(request.profile, principal)
        session = self._places.session(request.asker)
        if not session.identity.may_read:
            raise NotAllowed(f"session {request.asker!r} was opened with memory off: it has no past")
        _require_same(session, "profile", request.profile)
        _require_same(session, "principal", principal)
        return owner_of(session.identity, session.id)


def _require_same(session: Live, field: str, given: str) -> None:
    own = getattr(session.identity, field)
    if given and given != own:
        raise IdentityMismatch(
            f"the request names the {field} {given!r}, session {session.id!r} has {own!r}; leave it away", field=field
        )
