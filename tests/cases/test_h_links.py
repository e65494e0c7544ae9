"""CASES H: links stay what they are, and a file's mode, owner, attributes and other names stay with it."""

import os
import shutil
import stat
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from disks import USER, as_user, home_of
from memories import held, join, path_of, put

from memoryd.testing import running_daemon
from memoryd_client import Client
from memoryd_client.errors import LinkChanged, ReadFailed, WriteFailed


def way(client: Client, target: str = "memory") -> str:
    """How a file is written, as the status tells it."""
    return next(one.written_by for one in client.status().files if one.target == target)


def link(home: Path, leads_to: Path | str) -> Path:
    """MEMORY.md as a symbolic link."""
    path = path_of(home)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(leads_to)
    return path


def names(directory: Path) -> set[str]:
    """What is in a directory, but for what Hermes' lock leaves."""
    return {path.name for path in directory.iterdir() if path.suffix != ".lock"}


@pytest.fixture
def dot(tmp_path: Path) -> Path:
    """Where a person keeps the real files."""
    (tmp_path / "dot").mkdir()
    return tmp_path / "dot"


def test_b70_a_link_is_kept_and_its_target_is_written(serve: Callable[..., Client], home: Path, dot: Path) -> None:
    """The temp file is made beside the target, so that the names can be exchanged; nothing is left there."""
    (dot / "MEMORY.md").write_text("before")
    path = link(home, dot / "MEMORY.md")
    client = serve(home)
    client.add("memory", "after")

    assert os.readlink(path) == str(dot / "MEMORY.md")
    assert (dot / "MEMORY.md").read_text() == join("before", "after")
    assert way(client) == "exchange"
    client.remove("memory", "before")
    assert (dot / "MEMORY.md").read_text() == "after"


def test_b70_a_chain_of_relative_links_is_kept(serve: Callable[..., Client], home: Path, dot: Path) -> None:
    """Each of them."""
    (dot / "real.md").write_text("before")
    (dot / "middle.md").symlink_to("real.md")
    path = link(home, os.path.relpath(dot / "middle.md", path_of(home).parent))
    serve(home).add("memory", "after")

    assert path.is_symlink()
    assert (dot / "middle.md").is_symlink()
    assert (dot / "real.md").read_text() == join("before", "after")


def test_b70_a_dangling_link_becomes_a_file_where_it_leads(serve: Callable[..., Client], home: Path, dot: Path) -> None:
    """It is an empty memory, and the first edit makes the target."""
    path = link(home, dot / "not-yet.md")
    client = serve(home)

    assert client.read("memory").entries == ()
    client.add("memory", "first")
    assert path.is_symlink()
    assert (dot / "not-yet.md").read_text() == "first"
    assert stat.S_IMODE((dot / "not-yet.md").stat().st_mode) == 0o600


def test_b70_a_link_into_a_missing_directory_is_refused_until_it_is_there(
    serve: Callable[..., Client], home: Path, dot: Path
) -> None:
    """Nothing is made up in its place; when somebody makes the directory, the same edit works."""
    link(home, dot / "later" / "MEMORY.md")
    client = serve(home)
    with pytest.raises(WriteFailed, match="later"):
        client.add("memory", "first", request_id="first")

    assert not (dot / "later").exists()
    (dot / "later").mkdir()
    assert client.add("memory", "first", request_id="first").changed
    assert (dot / "later" / "MEMORY.md").read_text() == "first"


def test_b70_a_loop_of_links_is_a_clear_error(serve: Callable[..., Client], home: Path) -> None:
    """Of reading and writing that file, not of the daemon; it heals when the loop is gone."""
    path = link(home, "other")
    (path.parent / "other").symlink_to(path.name)
    client = serve(home)
    with pytest.raises(ReadFailed, match=r"symbolic links.*MEMORY|MEMORY.*symbolic links"):
        client.add("memory", "x")

    assert client.read("memory").state == "read_failed"
    assert client.add("user", "works").changed
    path.unlink()
    assert client.add("memory", "x").changed


@pytest.mark.parametrize("relative", [True, False])
def test_b70_the_memories_directory_may_be_a_link(
    serve: Callable[..., Client], home: Path, dot: Path, *, relative: bool
) -> None:
    """It is kept, and the files stand where it leads."""
    home.mkdir()
    (home / "memories").symlink_to(os.path.relpath(dot, home) if relative else dot)
    client = serve(home)
    client.add("memory", "one")
    put(home, join("one", "from outside"))
    client.add("memory", "two")

    assert (home / "memories").is_symlink()
    assert (dot / "MEMORY.md").read_text() == join("one", "from outside", "two")


@pytest.mark.parametrize("what", ["file", "directory"])
def test_b70_a_link_that_is_changed_is_not_followed(
    serve: Callable[..., Client], home: Path, dot: Path, what: str
) -> None:
    """Reads show the last good copy, edits are refused and name both places; putting it back heals it."""
    first, second = dot / "first", dot / "second"
    for place in (first, second):
        place.mkdir()
        (place / "MEMORY.md").write_text(f"of {place.name}")
    changed = link(home, first / "MEMORY.md") if what == "file" else _link_directory(home, first)
    client = serve(home)
    client.add("memory", "acknowledged")
    changed.unlink()
    changed.symlink_to(second / "MEMORY.md" if what == "file" else second)

    with pytest.raises(LinkChanged, match=r"second.*first"):
        client.add("memory", "to whom?", request_id="to whom?")
    found = client.read("memory")
    assert (found.state, found.entries) == ("link_changed", ("of first", "acknowledged"))
    assert (second / "MEMORY.md").read_text() == "of second"
    changed.unlink()
    changed.symlink_to(first / "MEMORY.md" if what == "file" else first)
    assert client.add("memory", "to whom?", request_id="to whom?").changed
    assert (first / "MEMORY.md").read_text() == join("of first", "acknowledged", "to whom?")


def test_b70_a_restart_accepts_a_link_that_was_changed(home: Path, dot: Path) -> None:
    """Which is what the refusal tells a person to do."""
    (dot / "first.md").write_text("of first")
    (dot / "second.md").write_text("of second")
    path = link(home, dot / "first.md")
    with running_daemon(home), Client(home) as client:
        client.read("memory")
        path.unlink()
        path.symlink_to(dot / "second.md")
    with running_daemon(home), Client(home) as client:
        client.add("memory", "after")

        assert "of second" in (dot / "second.md").read_text()
        assert "after" in (dot / "second.md").read_text()
    assert (dot / "first.md").read_text() == "of first"


def _link_directory(home: Path, leads_to: Path) -> Path:
    home.mkdir(exist_ok=True)
    (home / "memories").symlink_to(leads_to)
    return home / "memories"


def test_b71_a_hard_link_stays_one_file(home: Path, dot: Path) -> None:
    """It is written in place, so the other name has the new content too; the status says so."""
    put(home, "before")
    os.link(path_of(home), dot / "other-name")
    with running_daemon(home), Client(home) as client:
        client.add("memory", "a longer entry than the one before")
        client.remove("memory", "before")

        assert way(client) == "in place"
        assert path_of(home).stat().st_ino == (dot / "other-name").stat().st_ino
        assert held(home).decode() == "a longer entry than the one before"
        client.add("memory", "x")
    assert names(home / "memories") == {"MEMORY.md"}


def test_b71_a_file_that_loses_its_other_name_is_exchanged_again(serve: Callable[..., Client], home: Path) -> None:
    """And the other way round: each look tells the way."""
    put(home, "before")
    other = path_of(home).with_name("other-name")
    client = serve(home)
    client.add("memory", "one")
    os.link(path_of(home), other)
    client.add("memory", "two")
    assert way(client) == "in place"
    assert other.read_text() == join("before", "one", "two")
    other.unlink()
    client.add("memory", "three")

    assert way(client) == "exchange"
    assert held(home).decode() == join("before", "one", "two", "three")


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """A directory on another file system."""
    shared = Path("/dev/shm")
    if not shared.is_dir() or shared.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second file system to write to")
    place = shared / f"memoryd-test-{os.getpid()}"
    place.mkdir()
    yield place
    shutil.rmtree(place)


def test_b71_a_link_to_another_file_system(serve: Callable[..., Client], home: Path, other_disk: Path) -> None:
    """The temp file is made there, so the names can be exchanged; no temp file stays on either."""
    (other_disk / "MEMORY.md").write_text("before")
    path = link(home, other_disk / "MEMORY.md")
    client = serve(home)
    client.add("memory", "after")
    client.add("memory", "later")

    assert path.is_symlink()
    assert (other_disk / "MEMORY.md").read_text() == join("before", "after", "later")
    assert way(client) in ("exchange", "rename")


def test_b71_a_vanished_file_system_does_not_keep_the_daemon_from_starting(home: Path, other_disk: Path) -> None:
    """A link to a directory in memory leads nowhere after a boot; the cycle that was not marked done is settled."""
    place = other_disk / "deep"
    place.mkdir()
    (place / "MEMORY.md").write_text("before")
    link(home, place / "MEMORY.md")
    with running_daemon(home), Client(home) as client:
        client.add("memory", "after")
        shutil.copytree(home / "memoryd", home / "as-it-was", ignore=lambda *_: ["agent", "operator"])
    shutil.rmtree(home / "memoryd")
    (home / "as-it-was").rename(home / "memoryd")  # the state of a moment before the done mark
    shutil.rmtree(place)
    with running_daemon(home), Client(home) as client:
        assert client.read("memory").entries == ()
        assert client.add("user", "works").changed


def test_b72_mode_group_and_attributes_stay(serve: Callable[..., Client], home: Path) -> None:
    """Of a file that others may read, whatever the umask."""
    put(home, "before")
    path = path_of(home)
    path.chmod(0o664)
    gid = _another_group(path)
    attributes = _attributes(path)
    before = os.umask(0o077)
    try:
        client = serve(home)
        client.add("memory", "after")
    finally:
        os.umask(before)

    found = path.stat()
    assert (stat.S_IMODE(found.st_mode), found.st_gid) == (0o664, gid)
    assert {name: os.getxattr(path, name) for name in attributes} == attributes
    assert client.read("memory").notes == ()


def _another_group(path: Path) -> int:
    groups = [12_345] if os.geteuid() == 0 else [gid for gid in os.getgroups() if gid != path.stat().st_gid]
    for gid in groups[:1]:
        os.chown(path, -1, gid)
    return path.stat().st_gid


def _attributes(path: Path) -> dict[str, bytes]:
    """A user attribute and an access list, as far as this file system has them."""
    entries = ((1, 6, 2**32 - 1), (2, 4, 12_346), (4, 6, 2**32 - 1), (16, 6, 2**32 - 1), (32, 4, 2**32 - 1))
    wanted = {
        "user.memoryd.test": b"kept",
        "system.posix_acl_access": struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *one) for one in entries),
    }
    for name, value in list(wanted.items()):
        try:
            os.setxattr(path, name, value)
        except OSError:
            del wanted[name]
    return wanted


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_b72_what_we_make_is_private_whatever_the_umask(serve: Callable[..., Client], home: Path, umask: int) -> None:
    """Files 0600, directories 0700."""
    before = os.umask(umask)
    try:
        client = serve(home)
        client.add("memory", "first")
    finally:
        os.umask(before)

    for path in home.rglob("*"):
        mode = path.lstat().st_mode
        assert stat.S_IMODE(mode) == (0o700 if stat.S_ISDIR(mode) or stat.S_ISSOCK(mode) else 0o600), path


@pytest.mark.slow
def test_b72_what_cannot_be_kept_is_told_and_nobody_else_gets_it() -> None:
    """A group that we may not give away: the bits meant for it do not fall to our own group."""
    with home_of(USER) as home:
        path = home / "memories" / "MEMORY.md"
        path.write_text("before")
        path.chmod(0o660)
        os.chown(path, USER, 777)
        found = as_user(USER, home, "client.add('memory', 'after'); found['notes'] = client.read('memory').notes")

        assert path.read_text() == join("before", "after")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert any("777" in note and "could not be kept" in note for note in found["notes"])
