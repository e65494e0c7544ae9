"""The watcher for coroutines: as the blocking one, with a socket that the event loop watches."""

import time
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Unpack

from memoryd_client import _reach, wire
from memoryd_client._history import HistoryFilters
from memoryd_client.endpoint import Home
from memoryd_client.messages import Changes, Event
from memoryd_client.watching import Watching, resync

if TYPE_CHECKING:
    from memoryd_client._aline import AsyncLine


class AsyncWatchCalls:
    """The calls of `AsyncClient`."""

    home: Home
    agent: str
    _ids: _reach.RequestIds

    if TYPE_CHECKING:  # the client has them

        async def history(self, target: str = "", *, profile: str = "", **filters: Unpack[HistoryFilters]) -> Changes:
            """As in the client."""
            raise NotImplementedError

    async def watch(self, *, profile: str = "", principal: str = "", after: int = 0) -> AsyncGenerator[Event, None]:
        """As `Client.watch`, from the first ``anext`` on."""
        from memoryd_client._aline import AsyncLine  # noqa: PLC0415 - it needs asyncio, as `AsyncClient` says

        watching = Watching(self._ids.new(), profile or self.home.profile, principal, after)
        line = AsyncLine()
        met = begun = False
        try:
            while True:
                if line.meeting is None or watching.is_lost:
                    await line.greet(self.home, self.agent, self._ids.new(), met=met)
                    if line.meeting is not None:
                        met = True
                        line.send(watching.frames(line.meeting, time.monotonic(), anew=True))
                    continue
                frames = await line.receive(watching.wake)
                if frames is None:
                    _waited(line, watching)
                    continue
                event, missed = watching.take(wire.decode_reply_header(frames[0]), frames[1], time.monotonic())
                if missed and begun:
                    yield resync(watching)
                begun = begun or not watching.is_unanswered
                if missed:
                    for one in await self._missed(watching):
                        yield one
                if event is not None and watching.is_news(event):
                    yield event
        finally:
            line.close()

    async def _missed(self, watching: Watching) -> list[Event]:
        pages: list[Changes] = []
        while not pages or pages[-1].more:
            before = pages[-1].changes[-1].seq if pages else 0
            pages.append(await self.history(profile=watching.profile, **watching.missed(before)))
        return list(watching.told(pages))


def _waited(line: "AsyncLine", watching: Watching) -> None:
    if watching.is_unanswered or line.meeting is None:
        line.close()
    else:
        line.send(watching.frames(line.meeting, time.monotonic(), anew=False))
