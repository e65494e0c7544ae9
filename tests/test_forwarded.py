"""A daemon on another machine, whose socket is forwarded, as ssh does it."""

import contextlib
import os
import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd_client import Client
from memoryd_client.endpoint import find_home

pytestmark = pytest.mark.slow


def copy(one: socket.socket, other: socket.socket) -> None:
    """Carry bytes both ways until one side closes."""
    ends = {one: other, other: one}
    with one, other, contextlib.suppress(OSError):
        while True:
            for ready in select.select(list(ends), [], [])[0]:
                data = ready.recv(65_536)
                if not data:
                    return
                ends[ready].sendall(data)


@contextlib.contextmanager
def forwarded(here: Path, there: str) -> Iterator[None]:
    """Everybody who connects ``here`` is connected ``there``."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(here))
    listening.listen()

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                came, _ = listening.accept()
                onward = socket.socket(socket.AF_UNIX)
                onward.connect(there)
                threading.Thread(target=copy, args=(came, onward), daemon=True).start()

    accepting = threading.Thread(target=accept)
    accepting.start()
    try:
        yield
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        accepting.join()
        listening.close()


def test_a_forwarded_socket_serves_a_home_that_is_elsewhere(daemon: Path, client: Client, tmp_path: Path) -> None:
    """The page's recipe: directories, the forwarded socket, and a client whose home has nothing but that."""
    laptop = tmp_path / "laptop"
    place = Path(find_home(laptop).agent_socket)
    place.parent.mkdir(parents=True, mode=0o700)
    with forwarded(place, find_home(daemon).agent_socket), Client(laptop, timeout=30, agent="from afar") as afar:
        afar.add("memory", "a fact from afar")

        assert client.read("memory").entries == ("a fact from afar",)
        assert afar.status().root == os.path.realpath(daemon)
        assert [one.agent for one in afar.status().clients].count("from afar") == 1
    assert not (laptop / "memories").exists()
