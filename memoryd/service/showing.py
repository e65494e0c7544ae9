"""What a session is shown: its block, frozen from the state of its files, and what is live beside it."""

from collections.abc import Callable, Iterable, Mapping

from memoryd.core import render
from memoryd.core.session import Identity, Snapshot
from memoryd.service.live import Live
from memoryd.service.places import Places
from memoryd.store.layout import FileKey
from memoryd.store.session_rows import SessionRow
from memoryd.store.view import View
from memoryd_client.messages import SessionView, TargetState, TurnStarted

Views = Mapping[FileKey, View]


class Showing:
    """Turns the views of files into what sessions are told.

    Args:
        places: Which files a session sees.

    Attributes:
        pending: How many changes of this identity wait for somebody's approval.
        remarks: What a session should be told of a file, beside what its state says.
        told: What a session is to be told once, by its id.
    """

    def __init__(self, places: Places) -> None:
        self.pending: Callable[[Identity], int] = lambda _: 0
        self.told: dict[str, tuple[str, ...]] = {}
        self.remarks: Callable[[View], Iterable[str]] = lambda _: ()
        self._places = places

    def frozen(self, session: str, identity: Identity, views: Views, parent: str, moment: float) -> SessionRow:
        """The session as it would be recorded, frozen from these views."""
        stores = [
            render.Store(target.header, view.entries, view.shown, view.limit, is_last_good=view.problem is not None)
            for key, target in self._places.targets(identity).items()
            if (view := views.get(key)) is not None
        ]
        digests = {view.key.target: view.digest for view in views.values()}
        return SessionRow(session, identity, Snapshot(render.block(stores), digests, moment), parent, began=moment)

    def session(self, live: Live, block: str, views: Views) -> SessionView:
        """A session as the answer to whoever opens it."""
        who = live.identity
        return SessionView(
            session=live.id,
            context=who.context,
            profile=who.profile,
            principal=who.principal,
            repository=who.repository,
            memory=who.memory,
            block=block,
            digest=live.digest,
            frozen_at=live.frozen,
            turn=live.turn.number,
            targets=self._targets(live, views),
            pending=self.pending(who),
            notices=self.told.pop(live.id, ()) + self._all_notices(live, views),
        )

    def turn(self, live: Live, number: int, views: Views) -> TurnStarted:
        """A turn that begins."""
        return TurnStarted(
            turn=number,
            targets=self._targets(live, views),
            pending=self.pending(live.identity),
            notices=self.told.pop(live.id, ()) + self._all_notices(live, views),
        )

    def _targets(self, live: Live, views: Views) -> tuple[TargetState, ...]:
        return tuple(
            TargetState(
                target=key.target,
                usage=views[key].usage,
                digest=views[key].digest,
                frozen_digest=live.digests.get(key.target, ""),
                writable=self._places.may_write(live.identity, target),
                hint=render.hint(views[key].usage.percent),
            )
            for key, target in self._places.targets(live.identity).items()
            if key in views
        )

    def _all_notices(self, live: Live, views: Views) -> tuple[str, ...]:
        of_files = [sentence for view in views.values() for sentence in (*_notices(view), *self.remarks(view))]
        if not live.unrecorded:
            return tuple(of_files)
        return (f"this session is not recorded, so a restart may change its block: {live.unrecorded}", *of_files)


def _notices(view: View) -> Iterable[str]:
    """What an agent should be told of a file when it opens a session; nothing if all is well."""
    name = view.key.target
    if view.problem is not None:
        yield f"{name}: {view.problem.message}; the block shows what it last held"
    if view.withheld:
        names_of = ", ".join(f"{one.id} ({one.findings[0].category})" for one in view.withheld)
        yield f"{name}: not shown, since a scan found something in them: {names_of}; the user should look at them"
    if view.outside_edits:
        yield f"{name}: unreviewed external edits, {view.outside_edits} since the daemon opened the file"
    if view.usage.chars > view.limit:
        yield f"{name}: over its limit by {view.usage.chars - view.limit} characters; make room first"
