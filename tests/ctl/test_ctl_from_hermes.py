"""Taking over what Hermes was told."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Ctl = Callable[..., Any]

HERMES = """
model: whatever
memory:
  memory_char_limit: 4000
  user_char_limit: "1375"
  write_approval: true
  provider: mem0
"""


def test_it_shows_what_would_change_and_changes_nothing(ctl: Ctl, tmp_path: Path) -> None:
    """Only what differs: the user's limit is the same."""
    (tmp_path / "config.yaml").write_text(HERMES)
    said = ctl("config", "import-hermes", home=tmp_path)

    assert said.code == 0
    assert "- targets.memory.limit = 2200" in said.out
    assert "+ targets.memory.limit = 4000" in said.out
    assert "targets.user.limit" not in said.out
    assert not (tmp_path / "memoryd").exists()


def test_applied_it_stands_in_our_settings_and_the_rest_of_them_stays(ctl: Ctl, tmp_path: Path) -> None:
    """Comments and other settings too; a second time there is nothing to do."""
    (tmp_path / "config.yaml").write_text(HERMES)
    (tmp_path / "memoryd").mkdir(mode=0o700)
    ours = tmp_path / "memoryd" / "config.toml"
    ours.write_text("# mine\n[targets.memory]\nlimit = 99\n\n[log]\nlevel = 'debug'\n")
    first = ctl("--json", "config", "import-hermes", "--apply", home=tmp_path).document
    second = ctl("--json", "config", "import-hermes", "--apply", home=tmp_path).document

    assert [change["name"] for change in first["changes"]] == [
        "targets.memory.limit",
        "approval.write_approval",
        "provider.name",
    ]
    assert second["changes"] == []
    assert ours.read_text().startswith("# mine\n")
    tree = tomllib.loads(ours.read_text())
    assert tree["targets"]["memory"]["limit"] == 4000
    assert (tree["log"]["level"], tree["approval"]["write_approval"], tree["provider"]["name"]) == (
        "debug",
        "on",
        "mem0",
    )


@pytest.mark.parametrize(
    "text",
    [None, "memory: [1, 2]", "memory: {memory_char_limit: many}", "memory: {memory_char_limit: true}", "a: [", "\x00"],
)
def test_what_cannot_be_used_is_refused(ctl: Ctl, tmp_path: Path, text: str | None) -> None:
    """The file is named, and nothing is written."""
    if text is not None:
        (tmp_path / "config.yaml").write_text(text)
    said = ctl("--json", "config", "import-hermes", "--apply", home=tmp_path)

    assert (said.code, said.document["error"]["code"]) == (1, "bad_settings")
    assert "config.yaml" in said.document["error"]["message"]
    assert not (tmp_path / "memoryd").exists()
