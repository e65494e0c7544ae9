"""Which providers there are and which may run: an operator's act, bound to their very files."""

from collections.abc import Callable
from pathlib import Path

import plugins
import pytest
from daemons import Daemon
from plugins import eventually

from memoryd_client import Client, Operator
from memoryd_client.errors import NotEnabled, UnknownProvider
from memoryd_client.messages import (
    Outbox,
    OutboxRows,
    ProviderCheck,
    ProviderDisable,
    ProviderEnable,
    ProviderList,
    ProviderReport,
    Providers,
    ProviderUse,
    Request,
)

pytestmark = pytest.mark.slow


def operated(home: Path, request: Request) -> ProviderList:
    """What an operator asked for."""
    with Operator(home, timeout=60) as operator:
        return operator.ask(request, ProviderList)


def test_a_plugin_is_not_loaded_before_it_is_enabled(start: Callable[..., Client], home: Path) -> None:
    """Nothing of it runs, and the reason is told."""
    plugins.install(
        home, "recorder", 'import os; open(os.environ["HERMES_HOME"] + "/ran", "w"); ' + "MemoryProvider = 1"
    )
    report = start(enable="").ask(ProviderCheck(), ProviderReport, timeout=60)

    assert "was not enabled" in report.status.reason
    assert not (home / "ran").exists()


def test_a_changed_plugin_is_not_loaded(start: Callable[..., Client], home: Path) -> None:
    """What was queued for it waits, until an operator enables what is there now."""
    directory = plugins.install(home, "recorder")
    client = start()
    assert client.ask(ProviderCheck(), ProviderReport, timeout=60).is_available
    (directory / "more.py").write_text("x = 1")
    client = start(enable="")
    client.open_session("s1", context="cli").turn_end(
        [{"role": "user", "content": "a question"}, {"role": "assistant", "content": "an answer"}]
    )
    report = client.ask(ProviderCheck(), ProviderReport, timeout=60)
    (entry,) = client.ask(Providers(), ProviderList, timeout=60).found

    assert "has changed since" in report.status.reason
    assert "have changed" in entry.problem
    assert plugins.told(home, "sync_turn") == []
    operated(home, ProviderEnable(name="recorder"))
    eventually(lambda: client.ask(Outbox(), OutboxRows).total == 0)
    assert len(plugins.told(home, "sync_turn")) == 1


def test_compiled_files_beside_a_plugin_are_neither_read_nor_pinned(start: Callable[..., Client], home: Path) -> None:
    """They could hold anything, and say that they are of this source."""
    directory = plugins.install(home, "recorder")
    client = start()
    (directory / "__pycache__").mkdir()
    (directory / "__pycache__" / "__init__.cpython-311.pyc").write_bytes(b"anything")

    assert client.ask(ProviderCheck(), ProviderReport, timeout=60).is_available


def test_a_disabled_provider_ends(recorded: Client, home: Path) -> None:
    """Its process, too."""
    assert recorded.ask(ProviderCheck(), ProviderReport, timeout=60).is_available
    operated(home, ProviderDisable(name="recorder"))

    assert "was not enabled" in recorded.ask(ProviderCheck(), ProviderReport, timeout=60).status.reason


@pytest.mark.parametrize("name", ["nobody", "../recorder", ""])
def test_an_unknown_provider_is_refused_with_those_there_are(recorded: Client, home: Path, name: str) -> None:
    """By name."""
    assert recorded.ping()
    with pytest.raises(UnknownProvider, match="recorder"):
        operated(home, ProviderEnable(name=name))


def test_choosing_a_provider_is_written_down_and_takes_effect(home: Path) -> None:
    """One is used at a time: the next takes the place of the one before, whose events stay its own."""
    plugins.install(home, "recorder")
    plugins.install(home, "second", plugins.RECORDING.replace('"recorder"', '"second"'))
    own = "# mine\n[targets.memory]\nlimit = 999 # keep\n"
    with Daemon(home, own), Client(home, timeout=60) as client:
        with pytest.raises(NotEnabled, match="enable"):
            operated(home, ProviderUse(name="second"))
        for name in ("recorder", "second"):
            operated(home, ProviderEnable(name=name))
            operated(home, ProviderUse(name=name))
            report = client.ask(ProviderCheck(), ProviderReport)
            assert (report.status.name, report.is_available) == (name, True)
        operated(home, ProviderUse(name=""))
        assert client.ask(Providers(), ProviderList).used == ()
    config = (home / "memoryd" / "config.toml").read_text()

    assert config == own + '\n[provider]\nname = ""\n'


def test_a_plugin_sees_no_more_of_the_environment_than_it_may(
    start: Callable[..., Client], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the settings name, from the daemon's environment or the home's .env, and what every process needs."""
    source = plugins.RECORDING.replace('"The recorder remembers."', "repr(sorted(os.environ.items()))")
    plugins.install(home, "recorder", source)
    (home / ".env").write_text("RECORDER_TOKEN='from the file'\nOTHER_SECRET=hidden\n")
    monkeypatch.setenv("RECORDER_URL", "from the daemon")
    monkeypatch.setenv("ANOTHER_SECRET", "hidden")
    client = start("[provider]\nname = 'recorder'\nenvironment = ['RECORDER_*']\n")
    shown = client.open_session("s1", context="cli").turn_start().provider_block

    assert "from the file" in shown
    assert "from the daemon" in shown
    assert "PATH" in shown
    assert "hidden" not in shown
