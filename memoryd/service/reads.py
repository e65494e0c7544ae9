"""Reading: the last durable state, at the cost of one stat.

While a commit of a file is under way, readers get the state before it. If the file changed since, the committer takes
the change in first, since it must be merged with what was acknowledged; only that read waits, and if the committer is
held up it gets the last durable state after `PATIENCE`.
"""

import os
from collections.abc import Callable

from memoryd.core import edits, selector
from memoryd.core.budget import usage
from memoryd.core.guard import Guard
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.store.commands import Look
from memoryd.store.layout import FileKey, Layout
from memoryd.store.syscalls import Fingerprint
from memoryd.store.view import View
from memoryd_client.errors import Expired, MemorydError
from memoryd_client.messages import Preview, Proposed, Read, Reply, Split
from memoryd_client.wire import encode_reply

PATIENCE = 0.2


class Reads:
    """The views of all files, and the reads that wait for a newer one."""

    def __init__(
        self,
        layout: Layout,
        guard: Guard,
        *,
        look: Callable[[Look], None],
        is_busy: Callable[[FileKey], bool],
        send: SendReply,
        clock: Callable[[], float],
    ) -> None:
        self.views: dict[FileKey, View] = {}
        self._layout = layout
        self._guard = guard
        self._look = look
        self._is_busy = is_busy
        self._send = send
        self._clock = clock
        self._waiting: dict[FileKey, list[tuple[float, Ask]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def read(self, ask: Ask) -> Answer:
        """Answer a read, or a split that only wants to see what would come out."""
        request = ask.request
        if not isinstance(request, (Read, Split)):
            raise TypeError(request)
        if ask.header.deadline and ask.header.deadline <= self._clock():
            raise Expired("the deadline had passed when the request arrived; ask again")
        key = self._layout.key(request.profile, request.target)
        view = self.views.get(key)
        if view is not None and (self._is_busy(key) or _is_current(view)):
            return self._answer(ask, view)
        if key not in self._waiting:
            self._look(Look((key,)))
        self._waiting.setdefault(key, []).append((self._clock() + PATIENCE, ask))
        return None

    def renewed(self, view: View) -> None:
        """A file was looked at or written: whoever waited for that is answered."""
        self.views[view.key] = view
        for _, ask in self._waiting.pop(view.key, ()):
            self._reply(ask, view)

    def due(self) -> float | None:
        """When the first waiting read has waited long enough."""
        moments = [asks[0][0] for key, asks in self._waiting.items() if key in self.views]
        return min(moments, default=None)

    def tick(self, now: float) -> None:
        """Answer those who waited long enough from the last durable state."""
        for key in [key for key, asks in self._waiting.items() if key in self.views and asks[0][0] <= now]:
            for _, ask in self._waiting.pop(key):
                self._reply(ask, self.views[key])

    def _answer(self, ask: Ask, view: View) -> Reply:
        if isinstance(ask.request, Split):
            return _proposal(ask.request, view, self._guard)
        return view.content

    def _reply(self, ask: Ask, view: View) -> None:
        try:
            self._send(ask.caller.route, ask.header.id, "ok", encode_reply(self._answer(ask, view)))
        except MemorydError as error:
            self._send(ask.caller.route, ask.header.id, "failed", encode_reply(error.failure()))


def _is_current(view: View) -> bool:
    try:
        return view.fingerprint == Fingerprint.of(os.stat(view.path))
    except FileNotFoundError:
        return view.fingerprint is None
    except OSError:
        return False


def _proposal(request: Split, view: View, guard: Guard) -> Reply:
    """What a split would do, without doing it; raises what it would raise."""
    try:
        applied = edits.apply(request, view.entries, view.limit)
        old = view.entries[edits.split_index(request, view.entries, view.limit)]
    except MemorydError as error:
        raise guard.hide(error, view.entries) from None
    (shown,) = guard.shown((old,))
    return Proposed(
        target=request.target,
        old=Preview(selector.preview(old).id, len(old), selector.preview(shown).text),
        entries=guard.shown(applied.entries),
        usage=usage(applied.entries, view.limit),
        digest=view.digest,
    )
