"""The blocking client. Rules: one socket per thread, none survives a fork, every socket closes with linger 0."""

import os
import threading
import time
from types import TracebackType
from typing import Self

from memoryd_client import _reach, calls, endpoint, wire
from memoryd_client._edits import Edits
from memoryd_client._history import HistoryCalls
from memoryd_client._line import Line
from memoryd_client._lists import Lists
from memoryd_client._past import Past
from memoryd_client._session import Session
from memoryd_client._watch import WatchCalls
from memoryd_client.calls import Call, EditOptions, Meeting, R, Step
from memoryd_client.messages import (
    Content,
    DaemonStatus,
    Edit,
    MemoryMode,
    Ping,
    Pong,
    Read,
    Request,
    SessionContext,
    SessionView,
    Status,
    Stop,
    Stopping,
    Tail,
    Tailed,
    Welcome,
)


class Client(Edits, Lists, HistoryCalls, WatchCalls, Past):
    """A thin blocking client of the daemon that serves one home. Usable from any thread, and after a fork.

    Args:
        home: The home directory; default ``$HERMES_HOME``, else ``~/.hermes``.
        timeout: Seconds each call may take, unless the call says otherwise.
        agent: Who is asking, as history and logs will show it.
        autostart: Start a daemon if there is none: by the service manager that knows of this home, else in the
            background. ``MEMORYD_NO_AUTOSTART=1`` forbids it.

    Every method raises `MemorydError`; its ``code`` says which. An edit that ended in `NoAnswer` may still happen:
    repeat it with ``request_id=error.request_id`` to learn the outcome; it will not be applied twice.
    """

    def __init__(
        self,
        home: str | os.PathLike[str] | None = None,
        timeout: float = 5.0,
        agent: str = "",
        *,
        autostart: bool = False,
    ) -> None:
        self.home = endpoint.find_home(home)
        self.timeout = timeout
        self.agent = agent
        self.autostart = autostart
        self._local = threading.local()
        self._met = False
        self._ids = _reach.RequestIds()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close this thread's connection at once; the next call opens a new one."""
        self._line().close()

    # --- what can be asked --------------------------------------------------------------------------------------------

    def ping(self, *, timeout: float | None = None) -> Pong:
        """Whether the daemon is alive, whatever else it is doing."""
        return self._ask(Ping(), Pong, timeout=timeout)

    def status(self, *, timeout: float | None = None) -> DaemonStatus:
        """How the daemon is: version, uptime, files and how each is written, what is degraded."""
        return self._ask(Status(), DaemonStatus, timeout=timeout)

    def tail(self, after: int = -1, *, texts: bool = False, timeout: float | None = None) -> Tailed:
        """The requests that the daemon answered after number ``after``, or in the next moment; -1: the last number."""
        return self._ask(Tail(after=after, texts=texts), Tailed, timeout=timeout)

    def stop(self, *, timeout: float | None = None) -> Stopping:
        """Ask the daemon to answer what it was asked, to take nothing more, and to end."""
        return self._ask(Stop(), Stopping, timeout=timeout)

    def read(
        self, target: str = "memory", *, profile: str = "", principal: str = "", timeout: float | None = None
    ) -> Content:
        """The entries of a target in their last durable state, with ids, usage and digest."""
        asked = Read(target=target, profile=profile or self.home.profile, principal=principal)
        return self._ask(asked, Content, timeout=timeout)

    def open_session(
        self,
        id: str,  # noqa: A002 - that is what it is called everywhere
        *,
        context: SessionContext,
        profile: str = "",
        principal: str = "",
        repository: str | os.PathLike[str] = "",
        memory: MemoryMode = "on",
    ) -> Session:
        """Freeze what a session sees, or get the same bytes again; the identity given here holds until its end.

        Args:
            id: Names the conversation; the same id is the same session, from whatever process.
            context: Where the agent runs. ``gateway`` and ``api`` serve many people, ``cron`` may not write.
            profile: Another profile than the home's own.
            principal: Which person; asserted by whoever asks, not proven.
            repository: The path of git's common directory, for targets that belong to a repository.
            memory: ``off`` is a session without memory, ``read_only`` one that may not write.
        """
        asked = calls.opening(
            id,
            self.home.profile,
            context=context,
            profile=profile,
            principal=principal,
            repository=repository,
            memory=memory,
        )
        return Session(self._ask, self._ask(asked, SessionView))

    def ask(self, request: Request, expected: type[R], *, timeout: float | None = None) -> R:
        """Send any request of `memoryd_client.messages`; returns its reply."""
        return self._ask(request, expected, timeout=timeout)

    # --- one call -----------------------------------------------------------------------------------------------------

    def _own_profile(self) -> str:
        return self.home.profile

    def _sent(self, request: Request, expected: type[R], timeout: float | None) -> R:
        return self._ask(request, expected, timeout=timeout)

    def _edit(self, kind: type[Edit], expected: type[R], options: EditOptions, **fields: object) -> R:
        request = calls.edit(kind, self.home.profile, options, **fields)
        return self._ask(request, expected, options.get("request_id", ""), options.get("timeout"))

    def _ask(self, request: Request, expected: type[R], request_id: str = "", timeout: float | None = None) -> R:
        call = Call(
            request,
            request_id or self._ids.new(),
            made_id=not request_id,
            now=time.monotonic(),
            timeout=self.timeout if timeout is None else timeout,
        )
        line = self._line()
        try:
            self._drive(call, line)
        except BaseException:
            # A reply may still be under way to this socket; the next call must not find it there.
            line.close()
            raise
        return call.reply(expected)

    def _drive(self, call: Call, line: Line) -> None:
        while True:
            now = time.monotonic()
            match call.step(now, line.meeting):
                case Step.GREET:
                    self._greet(line, call.deadline)
                case Step.SEND:
                    line.send(call.frames(now))
                case Step.WAIT:
                    frames = line.receive(now, call.wake)
                    if frames is not None and call.receive(wire.decode_reply_header(frames[0]), frames[1]):
                        return
                case Step.GIVE_UP:
                    raise call.give_up()

    def _greet(self, line: Line, deadline: float) -> None:
        """Open a fresh connection and say hello; without a daemon fail at once, or wait for one that was there."""
        line.close()
        if not _reach.is_listening(self.home):
            if self.autostart:
                from memoryd_client import _autostart  # noqa: PLC0415 - seldom needed

                _autostart.start(self.home, deadline)
                return
            if not self._met:
                raise _reach.no_daemon(self.home)
            time.sleep(max(0.0, min(_reach.ABSENT_PAUSE, deadline - time.monotonic())))
            return
        line.open(self.home)
        line.send(_reach.hello(self.agent, self._ids.new()))
        now = time.monotonic()
        frames = line.receive(now, min(deadline, now + _reach.HELLO_PATIENCE))
        if frames is None:
            return
        reply = wire.decode_reply(wire.decode_reply_header(frames[0]), frames[1])
        if isinstance(reply, Welcome):
            line.meeting = Meeting.concluded(reply, time.monotonic())
            self._met = True

    def _line(self) -> Line:
        line: Line | None = getattr(self._local, "line", None)
        if line is None or line.pid != os.getpid():
            # After a fork the parent's socket would accept a send and never answer: leave it alone, open our own.
            _reach.of_the_parent.append(line)
            line = self._local.line = Line()
        return line
