"""Plugins of other people, unmodified, where they are installed: registered, told, and asked.

``MEMORYD_PLUGINS_PYTHON`` names an interpreter that has some of them (``pip install hermes-local-memory ...``).
"""

import hashlib
import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from plugins import eventually

from memoryd_client import Client
from memoryd_client.messages import Outbox, OutboxRows

pytestmark = pytest.mark.slow

PYTHON = os.environ.get("MEMORYD_PLUGINS_PYTHON", "")
DIMENSIONS = 64


def require(module: str) -> None:
    """Skip, with the reason, where a plugin is not installed."""
    if not PYTHON:
        pytest.skip("MEMORYD_PLUGINS_PYTHON names no interpreter that has plugins")
    if subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True, check=False).returncode:
        pytest.skip(f"{module} is not installed for {PYTHON}")


class Model(BaseHTTPRequestHandler):
    """An endpoint as OpenAI's: embeddings by the words of a text, and one fact that a model extracts."""

    def do_POST(self) -> None:
        """Answer."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "embeddings" in self.path:
            texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
            answer: object = {"data": [{"index": place, "embedding": vector(one)} for place, one in enumerate(texts)]}
        else:
            fact = {"text": "User prefers green tea", "category": [], "importance": 0.5, "replacement_intent": False}
            answer = {"choices": [{"message": {"content": json.dumps({"memories": [fact]})}}]}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def vector(text: str) -> list[float]:
    """Texts that share words are near each other."""
    values = [0.01] * DIMENSIONS
    for word in text.lower().split():
        values[int(hashlib.sha256(word.strip(".,?").encode()).hexdigest(), 16) % DIMENSIONS] += 1
    length = sum(value * value for value in values) ** 0.5
    return [value / length for value in values]


@pytest.fixture
def model() -> Iterator[str]:
    """The URL of such an endpoint."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def test_hermes_local_memory(start: Callable[..., Client], home: Path) -> None:
    """A directory plugin without a base class: what one of its tools stored comes back by prefetch."""
    require("hermes_local_memory")
    script = (
        "import pathlib, sys, hermes_local_memory as plugin; "
        "from hermes_local_memory.hermes_plugin import write_plugin_shim; "
        "write_plugin_shim(sys.argv[1], package_root=pathlib.Path(plugin.__file__).parent.parent)"
    )
    subprocess.run([PYTHON, "-c", script, home / "plugins" / "local_memory"], check=True)
    client = start(f"[provider]\nname = 'local_memory'\npython = '{PYTHON}'\n", enable="local_memory")
    session = client.open_session("s1", context="cli")
    assert session.turn_start().provider_block is not None
    eventually(lambda: session.provider_tools().schemas)
    session.provider_call("memory_conclude", {"content": "User prefers green tea"})

    assert "User prefers green tea" in session.prefetch("What tea does the user prefer?", timeout=60).text


def test_hermes_plugin_qdrant_memory(start: Callable[..., Client], home: Path, model: str) -> None:
    """An entry point that is a function: a turn that it was told of is extracted, stored and recalled."""
    require("qdrant_memory, qdrant_client")
    embedding = {"provider": "openai-compatible", "base_url": model, "dimensions": DIMENSIONS, "model": "m"}
    (home / "qdrant-memory.json").write_text(json.dumps({"embedding": embedding}))
    client = start(
        f"[provider]\nname = 'qdrant-memory'\npython = '{PYTHON}'\ninstances = 'shared'\n"
        f"llm_url = '{model}'\nllm_model = 'm'\n",
        enable="qdrant-memory",
    )
    session = client.open_session("s1", context="cli")
    session.turn_end(
        [
            {"role": "user", "content": "Please remember that I prefer green tea."},
            {"role": "assistant", "content": "Noted: you prefer green tea."},
        ]
    )
    eventually(lambda: client.ask(Outbox(), OutboxRows).total == 0, seconds=120)

    def recalled() -> str:
        session.queue_prefetch("What tea does the user prefer?")
        return session.prefetch("What tea does the user prefer?", timeout=30).text

    assert "green tea" in eventually(recalled, seconds=120)
