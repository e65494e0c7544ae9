"""The client for coroutines. Rules: one connection for all calls, bound to one event loop; none survives a fork.

asyncio is imported by the first call, not by this module: it costs a third of what importing the client costs, and
whoever makes a call has it anyway.
"""

import os
import time
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from memoryd_client import _reach, calls, endpoint
from memoryd_client.calls import Call, CallOptions, EditOptions, R
from memoryd_client.errors import InvalidRequest
from memoryd_client.messages import (
    Add,
    Batch,
    Content,
    DaemonStatus,
    Edit,
    Edited,
    Kept,
    Operation,
    Ping,
    Pong,
    Proposed,
    Read,
    Remove,
    Replace,
    Request,
    Rewrite,
    Split,
    Status,
    Stop,
    Stopping,
    Tail,
    Tailed,
)

if TYPE_CHECKING:
    from memoryd_client._link import Link


class AsyncClient:
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

    async def read(self, target: str = "memory", *, profile: str = "", timeout: float | None = None) -> Content:
        """As `Client.read`."""
        return await self._ask(Read(target=target, profile=profile or self.home.profile), Content, timeout=timeout)

    async def add(self, target: str, content: str, **options: Unpack[EditOptions]) -> Edited:
        """As `Client.add`."""
        return await self._edit(Add, Edited, options, target=target, content=content)

    async def replace(self, target: str, old_text: str, content: str, **options: Unpack[EditOptions]) -> Edited:
        """As `Client.replace`."""
        return await self._edit(Replace, Edited, options, target=target, old_text=old_text, content=content)

    async def remove(self, target: str, old_text: str, **options: Unpack[EditOptions]) -> Edited:
        """As `Client.remove`."""
        return await self._edit(Remove, Edited, options, target=target, old_text=old_text)

    async def batch(
        self, target: str, operations: Iterable[Mapping[str, str] | Operation], **options: Unpack[EditOptions]
    ) -> Edited:
        """As `Client.batch`."""
        return await self._edit(Batch, Edited, options, target=target, operations=tuple(operations))

    async def rewrite(
        self,
        target: str,
        entries: Iterable[str | Mapping[str, str] | Kept],
        base_digest: str,
        **options: Unpack[CallOptions],
    ) -> Edited:
        """As `Client.rewrite`."""
        asked: EditOptions = {**options, "base_digest": base_digest}
        return await self._edit(Rewrite, Edited, asked, target=target, entries=tuple(entries))

    async def split(
        self, target: str, old_text: str = "", *, apply: bool = False, **options: Unpack[EditOptions]
    ) -> Proposed | Edited:
        """As `Client.split`."""
        if apply:
            return await self._edit(Split, Edited, options, target=target, old_text=old_text, apply=True)
        return await self._edit(Split, Proposed, options, target=target, old_text=old_text)

    # --- one call -----------------------------------------------------------------------------------------------------

    async def _edit(self, kind: type[Edit], expected: type[R], options: EditOptions, **fields: object) -> R:
        request = calls.edit(kind, self.home.profile, options, **fields)
        return await self._ask(request, expected, options.get("request_id", ""), options.get("timeout"))

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
