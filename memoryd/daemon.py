"""The composition root: the only place that builds things. Started in order, stopped in the mirror image."""

import os
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import zmq

from memoryd.archive.threads import ArchiveThreads
from memoryd.core.guard import Guard
from memoryd.external import Called, External
from memoryd.insight import Insight
from memoryd.logs import Logger
from memoryd.people import House, People
from memoryd.policy import policy_of
from memoryd.processes import Processes
from memoryd.reloading import Reloaded, Reloads
from memoryd.server import Server
from memoryd.service.asking import Ask
from memoryd.service.diagnosis import Diagnosis
from memoryd.service.edits import Edits
from memoryd.service.ends import Ends
from memoryd.service.lists import Lists
from memoryd.service.live import Live
from memoryd.service.owners import Owners
from memoryd.service.past import Past
from memoryd.service.places import Places
from memoryd.service.reads import Reads
from memoryd.service.said import Scribe
from memoryd.service.sessions import Sessions
from memoryd.service.traffic import Traffic
from memoryd.service.turns import Turns
from memoryd.settings import Settings
from memoryd.signals import handled
from memoryd.sockets import Keeper, Listener, open_doors
from memoryd.store.commands import Found, Look, Noted, Renew, Report
from memoryd.store.committer import Committer
from memoryd.store.journal import Journal
from memoryd.store.layout import FileKey, Layout
from memoryd.store.opening import Opened, open_home
from memoryd.store.reader import Answered, Reader
from memoryd.store.syscalls import Disk, now
from memoryd.store.wakeup import Wakeup
from memoryd.supervision import Supervisor
from memoryd_client.endpoint import Home
from memoryd_client.messages import Stopping

AnyReport = Report | Found | Noted | Answered[Any] | Called | BaseException

DRAIN_SECONDS = 5.0
JOIN_SECONDS = 5.0


class Daemon:
    """One daemon for one home.

    Args:
        home: Where.
        settings: How.
        log: Where it says what it does.
        disk: The system calls; a test may make them fail.
        load: Reads the settings again, on SIGHUP; raises `BadSettings`.
        on_ready: Called once requests are served.

    Raises:
        MemorydError: The home cannot be served; nothing is left behind.
    """

    def __init__(
        self,
        home: Home,
        settings: Settings,
        log: Logger,
        *,
        disk: Disk | None = None,
        load: Callable[[], Settings] | None = None,
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        self.instance = secrets.token_hex(6)
        self.layout = Layout(home, settings)
        self._log = log
        self._disk = disk or Disk()
        self._reports: deque[AnyReport] = deque()
        self._wakeup = Wakeup()
        self._stopping_since: float | None = None
        self._also_under_way: Callable[[], bool] = lambda: False
        self._processor_used = False
        self._reloads = Reloads(load or (lambda: settings), self._wakeup.set)
        self._supervisor = Supervisor(os.environ, now)
        self._look_at_pressure: Callable[[], None] = lambda: None
        self._on_ready = on_ready
        self._policy = policy_of(settings)
        self._clean: set[str] = set()
        self._processes = Processes()

    def run(self) -> None:
        """Serve until `stop` is called; raises what ended the committer, if that is why."""
        opened = open_home(self.layout, self.instance, self._disk, self._log)
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        try:
            doors = open_doors(context, self.layout.home, self.layout.settings.limits)
            committer = self._committer(opened)
            reader = Reader(self.layout.database, self._reported)
            archive = self._archive(opened.journal.troubles)
            server = self._server(doors, committer, reader, archive, opened.journal)
            keepers = [Keeper(door, now, lambda: self._bound_again(server)) for door in doors]
            for keeper in keepers:
                server.attend(keeper)
            committer.start()
            reader.start()
            archive.start()
            self._external.seats.load()
            self._log.info("serving", root=self.layout.home.root, pid=os.getpid(), instance=self.instance)
            self._supervisor.ready(f"serving {self.layout.home.root}")
            self._on_ready()
            try:
                server.run()
            finally:
                self._external.stop()
                archive.stop()
                reader.stop()
                reader.join(JOIN_SECONDS)  # first, so that the committer's connection is the last to be closed
                committer.stop()
                committer.join(JOIN_SECONDS)
                archive.join()
                for keeper in keepers:
                    keeper.close()
                for door in doors:
                    door.close()
        finally:
            context.term()
            opened.ownership.release()
            self._processes.close()
            self._wakeup.close()
            self._log.info("stopped", root=self.layout.home.root)

    def stop(self) -> None:
        """Answer what was read, take nothing more, and end; from any thread or signal handler, again is no harm."""
        self._stopping_since = self._stopping_since or now()
        self._wakeup.set()

    def reload(self) -> None:
        """Read the settings again, soon; from any thread or signal handler. A bad file changes nothing."""
        self._reloads.ask()

    def signals(self) -> AbstractContextManager[None]:
        """While this lasts the first SIGTERM or SIGINT drains, the second ends the process; SIGHUP reads settings."""

        def stop() -> bool:
            again = self._stopping_since is not None
            self.stop()
            return again

        def used() -> None:
            self._processor_used = True

        return handled(stop, self.reload, used, self._wakeup.write_fd)

    # --- building -----------------------------------------------------------------------------------------------------

    def _committer(self, opened: Opened) -> Committer:
        committer = Committer(
            self.layout,
            self._disk,
            opened.journal,
            opened.ownership,
            self.instance,
            Guard(self._policy, self._clean),
            report=self._reported,
            log=self._log,
        )
        profile = self.layout.home.profile
        shared = [name for name, one in self.layout.targets(profile).items() if one.scope != "repository"]
        committer.post(Look(tuple(FileKey(profile, name) for name in shared)))
        for leftover in opened.leftovers:
            committer.inherit(leftover)
        return committer

    def _archive(self, troubles: list[str]) -> ArchiveThreads:
        keep_days = self.layout.settings.archive.keep_days
        return ArchiveThreads(self.layout.home.state_dir, self._log, keep_days=keep_days, told=troubles.append)

    def _server(
        self,
        doors: tuple[Listener, Listener],
        committer: Committer,
        reader: Reader,
        archive: ArchiveThreads,
        journal: Journal,
    ) -> Server:
        traffic, guard, live = Traffic(now, time.time), Guard(self._policy, self._clean), dict[str, Live]()
        server = Server(doors[0].router, self.instance, clock=now, wakeup=self._wakeup, traffic=traffic, log=self._log)
        places = Places(self.layout, live)
        edits = Edits(self.layout, guard, places.find, Turns(live), post=committer.post, send=server.send, clock=now)
        reads = Reads(
            self.layout, guard, places.find, look=committer.post, is_busy=edits.is_busy, send=server.send, clock=now
        )
        sessions = Sessions(live, places, reads, post=committer.post, send=server.send, wall=time.time)
        lists = Lists(self.layout, sessions, places, reads, post=committer.post, send=server.send)
        ends = Ends(self._processes, self.layout, clock=now, end=sessions.over, died=sessions.died)
        sessions.ends = ends
        sessions.observers.append(Scribe(archive.archivist, self._log, time.time))
        places.used = sessions.note_use
        sessions.restore(committer.sessions.live())
        past = Past(
            Owners(self.layout, places), archive, later=self._reported, send=server.send, clock=now, wall=time.time
        )
        self._also_under_way = lambda: bool(past.under_way)
        diagnosis = Diagnosis(self.layout, self.instance, edits, reads, traffic, clock=now)
        diagnosis.sessions = lambda: len(live)
        diagnosis.degraded = journal.troubles  # it grows while we run
        insight = Insight(traffic, server, doors, self._log)
        insight.tell(diagnosis, edits, reads, committer, lambda: len(self._reports))
        self._look_at_pressure = insight.pressure.look
        server.routes = {
            "hello": diagnosis.hello,
            "ping": diagnosis.ping,
            "status": diagnosis.status,
            "stop": self._asked_to_stop,
            "tail": insight.tails.tail,
            "read": reads.read,
            "add": edits.submit,
            "replace": edits.submit,
            "remove": edits.submit,
            "batch": edits.submit,
            "rewrite": edits.submit,
            "opensession": sessions.open,
            "switchsession": sessions.switch,
            "refreshsession": sessions.refresh,
            "turnstart": sessions.turn_start,
            "endsession": sessions.end,
            "listsessions": lists.sessions,
            "showsession": lists.show,
            "listprofiles": lists.profiles,
            "listusers": lists.users,
            "split": lambda ask: edits.submit(ask) if getattr(ask.request, "apply", False) else reads.read(ask),
            **past.routes(),
        }
        house = House(
            self.layout, server, committer, reader, journal, places, edits, reads, sessions, diagnosis, guard, self._log
        )
        self._external = External(house, lambda task: self._reported(Called(task)), self.reload)
        people = People(house, Guard(self._policy, self._clean), doors[1], self._external.operator_routes)
        server.timers = [edits, reads, insight.tails, *self._external.timers, self._supervisor]
        server.attend(ends)

        def reported(report: Report) -> None:
            edits.reported(report)
            people.reported(report)
            self._external.seats.announced(report.announced)

        def renew(found: Reloaded) -> None:
            self._take_over(found, guard, committer)
            people.renew(found.policy)

        server.woken = lambda: self._woken(server, edits, reads, reported, renew)
        return server

    # --- running ------------------------------------------------------------------------------------------------------

    def _reported(self, report: AnyReport) -> None:
        """Called by other threads, each on its own."""
        self._reports.append(report)
        self._wakeup.set()

    def _bound_again(self, server: Server) -> None:
        server.look_again()
        self._log.warning("socket file was gone, bound again")

    def _woken(
        self,
        server: Server,
        edits: Edits,
        reads: Reads,
        reported: Callable[[Report], None],
        renew: Callable[[Reloaded], None],
    ) -> None:
        while self._reports:
            report = self._reports.popleft()
            if isinstance(report, BaseException):
                raise report
            if isinstance(report, Report):
                for view in report.views:
                    reads.renewed(view)
                reported(report)
                if report.closed is not None:
                    reads.closed(report.closed)
            else:
                report.tell()
        self._glance()
        if (found := self._reloads.step(self.layout.settings)) is not None:
            renew(found)
        if self._stopping_since is not None:
            self._supervisor.stopping()
            server.stop_taking()
            if not (edits.outcomes.under_way or self._also_under_way()) or now() - self._stopping_since > DRAIN_SECONDS:
                server.running = False

    def _glance(self) -> None:
        """Some processor time was used since the last time: is there still room for what comes?"""
        if self._processor_used:
            self._processor_used = False
            self._look_at_pressure()

    def _take_over(self, found: Reloaded, guard: Guard, committer: Committer) -> None:
        """Go on with the settings that were read again, or without them."""
        self._supervisor.reloading()
        self.layout.settings = found.settings
        clean: set[str] = set()
        if found.policy is not None:
            guard.renew(found.policy, clean)
        committer.post(Renew(found.policy, clean))
        self._external.renewed()
        if found.problem:
            self._log.error("settings refused", reason=found.problem, done="the old ones stay")
        else:
            self._log.info("settings read", at_next_start=found.waiting)
        refused = f"; new settings refused: {found.problem}" if found.problem else ""
        self._supervisor.ready(f"serving {self.layout.home.root}{refused}")

    def _asked_to_stop(self, _: Ask) -> Stopping:
        self._log.info("asked to stop")
        self.stop()
        return Stopping(pid=os.getpid())
