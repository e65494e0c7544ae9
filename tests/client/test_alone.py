"""The client where no daemon is: fast, clear, and with nothing but its two dependencies."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd_client import Client, MemorydError
from memoryd_client.errors import InvalidRequest, NoDaemon


@pytest.mark.parametrize(
    "ask",
    [
        lambda client: client.ping(),
        lambda client: client.read("memory"),
        lambda client: client.add("memory", "x"),
        lambda client: client.batch("memory", [{"action": "add", "content": "x"}]),
        lambda client: client.split("memory"),
    ],
    ids=["ping", "read", "add", "batch", "split"],
)
def test_every_call_says_how_to_start_a_daemon(tmp_path: Path, ask: object) -> None:
    """And is a ConnectionError to those who know no better."""
    with Client(tmp_path) as client, pytest.raises(NoDaemon, match=f"memoryd --home {tmp_path}") as caught:
        ask(client)  # type: ignore[operator]

    assert isinstance(caught.value, ConnectionError)
    assert isinstance(caught.value, MemorydError)


def test_a_wrong_type_is_refused_without_a_daemon(tmp_path: Path) -> None:
    """The field is named."""
    with Client(tmp_path) as client, pytest.raises(InvalidRequest, match="content"):
        client.add("memory", 5)  # type: ignore[arg-type]


def test_importing_the_client_brings_two_dependencies() -> None:
    """Beyond zmq and msgspec it brings itself and the standard library."""
    program = """
import sys, zmq, msgspec
before = set(sys.modules)
import memoryd_client
brought = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(name for name in brought if name not in sys.stdlib_module_names and not name.startswith("_")))
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ended.stdout.split() == ["memoryd_client"]


@pytest.mark.skipif(importlib.util.find_spec("structlog") is not None, reason="the daemon's packages are installed")
@pytest.mark.parametrize("command", ["memoryd", "memoryd.ctl"])
def test_without_the_extra_the_commands_say_what_installs_it(command: str) -> None:
    """Instead of a traceback."""
    ended = subprocess.run([sys.executable, "-m", command], capture_output=True, text=True, check=False)

    assert "pip install 'memoryd[daemon]'" in ended.stderr
    assert "Traceback" not in ended.stderr
