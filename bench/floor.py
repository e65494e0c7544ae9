"""`ping` and `read` of a real daemon beside a raw ZeroMQ ROUTER that answers the same frames with the same frames.

The echo is the floor: what two Python processes pay for one round trip of those bytes. Beside it stand the same frames
sent to the daemon by a bare socket (what the daemon costs), and the client's own call (what client and daemon cost).
All take turns of a few calls each, in one loop, so that all see the same machine.
"""

import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import zmq
from _harness import (
    ENVIRONMENT,
    Process,
    arguments,
    daemon,
    keep,
    machine,
    make_home,
    percentile,
    scratch,
    show,
    spread,
)
from _writer import entry

from memoryd_client import Client, endpoint, wire
from memoryd_client.calls import hello
from memoryd_client.messages import Ping, Read, Request, Welcome

Frames = tuple[bytes, bytes]
TURN = 50
"""Calls of one kind in a row: enough that both processes are warm, few enough that drift hits all kinds alike."""


def echo(address: str) -> None:
    """Answer each request with the reply it was told; runs in a process of its own until it is killed."""
    replies = {b64decode(request): tuple(map(b64decode, reply.split(","))) for request, reply in _pairs()}
    router: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.ROUTER)
    router.bind(address)
    print("serving", flush=True)
    while True:
        route, _, body = router.recv_multipart()
        router.send_multipart([route, *replies[body]])


def _pairs() -> list[tuple[str, str]]:
    return [(request, reply) for request, reply in (pair.split("=>") for pair in sys.stdin.readline().split())]


@dataclass(frozen=True, slots=True)
class Bare:
    """A DEALER without any client around it."""

    socket: "zmq.Socket[bytes]"

    @classmethod
    def connected(cls, address: str) -> "Bare":
        """A new one."""
        socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
        socket.linger = 0
        socket.rcvtimeo = 10_000
        socket.connect(address)
        return cls(socket)

    def ask(self, frames: Frames) -> list[bytes]:
        """One round trip."""
        self.socket.send_multipart(frames)
        return self.socket.recv_multipart()


def frames(request: Request, instance: str = "") -> Frames:
    """What the client would send."""
    name = type(request).__name__.lower()
    header = wire.RequestHeader(type=name, id="0123456789abcdef-1000", instance=instance, fresh=True)
    return wire.encode_header(header), wire.encode_request(request)


def instance_of(bare: Bare) -> str:
    """Which daemon answers there."""
    header, body = bare.ask(frames(hello("floor", "")))
    welcome = wire.decode_reply(wire.decode_reply_header(header), body)
    assert isinstance(welcome, Welcome)
    return welcome.instance


def start_echo(stack: ExitStack, address: str, bare: Bare, requests: list[Frames]) -> Bare:
    """An echo that answers these requests as the daemon does."""
    process = stack.enter_context(Process([sys.executable, Path(__file__), "--echo", address], ENVIRONMENT))
    encoded = [(b64encode(one[1]), b",".join(map(b64encode, bare.ask(one)))) for one in requests]
    process.write(" ".join(f"{request.decode()}=>{reply.decode()}" for request, reply in encoded))
    process.line()
    return Bare.connected(address)


def echo_address(home: Path) -> str:
    """Beside the daemon's own socket, whose path is short enough for a socket wherever the home is."""
    return endpoint.ipc(f"{endpoint.find_home(home).runtime_dir}/echo")


def measure(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[list[float]]]:
    """Microseconds of each call of each kind, round by round."""
    took: dict[str, list[list[float]]] = {name: [] for name in calls}
    for number in range(rounds + 1):
        for name, call in calls.items():
            times = []
            for _ in range(TURN):
                began = time.perf_counter()
                call()
                times.append((time.perf_counter() - began) * 1e6)
            if number:  # the first round warms up
                took[name].append(times)
    return took


def rows(took: dict[str, list[list[float]]]) -> list[list[str]]:
    """A line for each kind, with its ratio to the echo of the same frames."""
    lines = []
    for name, rounds in took.items():
        floor = took["echo of ping" if "ping" in name else "echo of read"]
        every, under = [t for times in rounds for t in times], [t for times in floor for t in times]
        ratios = [median(a) / median(b) for a, b in zip(rounds, floor, strict=True)]
        lines.append(
            [
                name,
                f"{percentile(every, 50):.0f}",
                f"{percentile(every, 99):.0f}",
                f"{percentile(every, 50) / percentile(under, 50):.2f}",
                f"{percentile(every, 99) / percentile(under, 99):.2f}",
                spread(ratios),
            ]
        )
    return lines


def main() -> None:
    """Run and print the table."""
    if sys.argv[1:2] == ["--echo"]:
        echo(sys.argv[2])
    parser = arguments(__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=40, help=f"of {TURN} calls of each kind")
    parser.add_argument("--entries", type=int, default=20, help="what the memory holds; 20 fill its default budget")
    given = parser.parse_args()
    with scratch(given.dir) as root, ExitStack() as stack:
        home = make_home(root / "home", [entry("seed", number) for number in range(given.entries)])
        stack.enter_context(daemon(home))
        client = stack.enter_context(Client(home))
        bare = Bare.connected(endpoint.ipc(endpoint.find_home(home).agent_socket))
        ping, read = frames(Ping()), frames(Read(target="memory"), instance_of(bare))
        floor = start_echo(stack, echo_address(home), bare, [ping, read])
        calls: dict[str, Callable[[], object]] = {
            "echo of ping": lambda: floor.ask(ping),
            "ping, bare socket": lambda: bare.ask(ping),
            "ping": client.ping,
            "echo of read": lambda: floor.ask(read),
            "read, bare socket": lambda: bare.ask(read),
            "read": client.read,
        }
        size = sum(map(len, bare.ask(read)))
        took = measure(calls, given.rounds)
        floor.socket.close()
        bare.socket.close()
    print(f"{machine()}; {given.rounds} rounds of {TURN}; the answer to read has {size:,} bytes\n")
    show(("", "p50 us", "p99 us", "p50 ratio", "p99 ratio", "ratio of medians, by round"), rows(took))
    keep(given.json, {"machine": machine(), "microseconds": took})


if __name__ == "__main__":
    main()
