"""Frames between a host and the daemon: four bytes of length, then JSON. A plugin that prints does not get in.

The descriptors are moved away from 0 and 1 before a plugin is imported; what it prints goes to standard error. They
are of this process alone: a child that a plugin forks can neither read nor write them.
"""

import json
import os
import threading
from typing import Any

MAX_FRAME = 8 << 20
"""Bytes. More than a turn holds; the daemon refuses longer ones too, and ends the host that sent one."""


class Channel:
    """Both directions.

    Args:
        read_fd, write_fd: The pipes.
    """

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read = read_fd
        self._write = write_fd
        self._pid = os.getpid()
        self._lock = threading.Lock()
        os.register_at_fork(after_in_child=self._let_go)

    @classmethod
    def taken_from_stdio(cls) -> "Channel":
        """The channel that was standard input and output; prints go to standard error from now on."""
        read, write = os.dup(0), os.dup(1)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        return cls(read, write)

    @property
    def is_ours(self) -> bool:
        """Whether this is the process that the channel belongs to, and not one that a plugin forked."""
        return os.getpid() == self._pid

    def receive(self) -> dict[str, Any] | None:
        """The next frame; None when the daemon is gone."""
        head = self._exactly(4)
        if head is None:
            return None
        body = self._exactly(int.from_bytes(head, "big"))
        return None if body is None else json.loads(body)

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame, whole, from any thread."""
        # Half of a surrogate pair has no UTF-8 form, and a plugin may return one.
        body = json.dumps(frame, ensure_ascii=False, default=str).encode("utf-8", "replace")
        if len(body) > MAX_FRAME:
            error = {"type": "TooLarge", "message": f"the answer has {len(body):,} bytes, more than {MAX_FRAME:,}"}
            body = json.dumps({"id": frame.get("id"), "error": error}).encode()
        data = memoryview(len(body).to_bytes(4, "big") + body)
        with self._lock:
            while data and self.is_ours:
                data = data[os.write(self._write, data) :]

    def _exactly(self, size: int) -> bytes | None:
        parts = bytearray()
        while len(parts) < size:
            part = os.read(self._read, min(size - len(parts), 1 << 16))
            if not part:
                return None
            parts += part
        return bytes(parts)

    def _let_go(self) -> None:
        os.close(self._read)
        os.close(self._write)
