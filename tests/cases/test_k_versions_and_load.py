"""CASES K: versions that differ, a machine that is busy, a session that ends under the daemon."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import msgspec
import pytest
import zmq
from test_k_daemon import header, raw_socket

from memoryd_client import Client, wire
from memoryd_client.endpoint import find_home
from memoryd_client.errors import ProtocolMismatch
from memoryd_client.messages import REQUESTS, DaemonStatus, Hello, Pong, Stopping, Welcome


class OtherDaemon:
    """A daemon of another version: it answers hello with what it is given, and everything else with pong."""

    def __init__(self, home: Path, welcome: dict[str, object]) -> None:
        place = Path(find_home(home).agent_socket)
        place.parent.mkdir(parents=True, mode=0o700)
        self._welcome = welcome
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._router = self._context.socket(zmq.ROUTER)
        self._router.linger = 0
        self._router.bind(f"ipc://{place}")
        self._control = self._context.socket(zmq.PAIR)
        self._control.bind("inproc://end")
        self._thread = threading.Thread(target=self._serve)

    def _serve(self) -> None:
        end = self._context.socket(zmq.PAIR)
        end.connect("inproc://end")
        while not end.poll(0):
            if not self._router.poll(10):
                continue
            route, asked, _ = self._router.recv_multipart()
            about = wire.decode_request_header(asked)
            body = msgspec.msgpack.encode(self._welcome) if about.type == "hello" else wire.encode_reply(Pong())
            reply = msgspec.msgpack.encode({"id": about.id, "instance": "other", "newer_field": 1})
            self._router.send_multipart([route, reply, body])
        end.close(linger=0)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._control.send(b"")
        self._thread.join()
        self._control.close(linger=0)
        self._router.close()
        self._context.term()


WELCOME: dict[str, object] = {
    "type": "welcome",
    "protocol": 1,
    "version": "9.0",
    "instance": "other",
    "clock": 0.0,
    "max_request_bytes": 1_000,
}


def test_b94_a_newer_daemon_is_understood(home: Path) -> None:
    """What it says beyond what we know is passed over, in headers and in replies."""
    with OtherDaemon(home, WELCOME | {"mood": "good", "capabilities": ["telepathy"]}), Client(home) as client:
        assert client.ping() == Pong()


def test_b94_a_daemon_that_chooses_an_unknown_protocol_is_named_with_its_version(home: Path) -> None:
    """The error has both versions and says what to do; the daemon is left alone."""
    with OtherDaemon(home, WELCOME | {"protocol": 7}), Client(home) as client:
        with pytest.raises(ProtocolMismatch, match=r"9\.0.*protocol 7.*upgrade the older") as caught:
            client.ping()
        with pytest.raises(ProtocolMismatch):
            client.add("memory", "a fact")

    assert str(wire.PROTOCOL_MAX) in str(caught.value)


@pytest.mark.parametrize("name", ["ping", "status", "stop"])
def test_b94_some_requests_work_without_a_common_protocol(daemon: Path, name: str) -> None:
    """A client that is too new still can ask how the daemon is, and have it end; it does not need to be killed."""
    with raw_socket(daemon) as dealer:
        dealer.send_multipart([header("hello", "h"), wire.encode_request(Hello(protocol_min=7, protocol_max=9))])
        assert wire.decode_reply_header(dealer.recv()).status == "failed"
        dealer.recv()
        dealer.send_multipart([header(name, "r"), wire.encode_request(REQUESTS[name]())])
        reply = wire.decode_reply(wire.decode_reply_header(dealer.recv()), dealer.recv())

    assert isinstance(reply, (Pong, DaemonStatus, Stopping))


def test_b94_a_newer_client_is_served_on_the_common_protocol(daemon: Path) -> None:
    """The highest that both speak is chosen, and fields of its header that we do not know are passed over."""
    with raw_socket(daemon) as dealer:
        head = msgspec.msgpack.encode({"type": "hello", "id": "h", "priority": 3})
        dealer.send_multipart([head, wire.encode_request(Hello(protocol_min=1, protocol_max=9, version="9.0"))])
        welcome = wire.decode_reply(wire.decode_reply_header(dealer.recv()), dealer.recv())

    assert isinstance(welcome, Welcome)
    assert welcome.protocol == wire.PROTOCOL_MAX
    with Client(daemon) as client:
        assert "9.0" in {one.version for one in client.status().clients}


HOG = "while True: pass"

PROBE = """
import sys
from memoryd_client import Client
for _ in range(10):
    with Client(sys.argv[1], timeout=60) as client:
        client.ping()
        client.status()
"""


@contextmanager
def hogs(number: int) -> Iterator[None]:
    """Processes that use all the processor time that they can get."""
    running = [subprocess.Popen([sys.executable, "-c", HOG]) for _ in range(number)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_b96_nobody_takes_a_busy_machine_for_a_dead_daemon(daemon: Path) -> None:
    """Twenty clients that connect and probe again and again beside four hogs: each probe is answered."""
    with hogs(4):
        probing = [
            subprocess.Popen([sys.executable, "-c", PROBE, str(daemon)], stderr=subprocess.PIPE) for _ in range(20)
        ]
        ended = [(process.communicate(timeout=240)[1], process.returncode) for process in probing]

    assert ended == [(b"", 0)] * 20


@pytest.mark.slow
def test_b102_nothing_stands_in_the_directory_that_ends_with_a_login(home: Path, tmp_path: Path) -> None:
    """With XDG_RUNTIME_DIR gone under it, or never there, a daemon is found and serves."""
    runtime = tmp_path / "run"
    runtime.mkdir()
    environ = os.environ | {"XDG_RUNTIME_DIR": str(runtime)}
    command = [sys.executable, "-m", "memoryd", "--home", str(home)]
    running = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert running.stdout is not None
        assert b"memoryd serves" in running.stdout.readline()
        assert list(runtime.iterdir()) == []
        runtime.rmdir()
        with Client(home, timeout=30) as client:
            client.add("memory", "a fact")
        running.kill()
        running.communicate()
    finally:
        running.kill()
        running.wait()
    again = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert again.stdout is not None
        assert b"memoryd serves" in again.stdout.readline()
        with Client(home, timeout=30) as client:
            assert client.read("memory").entries == ("a fact",)
    finally:
        again.kill()
        again.communicate()
