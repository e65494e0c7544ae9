"""What searching costs memory: ``add`` and ``read`` of one client while eight others search, and while they do not.

    python bench/beside_search.py --messages 20000 --rounds 5

Rounds with and without searches take turns; the last line has the medians of their ratios.
"""

import argparse
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from _corpus import QUERIES, messages

from memoryd.testing import running_daemon
from memoryd_client import Client
from memoryd_client.errors import MemorydError

SEARCHERS = 8
OPERATIONS = 150
CONFIG = "[targets.memory]\nlimit = 1000000"


def main() -> None:
    """Fill an archive, then measure by turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as home,
        running_daemon(home, config=CONFIG) as served,
        Client(served, timeout=120.0) as client,
    ):
        fill(client, options.messages)
        ratios = [measured(client, served, number) for number in range(options.rounds)]
    names = ("add p50", "add p99", "read p50", "read p99")
    print(
        ", ".join(
            f"{name} {statistics.median(column):.2f}x"
            for name, column in zip(names, zip(*ratios, strict=True), strict=True)
        )
    )


def fill(client: Client, count: int) -> None:
    """Record messages, and wait until they are indexed."""
    batch: list[dict[str, str]] = []
    for session, role, text in messages(count):
        batch.append({"role": role, "content": text})
        if len(batch) == 40:
            client.record(f"s{session}", batch, operation=f"o{session}")
            batch = []
    while client.search("zanzibar").partial:
        time.sleep(0.5)


def measured(client: Client, home: Path, number: int) -> tuple[float, ...]:
    """The ratios of one round."""
    alone = times(client, f"alone {number}")
    with searching(home):
        beside = times(client, f"beside {number}")
    print(" ".join(f"{1e3 * a:.2f}/{1e3 * b:.2f}" for a, b in zip(alone, beside, strict=True)), flush=True)
    return tuple(b / a for a, b in zip(alone, beside, strict=True))


def times(client: Client, name: str) -> tuple[float, ...]:
    """p50 and p99 of adds, and of reads, in seconds."""
    adds = [timed(lambda at=at: client.add("memory", f"{name} note {at}")) for at in range(OPERATIONS)]  # type: ignore[misc]
    reads = [timed(lambda: client.read("memory")) for _ in range(OPERATIONS)]
    return (*cut(adds), *cut(reads))


def timed(call: object) -> float:
    """Seconds that a call takes."""
    begun = time.perf_counter()
    call()  # type: ignore[operator]
    return time.perf_counter() - begun


def cut(values: list[float]) -> tuple[float, float]:
    """p50 and p99."""
    values.sort()
    return values[len(values) // 2], values[int(len(values) * 0.99)]


@contextmanager
def searching(home: Path) -> Iterator[None]:
    """While this lasts, clients search, each as soon as it was answered."""
    stop = threading.Event()

    def search(at: int) -> None:
        with Client(home, timeout=60.0) as client:
            while not stop.is_set():
                try:
                    client.search(QUERIES[at % len(QUERIES)][1])
                except MemorydError:
                    continue
                at += 1

    threads = [threading.Thread(target=search, args=(at,)) for at in range(SEARCHERS)]
    for thread in threads:
        thread.start()
    time.sleep(1.0)
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main()
