"""CASES A: no lost update, whoever writes and however requests arrive."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memoryd.store.syscalls import Disk
from memoryd_client import Client
from memoryd_client.errors import Conflict, MemorydError, RequestIdReused

WRITE = """
import sys
from memoryd_client import Client
with Client(sys.argv[1], timeout=30) as client:
    for number in range(int(sys.argv[3])):
        client.add("memory", f"w{sys.argv[2]}-{number}")
"""

OPERATIONS: dict[str, Callable[[Client], object]] = {
    "add": lambda client: client.add("memory", "another"),
    "replace": lambda client: client.replace("memory", "fact one", "fact 1"),
    "remove": lambda client: client.remove("memory", "fact one"),
    "batch": lambda client: client.batch("memory", [{"action": "add", "content": "another"}]),
}

EDITS_FROM_OUTSIDE: dict[str, Callable[[Path], object]] = {
    "appended": lambda path: _appended(path, "\n§\nVendor list: 40 lines"),
    "renamed in": lambda path: _renamed_in(path, "fact one\n§\nVendor list: 40 lines"),
    "rewritten in place": lambda path: path.write_text("fact one\n§\nVendor list: 40 lines"),
    "before ours": lambda path: _renamed_in(path, "Vendor list: 40 lines\n§\nfact one"),
}


def _appended(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def _renamed_in(path: Path, text: str) -> None:
    temp = path.with_name("from-outside")
    temp.write_text(text)
    temp.rename(path)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("edit", EDITS_FROM_OUTSIDE)
def test_b01_an_edit_starts_from_the_bytes_on_disk(client: Client, daemon: Path, edit: str, operation: str) -> None:
    """What somebody else wrote since the last read survives every kind of edit."""
    path = daemon / "memories" / "MEMORY.md"
    client.add("memory", "fact one")
    client.read("memory")
    EDITS_FROM_OUTSIDE[edit](path)
    OPERATIONS[operation](client)

    assert "Vendor list: 40 lines" in path.read_text().split("\n§\n")


@pytest.mark.slow
def test_b02_adds_of_many_processes_all_arrive_once(serve: Callable[..., Client], home: Path) -> None:
    """8 processes add 25 entries each at the same moment: 200 entries, each once."""
    client = serve(home, config="[targets.memory]\nlimit = 200000")
    writers = [subprocess.Popen([sys.executable, "-c", WRITE, str(home), str(n), "25"]) for n in range(8)]

    assert [writer.wait(60) for writer in writers] == [0] * 8
    expected = sorted(f"w{writer}-{number}" for writer in range(8) for number in range(25))
    assert sorted((home / "memories" / "MEMORY.md").read_text().split("\n§\n")) == expected
    assert sorted(client.read("memory").entries) == expected


@pytest.mark.slow
@pytest.mark.parametrize("same", ["home", "memories directory"])
def test_b03_a_second_daemon_refuses_to_start(daemon: Path, tmp_path: Path, same: str) -> None:
    """The lock belongs to the memory directory, whatever the path that leads to it."""
    second = tmp_path / "second"
    if same == "home":
        second.symlink_to(daemon)
    else:
        second.mkdir()
        (second / "memories").symlink_to(daemon / "memories")
    environment = {"XDG_RUNTIME_DIR": str(tmp_path), "PATH": ""}
    command = [sys.executable, "-m", "memoryd", "--home", str(second)]
    ended = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=30, env={**_python_path(), **environment}
    )

    assert ended.returncode == 75
    assert "another daemon" in ended.stderr


def _python_path() -> dict[str, str]:
    return {"PYTHONPATH": ":".join(sys.path)}


def test_b05_a_rewrite_of_what_has_changed_is_a_conflict(client: Client) -> None:
    """It comes back with the digest and the entries as they are now, and changes nothing."""
    client.add("memory", "old fact")
    before = client.read("memory")
    client.add("memory", "new fact")

    with pytest.raises(Conflict) as caught:
        client.rewrite("memory", ["old fact, tidied"], before.digest)

    now = client.read("memory")
    assert now.entries == ("old fact", "new fact")
    assert caught.value.details.digest == now.digest
    assert caught.value.details.texts == now.entries


@pytest.mark.parametrize("operation", OPERATIONS)
def test_b05_any_edit_may_name_its_base(client: Client, operation: str) -> None:
    """A stale base digest refuses every kind of edit."""
    stale = client.add("memory", "fact one").digest
    client.add("memory", "meanwhile")
    edits: dict[str, Callable[[], object]] = {
        "add": lambda: client.add("memory", "another", base_digest=stale),
        "replace": lambda: client.replace("memory", "fact one", "fact 1", base_digest=stale),
        "remove": lambda: client.remove("memory", "fact one", base_digest=stale),
        "batch": lambda: client.batch("memory", [{"action": "add", "content": "x"}], base_digest=stale),
    }

    with pytest.raises(Conflict):
        edits[operation]()

    assert client.read("memory").entries == ("fact one", "meanwhile")


def test_b06_simultaneous_equal_adds_leave_one_entry(client: Client) -> None:
    """Whether something is a duplicate is decided where it is written."""
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: client.add("memory", "prefers tabs"), range(16)))

    assert client.read("memory").entries == ("prefers tabs",)
    assert sum(reply.changed for reply in replies) == 1


def test_b06_a_resent_request_gets_its_first_outcome(client: Client) -> None:
    """Of success and of refusal alike, however the memory has changed since."""
    first = client.add("memory", "once", request_id="the-same")
    client.remove("memory", "once")
    with pytest.raises(MemorydError) as refused:
        client.remove("memory", "not yet there", request_id="refused-once")
    client.add("memory", "not yet there")

    assert client.add("memory", "once", request_id="the-same") == first
    with pytest.raises(type(refused.value)):
        client.remove("memory", "not yet there", request_id="refused-once")
    assert client.read("memory").entries == ("not yet there",)


def test_b06_an_outcome_survives_a_restart(serve: Callable[..., Client], home: Path) -> None:
    """The next daemon tells it too."""
    from memoryd.testing import running_daemon  # noqa: PLC0415

    with running_daemon(home), Client(home) as client:
        first = client.add("memory", "once", request_id="the-same")
        client.remove("memory", "once")
    client = serve(home)

    assert client.add("memory", "once", request_id="the-same") == first
    assert client.read("memory").entries == ()


def test_b06_an_id_names_one_request(client: Client) -> None:
    """Another request under the same id is refused, before and after it has an outcome."""
    client.add("memory", "one", request_id="the-same")

    with pytest.raises(RequestIdReused):
        client.add("memory", "two", request_id="the-same")


class InterferingDisk(Disk):
    """Somebody replaces the file between our look and our exchange."""

    def __init__(self) -> None:
        self.interfere: Callable[[str], object] | None = None

    def exchange(self, one: str, other: str) -> None:
        """Let the other go first."""
        if self.interfere is not None:
            interfere, self.interfere = self.interfere, None
            interfere(other)
        super().exchange(one, other)


@pytest.mark.parametrize("edit", EDITS_FROM_OUTSIDE)
def test_b09_a_file_that_changes_under_the_exchange_is_merged(
    serve: Callable[..., Client], home: Path, edit: str
) -> None:
    """Both changes are in the file: the one that was acknowledged and the one from outside."""
    disk = InterferingDisk()
    client = serve(home, disk=disk)
    path = home / "memories" / "MEMORY.md"
    client.add("memory", "fact one")
    done = threading.Event()

    def interfere(_: str) -> None:
        # On a thread of its own: an editor that opens the file for writing waits until the exchange is over.
        editor = threading.Thread(target=lambda: (EDITS_FROM_OUTSIDE[edit](path), done.set()))
        editor.start()
        editor.join(0.2)

    disk.interfere = interfere
    client.add("memory", "acknowledged")

    assert done.wait(10)
    assert set(_settled(path, 3)) == {"fact one", "acknowledged", "Vendor list: 40 lines"}


def _settled(path: Path, count: int) -> list[str]:
    """The entries once there are so many; an edit of a displaced file is taken in when its writer has closed it."""
    for _ in range(1_000):
        entries = path.read_text().split("\n§\n")
        if len(entries) >= count:
            break
        threading.Event().wait(0.01)
    return entries
