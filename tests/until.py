"""Waiting for something that another process or thread will do."""

import time
from collections.abc import Callable

PATIENCE = 60.0


def until(holds: Callable[[], bool]) -> None:
    """Wait until it holds; a minute is for machines that do much else."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.01)
