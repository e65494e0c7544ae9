"""Reading: the last durable state, at the cost of one stat.

While a commit of a file is under way, readers get the state before it. If the file changed since, the committer takes
the change in first, since it must be merged with what was acknowledged; only that read waits, and if the committer is
held up it gets the last durable state after `PATIENCE`.
"""

import os
from collections import OrderedDict
from collections.abc import Callable, Iterable

import msgspec

from memoryd.core import edits, selector
from memoryd.core.budget import usage
from memoryd.core.guard import Guard
from memoryd.service.asking import Answer, Ask, SendReply, refuse
from memoryd.service.places import Place
from memoryd.store.commands import Look
from memoryd.store.layout import FileKey, Layout
from memoryd.store.syscalls import Fingerprint
from memoryd.store.view import View
from memoryd_client.errors import Expired, MemorydError
from memoryd_client.messages import Preview, Proposed, Raw, Read, Reply, Scoped, Split
from memoryd_client.wire import encode_reply

PATIENCE = 0.2
KEPT_VIEWS = 64
"""Views of persons' and repositories' files; a view that is forgotten is looked up again."""

Seen = Callable[[View], None]


class Reads:
    """The views of all files, and the reads that wait for a newer one."""

    def __init__(  # noqa: PLR0913 - the composition root gives it what it needs
        self,
        layout: Layout,
        guard: Guard,
        find: Callable[[Scoped, int], Place],
        *,
        look: Callable[[Look], None],
        is_busy: Callable[[FileKey], bool],
        send: SendReply,
        clock: Callable[[], float],
    ) -> None:
        self.views: dict[FileKey, View] = {}
        self._layout = layout
        self._guard = guard
        self._find = find
        self._look = look
        self._is_busy = is_busy
        self._send = send
        self._clock = clock
        self._lately: OrderedDict[FileKey, None] = OrderedDict()
        self._waiting: dict[FileKey, list[tuple[float, Seen]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def read(self, ask: Ask) -> Answer:
        """Answer a read, or a split that only wants to see what would come out."""
        request = ask.request
        if not isinstance(request, (Read, Split)):
            raise TypeError(request)
        if ask.header.deadline and ask.header.deadline <= self._clock():
            raise Expired("the deadline had passed when the request arrived; ask again")
        place = self._find(request, ask.caller.pid)
        view = self.current(place.key)
        if view is not None:
            self._reply(ask, place, view)
            return None
        self.wait_for(place.key, lambda view: self._reply(ask, place, view))
        return None

    def current(self, key: FileKey) -> View | None:
        """The file in its last durable state, if that is known without waiting."""
        view = self.views.get(key)
        if view is not None:
            return view if self._is_busy(key) or _is_current(view) else None
        if key.scope and not self._is_busy(key) and _is_missing(path := self._layout.path(key)):
            return View(key, path, self._layout.limit(key), ())  # nobody's file yet: nothing is made to look at it
        return None

    def wait_for(self, key: FileKey, then: Seen) -> None:
        """Have the file looked at; ``then`` gets its state, or after `PATIENCE` the last durable one."""
        if key not in self._waiting:
            self._look(Look((key,)))
        self._waiting.setdefault(key, []).append((self._clock() + PATIENCE, then))

    def gather(self, keys: Iterable[FileKey], then: Callable[[dict[FileKey, View]], None]) -> None:
        """Give ``then`` the state of several files, at once if nobody has to wait for one."""
        views = {key: self.current(key) for key in keys}
        missing = [key for key, view in views.items() if view is None]

        def seen(view: View) -> None:
            views[view.key] = view
            missing.remove(view.key)
            if not missing:
                then({key: view for key, view in views.items() if view is not None})

        if not missing:
            then({key: view for key, view in views.items() if view is not None})
        for key in tuple(missing):
            self.wait_for(key, seen)

    def closed(self, key: FileKey) -> None:
        """Nobody used a file for long."""
        self.views.pop(key, None)
        self._lately.pop(key, None)

    def _remember(self, key: FileKey) -> None:
        """Forget the view of the person or repository that was looked at longest ago."""
        self._lately[key] = None
        self._lately.move_to_end(key)
        if len(self._lately) > KEPT_VIEWS:
            self.views.pop(self._lately.popitem(last=False)[0], None)

    def renewed(self, view: View) -> None:
        """A file was looked at or written: whoever waited for that is answered."""
        if view.key.scope:
            self._remember(view.key)
        self.views[view.key] = view
        for _, then in self._waiting.pop(view.key, ()):
            then(view)

    def due(self) -> float | None:
        """When the first waiting read has waited long enough."""
        if not self._waiting:
            return None
        moments = [asks[0][0] for key, asks in self._waiting.items() if key in self.views]
        return min(moments, default=None)

    def tick(self, now: float) -> None:
        """Answer those who waited long enough from the last durable state."""
        for key in [key for key, asks in self._waiting.items() if key in self.views and asks[0][0] <= now]:
            for _, then in self._waiting.pop(key):
                then(self.views[key])

    def _answer(self, ask: Ask, place: Place, view: View) -> bytes:
        if isinstance(ask.request, Split):
            return encode_reply(_proposal(ask.request, view, self._guard))
        if isinstance(ask.request, Raw):
            return encode_reply(msgspec.structs.replace(view.content, entries=view.entries))
        if not place.session:
            return view.encoded
        return encode_reply(msgspec.structs.replace(view.content, frozen_digest=place.frozen_digest))

    def _reply(self, ask: Ask, place: Place, view: View) -> None:
        try:
            self._send(ask.caller.route, ask.header.id, "ok", self._answer(ask, place, view))
        except MemorydError as error:
            refuse(self._send, ask, error)


def _is_missing(path: str) -> bool:
    try:
        os.stat(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False  # whatever it is, the committer will say so
    return False


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
