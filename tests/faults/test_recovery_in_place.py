"""What a kill in the middle of overwriting a file leaves, in every form that the file may have had before."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd.store.syscalls import Disk
from memoryd.testing import running_daemon
from memoryd_client import Client

WRITE_AND_DIE = """
import sys
from fault_disk import Fault, FaultDisk, Point
from memoryd.testing import running_daemon
from memoryd_client import Client
disk = FaultDisk()
config = "[targets.memory]\\nlimit = 10000000"
with running_daemon(sys.argv[1], disk=disk, config=config) as home, Client(home) as client:
    client.read("memory")
    disk.arm(Fault(Point(sys.argv[2], "memory file", 1), sys.argv[3]))
    if sys.argv[4] == "add":
        client.add("memory", "added", request_id="it")
    else:
        client.remove("memory", "to go", request_id="it")
"""

BEFORE = {
    "canonical": "to go\n§\nstays",
    "spaced": "to go\n\n §  \n\nstays\n\n\n",
    "dos": "to go\r\n§\r\nstays\r\n",
    "marked": "\ufeffto go\n§\nstays",
    "doubled": "to go\n§\nstays\n§\nstays",
    "long": "\n§\n".join(["to go", "stays", *(f"entry {number} " + "é" * 200 for number in range(300))]),
}


@pytest.mark.slow
@pytest.mark.parametrize("edit", ["add", "remove"])
@pytest.mark.parametrize("death", ["reserve: kill after", "overwrite: half and kill", "fsync: kill before"])
@pytest.mark.parametrize("form", BEFORE)
def test_a_half_written_file_is_finished_at_the_next_start(home: Path, form: str, death: str, edit: str) -> None:
    """The resend gets its outcome, nothing else in the file changes, and the other name sees the same."""
    path = home / "memories" / "MEMORY.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(BEFORE[form].encode())
    os.link(path, path.with_name("other-name"))
    method, _, kind = death.partition(": ")
    environment = {**os.environ, "PYTHONPATH": ":".join(sys.path), "TMPDIR": str(home.parent)}
    died = subprocess.run(
        [sys.executable, "-c", WRITE_AND_DIE, str(home), method, kind, edit], env=environment, check=False
    )
    assert died.returncode == -signal.SIGKILL
    config = "[targets.memory]\nlimit = 10000000"
    with running_daemon(home, config=config), Client(home) as client:
        if edit == "add":
            assert client.add("memory", "added", request_id="it").changed
        else:
            assert client.remove("memory", "to go", request_id="it").changed
        entries = client.read("memory").entries

    kept = [
        text
        for text in ("to go", "stays", *BEFORE["long"].split("\n§\n")[2:])
        if form == "long" or text in ("to go", "stays")
    ]
    wanted = [*kept, "added"] if edit == "add" else kept[1:]
    assert list(entries) == wanted
    assert path.read_bytes() == path.with_name("other-name").read_bytes()
    assert b"\0" not in path.read_bytes()
    assert {one.name for one in path.parent.iterdir() if "memoryd" in one.name} == set()


class Replacing(Disk):
    """Another program gives the name to its own file, just when ours is overwritten or just after."""

    def __init__(self) -> None:
        self.replace: Callable[[], object] | None = None
        self.method = ""

    def _perhaps(self, method: str) -> None:
        if self.replace is not None and method == self.method:
            replace, self.replace = self.replace, None
            replace()

    def overwrite(self, fd: int, data: bytes) -> None:
        """Then act."""
        super().overwrite(fd, data)
        self._perhaps("overwrite")

    def unlink(self, path: str) -> None:
        """Act, if it is the copy that is dropped after the last check."""
        if path.endswith("-before") and Path(path).exists():
            self._perhaps("unlink")
        super().unlink(path)


@pytest.mark.parametrize("method", ["overwrite", "unlink"])
def test_a_file_that_is_replaced_while_it_is_overwritten(serve: Callable[..., Client], home: Path, method: str) -> None:
    """Whether the edit was acknowledged or refused, the answer is true, and what the other program wrote is there."""
    disk = Replacing()
    path = home / "memories" / "MEMORY.md"
    path.parent.mkdir(parents=True)
    path.write_text("before")
    os.link(path, path.with_name("other-name"))
    client = serve(home, disk=disk)
    client.read("memory")

    def replace() -> None:
        path.with_name("new").write_text("before\n§\nfrom outside")
        path.with_name("new").rename(path)

    disk.replace, disk.method = replace, method
    try:
        client.add("memory", "ours", request_id="ours")
        acknowledged = True
    except OSError:
        acknowledged = False
        assert "ours" not in path.read_text()
    client.add("memory", "next")

    wanted = {"before", "from outside", "next"} | ({"ours"} if acknowledged else set())
    assert set(path.read_text().split("\n§\n")) == wanted
