"""CASES K: one daemon for one home; every client gets an answer or a clear error, and can always leave."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zmq

from memoryd.store.locks import HomeInUse
from memoryd.testing import StoppedEarly, running_daemon
from memoryd_client import Client, wire
from memoryd_client.endpoint import MAX_PATH_BYTES, find_home
from memoryd_client.errors import Busy, MemorydError, NoAnswer, NoDaemon, UnsafeEndpoint
from memoryd_client.messages import REQUESTS, Hello, Read

PING = """
import sys
from memoryd_client import Client
with Client(sys.argv[1], timeout=30) as client:
    client.ping()
"""


@contextmanager
def raw_socket(home: Path) -> Iterator[zmq.Socket[bytes]]:
    """A DEALER that says whatever a test wants."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    dealer = context.socket(zmq.DEALER)
    dealer.linger = 0
    dealer.rcvtimeo = 10_000
    dealer.connect(f"ipc://{find_home(home).agent_socket}")
    try:
        yield dealer
    finally:
        dealer.close()
        context.term()


def header(kind: str, request_id: str, **fields: object) -> bytes:
    return wire.encode_header(wire.RequestHeader(type=kind, id=request_id, **fields))  # type: ignore[arg-type]


@pytest.mark.slow
def test_b89_fifty_clients_at_once_are_served(daemon: Path) -> None:
    """Fifty processes that start together all get their answer."""
    clients = [subprocess.Popen([sys.executable, "-c", PING, str(daemon)]) for _ in range(50)]

    assert [client.wait(120) for client in clients] == [0] * 50


def test_b89_what_is_no_socket_is_never_destroyed(home: Path) -> None:
    """A file at the socket's place makes the daemon refuse, and stays."""
    place = Path(find_home(home).agent_socket)
    place.parent.mkdir(parents=True, mode=0o700)
    home.chmod(0o700)
    (home / "memoryd").chmod(0o700)
    place.write_text("precious")

    with pytest.raises(StoppedEarly) as caught, running_daemon(home):
        pass

    assert isinstance(caught.value.__cause__, UnsafeEndpoint)
    assert place.read_text() == "precious"


def test_b89_a_second_daemon_does_not_touch_the_socket(daemon: Path, client: Client) -> None:
    """It is refused before it could bind, and the first is served on."""
    client.ping()
    inode = os.stat(find_home(daemon).agent_socket).st_ino
    with pytest.raises(StoppedEarly) as caught, running_daemon(daemon):
        pass

    assert isinstance(caught.value.__cause__, HomeInUse)
    assert os.stat(find_home(daemon).agent_socket).st_ino == inode
    client.ping()


@pytest.mark.slow
@pytest.mark.parametrize("leftover", ["socket", "lock file with a live pid"])
def test_b91_b92_only_the_kernel_lock_counts(home: Path, leftover: str) -> None:
    """A socket file that nobody serves, or a pid in a lock file, keeps no daemon from starting."""
    with running_daemon(home):
        pass
    if leftover == "socket":
        stale = socket.socket(socket.AF_UNIX)
        stale.bind(find_home(home).agent_socket)
        stale.close()
        with pytest.raises(NoDaemon):
            Client(home).ping()
    else:
        (home / "memoryd" / "lock").write_text(str(os.getppid()))

    with running_daemon(home), Client(home) as client:
        client.ping()


def test_b97_without_a_daemon_a_call_fails_at_once_and_says_what_to_do(home: Path) -> None:
    """The error names the command that starts one; so does the next call's."""
    with Client(home) as client:
        for _ in range(2):
            with pytest.raises(NoDaemon, match="memoryd --home"):
                client.ping()


def test_b97_a_daemon_that_does_not_answer_costs_the_timeout_and_no_more(home: Path) -> None:
    """The call ends with no_answer, and the client can be used again and closed."""
    place = Path(find_home(home).agent_socket)
    place.parent.mkdir(parents=True, mode=0o700)
    mute = socket.socket(socket.AF_UNIX)
    mute.bind(str(place))
    mute.listen()
    with mute, Client(home, timeout=0.2) as client:
        for _ in range(2):
            with pytest.raises(NoAnswer) as caught:
                client.add("memory", "anything")
            assert caught.value.request_id


@pytest.mark.slow
def test_b51_b97_a_client_process_always_exits(home: Path) -> None:
    """Whether the daemon is absent or mute, the process ends by itself."""
    place = Path(find_home(home).agent_socket)
    place.parent.mkdir(parents=True, mode=0o700)
    program = PING.replace("timeout=30", "timeout=0.2")
    absent = subprocess.run([sys.executable, "-c", program, str(home)], capture_output=True, check=False, timeout=20)
    mute = socket.socket(socket.AF_UNIX)
    mute.bind(str(place))
    mute.listen()
    with mute:
        hung = subprocess.run([sys.executable, "-c", program, str(home)], capture_output=True, check=False, timeout=20)

    assert b"NoDaemon" in absent.stderr
    assert b"NoAnswer" in hung.stderr


def test_b98_a_client_that_reads_nothing_harms_nobody(daemon: Path, client: Client) -> None:
    """5,000 requests whose answers are never read: the daemon drops those answers and serves the others."""
    with raw_socket(daemon) as dealer:
        dealer.send_multipart([header("hello", "h"), wire.encode_request(Hello(protocol_min=1, protocol_max=1))])
        welcome = wire.decode_reply(wire.decode_reply_header(dealer.recv()), dealer.recv())
        dealer.rcvhwm = 1
        body = wire.encode_request(Read(target="memory"))
        for number in range(5_000):
            dealer.send_multipart([header("read", f"r{number}", instance=welcome.instance), body])
        for _ in range(20):
            assert client.read("memory").entries == ()


def test_b98_one_process_may_have_so_many_edits_in_flight(serve: Callable[..., Client], home: Path) -> None:
    """One more is answered busy at once; when there is room again it succeeds."""
    from test_held_up import HeldUpDisk  # noqa: PLC0415

    disk = HeldUpDisk()
    client = serve(home, config="[limits]\nin_flight_per_process = 2", disk=disk)
    client.ping()
    disk.hold = True
    writers = [threading.Thread(target=Client(home, timeout=30).add, args=("memory", f"w{n}")) for n in range(2)]
    for writer in writers:
        writer.start()
    while client.status().in_flight < 2:
        pass
    with pytest.raises(Busy, match="in_flight_per_process"):
        client.add("memory", "one too many")
    disk.let_go.set()
    for writer in writers:
        writer.join()

    assert client.add("memory", "one too many").changed


@pytest.mark.parametrize("name", ["d" * 120, "é" * 50])
def test_b100_a_deep_home_has_a_short_socket_path(tmp_path: Path, name: str) -> None:
    """Both sides find it; bytes count, not characters."""
    home = tmp_path / name
    with running_daemon(home), Client(home) as client:
        client.add("memory", "deep")

        place = Path(find_home(home).agent_socket)
        assert len(os.fsencode(place)) <= MAX_PATH_BYTES
        assert place.is_relative_to(f"/tmp/memoryd-{os.geteuid()}")
        assert place.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_b101_nobody_else_reaches_the_socket_whatever_the_umask(home: Path, umask: int) -> None:
    """Directory 0700, socket closed to others, files 0600."""
    before = os.umask(umask)
    try:
        with running_daemon(home), Client(home) as client:
            client.add("memory", "private")
            agent = Path(find_home(home).agent_socket)

            assert agent.parent.stat().st_mode & 0o777 == 0o700
            assert agent.stat().st_mode & 0o077 == 0
            assert (home / "memories").stat().st_mode & 0o777 == 0o700
            assert (home / "memories" / "MEMORY.md").stat().st_mode & 0o777 == 0o600
            assert (home / "memoryd" / "memoryd.db").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


@pytest.mark.parametrize("fault", ["writable by others", "a link"])
def test_b101_a_place_that_others_control_is_refused_by_both_sides(home: Path, tmp_path: Path, fault: str) -> None:
    """Neither the daemon binds there nor the client connects there."""
    agent = home / "memoryd" / "agent"
    agent.parent.mkdir(parents=True, mode=0o700)
    if fault == "a link":
        (tmp_path / "elsewhere").mkdir()
        agent.symlink_to(tmp_path / "elsewhere")
    else:
        agent.mkdir()
        agent.chmod(0o777)

    with pytest.raises(StoppedEarly) as caught, running_daemon(home):
        pass
    assert isinstance(caught.value.__cause__, UnsafeEndpoint)
    with pytest.raises(UnsafeEndpoint):
        Client(home).ping()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_b101_another_user_is_not_served(daemon: Path, client: Client, tmp_path: Path) -> None:
    """Even on a socket that the file system would let it use, the kernel's word on its uid decides."""
    for directory in (daemon, daemon / "memoryd", daemon / "memoryd" / "agent", *list(tmp_path.parents)[:-2], tmp_path):
        directory.chmod(0o711)
    os.chmod(find_home(daemon).agent_socket, 0o777)  # noqa: S103 - that is the case
    program = """
import os, sys, zmq
os.setuid(65534)
dealer = zmq.Context().socket(zmq.DEALER)
dealer.linger, dealer.rcvtimeo = 0, 500
dealer.connect("ipc://" + sys.argv[1])
dealer.send_multipart([bytes.fromhex(frame) for frame in sys.argv[2:]])
try:
    dealer.recv()
except zmq.Again:
    print("not served")
"""
    frames = [header("ping", "p").hex(), wire.encode_request(REQUESTS["ping"]()).hex()]
    command = [sys.executable, "-c", program, find_home(daemon).agent_socket, *frames]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)

    assert ended.stdout == "not served\n", ended.stderr
    client.ping()


GARBAGE: dict[str, list[bytes]] = {
    "no frame": [b""],
    "noise": [os.urandom(300)],
    "noise twice": [os.urandom(300), os.urandom(300)],
    "a header that is a list": [b"\x92\x01\x02", b"\x80"],
    "an empty id": [header("ping", ""), b"\x80"],
    "a long id": [header("ping", "x" * 1000), b"\x80"],
    "hundreds of frames": [os.urandom(3)] * 300,
}


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage_is_dropped_and_others_are_served(daemon: Path, client: Client, kind: str) -> None:
    """Frames without a readable header have nobody to answer to."""
    with raw_socket(daemon) as dealer:
        dealer.send_multipart(GARBAGE[kind])
        dealer.send_multipart([header("ping", "after"), wire.encode_request(REQUESTS["ping"]())])

        assert wire.decode_reply_header(dealer.recv()).id == "after"
    client.ping()


BAD_REQUESTS: dict[str, tuple[list[bytes], str, str]] = {
    "unknown request": ([header("frobnicate", "r"), b"\x80"], "unknown_request", "frobnicate"),
    "no body": ([header("ping", "r")], "invalid_request", "two frames"),
    "three frames": ([header("ping", "r"), b"\x80", b"\x80"], "invalid_request", "two frames"),
    "another tag": ([header("ping", "r"), b"\x81\xa4type\xa3add"], "invalid_request", "add"),
    "unknown field": ([header("ping", "r"), b"\x82\xa4type\xa4ping\xa3foo\x01"], "invalid_request", "foo"),
    "wrong type": ([header("hello", "r"), b"\x82\xa4type\xa5hello\xacprotocol_min\xa1x"], "invalid_request", "int"),
    "missing field": ([header("hello", "r"), b"\x81\xa4type\xa5hello"], "invalid_request", "protocol_min"),
    "another instance": ([header("read", "r", instance="gone"), b"\x80"], "restarted", "hello"),
    "no common protocol": (
        [header("hello", "r"), wire.encode_request(Hello(protocol_min=7, protocol_max=9, version="9.0"))],
        "protocol_mismatch",
        "9.0",
    ),
}


@pytest.mark.parametrize("kind", BAD_REQUESTS)
def test_a_bad_request_gets_a_coded_answer_that_names_the_fault(daemon: Path, kind: str) -> None:
    """Whatever the body is, a readable header gets an answer."""
    frames, code, named = BAD_REQUESTS[kind]
    with raw_socket(daemon) as dealer:
        dealer.send_multipart(frames)
        reply_header, body = wire.decode_reply_header(dealer.recv()), dealer.recv()

    assert reply_header.id == "r"
    with pytest.raises(MemorydError) as caught:
        wire.decode_reply(reply_header, body)
    assert caught.value.code == code
    assert named in str(caught.value)


def test_an_oversized_request_is_refused_before_it_is_sent(client: Client) -> None:
    """The client knows the daemon's limit; the daemon would drop the connection without a word."""
    with pytest.raises(MemorydError) as caught:
        client.add("memory", "x" * (1 << 20))

    assert caught.value.code == "too_large"
    client.ping()


def test_an_expired_deadline_is_answered_and_changes_nothing(daemon: Path, client: Client) -> None:
    """A request that arrives too late is not applied."""
    with raw_socket(daemon) as dealer:
        instance = client.status().instance
        frames = [header("add", "late", instance=instance, deadline=1.0), wire.encode_request(_add())]
        dealer.send_multipart(frames)
        reply_header, body = wire.decode_reply_header(dealer.recv()), dealer.recv()

    with pytest.raises(MemorydError) as caught:
        wire.decode_reply(reply_header, body)
    assert caught.value.code == "expired"
    assert client.read("memory").entries == ()


def _add() -> object:
    return REQUESTS["add"](target="memory", content="late")


@pytest.mark.slow
def test_a_client_survives_fork_and_threads(daemon: Path) -> None:
    """Each thread and each forked child has its own connection."""
    program = """
import json, os, sys, threading
from memoryd_client import Client
client = Client(sys.argv[1])
client.add("memory", "parent")
pids = []
for number in range(3):
    pid = os.fork()
    if pid == 0:
        client.add("memory", f"child {number}")
        os._exit(0)
    pids.append(pid)
codes = [os.waitpid(pid, 0)[1] for pid in pids]
threads = [threading.Thread(target=client.add, args=("memory", f"thread {n}")) for n in range(4)]
for one in threads: one.start()
for one in threads: one.join()
client.add("memory", "parent again")
print(json.dumps([codes, sorted(client.read("memory").entries)]))
client.close()
"""
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, str(daemon)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    codes, entries = json.loads(ended.stdout)

    assert codes == [0, 0, 0]
    assert entries == sorted(
        ["parent", "parent again", *(f"child {n}" for n in range(3)), *(f"thread {n}" for n in range(4))]
    )
    assert not ended.stderr
