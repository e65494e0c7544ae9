"""Asking what was changed and putting it back, for both clients."""

from typing import TYPE_CHECKING, TypedDict, Unpack

from memoryd_client import calls
from memoryd_client.calls import E, EditOptions, R
from memoryd_client.endpoint import Home
from memoryd_client.messages import (
    Blame,
    Blamed,
    Changes,
    Edited,
    History,
    Pending,
    PendingList,
    Request,
    Restore,
    Show,
    Shown,
    Undo,
    Verified,
    Verify,
)


class HistoryFilters(TypedDict, total=False):
    """What a history may be narrowed to.

    ``principal``: whose files, where each person has their own. ``agent``, ``session``, ``operation``, ``pid``: whose
    changes, and which. ``since``, ``until``: seconds since 1970.
    ``before``, ``after``: change numbers; ``before`` the last one of a page gives the next page. ``limit``: at most so
    many, 1,000 in all.
    """

    principal: str
    agent: str
    session: str
    operation: str
    pid: int
    since: float
    until: float
    before: int
    after: int
    limit: int


class HistoryCalls:
    """The calls of `Client`."""

    home: Home

    if TYPE_CHECKING:  # the client has them

        def _ask(self, request: Request, expected: type[R], request_id: str = "", timeout: float | None = None) -> R:
            raise NotImplementedError

        def _edit(self, kind: type[E], expected: type[R], options: EditOptions, **fields: object) -> R:
            raise NotImplementedError

    def history(self, target: str = "", *, profile: str = "", **filters: Unpack[HistoryFilters]) -> Changes:
        """The changes that fit the filters, newest first; see `HistoryFilters`."""
        request = calls.converted(
            History, {"target": target, "profile": profile or self.home.profile, **_on_the_wire(filters)}
        )
        return self._ask(request, Changes)

    def show(self, seq: int, *, profile: str = "", principal: str = "") -> Shown:
        """One change, with all entries before and after it; raises `ChangeNotFound`."""
        return self._ask(
            calls.converted(Show, {"seq": seq, "profile": profile or self.home.profile, "principal": principal}), Shown
        )

    def blame(self, target: str = "memory", *, profile: str = "", principal: str = "") -> Blamed:
        """For each entry of a target the change that brought it."""
        return self._ask(
            calls.converted(Blame, {"target": target, "profile": profile or self.home.profile, "principal": principal}),
            Blamed,
        )

    def verify(self, *, timeout: float | None = None) -> Verified:
        """Replay the whole history; ``gaps`` is empty if it says what was written into it."""
        return self._ask(Verify(), Verified, timeout=timeout)

    def pending(self, target: str = "", *, profile: str = "", principal: str = "") -> PendingList:
        """The edits that wait for a person's approval, oldest first."""
        fields = {"target": target, "profile": profile or self.home.profile, "principal": principal}
        return self._ask(calls.converted(Pending, fields), PendingList)

    def undo(self, seq: int = 0, *, session: str = "", target: str = "", **options: Unpack[EditOptions]) -> Edited:
        """Take back one change, or all changes of a session in one target; raises `Conflict` if they were built upon.

        Undoing the undo does it again.
        """
        return self._edit(Undo, Edited, options, seq=seq, of_session=session, target=target)

    def restore(self, seq: int = 0, *, digest: str = "", target: str = "", **options: Unpack[EditOptions]) -> Edited:
        """Give a target the entries that it had after a change, or when it had this digest."""
        return self._edit(Restore, Edited, options, seq=seq, digest=digest, target=target)


class AsyncHistoryCalls:
    """The calls of `AsyncClient`."""

    home: Home

    if TYPE_CHECKING:  # the client has them

        async def _ask(
            self, request: Request, expected: type[R], request_id: str = "", timeout: float | None = None
        ) -> R:
            raise NotImplementedError

        async def _edit(self, kind: type[E], expected: type[R], options: EditOptions, **fields: object) -> R:
            raise NotImplementedError

    async def history(self, target: str = "", *, profile: str = "", **filters: Unpack[HistoryFilters]) -> Changes:
        """As `Client.history`."""
        request = calls.converted(
            History, {"target": target, "profile": profile or self.home.profile, **_on_the_wire(filters)}
        )
        return await self._ask(request, Changes)

    async def show(self, seq: int, *, profile: str = "", principal: str = "") -> Shown:
        """As `Client.show`."""
        return await self._ask(
            calls.converted(Show, {"seq": seq, "profile": profile or self.home.profile, "principal": principal}), Shown
        )

    async def blame(self, target: str = "memory", *, profile: str = "", principal: str = "") -> Blamed:
        """As `Client.blame`."""
        return await self._ask(
            calls.converted(Blame, {"target": target, "profile": profile or self.home.profile, "principal": principal}),
            Blamed,
        )

    async def verify(self, *, timeout: float | None = None) -> Verified:
        """As `Client.verify`."""
        return await self._ask(Verify(), Verified, timeout=timeout)

    async def pending(self, target: str = "", *, profile: str = "", principal: str = "") -> PendingList:
        """As `Client.pending`."""
        fields = {"target": target, "profile": profile or self.home.profile, "principal": principal}
        return await self._ask(calls.converted(Pending, fields), PendingList)

    async def undo(
        self, seq: int = 0, *, session: str = "", target: str = "", **options: Unpack[EditOptions]
    ) -> Edited:
        """As `Client.undo`."""
        return await self._edit(Undo, Edited, options, seq=seq, of_session=session, target=target)

    async def restore(
        self, seq: int = 0, *, digest: str = "", target: str = "", **options: Unpack[EditOptions]
    ) -> Edited:
        """As `Client.restore`."""
        return await self._edit(Restore, Edited, options, seq=seq, digest=digest, target=target)


def _on_the_wire(filters: HistoryFilters) -> dict[str, object]:
    """The filters by the names of their fields: there, ``session`` is the one that asks."""
    fields: dict[str, object] = dict(filters)
    fields["of_session"] = fields.pop("session", "")
    return fields
