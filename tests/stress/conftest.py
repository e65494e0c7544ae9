"""A world of processes, and the interpreter of a stock Hermes if there is one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A home with a daemon in a process of its own."""
    with World(tmp_path) as one:
        yield one


@pytest.fixture(scope="session")
def hermes_python() -> str:
    """The interpreter of a virtual environment that has hermes-agent."""
    python = os.environ.get("MEMORYD_HERMES_PYTHON", "")
    if not python:
        pytest.skip("MEMORYD_HERMES_PYTHON does not name the interpreter of an environment with hermes-agent==0.19.0")
    return python
