"""What tests of sessions need: a daemon in its own process, which can be killed and started again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from processes_apart import Killable


@pytest.fixture
def killable(home: Path) -> Iterator[Callable[..., Killable]]:
    """Start a daemon that can be killed."""
    made: list[Killable] = []

    def start(config: str = "") -> Killable:
        made.append(Killable(home, config).start())
        return made[-1]

    yield start
    for one in made:
        one.kill()
