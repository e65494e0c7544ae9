"""Looking at who and what there is, said once for the blocking client and once for coroutines."""

from memoryd_client.calls import R, converted
from memoryd_client.messages import (
    ListProfiles,
    ListSessions,
    ListUsers,
    ProfileList,
    Request,
    SessionList,
    SessionShown,
    ShowSession,
    UserList,
)


class Lists:
    """What a person looks at, for whoever can ask."""

    def list_sessions(self, limit: int = 100) -> SessionList:
        """The latest sessions, open ones first."""
        return self._ask(converted(ListSessions, {"limit": limit}), SessionList)

    def show_session(self, session: str = "", **identity: str) -> SessionShown:
        """A session as it is recorded, with its block; nothing is opened or changed.

        Args:
            session: Its id; empty: what a session would see that were opened now.
            **identity: Of that one, as in `open_session`.
        """
        return self._ask(converted(ShowSession, {"session": session, **identity}), SessionShown)

    def list_profiles(self) -> ProfileList:
        """The profiles of the root, its own first."""
        return self._ask(ListProfiles(), ProfileList)

    def list_users(self, profile: str = "") -> UserList:
        """The persons who have files of their own in a profile."""
        return self._ask(converted(ListUsers, {"profile": profile}), UserList)

    def _ask(self, request: Request, expected: type[R], request_id: str = "", timeout: float | None = None) -> R:
        raise NotImplementedError


class AsyncLists:
    """The same, awaited."""

    async def list_sessions(self, limit: int = 100) -> SessionList:
        """As `Client.list_sessions`."""
        return await self._ask(converted(ListSessions, {"limit": limit}), SessionList)

    async def show_session(self, session: str = "", **identity: str) -> SessionShown:
        """As `Client.show_session`."""
        return await self._ask(converted(ShowSession, {"session": session, **identity}), SessionShown)

    async def list_profiles(self) -> ProfileList:
        """As `Client.list_profiles`."""
        return await self._ask(ListProfiles(), ProfileList)

    async def list_users(self, profile: str = "") -> UserList:
        """As `Client.list_users`."""
        return await self._ask(converted(ListUsers, {"profile": profile}), UserList)

    async def _ask(self, request: Request, expected: type[R], request_id: str = "", timeout: float | None = None) -> R:
        raise NotImplementedError
