"""One client process of ``contention.py``: ``python _writer.py KIND HOME NAME``; told what to do by lines of JSON.

Runs under memoryd's interpreter and under Hermes' own, so it imports nothing but the standard library before it knows
its kind, and nothing from this directory. Each operation starts when the one before was acknowledged (a closed loop).
"""

import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable

UNLIMITED = 10_000_000
ENTRY_CHARS = 100


def entry(name: str, number: int) -> str:
    """An innocent note of `ENTRY_CHARS` characters that no other name or number has."""
    start = f"{name} note {number}: the build of this project needs the staging database, "
    return (start + "and its tests take a while to run on a busy laptop, so be patient.")[:ENTRY_CHARS].strip()


class Memoryd:
    """Through the thin client."""

    def __init__(self, home: str, name: str) -> None:
        from memoryd_client import Client  # noqa: PLC0415 - not there under Hermes' interpreter

        self._client = Client(home, agent=name, timeout=30.0)
        self._client.ping()

    def add(self, text: str) -> None:
        assert self._client.add("memory", text).changed

    def remove(self, text: str) -> None:
        assert self._client.remove("memory", text).effects[0].discarded == text

    def fsync_directory(self, wanted: bool) -> None:  # noqa: FBT001 - one of two interfaces that must be alike
        assert wanted, "memoryd cannot leave it out"


class Hermes:
    """Through Hermes' own store, in this process, as its agents do."""

    def __init__(self, home: str, _name: str) -> None:
        os.environ["HERMES_HOME"] = home
        from tools.memory_tool import MemoryStore  # type: ignore[import-not-found]  # noqa: PLC0415 - only under Hermes' interpreter

        self._store = MemoryStore(memory_char_limit=UNLIMITED, user_char_limit=UNLIMITED)
        self._store.load_from_disk()
        self._replace = os.replace
        self._durable = False
        self._directory_fsyncs = 0

    def add(self, text: str) -> None:
        self._require(self._store.add("memory", text))

    def remove(self, text: str) -> None:
        self._require(self._store.remove("memory", text))

    def fsync_directory(self, wanted: bool) -> None:  # noqa: FBT001
        """Make a write as durable as memoryd's, or leave it as Hermes has it."""
        self._durable = wanted
        os.replace = self._replace_durably if wanted else self._replace  # type: ignore[assignment]

    def _replace_durably(self, source: str, target: str) -> None:
        self._replace(source, target)
        directory = os.open(os.path.dirname(target), os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
        self._directory_fsyncs += 1

    def _require(self, result: dict[str, object]) -> None:
        assert result.get("success"), result
        assert self._directory_fsyncs == self._durable, "Hermes published in another way than this benchmark wraps"
        self._directory_fsyncs = 0


class Writer:
    """Adds entries of its own and removes its oldest."""

    def __init__(self, store: Memoryd | Hermes, new_text: Callable[[int], str]) -> None:
        self._store = store
        self._new_text = new_text
        self._held: deque[str] = deque()
        self._made = 0

    def hold(self, entries: int) -> None:
        """Add or remove until that many of its entries are in the file."""
        while len(self._held) != entries:
            self._step(entries)

    def run(self, start: float, seconds: float, entries: int) -> dict[str, object]:
        """Keep writing from ``start`` on; no operation begins after ``seconds``."""
        took: list[float] = []
        time.sleep(max(0.0, start - time.monotonic()))
        cpu, now = time.process_time(), time.monotonic()
        while now < start + seconds:
            self._step(entries)
            now, began = time.monotonic(), now
            took.append(now - began)
        return {"took": took, "ended": now, "cpu": time.process_time() - cpu, "held": list(self._held)}

    def _step(self, entries: int) -> None:
        if len(self._held) >= entries:
            self._store.remove(self._held[0])
            self._held.popleft()
        else:
            text = self._new_text(self._made)
            self._made += 1
            self._store.add(text)
            self._held.append(text)


def main(kind: str, home: str, name: str) -> None:
    """Obey until the input ends."""
    store: Memoryd | Hermes = Memoryd(home, name) if kind == "memoryd" else Hermes(home, name)
    writer = Writer(store, lambda number: entry(name, number))
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        if "hold" in command:
            writer.hold(command["hold"])
            print(json.dumps("held"), flush=True)
        else:
            store.fsync_directory(command.pop("durable"))
            print(json.dumps(writer.run(**command)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
