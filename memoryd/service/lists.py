"""Who and what there is: sessions, profiles, users, and what a session sees. Nothing is opened or changed.

What needs a directory or the journal is looked up on the committer's thread; the loop only passes it on.
"""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from memoryd.core.session import Identity
from memoryd.service.asking import Answer, Ask, SendReply, answer, refuse, request_of
from memoryd.service.places import Places
from memoryd.service.reads import Reads
from memoryd.service.sessions import Sessions
from memoryd.store.commands import Note
from memoryd.store.layout import Layout
from memoryd.store.publish import write_error
from memoryd.store.session_rows import SessionRow
from memoryd_client.errors import MemorydError, UnknownSession
from memoryd_client.messages import (
    ListSessions,
    ListUsers,
    OpenSession,
    ProfileList,
    ProfileSummary,
    Reply,
    SessionList,
    SessionShown,
    SessionSummary,
    ShowSession,
    UserList,
    UserSummary,
)

MOST = 1_000
"""Sessions in one list."""

T = TypeVar("T")


class Lists:
    """Answers those who look.

    Args:
        layout: Where profiles and people's files are.
        sessions, places, reads: What is open, and what a session would see.
        post: Has something looked up.
        send: Sends a reply.
    """

    def __init__(
        self,
        layout: Layout,
        sessions: Sessions,
        places: Places,
        reads: Reads,
        *,
        post: Callable[[Note], None],
        send: SendReply,
    ) -> None:
        self._layout = layout
        self._sessions = sessions
        self._places = places
        self._reads = reads
        self._post = post
        self._send = send

    def routes(self) -> dict[str, Callable[[Ask], Answer]]:
        """Each request and what answers it."""
        return {
            "listsessions": self.sessions,
            "showsession": self.show,
            "listprofiles": self.profiles,
            "listusers": self.users,
        }

    def sessions(self, ask: Ask) -> Answer:
        """The latest sessions, open ones first."""
        most = max(0, min(request_of(ListSessions, ask).limit, MOST))

        def found(rows: list[SessionRow]) -> Reply:
            listed = tuple(self._summary(row) for row in rows)
            return SessionList(sessions=listed, open=len(self._sessions.live))

        self._post(Note(lambda rows: rows.listed(most), self._reply(ask, found)))
        return None

    def show(self, ask: Ask) -> Answer:
        """A session as it is recorded, or one that might be opened now."""
        request = request_of(ShowSession, ask)
        if request.session:
            self._post(Note(lambda rows: rows.find(request.session), self._reply(ask, self._shown)))
            return None
        identity = self._places.identity(
            OpenSession(
                session="",
                context=request.context,
                profile=request.profile,
                principal=request.principal,
                repository=request.repository,
                memory=request.memory,
            )
        )
        show = self._reply(ask, self._shown)
        self._reads.gather(
            tuple(self._places.targets(identity)),
            lambda views: show(self._sessions.showing.frozen("", identity, views, "", 0.0)),
        )
        return None

    def profiles(self, ask: Ask) -> Answer:
        """The profiles of the root."""
        open_in = Counter(live.identity.profile for live in self._sessions.live.values())
        layout = self._layout

        def found(names: list[str]) -> Reply:
            return ProfileList(
                profiles=tuple(
                    ProfileSummary(
                        profile=name,
                        directory=layout.memories(name),
                        targets=tuple(layout.targets(name)),
                        sessions=open_in[name],
                    )
                    for name in names
                )
            )

        self._post(Note(lambda _: _listed(layout.profiles, layout.home.root), self._reply(ask, found)))
        return None

    def users(self, ask: Ask) -> Answer:
        """The persons who have files of their own in a profile."""
        profile, layout = request_of(ListUsers, ask).profile, self._layout
        layout.require_profile(profile)

        def found(people: list[tuple[str, str, tuple[str, ...]]]) -> Reply:
            listed = (UserSummary(principal=name, directory=path, files=files) for name, path, files in people)
            return UserList(profile=profile, users=tuple(listed))

        where = layout.memories(profile)
        self._post(Note(lambda _: _listed(lambda: layout.people(profile), where), self._reply(ask, found)))
        return None

    def _shown(self, row: SessionRow | None) -> Reply:
        if row is None:
            raise UnknownSession("there is no session of this id; memoryctl sessions lists them", field="session")
        snapshot = row.snapshot
        return SessionShown(
            summary=self._summary(row), block=snapshot.block, digest=snapshot.digest, frozen_at=snapshot.frozen
        )

    def _summary(self, row: SessionRow) -> SessionSummary:
        who: Identity = row.identity
        live = self._sessions.live.get(row.id)
        return SessionSummary(
            session=row.id,
            context=who.context,
            profile=who.profile,
            principal=who.principal,
            repository=who.repository,
            memory=who.memory,
            parent=row.parent,
            turn=row.turn,
            began=row.began,
            ended=row.ended,
            why=row.why,
            processes=tuple(sorted(live.pids)) if live is not None else (),
        )

    def _reply(self, ask: Ask, made: Callable[[T], Reply]) -> Callable[[T | MemorydError], None]:
        def told(found: T | MemorydError) -> None:
            try:
                if isinstance(found, MemorydError):
                    raise found
                answer(self._send, ask, made(found))
            except MemorydError as error:
                refuse(self._send, ask, error)

        return told


def _listed(look: Callable[[], T], where: str) -> T:
    try:
        return look()
    except OSError as error:
        raise write_error(where, error) from error
