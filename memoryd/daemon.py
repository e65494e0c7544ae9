"""The composition root: the only place that builds things. Started in order, stopped in the mirror image."""

import os
import secrets
import signal
import stat
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import zmq

from memoryd.core.guard import Guard
from memoryd.logs import Logger
from memoryd.policy import policy_of
from memoryd.server import Server
from memoryd.service.diagnosis import Diagnosis
from memoryd.service.edits import Edits
from memoryd.service.reads import Reads
from memoryd.settings import Settings
from memoryd.store.commands import Found, Look, Performed, Report
from memoryd.store.committer import Committer
from memoryd.store.layout import FileKey, Layout, make_private
from memoryd.store.opening import Opened, open_home
from memoryd.store.syscalls import Disk, now
from memoryd.store.wakeup import Wakeup
from memoryd_client.endpoint import Home, ipc, require_private
from memoryd_client.errors import UnsafeEndpoint

DRAIN_SECONDS = 5.0
JOIN_SECONDS = 5.0
HANDSHAKE_MS = 2_000
"""A peer that connects and says nothing is dropped after this; libzmq's own default is 30 s."""


class Daemon:
    """One daemon for one home.

    Args:
        home: Where.
        settings: How.
        log: Where it says what it does.
        disk: The system calls; a test may make them fail.
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
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        self.instance = secrets.token_hex(6)
        self.layout = Layout(home, settings)
        self._log = log
        self._disk = disk or Disk()
        self._reports: deque[Report | Found | Performed | BaseException] = deque()
        self._wakeup = Wakeup()
        self._stopping_since: float | None = None
        self._on_ready = on_ready
        self._policy = policy_of(settings)
        self._clean: set[str] = set()

    def run(self) -> None:
        """Serve until `stop` is called; raises what ended the committer, if that is why."""
        opened = open_home(self.layout, self.instance, self._disk, self._log)
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        try:
            router = _bind(context, self.layout)
            committer = self._committer(opened)
            server = self._server(router, committer, opened.journal.troubles)
            committer.start()
            self._log.info("serving", root=self.layout.home.root, pid=os.getpid(), instance=self.instance)
            self._on_ready()
            try:
                server.run()
            finally:
                committer.stop()
                committer.join(JOIN_SECONDS)
                router.close(linger=200)  # the last answers may still be on their way
                os.unlink(self.layout.home.agent_socket)
        finally:
            context.term()
            opened.ownership.release()
            self._wakeup.close()
            self._log.info("stopped", root=self.layout.home.root)

    def stop(self) -> None:
        """Answer what was read, take nothing more, and end; from any thread or signal handler, again is no harm."""
        self._stopping_since = self._stopping_since or now()
        self._wakeup.set()

    @contextmanager
    def signals(self) -> Iterator[None]:
        """While this lasts the first SIGTERM or SIGINT drains, the second ends the process at once."""

        def receive(number: int, _: object) -> None:
            if self._stopping_since is not None:
                os._exit(128 + number)
            self.stop()

        names = (signal.SIGTERM, signal.SIGINT)
        before = {name: signal.signal(name, receive) for name in names}
        # Without the descriptor a signal that lands just before the poll would be noticed only after it.
        fd = signal.set_wakeup_fd(self._wakeup.write_fd, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(fd)
            for name, handler in before.items():
                signal.signal(name, handler)

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
        committer.post(Look(tuple(FileKey(self.layout.home.profile, name) for name in self.layout.settings.targets)))
        for leftover in opened.leftovers:
            committer.inherit(leftover)
        return committer

    def _server(self, router: "zmq.Socket[bytes]", committer: Committer, troubles: list[str]) -> Server:
        server = Server(router, self.instance, clock=now, wakeup=self._wakeup, log=self._log)
        limits = self.layout.settings.limits
        guard = Guard(self._policy, self._clean)
        edits = Edits(self.layout, limits, guard, post=committer.post, send=server.send, clock=now)
        reads = Reads(self.layout, guard, look=committer.post, is_busy=edits.is_busy, send=server.send, clock=now)
        diagnosis = Diagnosis(self.layout, self.instance, edits, reads, clock=now)
        diagnosis.connections = server.connections
        diagnosis.degraded = troubles  # it grows while we run
        server.routes = {
            "hello": diagnosis.hello,
            "ping": diagnosis.ping,
            "status": diagnosis.status,
            "read": reads.read,
            "add": edits.submit,
            "replace": edits.submit,
            "remove": edits.submit,
            "batch": edits.submit,
            "rewrite": edits.submit,
            "split": lambda ask: edits.submit(ask) if getattr(ask.request, "apply", False) else reads.read(ask),
        }
        server.timers = [edits, reads]
        server.woken = lambda: self._woken(server, edits, reads)
        return server

    # --- running ------------------------------------------------------------------------------------------------------

    def _reported(self, report: Report | Found | Performed | BaseException) -> None:
        """Called by the committer on its own thread."""
        self._reports.append(report)
        self._wakeup.set()

    def _woken(self, server: Server, edits: Edits, reads: Reads) -> None:
        while self._reports:
            report = self._reports.popleft()
            match report:
                case Report():
                    for view in report.views:
                        reads.renewed(view)
                    edits.reported(report)
                case Found():
                    report.then(report.outcome)
                case Performed():
                    report.then(report.value)
                case _:
                    raise report
        if self._stopping_since is not None:
            server.stop_taking()
            if not edits.outcomes.under_way or now() - self._stopping_since > DRAIN_SECONDS:
                server.running = False


def _bind(context: "zmq.Context[zmq.Socket[bytes]]", layout: Layout) -> "zmq.Socket[bytes]":
    """The agents' socket. Only the holder of the home's lock may come here: binding takes a path over."""
    path = layout.home.agent_socket
    address = ipc(path)
    for directory in layout.home.private_dirs:
        make_private(directory)
        require_private(directory)
    if os.path.lexists(path) and not stat.S_ISSOCK(os.lstat(path).st_mode):
        raise UnsafeEndpoint(f"{path} is not a socket; binding would destroy it: move it away", path=path)
    router: zmq.Socket[bytes] = context.socket(zmq.ROUTER)
    router.linger = 0
    router.router_mandatory = True
    router.handshake_ivl = HANDSHAKE_MS
    router.maxmsgsize = layout.settings.limits.request_bytes
    router.sndhwm = router.rcvhwm = layout.settings.limits.unsent_replies
    if hasattr(zmq, "IPC_FILTER_UID"):
        router.setsockopt(zmq.IPC_FILTER_UID, os.geteuid())
    before = os.umask(0o077)
    try:
        router.bind(address)
    finally:
        os.umask(before)
    return router
