"""Recording and searching generated messages, beside Hermes' own archive and beside an oracle that reads every message.

    python bench/search.py --messages 50000 --hermes-python HERMES/bin/python

Says how fast messages are recorded, in batches and one by one, with the longest stall; how fast they are indexed; how
long each kind of query takes, in its own process as in the daemon, and how much of what is there it finds. Recall and
precision are over the messages that the answer says to have every word of the query.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

from _corpus import QUERIES, messages, wanted

from memoryd.archive.index.indexer import Indexer
from memoryd.archive.layout import index_paths
from memoryd.archive.recording import Recording, Said, Whose
from memoryd.archive.searching import Asker, Searcher
from memoryd.archive.transcripts import Transcripts
from memoryd_client.messages import Search

HERE = Path(__file__).parent
BATCH = 200
ONE_BY_ONE = 2_000
LIMIT = 200


def main() -> None:
    """Record, index, search, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--hermes-python", help="interpreter with hermes-agent==0.19.0; without it, memoryd alone")
    parser.add_argument(
        "--directory", help="where to put the databases; kept, and used again; default: a temporary one"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        directory = options.directory or temporary
        if not os.path.exists(f"{directory}/archive.db"):
            record(directory, options.messages)
            index(directory)
        size(directory, options.messages)
        mine = search(directory, options.messages, options.rounds)
        theirs = hermes(options, temporary) if options.hermes_python else {}
        table(mine, theirs.get("asked", {}))


def record(directory: str, count: int) -> None:
    """Record everything: batches of turns, then some one by one."""
    transcripts = Transcripts(f"{directory}/archive.db")
    batch, stalls, begun, number = [], [], time.perf_counter(), 0
    for number, (session, role, text) in enumerate(messages(count)):
        batch.append(one(number, f"s{session}", role, text))
        if len(batch) == BATCH:
            stalls.append(timed(transcripts, batch))
            batch = []
    transcripts.record_all(batch)
    spent = time.perf_counter() - begun
    print(
        f"recorded {count} in batches of {BATCH}: {count / sum(stalls or [spent]):,.0f}/s, "
        f"longest {max(stalls, default=spent) * 1e3:.0f} ms"
    )
    stalls = [
        timed(transcripts, [one(number + at + 1, "single", "user", f"a note of no importance, number {at}")])
        for at in range(ONE_BY_ONE)
    ]
    print(f"one by one: {ONE_BY_ONE / sum(stalls):,.0f}/s, longest {max(stalls) * 1e3:.0f} ms")
    transcripts.close()


def one(number: int, session: str, role: str, text: str) -> Recording:
    """A message as a turn of its own."""
    return Recording(f"operation-{number}", session, Whose(), (Said(role, text, 1.7e9 + number),), source="cli")


def timed(transcripts: Transcripts, batch: list[Recording]) -> float:
    """Seconds that recording a batch takes."""
    begun = time.perf_counter()
    transcripts.record_all(batch)
    return time.perf_counter() - begun


def index(directory: str) -> None:
    """Index everything, in this process."""
    indexer = Indexer(directory)
    begun = time.perf_counter()
    progress = indexer.catch_up(36_000)
    spent = time.perf_counter() - begun
    indexer.close()
    print(f"indexed {progress.indexed}: {progress.indexed / spent:,.0f}/s")


def size(directory: str, count: int) -> None:
    """Bytes on the disk, for one message."""
    archive = os.path.getsize(f"{directory}/archive.db")
    held = sum(os.path.getsize(path) for path in index_paths(directory))
    text = sum(len(text.encode()) for _, _, text in messages(min(count, 5_000))) / min(count, 5_000)
    print(f"bytes a message: text {text:.0f}, archive {archive / count:.0f}, index {held / count:.0f}")


def search(directory: str, count: int, rounds: int) -> dict[str, dict[str, float]]:
    """Each query, as often, and what was found against what is there."""
    searcher = Searcher(directory)
    asker = Asker((Whose(),))
    asked = {name: ask(searcher, asker, query, rounds) for name, query in QUERIES}
    right: dict[str, set[int]] = {name: set() for name, _ in QUERIES}
    for number, (_, _, text) in enumerate(messages(count)):
        for name, query in QUERIES:
            if wanted(query, text):
                right[name].add(number)
    for name, query in QUERIES:
        found = searcher.whole(Search(query=query), asker, LIMIT)
        ids = {int(session[1:]) * 40 + place for session, place in found if session != "single"}
        hits = len(ids & right[name])
        asked[name] |= {
            "found": len(ids),
            "recall": hits / max(1, min(len(right[name]), LIMIT)),
            "precision": hits / max(1, len(ids)),
        }
    searcher.close()
    return asked


def ask(searcher: Searcher, asker: Asker, query: str, rounds: int) -> dict[str, float]:
    """How long one query takes."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        searcher.search(Search(query=query), asker)
        times.append(time.perf_counter() - begun)
    times.sort()
    return {"p50": times[len(times) // 2], "p99": times[int(len(times) * 0.99)]}


def hermes(options: argparse.Namespace, directory: str) -> dict[str, dict[str, dict[str, float]]]:
    """The same through Hermes' own archive, in its own interpreter."""
    command = [options.hermes_python, str(HERE / "_hermes_search.py"), f"{directory}/state.db"]
    environment = {**os.environ, "HERMES_HOME": directory}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [*command, str(options.messages), str(options.rounds)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        check=True,
    )
    result = json.loads(done.stdout.splitlines()[-1])
    print(
        f"Hermes: {result['rate']:,.0f}/s, longest {result['stall'] * 1e3:.0f} ms, "
        f"{result['bytes']:.0f} bytes a message"
    )
    return dict(result)


def table(mine: dict[str, dict[str, float]], theirs: dict[str, dict[str, float]]) -> None:
    """Print both sides, a row for each query."""
    print("| query | p50 / p99 ms | found, recall, precision | Hermes p50 / p99 ms | found, recall, precision |")
    print("|---|---|---|---|---|")
    for name, query in QUERIES:
        print(f"| {name}: `{query}` | {cells(mine[name])} | {cells(theirs[name]) if theirs else ' | '} |")


def cells(one: dict[str, float]) -> str:
    """One side of a row."""
    times = f"{one['p50'] * 1e3:.1f} / {one['p99'] * 1e3:.1f}"
    return f"{times} | {one['found']}, {one['recall']:.2f}, {one['precision']:.2f}"


if __name__ == "__main__":
    main()
