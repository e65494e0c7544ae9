"""When sessions end by themselves: some minutes after their last process died, or after a long silence.

A process of its own number space, or on a system that cannot watch processes, cannot be seen dying; its sessions have a
lease, which every request renews. Each session ends once.
"""

import heapq
from collections.abc import Callable, Iterable

from memoryd.processes import Processes
from memoryd.service.live import Live
from memoryd.store.layout import Layout
from memoryd.store.session_rows import Process


class Ends:
    """Who uses which session, and what is due.

    Args:
        processes: Tells who lives.
        layout: Has the settings.
        clock: The loop's clock.
        end: Called with a session that is over, and why.
        died: Called with a process that used a session and is no more.
    """

    def __init__(
        self,
        processes: Processes,
        layout: Layout,
        *,
        clock: Callable[[], float],
        end: Callable[[Live, str], None],
        died: Callable[[Process], None],
    ) -> None:
        self._processes = processes
        self._layout = layout
        self._clock = clock
        self._end = end
        self._died = died
        self._of_pid: dict[int, set[Live]] = {}
        self._due: list[tuple[float, int, Live]] = []
        self._pushed = 0
        self._open: set[Live] = set()

    def used(self, session: Live, pid: int) -> Process | None:
        """A process asked for something in this session; returns it if that is news and it can be watched."""
        session.heard = self._clock()
        self._open.add(session)
        if pid in session.pids:
            return None
        process = self._processes.watch(pid)
        if process is not None:
            self._attach(session, pid)
        elif not session.pids:
            self._wait(session)
        return process

    def watch(self, pid: int) -> Process | None:
        """The process that has this number, if it can be watched."""
        return self._processes.watch(pid)

    def restore(self, session: Live, processes: Iterable[Process]) -> None:
        """A session that was open under an earlier daemon, with the processes that it had then."""
        session.heard = self._clock()
        self._open.add(session)
        for process in processes:
            session.had_process = True
            if self._processes.watch_again(process):
                self._attach(session, process.pid)
        if not session.pids:
            self._wait(session)

    def leave(self, session: Live, pid: int) -> Process | None:
        """A process goes on with another session; returns it if it was watched."""
        if pid not in session.pids:
            return None
        self._detach(session, pid)
        return self._processes.watch(pid)

    def forget(self, session: Live) -> None:
        """It ended."""
        self._open.discard(session)
        for pid in session.pids:
            self._of_pid[pid].discard(session)
            if not self._of_pid[pid]:
                del self._of_pid[pid]
        session.pids.clear()

    def fileno(self) -> int:
        """Readable when a process died; -1 if that cannot be seen."""
        return self._processes.fileno()

    def look(self) -> None:
        """Some processes died: their sessions have the grace to be taken up by another."""
        for process in self._processes.died():
            for session in list(self._of_pid.get(process.pid, ())):
                session.heard = self._clock()
                self._detach(session, process.pid)
            self._died(process)

    def due(self) -> float | None:
        """The next moment at which a session may be over."""
        return self._due[0][0] if self._due else None

    def tick(self, now: float) -> None:
        """End what is over."""
        while self._due and self._due[0][0] <= now:
            session = heapq.heappop(self._due)[2]
            session.looked_at = 0.0
            if session.pids or session not in self._open:
                continue
            moment, why = self._over(session)
            if moment > now:
                self._push(moment, session)
            else:
                self._end(session, why)

    def _attach(self, session: Live, pid: int) -> None:
        session.pids.add(pid)
        session.had_process = True
        self._of_pid.setdefault(pid, set()).add(session)

    def _detach(self, session: Live, pid: int) -> None:
        session.pids.discard(pid)
        here = self._of_pid[pid]
        here.discard(session)
        if not here:
            del self._of_pid[pid]
        if not session.pids:
            self._wait(session)

    def _wait(self, session: Live) -> None:
        self._push(self._over(session)[0], session)

    def _over(self, session: Live) -> tuple[float, str]:
        """When a session without processes is over unless it is heard of again, and what that is called."""
        lengths = self._layout.settings.sessions
        if session.had_process:
            return session.heard + lengths.grace_minutes * 60, "gone"
        return session.heard + lengths.lease_minutes * 60, "silent"

    def _push(self, moment: float, session: Live) -> None:
        """Look at it then; whoever is looked at before that is pushed again by then, not at each request."""
        if session.looked_at and session.looked_at <= moment:
            return
        session.looked_at = moment
        self._pushed += 1
        heapq.heappush(self._due, (moment, self._pushed, session))
