"""Where a home and its sockets are: the same for everybody who means the same home."""

import os
from pathlib import Path

import pytest

from memoryd_client.endpoint import MAX_PATH_BYTES, find_home, ipc, require_private
from memoryd_client.errors import InvalidRequest, UnsafeEndpoint


def test_every_spelling_of_a_home_is_one_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Link, trailing slash, detour, relative path and environment lead to the same root."""
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "link"))

    spellings = [real, f"{real}/", tmp_path / "link", f"{tmp_path}/real/../link", "real", None]
    assert {find_home(spelling).root for spelling in spellings} == {str(real)}


def test_without_anything_it_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """~/.hermes; an empty variable is no variable."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for value in ("", None):
        monkeypatch.delenv("HERMES_HOME", raising=False)
        if value is not None:
            monkeypatch.setenv("HERMES_HOME", value)

        assert find_home().root == str(tmp_path / ".hermes")


def test_a_relative_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would mean another home in every directory."""
    monkeypatch.setenv("HERMES_HOME", "here")

    with pytest.raises(InvalidRequest, match="absolute"):
        find_home()


def test_a_home_among_profiles_is_a_profile_of_the_root_above(tmp_path: Path) -> None:
    """Both share the root's socket."""
    home = find_home(tmp_path / "profiles" / "work")

    assert (home.root, home.profile) == (str(tmp_path), "work")
    assert home.agent_socket == find_home(tmp_path).agent_socket


@pytest.mark.parametrize("name", ["d" * 150, "é" * 60, "字" * 40])
def test_a_path_too_long_for_a_socket_is_replaced_by_a_short_one(tmp_path: Path, name: str) -> None:
    """Bytes count; the replacement differs for every root."""
    one, other = find_home(tmp_path / name), find_home(tmp_path / name / "x")

    assert len(os.fsencode(one.agent_socket)) <= MAX_PATH_BYTES
    assert one.agent_socket != other.agent_socket
    with pytest.raises(UnsafeEndpoint, match="bytes"):
        ipc(str(tmp_path / name / "memoryd" / "agent" / "sock"))


def test_a_directory_that_others_control_is_refused(tmp_path: Path) -> None:
    """A link, a file, or a directory in which others may write; one that is missing is fine."""
    ours, link, file = tmp_path / "ours", tmp_path / "link", tmp_path / "file"
    ours.mkdir()
    link.symlink_to(ours)
    file.touch()

    require_private(str(tmp_path / "missing"))
    require_private(str(ours))
    for path in (link, file):
        with pytest.raises(UnsafeEndpoint):
            require_private(str(path))
    ours.chmod(0o770)
    with pytest.raises(UnsafeEndpoint, match="0770"):
        require_private(str(ours))
