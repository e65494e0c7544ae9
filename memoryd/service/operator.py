"""What only a person may ask, on the operator's socket; and what an agent gets that tries it.

The operator's directory is a boundary for an agent whose sandbox shows it the agents' directory alone. Elsewhere it is
a guard rail: whoever has the person's uid can open it. So every attempt at the agents' door is logged and shown.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from memoryd.core.text import strip
from memoryd.logs import Logger
from memoryd.service.asking import Answer, Ask, SendReply
from memoryd.service.reads import Reads
from memoryd.service.refreezing import Refreezing
from memoryd.store import backup
from memoryd.store.commands import Command, Look, Note
from memoryd.store.layout import Layout
from memoryd.store.reader import Question
from memoryd_client.errors import InvalidText, MemorydError, OperatorOnly
from memoryd_client.messages import Actor, Attempt, Backup, Erased, Redact, Reply
from memoryd_client.wire import encode_reply

KEPT_ATTEMPTS = 16
LEAST_CHARS = 4
"""A shorter text stands in too many entries to be meant."""


class Operator:
    """The requests of the operator's door.

    Args:
        layout: Where files are.
        reads, refreezing: What files hold, and sessions that must see something else.
        ask: Asks the reader.
        erase: Erases a text, on the committer's thread.
        forget: Forgets the latest outcomes, which may hold a text.
        post: Gives the committer a command.
        send: Sends a reply.
        wall: Tells the time in seconds since 1970.
        log: Where attempts are told.

    Attributes:
        attempts: What was asked at the agents' door, the latest last.
        redacted: Called after a text was erased, with what to do once everybody knows.
    """

    def __init__(  # noqa: PLR0913 - whom it gives orders
        self,
        layout: Layout,
        reads: Reads,
        refreezing: Refreezing,
        *,
        ask: Callable[[Question[Any]], None],
        erase: Callable[[str, str, Actor], Erased],
        forget: Callable[[], None],
        post: Callable[[Command], None],
        send: SendReply,
        wall: Callable[[], float],
        log: Logger,
    ) -> None:
        self.attempts: deque[Attempt] = deque(maxlen=KEPT_ATTEMPTS)
        self.redacted: Callable[[Callable[[], None]], None] = lambda then: then()
        self._reads = reads
        self._refreezing = refreezing
        self._layout = layout
        self._ask = ask
        self._erase = erase
        self._forget = forget
        self._post = post
        self._send = send
        self._wall = wall
        self._log = log

    def refuse(self, ask: Ask) -> Answer:
        """An agent asks for what is a person's; raises `OperatorOnly`."""
        actor = ask.caller.actor()
        self.attempts.append(Attempt(time=self._wall(), request=ask.header.type, actor=actor))
        self._log.warning("operator's request refused", request=ask.header.type, agent=actor.agent, pid=actor.pid)
        raise OperatorOnly(
            f"{ask.header.type} is for the person whose memory this is, on the operator's socket; the attempt is noted"
        )

    def raw(self, ask: Ask) -> Answer:
        """The entries as they are on the disk."""
        return self._reads.read(ask)

    def back_up(self, ask: Ask) -> Answer:
        """Write an archive, on the reader's thread."""
        request = ask.request
        if not isinstance(request, Backup):
            raise TypeError(request)
        self._ask(Question(lambda db: backup.write(db, self._layout, request.path), lambda done: self._told(ask, done)))
        return None

    def _told(self, ask: Ask, done: Reply | MemorydError) -> None:
        if isinstance(done, MemorydError):
            self._send(ask.caller.route, ask.header.id, "failed", encode_reply(done.failure()))
        else:
            self._send(ask.caller.route, ask.header.id, "ok", encode_reply(done))

    def redact(self, ask: Ask) -> Answer:
        """Let a text vanish; answered when it has."""
        request = ask.request
        if not isinstance(request, Redact):
            raise TypeError(request)
        text = strip(request.text)
        if len(text) < LEAST_CHARS:
            raise InvalidText(f"the text has {len(text)} characters; give at least {LEAST_CHARS} of it")
        actor = ask.caller.actor()
        self._post(Note(lambda _: self._erase(text, ask.header.id, actor), lambda done: self._erased(ask, done)))
        return None

    def _erased(self, ask: Ask, done: Erased | MemorydError) -> None:
        if isinstance(done, MemorydError):
            self._told(ask, done)
            return
        self._forget()
        self._post(Look(tuple(self._reads.views)))
        self._refreezing.freeze(done.sessions)
        self._log.warning("text redacted", entries=done.entries, changes=done.changes, sessions=len(done.sessions))
        self.redacted(lambda: self._told(ask, done))
