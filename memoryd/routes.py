"""What agents may ask at their socket, and who answers: the flat table from request to function.

What belongs to one service alone (events and history, archive, providers) that service adds itself; what only a person
may ask stands at the other socket, in ``people``.
"""

from memoryd.server import Route
from memoryd.service.asking import Answer, Ask
from memoryd.service.diagnosis import Diagnosis
from memoryd.service.edits import Edits
from memoryd.service.lists import Lists
from memoryd.service.reads import Reads
from memoryd.service.sessions import Sessions


def routes(diagnosis: Diagnosis, edits: Edits, reads: Reads, sessions: Sessions, lists: Lists) -> dict[str, Route]:
    """The requests about memory and sessions."""

    def split(ask: Ask) -> Answer:
        return edits.submit(ask) if getattr(ask.request, "apply", False) else reads.read(ask)

    return {
        "hello": diagnosis.hello,
        "ping": diagnosis.ping,
        "status": diagnosis.status,
        "read": reads.read,
        **dict.fromkeys(("add", "replace", "remove", "batch", "rewrite"), edits.submit),
        "split": split,
        "opensession": sessions.open,
        "switchsession": sessions.switch,
        "refreshsession": sessions.refresh,
        "turnstart": sessions.turn_start,
        "endsession": sessions.end,
        **lists.routes(),
    }
