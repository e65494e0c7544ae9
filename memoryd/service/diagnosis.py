"""Hello, ping and status: answered by the loop itself, whatever else is going on."""

import os
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from memoryd.service.approvals import Approvals
from memoryd.service.asking import Ask
from memoryd.service.edits import Edits
from memoryd.service.reads import Reads
from memoryd.service.traffic import Traffic
from memoryd.store.layout import Layout
from memoryd_client import wire
from memoryd_client._version import __version__
from memoryd_client.errors import ProtocolMismatch
from memoryd_client.messages import Attempt, DaemonStatus, Hello, Pong, ProcessFigures, Queues, Welcome

CAPABILITIES = ("batch", "rewrite", "split", "history", "events", "approval", "sessions", "archive", "tail")


@dataclass(frozen=True, slots=True)
class Lost:
    """What was not answered: replies that nobody took, frames that nobody could read, connections that were shed."""

    replies: int = 0
    garbage: int = 0
    connections: int = 0


class Diagnosis:
    """Who we are and how we are."""

    def __init__(
        self,
        layout: Layout,
        instance: str,
        edits: Edits,
        reads: Reads,
        traffic: Traffic,
        *,
        clock: Callable[[], float],
    ) -> None:
        self.queues: Callable[[], Queues] = Queues
        self.process: Callable[[], ProcessFigures] = ProcessFigures
        self.lost: Callable[[], Lost] = Lost
        self.sessions: Callable[[], int] = lambda: 0
        self.degraded: list[str] = []
        self.troubles: Callable[[], Iterable[str]] = tuple
        self.attempts: Iterable[Attempt] = ()
        self.approvals: Approvals | None = None
        self.watchers: Callable[[], int] = lambda: 0
        self._layout = layout
        self._instance = instance
        self._edits = edits
        self._reads = reads
        self._traffic = traffic
        self._clock = clock
        self._began = clock()

    def hello(self, ask: Ask) -> Welcome:
        """Settle the protocol; raises `ProtocolMismatch` with both versions."""
        request = ask.request
        if not isinstance(request, Hello):
            raise TypeError(request)
        protocol = min(request.protocol_max, wire.PROTOCOL_MAX)
        if protocol < max(request.protocol_min, wire.PROTOCOL_MIN):
            raise ProtocolMismatch(
                f"the client (version {request.version or 'unknown'}) speaks protocol {request.protocol_min} to "
                f"{request.protocol_max}, the daemon (version {__version__}) {wire.PROTOCOL_MIN} to "
                f"{wire.PROTOCOL_MAX}; upgrade the older of the two, then restart the daemon"
            )
        ask.caller.agent, ask.caller.version = request.agent[: wire.NAME_BYTES], request.version[: wire.NAME_BYTES]
        return Welcome(
            protocol=protocol,
            version=__version__,
            instance=self._instance,
            clock=self._clock(),
            max_request_bytes=self._layout.settings.limits.request_bytes,
            capabilities=CAPABILITIES,
        )

    def ping(self, _: Ask) -> Pong:
        """Alive."""
        return Pong()

    def status(self, _: Ask) -> DaemonStatus:
        """Everything the daemon knows about itself."""
        durations = self._edits.durations
        lost = self.lost()
        return DaemonStatus(
            version=__version__,
            instance=self._instance,
            pid=os.getpid(),
            uptime=self._clock() - self._began,
            root=self._layout.home.root,
            connections=len(self._traffic),
            in_flight=len(self._edits.outcomes.under_way),
            commits=self._edits.commits,
            commit_ms_p50=statistics.median(durations) * 1000 if durations else 0.0,
            commit_ms_max=max(durations, default=0.0) * 1000,
            files=tuple(view.status() for _, view in sorted(self._reads.views.items())),
            degraded=(*self.degraded, *self.troubles()),
            attempts=tuple(self.attempts),
            watchers=self.watchers(),
            pending=len(self.approvals.waiting) if self.approvals else 0,
            pending_age=self.approvals.oldest() if self.approvals else 0.0,
            requests=self._traffic.requests(),
            clients=self._traffic.clients(),
            commit_timing=self._edits.commit_timings.figures(),
            queues=self.queues(),
            process=self.process(),
            open_sessions=self.sessions(),
            external_edits=self._edits.externals,
            dropped_replies=lost.replies,
            garbage=lost.garbage,
            shed_connections=lost.connections,
        )
