"""What the tests of the archive can ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from archive_world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty archive."""
    one = World(tmp_path)
    yield one
    one.close()
