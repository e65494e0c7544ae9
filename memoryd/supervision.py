"""What a service manager is told, over the socket that it names in ``NOTIFY_SOCKET``; see sd_notify(3).

Rules of this module. Without a service manager nothing happens. The watchdog is fed by the loop thread alone: it stands
for "requests are answered", not for "the process exists".
"""

import contextlib
import os
import socket
from collections.abc import Callable, MutableMapping


class Supervisor:
    """Tells the service manager, if there is one. A timer of the loop: it feeds the watchdog.

    Args:
        environ: Where the service manager says how to reach it; what it said is taken out, so that no child speaks for
            us.
        clock: Seconds.
    """

    def __init__(self, environ: MutableMapping[str, str], clock: Callable[[], float]) -> None:
        self._address = environ.pop("NOTIFY_SOCKET", "")
        self._clock = clock
        self._period = _watchdog_seconds(environ) / 2
        self._next = 0.0
        self._status = ""
        self._leaving = False

    def ready(self, status: str) -> None:
        """Requests are served."""
        self._status = status
        self._send(f"READY=1\nMAINPID={os.getpid()}\nSTATUS={status}")

    def status(self, sentence: str) -> None:
        """One line about how we are; the same again is not sent."""
        if sentence != self._status:
            self._status = sentence
            self._send(f"STATUS={sentence}")

    def reloading(self) -> None:
        """The settings are being read again; `ready` ends it."""
        self._send(f"RELOADING=1\nMONOTONIC_USEC={int(self._clock() * 1e6)}")

    def stopping(self) -> None:
        """We take nothing more; said once."""
        if not self._leaving:
            self._leaving = True
            self._send("STOPPING=1\nSTATUS=answering what was asked, then leaving")

    def due(self) -> float | None:
        """When the watchdog wants to be fed; never without one."""
        return self._next if self._period and self._address else None

    def tick(self, now: float) -> None:
        """Feed the watchdog if it is time."""
        if self._period and now >= self._next:
            self._next = now + self._period
            self._send("WATCHDOG=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        name = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        # A manager that went away must not take the memory with it.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.connect(name)
            line.send(text.encode("utf-8", "backslashreplace"))


def _watchdog_seconds(environ: MutableMapping[str, str]) -> float:
    """The time after which we would be taken for hung; 0 if nobody watches this process."""
    pid, period = environ.pop("WATCHDOG_PID", ""), environ.pop("WATCHDOG_USEC", "")
    if pid not in ("", str(os.getpid())) or not period.isdecimal():
        return 0.0
    return int(period) / 1e6
