"""A disk that takes its time delays the writes, and nothing else."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from memoryd.store.syscalls import Disk
from memoryd_client import Client


class HeldUpDisk(Disk):
    """fsync waits until it is let go."""

    def __init__(self) -> None:
        self.hold = False
        self.reached = threading.Event()
        self.let_go = threading.Event()

    def fsync(self, fd: int) -> None:
        """Wait, if told to."""
        if self.hold:
            self.reached.set()
            self.let_go.wait(20)
        super().fsync(fd)


def test_ping_and_read_go_on_while_a_commit_is_held_up(serve: Callable[..., Client], home: Path) -> None:
    """They are answered while the write is provably not, and show the last durable state."""
    disk = HeldUpDisk()
    client = serve(home, disk=disk)
    client.add("memory", "durable")
    disk.hold = True
    with ThreadPoolExecutor() as pool, Client(home) as other:
        write = pool.submit(client.add, "memory", "on its way")
        assert disk.reached.wait(10)

        for _ in range(50):
            other.ping()
            assert other.read("memory").entries == ("durable",)
            assert other.read("user").entries == ()
        other.status()

        assert not write.done()
        disk.let_go.set()
        assert write.result().changed
        assert other.read("memory").entries == ("durable", "on its way")
