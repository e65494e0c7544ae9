"""The part of the composition root that looks inside: what is counted and told, and when connections are closed."""

from collections.abc import Callable, Sequence

from memoryd.logs import Logger
from memoryd.pressure import Pressure
from memoryd.server import Server
from memoryd.service.diagnosis import Diagnosis, Lost
from memoryd.service.edits import Edits
from memoryd.service.reads import Reads
from memoryd.service.tails import Tails
from memoryd.service.traffic import Traffic
from memoryd.sockets import Listener
from memoryd.store.committer import Committer
from memoryd.store.syscalls import now
from memoryd.vitals import process_figures
from memoryd_client.messages import Queues


class Insight:
    """Builds it.

    Args:
        traffic: What the server counts.
        server: The loop.
        doors: The sockets.
        log: Where it is told that connections were closed.
    """

    def __init__(self, traffic: Traffic, server: Server, doors: Sequence[Listener], log: Logger) -> None:
        self.tails = Tails(traffic, send=server.send, clock=now)
        self.pressure = Pressure([door.path for door in doors], lambda: {one.fd for one in traffic.owed()}, log)
        self._server = server
        for door in doors:
            door.arrivals.told = self.pressure.accepted
            server.attend(door.arrivals)

    def tell(
        self, diagnosis: Diagnosis, edits: Edits, reads: Reads, committer: Committer, reports: Callable[[], int]
    ) -> None:
        """Let a diagnosis tell of all this; ``reports`` counts those that the loop has not taken in."""
        diagnosis.process = process_figures
        diagnosis.lost = lambda: Lost(self._server.dropped, self._server.garbage, self.pressure.shed)
        diagnosis.queues = lambda: Queues(
            edits=len(edits.outcomes.under_way),
            reads=len(reads),
            committer=len(committer),
            reports=reports(),
            parked_files=len(edits.group.parked),
            watchers=len(self.tails),
        )
