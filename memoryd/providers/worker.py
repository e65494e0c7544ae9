"""The thread that owns one provider's host, and waits on its pipes: the only one that speaks to it.

Rules of this thread. It decides nothing: orders come in through `post`, and each of them ends in exactly one report,
whatever becomes of the host. It has no tick; it wakes for orders, pipes, and the moment when an order has taken too
long, which costs the host its process. After a host ended it starts no other by itself: whoever asks decides when.
What a host prints is read at a bounded pace and its last lines are kept, so that a flood is the host's own trouble.
"""

import contextlib
import math
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from memoryd.providers.frames import BadFrame, Frames, Order, Trouble, encode
from memoryd.providers.orders import GONE, STOP_SECONDS, Command, Done, Down, Quit, Report, Send, Start, Up
from memoryd.providers.outgoing import cleaned
from memoryd.providers.process import HostProcess
from memoryd.store.wakeup import Wakeup

READ_SIZE = 1 << 16
PRINT_PAUSE = 0.05
KEPT_PRINT = 4_096
SILENT_SECONDS = 2.0
MAX_UNREAD = 64 << 20
"""Bytes of orders that a host has not read yet; more are refused: it is not reading at all."""


@dataclass(slots=True)
class _Sent:
    send: Send
    until: float


@dataclass(slots=True)
class _Host:
    """What is known about the running host."""

    process: HostProcess
    then: Callable[[Up | Down], None]
    frames: Frames = field(default_factory=Frames)
    unread: bytearray = field(default_factory=bytearray)
    printed: bytearray = field(default_factory=bytearray)
    prints_after: float = 0.0
    silent_since: float | None = None
    told_to_stop: bool = False
    reason: str = ""


class Worker:
    """The thread; `start`, `post`, `stop`, `join`.

    Args:
        name: The provider's, for the thread's name.
        report: Called on this thread with what the loop thread is to run.
    """

    def __init__(self, name: str, report: Report) -> None:
        self._report = report
        self._inbox: deque[Command] = deque()
        self._wakeup = Wakeup()
        self._host: _Host | None = None
        self._sent: dict[int, _Sent] = {}
        self._next = 1
        self._is_over = False
        self._quit: Quit | None = None
        self._quit_by = 0.0
        # A daemon thread: its host dies with the daemon anyway, by the keeper's hand.
        self._thread = threading.Thread(target=self._run, name=f"memoryd-provider-{name}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def post(self, command: Command) -> None:
        """Give it something to do; never blocks."""
        self._inbox.append(command)
        self._wakeup.set()

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Ask it to end its host and itself."""
        self.post(Quit(seconds))

    def join(self, timeout: float) -> bool:
        """Wait for its end; False if it still runs after ``timeout`` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    # --- the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._is_over:
            ready = self._wait()
            self._wakeup.clear()
            if self._host is not None:
                self._attend(self._host, ready)
            while self._inbox:
                self._obey(self._inbox.popleft())
            self._look_at_the_clock()
        self._wakeup.close()

    def _wait(self) -> dict[int, int]:
        poll = select.poll()
        poll.register(self._wakeup.fileno(), select.POLLIN)
        now, moments = time.monotonic(), [one.until for one in self._sent.values()]
        if self._quit is not None:
            moments.append(self._quit_by)
        if (host := self._host) is not None:
            poll.register(host.process.status, select.POLLIN)
            if host.silent_since is None:
                poll.register(host.process.output, select.POLLIN)
            else:
                moments.append(host.silent_since + SILENT_SECONDS)
            if host.unread:
                poll.register(host.process.input, select.POLLOUT)
            if host.prints_after > now:
                moments += [host.prints_after] if math.isfinite(host.prints_after) else []
            else:
                poll.register(host.process.errors, select.POLLIN)
        pause = None if not moments else max(0.0, min(moments) - now) * 1000 + 1
        return dict(poll.poll(pause))

    def _attend(self, host: _Host, ready: dict[int, int]) -> None:
        try:
            if host.process.errors in ready:
                self._take_print(host)
            if host.process.output in ready:
                self._take_answers(host)
            if host.process.input in ready:
                self._write(host)
        except BadFrame as error:
            host.reason = f"it broke the protocol: {error}"
        if host.process.status in ready or host.reason:
            self._down()

    def _take_print(self, host: _Host) -> None:
        host.prints_after = time.monotonic() + PRINT_PAUSE
        with contextlib.suppress(BlockingIOError):
            data = os.read(host.process.errors, READ_SIZE)
            host.printed += data
            del host.printed[:-KEPT_PRINT]
            if not data:
                host.prints_after = math.inf

    def _take_answers(self, host: _Host) -> None:
        with contextlib.suppress(BlockingIOError):
            data = os.read(host.process.output, READ_SIZE)
            if not data:
                host.silent_since = time.monotonic()
            for answer in host.frames.feed(data):
                sent = self._sent.pop(answer.id, None)
                if sent is not None:
                    self._tell(sent.send, Done(answer.ok, answer.error))

    def _write(self, host: _Host) -> None:
        try:
            with memoryview(host.unread) as view:
                written = os.write(host.process.input, view[:READ_SIZE])
            del host.unread[:written]
        except BlockingIOError:
            pass
        except OSError as error:
            host.reason = f"it stopped reading: {error}"

    def _obey(self, command: Command) -> None:
        match command:
            case Start():
                self._begin(command)
            case Send():
                self._send(command)
            case Quit():
                self._quit, self._quit_by = command, time.monotonic() + command.seconds

    def _begin(self, command: Start) -> None:
        self._down("another was asked for")
        try:
            self._host = _Host(HostProcess(command.recipe), command.then)
        except OSError as error:
            down = Down(f"{command.recipe.python} could not be started: {error}")
            self._report(lambda: command.then(down))
            return
        up = Up(self._host.process.pid)
        self._report(lambda: command.then(up))

    def _send(self, command: Send) -> None:
        host = self._host
        if host is None:
            self._tell(command, Done(error=Trouble(GONE, "its process has ended")))
            return
        try:
            data = encode(msgspec.structs.replace(cleaned(command.order), id=self._next))
        except (BadFrame, TypeError, ValueError, RecursionError) as error:
            self._tell(command, Done(error=Trouble(type(error).__name__, str(error))))
            return
        if len(host.unread) + len(data) > MAX_UNREAD:
            self._tell(command, Done(error=Trouble("NotReading", "its process has not read what was sent before")))
            return
        self._sent[self._next] = _Sent(command, time.monotonic() + command.seconds)
        self._next += 1
        host.unread += data
        self._write(host)
        if host.reason:
            self._down()

    def _look_at_the_clock(self) -> None:
        now = time.monotonic()
        if self._host is not None:
            self._host.reason = self._host.reason or self._overdue(self._host, now)
            if self._host.reason:
                self._down()
        if self._quit is not None:
            self._go_on_quitting(self._quit, now)

    def _overdue(self, host: _Host, now: float) -> str:
        if host.silent_since is not None and now >= host.silent_since + SILENT_SECONDS:
            return "it closed its end of the pipe"
        for one in self._sent.values():
            if one.until <= now:
                order = one.send.order
                return f"{order.method or order.do} took more than {one.send.seconds:g} s"
        return ""

    def _go_on_quitting(self, asked: Quit, now: float) -> None:
        """What is under way may end, then the host may let go of everything, all until a moment."""
        if self._host is not None and now < self._quit_by:
            if not self._sent and not self._host.told_to_stop:
                self._host.told_to_stop = True
                self._host.unread += encode(Order(do="stop"))
                self._write(self._host)
            return
        self._down("it was asked to end")
        self._quit, self._is_over = None, asked.last

    # --- telling ------------------------------------------------------------------------------------------------------

    def _down(self, reason: str = "") -> None:
        """End the host, and every order with it."""
        host, self._host = self._host, None
        if host is None:
            return
        said = host.process.end() if host.reason or reason else self._after_last_answers(host)
        down = Down(host.reason or reason or said, host.printed.decode("utf-8", "replace"))
        trouble = Trouble(GONE, down.reason)
        sent, self._sent = self._sent, {}
        for one in sent.values():
            self._tell(one.send, Done(error=trouble, is_lost=True))
        self._report(lambda: host.then(down))

    def _after_last_answers(self, host: _Host) -> str:
        """It ended by itself: what it answered and printed before that still counts."""
        with contextlib.suppress(BadFrame, OSError):
            while (data := os.read(host.process.output, READ_SIZE)) != b"":
                for answer in host.frames.feed(data):
                    if (sent := self._sent.pop(answer.id, None)) is not None:
                        self._tell(sent.send, Done(answer.ok, answer.error))
        self._take_print(host)
        return host.process.end()

    def _tell(self, send: Send, done: Done) -> None:
        self._report(lambda: send.then(done))
