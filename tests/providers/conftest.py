"""A daemon with a provider, and waiting for what it does."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import plugins
import pytest

from memoryd.testing import running_daemon
from memoryd_client import Client, Operator
from memoryd_client.messages import ProviderEnable, ProviderList

CONFIG = """
[provider]
name = "recorder"
retry_seconds = 0.05
"""


@pytest.fixture
def start(home: Path) -> Iterator[Callable[..., Client]]:
    """Start a daemon on the home, which has the recorder enabled; again after `stop` of the one before."""
    home.mkdir(exist_ok=True)
    with ExitStack() as stack:

        def begin(config: str = CONFIG, *, enable: str = "recorder") -> Client:
            stack.close()
            stack.enter_context(running_daemon(home, config=config))
            client = stack.enter_context(Client(home, agent="test", timeout=30))
            if enable:
                with Operator(home, timeout=60) as operator:
                    operator.ask(ProviderEnable(name=enable), ProviderList)
            return client

        yield begin


@pytest.fixture
def recorded(home: Path, start: Callable[..., Client]) -> Client:
    """A client of a daemon that has the recorder."""
    plugins.install(home, "recorder")
    return start()
