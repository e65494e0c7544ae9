"""Looking into a running daemon: which requests it answers."""

from memoryd_client.messages.base import Reply, Request
from memoryd_client.messages.figures import Line


class Tail(Request, frozen=True, kw_only=True):
    """The requests answered after number ``after``, or, if there are none yet, those of the next moment.

    ``after`` -1 is only asked to learn the number of the last. ``texts`` shows what was written, to operators alone.
    """

    after: int = -1
    texts: bool = False


class Tailed(Reply, frozen=True, kw_only=True):
    """The answer to tail; ``number`` is that of the last request answered, ``missed`` of how many no line is left."""

    lines: tuple[Line, ...] = ()
    number: int = 0
    missed: int = 0
