"""Built-in memory beside a provider that hangs, and one that burns CPU: what 4 clients of ``add`` and ``read`` notice.

Five rounds; in each, every side has a turn, in another order each time:

- none: no provider;
- hanging: a provider whose ``sync_turn`` sleeps for 300 s, with events waiting for it;
- burning: one that holds its interpreter's lock for ever, in a process that is nicer than the daemon by 10;
- burner: no provider, and the same loop in an unrelated process, as nice, for comparison.
"""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from _harness import ENVIRONMENT, Process, arguments, daemon, keep, machine, make_home, percentile, scratch, show

from memoryd_client import Client, Operator
from memoryd_client.messages import ProviderEnable, ProviderList, Providers

CLIENTS = 4
PLUGIN = """
import time
from agent.memory_provider import MemoryProvider


class Slow(MemoryProvider):
    name = "slow"

    def is_available(self):
        return True

    def initialize(self, session_id, **kwargs):
        pass

    def get_tool_schemas(self):
        return []

    def sync_turn(self, user_content, assistant_content, **kwargs):
        {fault}


def register(ctx):
    ctx.register_memory_provider(Slow())
"""
FAULTS = {"hanging": "time.sleep(300)", "burning": "\n        while True: pass"}
BURNER = "import os; os.nice(10)\nwhile True: pass"
TURN = [{"role": "user", "content": "a question"}, {"role": "assistant", "content": "an answer"}]


@dataclass(frozen=True, slots=True)
class Turn:
    """One side's turn; times in milliseconds."""

    side: str
    request: str
    p50: float
    p99: float


def prepared(directory: Path, side: str) -> Path:
    """A home, with its provider."""
    home = make_home(directory / side, [f"note {number}" for number in range(20)])
    if side in FAULTS:
        plugin = home / "plugins" / "slow"
        plugin.mkdir(parents=True)
        (plugin / "__init__.py").write_text(PLUGIN.format(fault=FAULTS[side]))
        with open(home / "memoryd" / "config.toml", "a") as file:
            file.write('\n[provider]\nname = "slow"\n')
    return home


@contextmanager
def beside(side: str, home: Path) -> Iterator[None]:
    """What goes on during the turn."""
    if side == "burner":
        with Process([sys.executable, "-c", BURNER], ENVIRONMENT):
            yield
        return
    if side in FAULTS:
        with Operator(home, timeout=60) as operator:
            operator.ask(ProviderEnable(name="slow"), ProviderList)
        with Client(home, timeout=60) as client:
            session = client.open_session("bench", context="cli")
            session.turn_end(TURN)
            while not client.ask(Providers(), ProviderList).used[0].in_flight:
                time.sleep(0.05)
            time.sleep(0.5)  # it is told of the turn by now, and does what it does
    yield


def load(home: Path, seconds: float) -> dict[str, list[float]]:
    """Latencies in milliseconds of clients that add, and read in between."""
    found: dict[str, list[float]] = {"add": [], "read": []}

    def run(number: int) -> None:
        with Client(home, timeout=60) as client:
            until, count = time.monotonic() + seconds, 0
            while time.monotonic() < until:
                began = time.perf_counter()
                client.add("memory", f"client {number} note {count}")
                middle = time.perf_counter()
                client.read("memory")
                found["read"].append((time.perf_counter() - middle) * 1000)
                found["add"].append((middle - began) * 1000)
                count += 1
                time.sleep(0.02)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def turn(directory: Path, side: str, seconds: float) -> list[Turn]:
    """One side's turn."""
    home = prepared(directory, side)
    with daemon(home), beside(side, home):
        found = load(home, seconds)
    return [Turn(side, name, percentile(times, 50), percentile(times, 99)) for name, times in found.items()]


def main() -> None:
    """Run and show."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each turn")
    asked = parser.parse_args()
    sides = ["none", "hanging", "burning", "burner"]
    turns: list[Turn] = []
    for number in range(asked.rounds):
        for side in sides[number % 4 :] + sides[: number % 4]:
            with scratch(asked.dir) as directory:
                turns += turn(directory, side, asked.seconds)
    print(machine())
    rows = []
    for request in ("add", "read"):
        base = {
            name: median(getattr(one, name) for one in turns if (one.side, one.request) == ("none", request))
            for name in ("p50", "p99")
        }
        for side in sides:
            mine = [one for one in turns if (one.side, one.request) == (side, request)]
            p50, p99 = median(one.p50 for one in mine), median(one.p99 for one in mine)
            rows.append(
                [request, side, f"{p50:.2f}", f"{p99:.2f}", f"{p50 / base['p50']:.2f}", f"{p99 / base['p99']:.2f}"]
            )
    show(("request", "beside", "p50 ms", "p99 ms", "p50 ratio", "p99 ratio"), rows)
    keep(asked.json, [asdict(one) for one in turns])


if __name__ == "__main__":
    main()
