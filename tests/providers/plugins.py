"""Plugins for tests: each is written into a home as somebody's directory, and behaves as a real one may."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import TypeVar

T = TypeVar("T")

RECORDING = '''
import json, os, sys, threading, time
from agent.memory_provider import MemoryProvider, RecallStatus

HOME = os.environ["HERMES_HOME"]
LOG = os.path.join(HOME, "told.jsonl")
LOCK = threading.Lock()


def note(**entry):
    with LOCK, open(LOG, "a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\\n")


def wish(name):
    """What the test wants now: a file that it makes and removes."""
    return os.path.exists(os.path.join(HOME, "wish-" + name))


class Recorder(MemoryProvider):
    name = "recorder"

    def is_available(self):
        return not wish("unavailable")

    def unavailable_reason(self):
        return "the test says so"

    def initialize(self, session_id, **kwargs):
        if wish("bad-start"):
            raise RuntimeError("database is locked")
        self.session = session_id
        note(call="initialize", session=session_id, pid=os.getpid(), **kwargs)

    def system_prompt_block(self):
        return "The recorder remembers."

    def prefetch(self, query, *, session_id=""):
        note(call="prefetch", query=query, session=session_id)
        while wish("slow-prefetch"):
            time.sleep(0.01)
        path = os.path.join(HOME, "recall.txt")
        return open(path, encoding="utf-8").read() if os.path.exists(path) else "- about " + query

    def queue_prefetch(self, query, *, session_id=""):
        note(call="queue_prefetch", query=query, session=session_id)

    def sync_turn(self, user_content, assistant_content, *, session_id="", messages=None, operation_id=""):
        if wish("raise"):
            raise ConnectionError("backend is down")
        if wish("exit"):
            os._exit(7)
        while wish("hang"):
            time.sleep(0.01)
        note(call="sync_turn", user=user_content, assistant=assistant_content, session=session_id,
             operation=operation_id, instance=self.session, messages=messages)

    def get_tool_schemas(self):
        return [{"name": "recorder_say", "description": "Say it."}, {"name": "memory"}, {"name": "recorder_say"}]

    def handle_tool_call(self, tool_name, args, **kwargs):
        if wish("raise"):
            raise ValueError("no")
        return {"said": args}

    def on_session_end(self, messages):
        note(call="on_session_end", session=self.session, messages=messages)

    def on_session_switch(self, new_session_id, *, parent_session_id="", reset=False, rewound=False, **kwargs):
        note(call="on_session_switch", session=new_session_id, parent=parent_session_id, reset=reset, rewound=rewound)
        self.session = new_session_id

    def on_pre_compress(self, messages):
        if wish("raise"):
            raise ValueError("no checkpoint")
        return "Keep: %d messages" % len(messages)

    def on_memory_write(self, action, target, content, metadata=None):
        note(call="on_memory_write", action=action, target=target, content=content, metadata=metadata)

    def on_delegation(self, task, result, *, child_session_id="", **kwargs):
        note(call="on_delegation", task=task, result=result, child=child_session_id)

    def shutdown(self):
        note(call="shutdown", session=getattr(self, "session", ""))


def register(ctx):
    ctx.register_memory_provider(Recorder())
'''


def install(home: Path, name: str, source: str = RECORDING) -> Path:
    """Write a plugin into a home; returns its directory."""
    directory = home / "plugins" / name
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "__init__.py").write_text(dedent(source), encoding="utf-8")
    return directory


def wish(home: Path, name: str) -> Path:
    """Have the recorder behave in some way, until the file is removed."""
    path = home / f"wish-{name}"
    path.touch()
    return path


def told(home: Path, call: str = "") -> list[dict[str, object]]:
    """What the recorder was told so far."""
    path = home / "told.jsonl"
    if not path.exists():
        return []
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    return [entry for entry in entries if not call or entry["call"] == call]


def eventually(read: Callable[[], T], wanted: Callable[[T], bool] = bool, seconds: float = 60.0) -> T:
    """What ``read`` gives once it is wanted."""
    until = time.monotonic() + seconds
    while not wanted(value := read()):
        assert time.monotonic() < until, f"still {value!r}"
        time.sleep(0.02)
    return value
