"""One call as a state machine without I/O: what to send, how long to wait, when to send again, how it ends.

Rules of this module. It holds no socket, clock or thread: moments come in as arguments, in seconds of any one
monotonic clock. Both drivers (blocking, asyncio) ask `Call.step` what to do and tell what they saw. A request may be
sent many times and has one effect, because every sending bears the same id; so a doubt is always settled by sending
again, until the deadline.
"""

import os
from collections.abc import Mapping
from enum import Enum
from typing import TypedDict, TypeVar

import msgspec

from memoryd_client import wire
from memoryd_client.errors import InvalidRequest, NoAnswer, ProtocolMismatch, Restarted
from memoryd_client.messages import AnyReply, Edit, Hello, OpenSession, Request, Welcome

PATIENCE = 0.25
"""Seconds without a reply after which a call greets the daemon anew and resends; doubles each time up to 2 s."""

ANSWER_MARGIN = 0.1
"""The share of the timeout (at most 0.25 s) by which the daemon's deadline is earlier than the client's own: so that
its verdict (expired: nothing happened) arrives before the client gives up without one."""


R = TypeVar("R", bound=AnyReply)


class Meeting(msgspec.Struct, frozen=True):
    """What hello settled: whom we talk to, and how its clock stands to ours."""

    welcome: Welcome
    clock_ahead: float

    @classmethod
    def concluded(cls, welcome: Welcome, now: float) -> "Meeting":
        """A meeting whose welcome arrived at ``now``.

        The reply took some time to arrive, so the daemon's clock is a little further than it says: deadlines come out
        early by that much, never late.
        """
        if not wire.PROTOCOL_MIN <= welcome.protocol <= wire.PROTOCOL_MAX:
            raise ProtocolMismatch(
                f"the daemon (version {welcome.version}) chose protocol {welcome.protocol}, this client speaks "
                f"{wire.PROTOCOL_MIN} to {wire.PROTOCOL_MAX}; upgrade the older of the two and restart the daemon"
            )
        return cls(welcome, welcome.clock - now)


class Step(Enum):
    """What the driver is to do next."""

    GREET = "open a fresh connection and say hello"
    SEND = "send the frames of the call"
    WAIT = "wait for a reply until call.wake"
    GIVE_UP = "the deadline passed: call.outcome() raises"


class Call:
    """One request on its way.

    Args:
        request: What is asked.
        request_id: Its id.
        made_id: Whether the id was made for this call, so that its first sending can have no earlier outcome.
        now, timeout: When the call began and how many seconds it may take.

    Raises:
        InvalidRequest: The id is too long; the daemon would not answer.
    """

    def __init__(self, request: Request, request_id: str, *, made_id: bool, now: float, timeout: float) -> None:
        if not 0 < len(request_id.encode(errors="surrogatepass")) <= wire.NAME_BYTES:
            raise InvalidRequest(f"a request id has 1 to {wire.NAME_BYTES} bytes", field="request_id")
        self.request = request
        self.request_id = request_id
        self.name = type(request).__name__.lower()
        self.timeout = timeout
        self.deadline = now + timeout
        self.wake = now
        self._daemon_deadline = self.deadline - min(ANSWER_MARGIN * timeout, 0.25)
        self._unseen = made_id
        self._patience = PATIENCE
        self._sent = 0
        self._waiting = False
        self._meeting: Meeting | None = None
        self._answer: tuple[wire.ReplyHeader, bytes] | None = None
        self.restarted = False

    def step(self, now: float, meeting: Meeting | None) -> Step:
        """What to do at ``now`` on a connection on which ``meeting`` was settled (None: not yet)."""
        if now >= self.deadline:
            return Step.GIVE_UP
        if meeting is None or (self.restarted and meeting is self._meeting):
            return Step.GREET
        if meeting is not self._meeting:
            self._meeting, self._waiting, self.restarted = meeting, False, False
        if not self._waiting:
            return Step.SEND
        if now < self.wake:
            return Step.WAIT
        return Step.GREET

    def frames(self, now: float) -> tuple[bytes, bytes]:
        """The frames to send at ``now``; raises what `wire.encode_request` raises."""
        if self._meeting is None:
            raise RuntimeError("frames() before step() said SEND")
        body = wire.encode_request(self.request, self._meeting.welcome.max_request_bytes)
        header = wire.RequestHeader(
            type=self.name,
            id=self.request_id,
            instance=self._meeting.welcome.instance,
            deadline=self._daemon_deadline + self._meeting.clock_ahead,
            fresh=self._unseen,
        )
        self._unseen = False
        self._sent += 1
        self._waiting = True
        self.wake = min(now + self._patience, self.deadline)
        self._patience = min(2 * self._patience, 2.0)
        return wire.encode_header(header), body

    def again(self) -> None:
        """Let the next step send once more on the same connection: the driver saw that it is alive."""
        self._waiting = False

    def receive(self, header: wire.ReplyHeader, body: bytes) -> bool:
        """Whether these frames end the call; then `outcome` has what they hold."""
        if header.id != self.request_id:
            return False
        if header.status == "failed" and wire.failure_code(body) == Restarted.code:
            self.restarted = True
            return False
        self._answer = header, body
        return True

    def outcome(self) -> AnyReply:
        """The reply, or the failure that came instead, raised as its exception."""
        if self._answer is None:
            raise self.give_up()
        return wire.decode_reply(*self._answer)

    def reply(self, expected: type[R]) -> R:
        """The outcome, of the kind that was asked for."""
        reply = self.outcome()
        if not isinstance(reply, expected):
            raise InvalidRequest(f"the daemon answered {type(reply).__name__} to {self.name}")
        return reply

    def give_up(self, reason: str = "") -> NoAnswer:
        """The error for a call that ends without a reply: for the reason given, else because its deadline passed."""
        if self._sent:
            error = NoAnswer(
                f"{reason or f'no reply to {self.name} within {self.timeout:g} s'}, sent {self._sent} times; "
                f"it may still happen: ask again with request_id={self.request_id!r}"
            )
        else:
            story = reason or f"the daemon did not answer hello, or earlier edits, within {self.timeout:g} s"
            error = NoAnswer(f"{story}; {self.name} was not sent")
        error.request_id = self.request_id
        return error


def hello(agent: str, version: str) -> Hello:
    """The greeting of this client."""
    return Hello(
        protocol_min=wire.PROTOCOL_MIN, protocol_max=wire.PROTOCOL_MAX, version=version, agent=agent[: wire.NAME_BYTES]
    )


E = TypeVar("E", bound=Edit)


class CallOptions(TypedDict, total=False):
    """What every change may carry beside its texts.

    ``profile``: another profile than the home's own. ``principal``: another person than the home's owner.
    ``request_id``: ask again about an earlier change, or name this one. ``timeout``: seconds for this call.
    """

    profile: str
    principal: str
    request_id: str
    timeout: float


class EditOptions(CallOptions, total=False):
    """The same, and ``base_digest``: refuse with `Conflict` unless this is the target's digest."""

    base_digest: str


A = TypeVar("A", bound=Request)


def converted(kind: type[A], fields: Mapping[str, object]) -> A:
    """A request from its fields; raises `InvalidRequest` naming one of a wrong type or value."""
    try:
        return msgspec.convert({"type": kind.__name__.lower(), **fields}, kind, from_attributes=True)
    except msgspec.ValidationError as error:
        raise InvalidRequest(f"{kind.__name__.lower()}: {error}") from error


def edit(kind: type[E], profile: str, options: EditOptions, **fields: object) -> E:
    """An edit request from a method's arguments; raises `InvalidRequest` naming the field of a wrong type."""
    fields["profile"] = options.get("profile") or profile
    if principal := options.get("principal"):
        fields["principal"] = principal
    if base_digest := options.get("base_digest"):
        fields["base_digest"] = base_digest
    return converted(kind, fields)


def opening(session: str, own_profile: str, *, repository: str | os.PathLike[str], **fields: str) -> OpenSession:
    """The request that opens a session; raises `InvalidRequest` naming the field of a wrong type or value."""
    where = os.fspath(repository)
    if where:
        fields["repository"] = os.path.realpath(where)
    fields["profile"] = fields["profile"] or own_profile
    return converted(OpenSession, {"session": session, **fields})
