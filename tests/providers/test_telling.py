"""What a provider is told: turns, ends, switches, writes, each once, in order, in permitted sessions."""

from pathlib import Path

import plugins
import pytest
from plugins import eventually

from memoryd_client import Client

pytestmark = pytest.mark.slow

TURN = [{"role": "user", "content": "hello there"}, {"role": "assistant", "content": "good day"}]


def test_a_turn_is_told_with_its_session_and_an_id(recorded: Client, home: Path) -> None:
    """Both sides of it, the session that it was born in, and a name by which it is known again."""
    with recorded.open_session("s1", context="cli") as session:
        session.turn_start()
        session.turn_end(TURN)
        (turn,) = eventually(lambda: plugins.told(home, "sync_turn"))

    assert (turn["user"], turn["assistant"], turn["session"]) == ("hello there", "good day", "s1")
    assert turn["operation"]
    assert turn["messages"] == TURN
