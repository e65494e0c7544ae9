"""Files that had the name for a moment only: another program put them there between our look and our exchange."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.store.former import RECENT
from memoryd.store.syscalls import Disk
from memoryd_client import Client


class CrowdedDisk(Disk):
    """Somebody acts just before an exchange."""

    def __init__(self) -> None:
        self.outsider: Callable[[], object] | None = None

    def exchange(self, one: str, other: str) -> None:
        """Let the other go first."""
        if self.outsider is not None:
            outsider, self.outsider = self.outsider, None
            outsider()
        super().exchange(one, other)


@pytest.fixture
def disk() -> CrowdedDisk:
    """The real one, crowded on demand."""
    return CrowdedDisk()


@pytest.fixture
def client(serve: Callable[..., Client], home: Path, disk: CrowdedDisk) -> Client:
    """Of a daemon on that disk."""
    return serve(home, disk=disk)


def save(home: Path, *entries: str) -> None:
    """As an editor does that writes beside the file and renames."""
    path = home / "memories" / "MEMORY.md"
    beside = path.with_suffix(".new")
    beside.write_text("\n§\n".join(entries))
    beside.rename(path)


def test_who_read_a_file_that_was_displaced_at_once_began_from_it(
    client: Client, home: Path, disk: CrowdedDisk
) -> None:
    """And may drop its line: the line goes, and what was acknowledged in that moment stays."""
    client.add("memory", "one")
    disk.outsider = lambda: save(home, "one", "line 1")
    client.add("memory", "two")
    assert set(client.read("memory").entries) == {"one", "line 1", "two"}

    save(home, "one", "line 2")

    assert set(client.read("memory").entries) == {"one", "line 2", "two"}


def test_a_file_that_was_displaced_at_once_is_no_reader_of_the_one_before_it(
    client: Client, home: Path, disk: CrowdedDisk
) -> None:
    """Nobody read the one before, so an edit that lacks its new entry did not delete that."""
    client.add("memory", "one")
    client.add("memory", "old")
    path = home / "memories" / "MEMORY.md"
    before = path.stat().st_atime_ns
    path.read_text()
    if path.stat().st_atime_ns == before:
        pytest.skip("access times tell nothing on this mount")
    client.replace("memory", "old", "new")
    disk.outsider = lambda: save(home, "one", "old", "line 1", "line 2")
    client.add("memory", "two")

    save(home, "one", "line 3")

    assert {"one", "new", "two", "line 3"} <= set(client.read("memory").entries)


@pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="a file cannot be opened a moment after its name was found"
)
def test_who_found_the_name_before_the_exchange_and_opens_the_file_after_it_is_merged(
    client: Client, home: Path
) -> None:
    """Nobody had it open for writing when it lost the name, yet somebody writes it."""
    client.add("memory", "one")
    found = os.open(home / "memories" / "MEMORY.md", os.O_PATH)
    client.add("memory", "two")
    Path(f"/proc/self/fd/{found}").write_text("one\n§\nlate line")
    os.close(found)

    for number in range(RECENT + 2):
        client.add("memory", f"later {number}")

    assert {"one", "two", "later 0", "late line"} <= set(client.read("memory").entries)
