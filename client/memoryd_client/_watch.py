"""The blocking watcher: a connection of its own, on which events arrive for as long as somebody listens."""

import time
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Unpack

from memoryd_client import _reach, wire
from memoryd_client._history import HistoryFilters
from memoryd_client._line import Line
from memoryd_client.endpoint import Home
from memoryd_client.messages import Changes, Event
from memoryd_client.watching import Watching, resync


class WatchCalls:
    """The calls of `Client`."""

    home: Home
    _ids: _reach.RequestIds

    if TYPE_CHECKING:  # the client has them

        def _greet(self, line: Line, deadline: float) -> None:
            raise NotImplementedError

        def history(self, target: str = "", *, profile: str = "", **filters: Unpack[HistoryFilters]) -> Changes:
            """As in the client."""
            raise NotImplementedError

    def watch(self, *, profile: str = "", principal: str = "", after: int = 0) -> Generator[Event, None, None]:
        """Events from now on, as they happen, without an end; closing the generator ends it.

        Args:
            profile: Of which profile; default the home's own.
            principal: Whose files, where each person has their own.
            after: The last change that is known: those behind it come first. 0: only what happens from now on.

        A watcher that does not keep up loses events, never the daemon's time: then a ``resync`` event comes, and the
        changes among what was lost are told from the history. A daemon that restarts is waited for.

        Raises:
            NoDaemon: There is none, and there was none before.
        """
        events = self._events(Watching(self._ids.new(), profile or self.home.profile, principal, after))
        next(events)  # it is subscribed: what happens from here on is told
        return _told(events)

    def _events(self, watching: Watching) -> Generator[Event | None, None, None]:
        """None once it is subscribed, then events."""
        line = Line()
        begun = False
        try:
            while True:
                if line.meeting is None or watching.is_lost:
                    self._begin(line, watching)
                    continue
                frames = line.receive(time.monotonic(), watching.wake)
                if frames is None:
                    self._waited(line, watching)
                    continue
                event, missed = watching.take(wire.decode_reply_header(frames[0]), frames[1], time.monotonic())
                if begun and missed:
                    yield resync(watching)
                if not begun and not watching.is_unanswered:
                    begun = True
                    yield None
                if missed:
                    yield from self._missed(watching)
                if event is not None and watching.is_news(event):
                    yield event
        finally:
            line.close()

    def _begin(self, line: Line, watching: Watching) -> None:
        self._greet(line, time.monotonic() + _reach.HELLO_PATIENCE)
        if line.meeting is not None:
            line.send(watching.frames(line.meeting, time.monotonic(), anew=True))

    @staticmethod
    def _waited(line: Line, watching: Watching) -> None:
        if watching.is_unanswered or line.meeting is None:
            line.close()
        else:
            line.send(watching.frames(line.meeting, time.monotonic(), anew=False))

    def _missed(self, watching: Watching) -> Iterator[Event]:
        pages: list[Changes] = []
        while not pages or pages[-1].more:
            before = pages[-1].changes[-1].seq if pages else 0
            pages.append(self.history(profile=watching.profile, **watching.missed(before)))
        yield from watching.told(pages)


def _told(events: Generator[Event | None, None, None]) -> Generator[Event, None, None]:
    try:
        yield from filter(None, events)
    finally:
        events.close()
