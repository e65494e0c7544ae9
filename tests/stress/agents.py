"""Processes that use one memory at once: agents, a stock Hermes, outsiders. Run as ``python agents.py ROLE ...``."""

import os
import random
import select
import sys
import time
from pathlib import Path

from ledger import Ledger
from outsiders import DELIMITER, buffers, person


def dismissed(wait: float = 0.0) -> bool:
    """Whether the parent has closed our input."""
    return bool(select.select([sys.stdin], [], [], wait)[0])


def agent(home: str, name: str, ledger_dir: str, operations: int, keep: int, pause: float = 0.0) -> None:
    """Adds entries and removes its own oldest ones, through memoryd; settles every doubt by asking again."""
    from memoryd_client import Client, MemorydError  # noqa: PLC0415 - each role imports what it uses

    ledger = Ledger(Path(ledger_dir, f"{name}.ledger"))
    own: list[str] = []
    with Client(home, agent=name, timeout=20.0) as client:
        client.ping()
        print("ready", flush=True)
        sys.stdin.readline()
        for number in range(operations):
            if dismissed(2 * pause * random.random()):  # noqa: S311 - jitter
                return
            removing = len(own) >= keep
            text = own[0] if removing else f"{name} note {number}."
            request_id = f"{name}-{os.getpid()}-{number}"
            began = time.monotonic()
            while True:
                try:
                    if removing:
                        client.remove("memory", text, request_id=request_id)
                    else:
                        client.add("memory", text, request_id=request_id)
                    break
                except MemorydError as error:
                    if error.code == "entry_not_found":
                        ledger.noted("missing", text)
                        break
                    if error.code not in ("no_answer", "expired", "busy", "no_daemon"):
                        raise
                    if error.code != "no_answer":
                        time.sleep(0.01)
            ledger.acknowledged("remove" if removing else "add", text, began)
            if removing:
                own.pop(0)
            else:
                own.append(text)


def hermes(home: str, name: str, ledger_dir: str, operations: int, keep: int) -> None:
    """The same through a stock Hermes' own store, in its own environment."""
    os.environ["HERMES_HOME"] = home
    from tools.memory_tool import MemoryStore  # noqa: PLC0415

    ledger = Ledger(Path(ledger_dir, f"{name}.ledger"))
    store = MemoryStore(memory_char_limit=10_000_000, user_char_limit=10_000_000)
    store.load_from_disk()
    own: list[str] = []
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(operations):
        began = time.monotonic()
        if len(own) >= keep:
            result = store.remove("memory", own[0])
            if result.get("success"):
                ledger.acknowledged("remove", own.pop(0), began)
        else:
            text = f"{name} note {number}."
            result = store.add("memory", text)
            if result.get("success"):
                ledger.acknowledged("add", text, began)
                own.append(text)
        if not result.get("success"):
            print("hermes refused:", str(result)[:200], file=sys.stderr, flush=True)
            if own and "No entry matched" in str(result):  # outsiders destroyed it between them
                ledger.noted("destroyed", own.pop(0))
        store.reset_consolidation_failures()  # each edit is a turn of its own


def editor(home: str, name: str, ledger_dir: str, pause: float) -> None:
    """Saves by rename what it has just read plus one line, until its input ends."""
    ledger = Ledger(Path(ledger_dir, f"{name}.ledger"))
    path = Path(home, "memories", "MEMORY.md")
    temp = path.with_name(f".{name}.swp")
    print("ready", flush=True)
    sys.stdin.readline()
    number = 0
    while not dismissed(pause * random.random() * 2):  # noqa: S311 - jitter
        began = time.monotonic()
        before = path.read_text() if path.exists() else ""
        line = f"{name} line {number}."
        temp.write_text(before + (DELIMITER if before else "") + line)
        temp.rename(path)
        ledger.acknowledged("add", line, began)
        number += 1


if __name__ == "__main__":
    role, *arguments = sys.argv[1:]
    if role == "editor":
        editor(*arguments[:3], float(arguments[3]))
    elif role in ("buffers", "person"):
        print("ready", flush=True)
        sys.stdin.readline()
        {"buffers": buffers, "person": person}[role](*arguments, dismissed)
    elif role == "agent":
        agent(*arguments[:3], int(arguments[3]), int(arguments[4]), *map(float, arguments[5:]))
    else:
        hermes(*arguments[:3], int(arguments[3]), int(arguments[4]))
