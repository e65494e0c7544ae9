"""The client for coroutines. Rules: one connection for all calls, bound to one event loop; none survives a fork.

asyncio is imported by the first call, not by this module: it costs a third of what importing the client costs, and
whoever makes a call has it anyway.
"""

import os
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from memoryd_client import _reach, calls, endpoint
from memoryd_client._awatch import AsyncWatchCalls
from memoryd_client._edits import AsyncEdits
from memoryd_client._history import AsyncHistoryCalls
from memoryd_client._lists import AsyncLists
from memoryd_client._past import AsyncPast
from memoryd_client._session import AsyncSession
from memoryd_client.calls import Call, EditOptions, R
from memoryd_client.errors import InvalidRequest
from memoryd_client.messages import (
    Content,
    DaemonStatus,
    Edit,
    MemoryMode,
    Ping,
    Pong,
    Read,
    Request,
    SessionContext,
    SessionView,
    Status,
    Stop,
    Stopping,
    Tail,
    Tailed,
)

if TYPE_CHECKING:
    from memoryd_client._link import Link


class AsyncClient(AsyncEdits, AsyncLists, AsyncHistoryCalls, AsyncWatchCalls, AsyncPast):
    """`Client` for coroutines: the same calls, awaited, any number at once, in the order in which they were begun.

    It works with every event loop that can watch a descriptor, uvloop included. It belongs to the loop of its first
    call until `close`, or until that loop is closed. A cancelled call leaves it usable; whether a cancelled edit
    happened, asking again with its ``request_id`` tells.

    Args:
        home: The home directory; default ``$HERMES_HOME``, else ``~/.hermes``.
        timeout: Seconds each call may take, unless the call says otherwise.
        agent: Who is asking, as history and logs will show it.
        autostart: As for `Client`.
    """

    def __init__(
        self,
        home: str | os.PathLike[str] | None = None,
        timeout: float = 5.0,
        agent: str = "",
        *,
        autostart: bool = False,
    ) -> None:
        self.home = endpoint.find_home(home)
        self.timeout = timeout
        self.agent = agent
        self.autostart = autostart
        self._ids = _reach.RequestIds()
        self._link: Link | None = None
        self._met = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection at once; calls under way end in `NoAnswer`, the next call opens a new one."""
        self._require_ours()
        self._let_go()

    # --- what can be asked --------------------------------------------------------------------------------------------

    async def ping(self, *, timeout: float | None = None) -> Pong:
        """As `Client.ping`."""
        return await self._ask(Ping(), Pong, timeout=timeout)

    async def status(self, *, timeout: float | None = None) -> DaemonStatus:
        """As `Client.status`."""
        return await self._ask(Status(), DaemonStatus, timeout=timeout)

    async def tail(self, after: int = -1, *, texts: bool = False, timeout: float | None = None) -> Tailed:
        """As `Client.tail`."""
        return await self._ask(Tail(after=after, texts=texts), Tailed, timeout=timeout)

    async def stop(self, *, timeout: float | None = None) -> Stopping:
        """As `Client.stop`."""
        return await self._ask(Stop(), Stopping, timeout=timeout)

    async def read(
        self, target: str = "memory", *, profile: str = "", principal: str = "", timeout: float | None = None
    ) -> Content:
        """As `Client.read`."""
        asked = Read(target=target, profile=profile or self.home.profile, principal=principal)
        return await self._ask(asked, Content, timeout=timeout)

    async def open_session(
        self,
        id: str,  # noqa: A002 - that is what it is called everywhere
        *,
        context: SessionContext,
        profile: str = "",
        principal: str = "",
        repository: str | os.PathLike[str] = "",
        memory: MemoryMode = "on",
    ) -> AsyncSession:
        """As `Client.open_session`."""
        asked = calls.opening(
            id,
            self.home.profile,
            context=context,
            profile=profile,
            principal=principal,
            repository=repository,
            memory=memory,
        )
        return AsyncSession(self._ask, await self._ask(asked, SessionView))

    # --- one call -----------------------------------------------------------------------------------------------------

    def _own_profile(self) -> str:
        return self.home.profile

    async def _sent(self, request: Request, expected: type[R], timeout: float | None) -> R:
        return await self._ask(request, expected, timeout=timeout)

    async def _edit(self, kind: type[Edit], expected: type[R], options: EditOptions, **fields: object) -> R:
        request = calls.edit(kind, self.home.profile, options, **fields)
        return await self._ask(request, expected, options.get("request_id", ""), options.get("timeout"))

    async def ask(self, request: Request, expected: type[R], *, timeout: float | None = None) -> R:
        """As `Client.ask`."""
        return await self._ask(request, expected, timeout=timeout)

    async def _ask(self, request: Request, expected: type[R], request_id: str = "", timeout: float | None = None) -> R:
        call = Call(
            request,
            request_id or self._ids.new(),
            made_id=not request_id,
            now=time.monotonic(),
            timeout=self.timeout if timeout is None else timeout,
        )
        await self._linked().ask(call)
        return call.reply(expected)

    def _linked(self) -> "Link":
        self._require_ours()
        if self._link is None:
            from memoryd_client._link import Link  # noqa: PLC0415 - see above

            self._link = Link(self.home, self.agent, self._ids, met=self._met, autostart=self.autostart)
        return self._link

    def _require_ours(self) -> None:
        """Part with the connection of a forked parent or of a loop that is closed; refuse another loop's."""
        link = self._link
        if link is None:
            return
        if link.pid != os.getpid():
            # Not even its descriptor may be touched here: the parent's loop shares its list of descriptors with us.
            _reach.of_the_parent.append(link)
            self._link = None
        elif link.loop.is_closed():
            self._let_go()
        elif not link.is_here():
            raise InvalidRequest(
                "this AsyncClient is in use on another event loop; make one for each loop, or close it there first"
            )

    def _let_go(self) -> None:
        if self._link is not None:
            self._met = self._link.met
            self._link.close()
            self._link = None
