"""Past sessions, said once: a client has them. Blocking here, awaited in the class below."""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict, Unpack

import msgspec

from memoryd_client.calls import R
from memoryd_client.errors import InvalidRequest
from memoryd_client.messages import (
    Browse,
    Browsed,
    Erase,
    Found,
    IndexState,
    Record,
    Recorded,
    Reindex,
    Removed,
    Request,
    Rewind,
    Scroll,
    Scrolled,
    Search,
)

Messages = Iterable[Mapping[str, Any]]


class Owner(TypedDict, total=False):
    """Whose sessions are meant, and how long the call may take.

    ``profile``: another one than the home's own. ``principal``: a user of a surface that many use. ``timeout``: in
    seconds.
    """

    profile: str
    principal: str
    timeout: float


class Asker(Owner, total=False):
    """The same, or ``asker``: the open session that asks, whose identity then holds."""

    asker: str


class SearchOptions(Asker, total=False):
    """What may narrow a search, as `Search` has it; times are seconds since 1970."""

    also: Iterable[str]
    limit: int
    window: int
    roles: Iterable[str]
    sources: Iterable[str]
    after: float
    before: float
    without: str
    newest_first: bool


class BrowseOptions(Asker, total=False):
    """What may narrow the list of the latest sessions."""

    also: Iterable[str]
    limit: int
    sources: Iterable[str]
    after: float
    before: float


class RecordOptions(Owner, total=False):
    """What may be told of a session beside its messages."""

    source: str
    parent: str
    title: str


class Looking:
    """Finding what was said, for whoever can send a request: a client, and a session for itself."""

    def search(self, query: str, **options: Unpack[SearchOptions]) -> Found:
        """Sessions in which something was said, with the place, and how each began and ended."""
        return self._past(Search, Found, options, query=query)

    def scroll(self, session: str, message: int | None = None, *, window: int = 10, **owner: Unpack[Asker]) -> Scrolled:
        """The messages of a session around one, whole; without one, its end.

        Raises:
            UnknownSession: There is none of this id, or it is somebody else's.
        """
        return self._past(Scroll, Scrolled, owner, session=session, message=message, window=window)

    def browse(self, **options: Unpack[BrowseOptions]) -> Browsed:
        """The latest sessions."""
        return self._past(Browse, Browsed, options)

    def _past(self, kind: type[Request], expected: type[R], options: Mapping[str, Any], **fields: object) -> R:
        return self._sent(request(kind, self._own_profile(), options, fields), expected, options.get("timeout"))

    def _own_profile(self) -> str:
        raise NotImplementedError

    def _sent(self, request: Request, expected: type[R], timeout: float | None) -> R:
        raise NotImplementedError


class Past(Looking):
    """The same, and what changes the archive: for a client."""

    def record(self, session: str, messages: Messages, *, operation: str, **options: Unpack[RecordOptions]) -> Recorded:
        """Add messages to a session; the same ``operation`` again changes nothing."""
        listed = tuple(map(dict, messages))
        return self._past(Record, Recorded, options, session=session, messages=listed, operation=operation)

    def rewind(self, session: str, keep: int, **owner: Unpack[Owner]) -> Removed:
        """Hide the messages of a session from place ``keep`` on."""
        return self._past(Rewind, Removed, owner, session=session, keep=keep)

    def erase(self, session: str, first: int = 0, last: int | None = None, **owner: Unpack[Owner]) -> Removed:
        """Remove the texts of messages for good."""
        return self._past(Erase, Removed, owner, session=session, first=first, last=last)

    def reindex(self, *, timeout: float | None = None) -> IndexState:
        """Make the index of all sessions anew, beside the one that serves."""
        return self._sent(Reindex(), IndexState, timeout)


class AsyncLooking:
    """As `Looking`, awaited."""

    async def search(self, query: str, **options: Unpack[SearchOptions]) -> Found:
        """As `Client.search`."""
        return await self._past(Search, Found, options, query=query)

    async def scroll(
        self, session: str, message: int | None = None, *, window: int = 10, **owner: Unpack[Asker]
    ) -> Scrolled:
        """As `Client.scroll`."""
        return await self._past(Scroll, Scrolled, owner, session=session, message=message, window=window)

    async def browse(self, **options: Unpack[BrowseOptions]) -> Browsed:
        """As `Client.browse`."""
        return await self._past(Browse, Browsed, options)

    async def _past(self, kind: type[Request], expected: type[R], options: Mapping[str, Any], **fields: object) -> R:
        return await self._sent(request(kind, self._own_profile(), options, fields), expected, options.get("timeout"))

    def _own_profile(self) -> str:
        raise NotImplementedError

    async def _sent(self, request: Request, expected: type[R], timeout: float | None) -> R:  # noqa: ASYNC109 - likewise
        raise NotImplementedError


class AsyncPast(AsyncLooking):
    """As `Past`, awaited."""

    async def record(
        self, session: str, messages: Messages, *, operation: str, **options: Unpack[RecordOptions]
    ) -> Recorded:
        """As `Client.record`."""
        listed = tuple(map(dict, messages))
        return await self._past(Record, Recorded, options, session=session, messages=listed, operation=operation)

    async def rewind(self, session: str, keep: int, **owner: Unpack[Owner]) -> Removed:
        """As `Client.rewind`."""
        return await self._past(Rewind, Removed, owner, session=session, keep=keep)

    async def erase(self, session: str, first: int = 0, last: int | None = None, **owner: Unpack[Owner]) -> Removed:
        """As `Client.erase`."""
        return await self._past(Erase, Removed, owner, session=session, first=first, last=last)

    async def reindex(self, *, timeout: float | None = None) -> IndexState:  # noqa: ASYNC109 - goes to the daemon, too
        """As `Client.reindex`."""
        return await self._sent(Reindex(), IndexState, timeout)


def request(kind: type[Request], profile: str, options: Mapping[str, Any], fields: Mapping[str, object]) -> Request:
    """A request from a method's arguments; raises `InvalidRequest` naming the field of a wrong type."""
    wanted: dict[str, Any] = {**options, **fields}
    for name in ("roles", "sources", "also"):
        if name in wanted and not isinstance(wanted[name], str):
            wanted[name] = list(wanted[name])
    given = {name: _sendable(value) for name, value in wanted.items() if name != "timeout" and value is not None}
    given["profile"] = given.get("profile") or ("" if given.get("asker") else profile)
    try:
        return msgspec.convert({"type": kind.__name__.lower(), **given}, kind)
    except (msgspec.ValidationError, TypeError) as error:
        raise InvalidRequest(f"{kind.__name__.lower()}: {error}") from error


def _sendable(value: object) -> object:
    """The same without lone surrogates, which have no UTF-8 form: what was said is recorded all the same."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {name: _sendable(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_sendable(one) for one in value]
    return value
