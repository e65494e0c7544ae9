"""A person's request that is sent again, since its answer takes long, has one effect and one answer."""

from collections import OrderedDict
from typing import Literal

from memoryd.service.asking import Ask, SendReply

KEPT = 256

Status = Literal["ok", "failed"]


class Once:
    """Remembers what is under way and the latest answers; used by the loop thread alone."""

    def __init__(self, send: SendReply) -> None:
        self._send = send
        self._under_way: dict[str, bytes] = {}
        self._answers: OrderedDict[str, tuple[Status, bytes]] = OrderedDict()

    def begins(self, ask: Ask) -> bool:
        """Whether this is the first sending; of another, whoever asked last gets the answer."""
        name = ask.header.id
        if name in self._answers:
            self._send(ask.caller.route, name, *self._answers[name])
            return False
        begins = name not in self._under_way
        self._under_way[name] = ask.caller.route
        return begins

    def answer(self, ask: Ask, status: Status, body: bytes) -> None:
        """It is done."""
        name = ask.header.id
        self._answers[name] = status, body
        if len(self._answers) > KEPT:
            self._answers.popitem(last=False)
        self._send(self._under_way.pop(name, ask.caller.route), name, status, body)
