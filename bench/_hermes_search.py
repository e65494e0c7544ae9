"""Hermes' side of ``search.py``: ``python _hermes_search.py DATABASE COUNT ROUNDS``, under Hermes' interpreter."""

import json
import os
import sys
import time
from pathlib import Path

from _corpus import PER_SESSION, QUERIES, messages, wanted

LIMIT = 200


def main(path: str, count: int, rounds: int) -> None:
    """Fill a database, and ask it."""
    from hermes_state import SessionDB  # type: ignore[import-not-found]  # noqa: PLC0415

    database = SessionDB(Path(path))
    stalls, begun = [], time.perf_counter()
    for number, (session, role, text) in enumerate(messages(count)):
        before = time.perf_counter()
        if number % PER_SESSION == 0:
            database.create_session(f"s{session}", "cli")
        database.append_message(f"s{session}", role, text)
        stalls.append(time.perf_counter() - before)
    spent = time.perf_counter() - begun
    texts = [text for _, _, text in messages(count)]
    asked = {name: ask(database, query, texts, rounds) for name, query in QUERIES}
    size = sum(os.path.getsize(path + suffix) for suffix in ("", "-wal") if os.path.exists(path + suffix))
    print(json.dumps({"rate": count / spent, "stall": max(stalls), "bytes": size / count, "asked": asked}))


def ask(database: object, query: str, texts: list[str], rounds: int) -> dict[str, float]:
    """Times, and what was found against what is there."""
    times, found = [], []
    for _ in range(rounds):
        begun = time.perf_counter()
        try:
            found = database.search_messages(query, limit=LIMIT)  # type: ignore[attr-defined]
        except Exception:  # noqa: BLE001 - whatever it raises, nothing was found
            found = []
        times.append(time.perf_counter() - begun)
    right = {number + 1 for number, text in enumerate(texts) if wanted(query, text)}
    ids = {one["id"] for one in found}
    times.sort()
    return {
        "p50": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)],
        "found": len(ids),
        "recall": len(ids & right) / max(1, min(len(right), LIMIT)),
        "precision": len(ids & right) / max(1, len(ids)),
    }


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
