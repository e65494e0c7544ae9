"""A peer that speaks ZeroMQ's protocol (ZMTP 3.0) by hand, and so can break it."""

import socket
import struct
from types import TracebackType
from typing import Self

GREETING = b"\xff" + bytes(8) + b"\x7f" + b"\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
MORE, LONG, COMMAND = 1, 2, 4


def frame(body: bytes, flags: int = 0) -> bytes:
    """A frame on the wire."""
    if len(body) > 255:
        return bytes([flags | LONG]) + struct.pack(">Q", len(body)) + body
    return bytes([flags, len(body)]) + body


READY = frame(b"\x05READY" + b"\x0bSocket-Type" + struct.pack(">I", 6) + b"DEALER", COMMAND)


class RawPeer:
    """A connection to a socket's path."""

    def __init__(self, path: str, timeout: float = 30.0) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.socket.connect(path)  # without a timeout it waits for room in the backlog, with one it fails at once
        except OSError:
            self.socket.close()
            raise
        self.socket.settimeout(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def shake_hands(self) -> Self:
        """Become a DEALER that the other side takes for one."""
        self.socket.sendall(GREETING + READY)
        self._receive(len(GREETING))
        _, size = self._receive(2)
        self._receive(size)
        return self

    def send(self, *frames: bytes, ends: bool = True) -> None:
        """Send a message; without ``ends`` its last frame says that more comes."""
        last = len(frames) - 1
        self.socket.sendall(
            b"".join(frame(one, MORE if number < last or not ends else 0) for number, one in enumerate(frames))
        )

    def is_closed(self) -> bool:
        """Wait until the other side has closed the connection; False if it is still open after the timeout."""
        try:
            while self.socket.recv(65_536):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def _receive(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            more = self.socket.recv(size - len(found))
            if not more:
                raise ConnectionResetError
            found += more
        return found
