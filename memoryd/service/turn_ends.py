"""The end of a turn: answered when what others are to be told of it is durable."""

from collections.abc import Callable

import msgspec

from memoryd.service.asking import Answer, Ask, SendReply, answer, refuse, request_of
from memoryd.service.live import Live
from memoryd.service.places import Places
from memoryd.service.sessions import Sessions
from memoryd.store.commands import Note
from memoryd.store.outbox import SpokenTurn
from memoryd_client.errors import MemorydError
from memoryd_client.messages import TurnEnd, TurnEnded

_pack = msgspec.msgpack.Encoder().encode


class TurnEnds:
    """Answers them.

    Args:
        sessions: Has the observers, who say what others are to be told.
        places: Knows the open sessions.
        post: Gives the committer something to record.
        send: Sends a reply.

    Attributes:
        finished: Adds to the answer what is to be said of the session.
    """

    def __init__(self, sessions: Sessions, places: Places, *, post: Callable[[Note], None], send: SendReply) -> None:
        self.finished: Callable[[Live, TurnEnded], TurnEnded] = lambda _, reply: reply
        self._sessions = sessions
        self._places = places
        self._post = post
        self._send = send

    def end(self, ask: Ask) -> Answer:
        """A turn is over."""
        request = request_of(TurnEnd, ask)
        live = self._places.session(request.session)
        self._sessions.note_use(live, ask.caller.pid)
        number = request.turn or live.turn.number
        told = [row for one in self._sessions.observers for row in one.turn_ended(live, request, ask.header.id)]
        reply = self.finished(live, TurnEnded(turn=number))
        if not told:
            return reply
        turn = SpokenTurn(live.id, number, _pack(request.messages))

        def noted(refused: int | MemorydError) -> None:
            if isinstance(refused, MemorydError):
                refuse(self._send, ask, refused)
            else:
                answer(self._send, ask, msgspec.structs.replace(reply, untold=refused))

        self._post(Note(lambda rows: rows.outbox.add(told, turn), noted))
        return None
