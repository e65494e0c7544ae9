"""Local peers that mean harm or are broken: memory stays bounded, and clients that mean well are served.

A daemon's memory is measured from outside. Bounds are generous: what is told apart is a bound from none.
"""

import contextlib
import os
import random
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from raw_peer import LONG, MORE, RawPeer, frame
from until import until
from victim import Victim

from memoryd.pressure import GROWTH_BYTES, Pressure
from memoryd_client import Client, wire
from memoryd_client.messages import Hello, Read

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="a process's memory is measured through /proc"),
]

Start = Callable[..., Victim]

MIB = 1 << 20


def request(kind: str, request_id: str, body: object, **fields: object) -> tuple[bytes, bytes]:
    header = wire.RequestHeader(type=kind, id=request_id, **fields)  # type: ignore[arg-type]
    return wire.encode_header(header), wire.encode_request(body)  # type: ignore[arg-type]


def test_noise_instead_of_a_handshake(victim: Start) -> None:
    """Two hundred connections that talk nonsense cost next to nothing."""
    daemon = victim()
    before = daemon.rss()
    noise = random.Random(1)  # noqa: S311 - the same noise in each run
    with ExitStack() as stack:
        peers = [stack.enter_context(RawPeer(daemon.path)) for _ in range(200)]
        for peer in peers:
            peer.socket.sendall(noise.randbytes(noise.randrange(1, 3_000)))
        assert daemon.serves()
    assert daemon.serves()
    assert daemon.rss() - before < 32 * MIB


def test_peers_that_never_say_a_word(victim: Start) -> None:
    """Are let go after a moment; meanwhile everybody else is served."""
    daemon = victim()
    with ExitStack() as stack:
        silent = [stack.enter_context(RawPeer(daemon.path)) for _ in range(300)]
        assert daemon.serves()
        assert all(peer.is_closed() for peer in silent)


@pytest.mark.parametrize("size", [1 << 62, (1 << 20) + 1], ids=["2^62 bytes", "one byte over the limit"])
def test_a_frame_that_claims_too_much(victim: Start, size: int) -> None:
    """The connection is closed at once, and nothing is set aside for the frame."""
    daemon = victim()
    before = daemon.rss()
    with RawPeer(daemon.path).shake_hands() as peer:
        peer.socket.sendall(bytes([LONG]) + size.to_bytes(8, "big") + b"x")
        assert peer.is_closed()
    assert daemon.serves()
    assert daemon.rss() - before < 32 * MIB


def test_frames_that_are_begun_and_never_ended(victim: Start) -> None:
    """A hundred peers that stop in the middle of the largest frame there may be cost what they sent, and no more."""
    daemon = victim()
    before = daemon.rss()
    with ExitStack() as stack:
        for _ in range(100):
            peer = stack.enter_context(RawPeer(daemon.path).shake_hands())
            peer.socket.sendall(bytes([LONG]) + (1 << 20).to_bytes(8, "big") + b"x" * 1_000)
        assert daemon.serves()
        assert daemon.rss() - before < 32 * MIB


@pytest.mark.parametrize("size", [10, 1_000, 1 << 19])
def test_a_message_without_an_end(victim: Start, size: int) -> None:
    """Frame after frame says that more comes: the connection is closed before memory is used up, more than once."""
    daemon = victim()
    before, most = daemon.rss(), 0
    block = frame(b"x" * size, MORE) * max(1, (1 << 17) // size)
    for number in range(3):
        with RawPeer(daemon.path).shake_hands() as peer:
            most = max(most, flood(peer, block, daemon.rss))
        assert daemon.serves(str(number))
        most = max(most, daemon.rss())

    assert daemon.client.status().shed_connections >= 3
    assert most - before < 6 * GROWTH_BYTES
    assert "connections shed" in daemon.log.read_text()
    assert f'"most_of_process": {os.getpid()}' in daemon.log.read_text()


def flood(peer: RawPeer, block: bytes, measure: Callable[[], int]) -> int:
    """Send until the connection is closed; returns the most that was measured meanwhile."""
    most = 0
    for sent in range(8 * (1 << 30) // len(block)):
        try:
            peer.socket.sendall(block)
        except OSError:
            return most
        if sent % 50 == 0:
            most = max(most, measure())
    raise AssertionError("eight GiB were taken")


def test_an_edit_under_way_survives_a_flood_beside_it(victim: Start) -> None:
    """Connections are closed around it, and each acknowledged edit is there, once."""
    daemon = victim()
    block = frame(b"x" * 1_000, MORE) * 100
    with RawPeer(daemon.path).shake_hands() as peer:
        for number in range(40):
            daemon.client.add("memory", f"fact number {number}")
            try:
                for _ in range(60):
                    peer.socket.sendall(block)
            except OSError:
                peer.socket.close()
                peer = RawPeer(daemon.path).shake_hands()  # noqa: PLW2901 - the old one is closed
        peer.socket.close()

    assert daemon.client.read("memory").entries == tuple(f"fact number {number}" for number in range(40))


def test_twenty_thousand_replies_that_nobody_reads(victim: Start) -> None:
    """They are dropped beyond the bound, not kept; others are served, and status tells how many."""
    daemon = victim()
    daemon.client.add("memory", "x" * 2_000)
    instance = daemon.client.status().instance
    before = daemon.rss()
    with RawPeer(daemon.path).shake_hands() as peer:
        peer.send(*request("hello", "h", Hello(protocol_min=1, protocol_max=1)))
        for number in range(20_000):
            peer.send(*request("read", f"r{number}", Read(target="memory"), instance=instance))
        daemon.client.remove("memory", "x" * 2_000)
        assert daemon.serves()
        until(lambda: daemon.client.status().dropped_replies > 15_000)
        assert daemon.rss() - before < 48 * MIB


def test_a_slow_reader_gets_what_fits_and_may_come_back(victim: Start) -> None:
    """Whoever did not read loses answers, not the connection: the next request is answered."""
    daemon = victim()
    instance = daemon.client.status().instance
    with RawPeer(daemon.path).shake_hands() as peer:
        for number in range(5_000):
            peer.send(*request("read", f"r{number}", Read(target="memory"), instance=instance))
        peer.socket.settimeout(1)
        while not peer.is_closed() and daemon.client.status().queues.reads:
            pass
        peer.socket.settimeout(30)
        peer.send(*request("read", "the last one", Read(target="memory"), instance=instance))
        found = b""
        while b"the last one" not in found[-4_096:]:
            found += peer.socket.recv(65_536)


def test_connections_use_up_half_of_the_descriptors_at_most(victim: Start) -> None:
    """At the last one libzmq would end the process: long before, connections on which nothing is asked are closed."""
    daemon = victim(open_files=1_024)
    with ExitStack() as stack:
        for number in range(800):
            peer = stack.enter_context(RawPeer(daemon.path))
            if number % 2:
                with contextlib.suppress(OSError):  # it may be closed already
                    peer.shake_hands()
        assert daemon.serves()
        until(lambda: daemon.client.status().shed_connections > 100)
        until(lambda: daemon.client.status().process.open_files < 600)
    assert daemon.serves("after")


def test_connections_that_wait_for_an_answer_are_spared(victim: Start, tmp_path: Path) -> None:
    """What is closed are the others; a descriptor that is no connection of ours is never touched."""
    daemon = victim()
    with Client(daemon.client.home.root, timeout=60) as idle:
        idle.ping()
        mine = Pressure((daemon.path,), set, _NoLog(), rss=iter((0, 1 << 40, 0)).__next__)  # type: ignore[arg-type]
        kept = os.open(tmp_path / "file", os.O_CREAT | os.O_RDWR)
        mine.look()

        assert mine.shed == 0  # this process has connections to that path, but none that was accepted there
        assert os.write(kept, b"x") == 1
        os.close(kept)
        assert idle.ping()


class _NoLog:
    def warning(self, event: str, **values: object) -> None:
        """Nothing is kept."""


@pytest.mark.parametrize("seed", range(3))
def test_fuzzed_messages_after_the_handshake(victim: Start, seed: int) -> None:
    """Three hundred messages of any frames: those with a readable header are answered, and nothing else happens."""
    daemon = victim()
    noise = random.Random(seed)  # noqa: S311 - the same noise in each run
    good = request("ping", "p", wire.messages.Ping())
    with RawPeer(daemon.path).shake_hands() as peer:
        for _ in range(300):
            frames = [
                noise.choice((*good, noise.randbytes(noise.randrange(200)))) for _ in range(noise.randrange(1, 6))
            ]
            mangled = bytearray(noise.choice(frames))
            if mangled:
                mangled[noise.randrange(len(mangled))] ^= 1 << noise.randrange(8)
            peer.send(*frames, bytes(mangled))
        assert daemon.serves()
    assert daemon.is_alive
    assert "Traceback" not in daemon.log.read_text()
