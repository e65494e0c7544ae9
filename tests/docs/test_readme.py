"""The README is the first thing that a person tries; what it shows works."""

import os
import re
import subprocess
import sys
from pathlib import Path

from markdown_tables import ROOT

from memoryd_client import Client

README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE, SESSION = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_example_runs(daemon: Path) -> None:
    """The example, run by a fresh interpreter on a served home, remembers, corrects, reads, and is refused."""
    environment = os.environ | {"HERMES_HOME": str(daemon)}
    ran = subprocess.run([sys.executable, "-c", EXAMPLE], env=environment, capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[0] == "('The staging database is called db-stage-3.',) 42 of 2200 characters"
    assert ran.stdout.splitlines()[1].startswith("entry_not_found - ")
    with Client(daemon) as client:
        assert client.read("user").entries == ("Prefers short answers.",)


def test_the_example_of_a_session_runs(daemon: Path) -> None:
    """What it remembers is in the next session's block."""
    environment = os.environ | {"HERMES_HOME": str(daemon)}
    script = f"from memoryd_client import Client\n{SESSION}"
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stderr) == (0, "")
    with Client(daemon) as client:
        assert "Deploys happen on Tuesdays." in client.open_session("chat-18", context="cli").block


def test_the_example_is_short_and_stands_as_a_file_too() -> None:
    """The example has 12 lines, and `examples/quickstart.py` is the same code."""
    code = (ROOT / "examples" / "quickstart.py").read_text(encoding="utf-8")

    assert len(EXAMPLE.splitlines()) == 12
    assert code.partition('"""\n\n')[2] == EXAMPLE


def test_the_readme_is_short() -> None:
    """The README has at most 150 lines."""
    assert len(README.splitlines()) <= 150
