"""A daemon to be mistreated."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from victim import Victim


@pytest.fixture
def victim(home: Path) -> Iterator[Callable[..., Victim]]:
    """Starts the daemon, with a limit on its descriptors if need be."""
    with ExitStack() as stack:

        def start(open_files: int = 0) -> Victim:
            one = Victim(home, open_files)
            stack.callback(one.close)
            return one

        yield start
