"""CASES H on real disks: full, read-only, foreign, bind-mounted, without locks, without access times, vanishing."""

import errno
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from disks import MS_BIND, MS_NOATIME, MS_RDONLY, MS_REMOUNT, USER, as_user, fill, home_of, mount, mounted, tmpfs
from memories import held, join, path_of, put, seen
from until import until

from memoryd.store import locks
from memoryd.store.syscalls import Disk
from memoryd.testing import StoppedEarly, running_daemon
from memoryd_client import Client
from memoryd_client.errors import MemorydError, NoSpace, ReadFailed, ReadOnly, WriteFailed

OPEN_AND_CLOSE = """
import sqlite3, sys
open(sys.argv[1], "rb").close()
db = sqlite3.connect(sys.argv[1])
db.execute("SELECT count(*) FROM outcomes").fetchall()
db.close()
"""


def way(client: Client, target: str = "memory") -> str:
    """How a file is written, as the status tells it."""
    return next(one.written_by for one in client.status().files if one.target == target)


def state(client: Client) -> str:
    """Of the memory file, as the status tells it after a look."""
    client.read("memory")
    return next(one.state for one in client.status().files if one.target == "memory")


def entries(home: Path) -> list[str]:
    return held(home).decode().split("\n§\n")


def litter(home: Path) -> list[str]:
    return [path.name for path in (home / "memories").iterdir() if "memoryd" in path.name or path.suffix == ".tmp"]


@pytest.mark.slow
def test_b71_a_bind_mounted_file_is_written_in_place(home: Path, tmp_path: Path) -> None:
    """As containers mount single files; a kill or a restart leaves nothing beside it."""
    (tmp_path / "outside.md").write_text("before")
    put(home, "hidden")
    with mounted(str(tmp_path / "outside.md"), path_of(home), flags=MS_BIND):
        with running_daemon(home), Client(home) as client:
            client.add("memory", "a longer entry")
            client.remove("memory", "before")
            assert way(client) == "in place"
            with path_of(home).open("a") as file:
                file.write("\n§\nfrom outside")
            client.add("memory", "last")
        assert (tmp_path / "outside.md").read_text() == join("a longer entry", "from outside", "last")
        assert litter(home) == []
    assert held(home) == b"hidden"


def test_b71_a_file_that_is_mounted_over_while_we_run(home: Path, tmp_path: Path) -> None:
    """The exchange finds out (EBUSY) and the file is written in place from then on."""
    (tmp_path / "outside.md").write_text("of the mount")
    with running_daemon(home), Client(home) as client:
        client.add("memory", "before")
        assert way(client) == "exchange"
        with mounted(str(tmp_path / "outside.md"), path_of(home), flags=MS_BIND):
            client.add("memory", "after")
            assert way(client) == "in place"
            assert "of the mount" in (tmp_path / "outside.md").read_text()
            assert "after" in (tmp_path / "outside.md").read_text()
    assert litter(home) == []


@pytest.mark.slow
@pytest.mark.parametrize("where", ["memories", "home"])
def test_b77_a_full_disk(home: Path, where: str) -> None:
    """The file stays byte for byte, reads go on; with room again the same edits work, without a restart."""
    disk = home if where == "home" else home / "memories"
    with tmpfs(disk) as full, running_daemon(home, config="[targets.memory]\nlimit = 100000"), Client(home) as client:
        client.add("memory", "before")
        client.add("memory", "to be removed")
        content = held(home)
        filling = fill(full)
        for call in (
            lambda: client.add("memory", "x" * 20_000, request_id="add"),
            lambda: client.remove("memory", "to be removed", request_id="remove"),
        ):
            with pytest.raises(NoSpace):
                call()
            assert held(home) == content
            assert client.read("memory").entries == ("before", "to be removed")
        client.ping()
        assert litter(home) == []
        filling.unlink()

        assert client.add("memory", "x" * 20_000, request_id="add").changed
        assert client.remove("memory", "to be removed", request_id="remove").changed
        assert entries(home) == ["before", "x" * 20_000]


@pytest.mark.slow
def test_b77_a_disk_that_fills_up_in_the_middle_of_a_batch(home: Path) -> None:
    """Every answer is true, at each step towards full and back."""
    config = "[targets.memory]\nlimit = 10000000"
    with tmpfs(home / "memories", "size=256k"), running_daemon(home, config=config), Client(home) as client:
        done, refused = [], []
        for number in range(40):
            text = f"{number:04}" + "y" * 8_000
            try:
                client.add("memory", text)
                done.append(text)
            except NoSpace:
                refused.append(text)

        assert done
        assert refused
        assert entries(home) == done
        assert list(client.read("memory").entries) == done
        client.rewrite("memory", done[:1], client.read("memory").digest)
        assert client.add("memory", refused[0]).changed


@pytest.mark.slow
def test_b77_a_start_on_a_full_disk_is_refused_with_the_reason(home: Path) -> None:
    """The journal cannot be opened there; with room again the next start works."""
    with tmpfs(home) as full:
        with running_daemon(home), Client(home) as client:
            client.add("memory", "before")
        filling = fill(full)
        with pytest.raises(StoppedEarly) as refused, running_daemon(home):
            pass
        assert isinstance(refused.value.__cause__, MemorydError)
        filling.unlink()
        with running_daemon(home), Client(home) as client:
            assert client.add("memory", "after").changed
        assert entries(home) == ["before", "after"]


def test_b74_a_foreign_home_is_not_owned(tmp_path: Path) -> None:
    """Not even by root: what it makes there would lock the owner out. Nothing is left behind."""
    with home_of(USER) as home:
        with pytest.raises(StoppedEarly) as refused, running_daemon(home):
            pass

        assert refused.value.__cause__
        assert refused.value.__cause__.code == "foreign_home"  # type: ignore[attr-defined]
        assert str(USER) in str(refused.value.__cause__)
        assert not (home / "memoryd").exists()


@pytest.mark.slow
@pytest.mark.parametrize("mode", [0o500, 0o555])
def test_b74_a_directory_that_takes_no_files(mode: int) -> None:
    """Edits end in readonly, with path, owner and mode; reads go on; with the permission back the next edit works."""
    with home_of(USER) as home:
        path_of(home).write_text("before")
        os.chown(path_of(home), USER, USER)
        (home / "memories").chmod(mode)
        found = as_user(
            USER,
            home,
            f"""
found["read"] = client.read("memory").entries
found["told"] = code(client.add, "memory", "after", request_id="after")
found["way"] = [one.written_by for one in client.status().files]
(home / "memories").chmod(0o700)
found["again"] = code(client.add, "memory", "after", request_id="after")
client.read("memory")
found["way then"] = [one.written_by for one in client.status().files if one.target == "memory"]
found["mode"] = {mode}
""",
        )

        assert found["read"] == ("before",)
        assert found["told"].startswith("readonly: ")
        assert str(home / "memories") in found["told"]
        assert f"mode {mode:04o}" in found["told"]
        assert f"owner {USER}" in found["told"]
        assert set(found["way"]) == {"read-only"}
        assert found["again"] == "ok"
        assert found["way then"] == ["exchange"]


@pytest.mark.slow
def test_b74_a_directory_that_closes_while_we_run() -> None:
    """Edits end in readonly, reads go on, and it heals by itself."""
    with home_of(USER) as home:
        found = as_user(
            USER,
            home,
            """
client.add("memory", "before")
(home / "memories").chmod(0o500)
found["told"] = code(client.add, "memory", "after", request_id="after")
found["read"] = client.read("memory").entries
(home / "memories").chmod(0)
found["shut"] = code(client.add, "memory", "after", request_id="after")
found["shut read"] = client.read("memory").entries
(home / "memories").chmod(0o700)
found["again"] = code(client.add, "memory", "after", request_id="after")
found["then"] = client.read("memory").entries
""",
        )

        assert found["told"].startswith("readonly: ")
        assert found["read"] == found["shut read"] == ("before",)
        assert found["shut"].split(":")[0] in ("readonly", "read_failed")
        assert found["again"] == "ok"
        assert found["then"] == ("before", "after")


@pytest.mark.slow
def test_b16_a_file_that_may_not_be_read_is_not_empty() -> None:
    """At start and later: the state is read_failed, edits are refused, the file stays byte for byte; it heals."""
    with home_of(USER) as home:
        path_of(home).write_text("before")
        os.chown(path_of(home), USER, USER)
        path_of(home).chmod(0)
        found = as_user(
            USER,
            home,
            """
path = home / "memories" / "MEMORY.md"
found["state"] = client.read("memory").state
found["told"] = code(client.add, "memory", "after")
path.chmod(0o600)
found["healed"] = client.read("memory").entries, client.read("memory").state
path.chmod(0)
found["told again"] = code(client.add, "memory", "after")
path.chmod(0o600)
found["healed again"] = code(client.add, "memory", "after")
""",
        )

        assert found["state"] == "read_failed"
        assert found["told"].startswith("read_failed: ")
        assert found["healed"] == (("before",), "parsed")
        assert found["told again"].startswith("read_failed: ")
        assert found["healed again"] == "ok"
        assert entries(home) == ["before", "after"]


@pytest.mark.slow
def test_b74_a_disk_that_becomes_read_only(home: Path) -> None:
    """As file systems do after an error: edits end in readonly, reads go on, and it heals without a restart."""
    with tmpfs(home / "memories") as disk, running_daemon(home), Client(home) as client:
        client.add("memory", "before")
        with mounted(str(disk), disk, flags=MS_BIND):  # over itself, since what is in use does not become read-only
            mount(str(disk), disk, "", MS_REMOUNT | MS_BIND | MS_RDONLY)
            with pytest.raises(ReadOnly):
                client.add("memory", "after", request_id="after")
            assert client.read("memory").entries == ("before",)
            assert entries(home) == ["before"]

        assert client.add("memory", "after", request_id="after").changed
        assert entries(home) == ["before", "after"]


@pytest.mark.slow
@pytest.mark.parametrize("where", ["memories", "home"])
def test_b74_a_read_only_disk_at_start(home: Path, where: str) -> None:
    """Of the memories alone: reads work and edits are refused. Of the home: the start is refused, with the reason."""
    put(home, "before")
    disk = home if where == "home" else home / "memories"
    with mounted(str(disk), disk, flags=MS_BIND):
        mount(str(disk), disk, "", MS_REMOUNT | MS_BIND | MS_RDONLY)
        if where == "home":
            with pytest.raises(StoppedEarly) as refused, running_daemon(home):
                pass
            assert isinstance(refused.value.__cause__, ReadOnly)
            assert "Read-only" in str(refused.value.__cause__)
            return
        with running_daemon(home), Client(home) as client:
            assert client.read("memory").entries == ("before",)
            with pytest.raises(ReadOnly):
                client.add("memory", "after")
            assert way(client) == "read-only"


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS])
def test_b75_a_file_system_without_locks_is_refused_at_start(
    home: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Ownership would be a guess there; the refusal says what to do."""

    def unsupported(*_: object, **__: object) -> bool:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(locks, "lock_descriptor", unsupported)
    with pytest.raises(StoppedEarly) as refused, running_daemon(home):
        pass

    assert refused.value.__cause__
    assert refused.value.__cause__.code == "no_kernel_lock"  # type: ignore[attr-defined]
    assert "local disk" in str(refused.value.__cause__)
    monkeypatch.undo()
    with running_daemon(home), Client(home) as client:
        client.ping()


def test_b75_that_lock_files_exist_means_nothing(serve: Callable[..., Client], home: Path) -> None:
    """Whoever left them, and whatever pid stands in them."""
    put(home, "before")
    (home / "memoryd").mkdir(mode=0o700)
    for path in (home / "memoryd" / "lock", path_of(home).with_name("MEMORY.md.lock")):
        path.write_text(f"{os.getppid()}\n")
    assert serve(home).add("memory", "after").changed
    assert path_of(home).with_name("MEMORY.md.lock").exists()


@pytest.mark.slow
def test_b76_another_program_that_opens_the_database_takes_nothing_away(client: Client, daemon: Path) -> None:
    """A copy or a look at it by others: the log stays where it is, and every outcome is remembered."""
    database = daemon / "memoryd" / "memoryd.db"
    first = client.add("memory", "one", request_id="one")
    inode = database.with_name("memoryd.db-wal").stat().st_ino
    for _ in range(3):
        subprocess.run([sys.executable, "-c", OPEN_AND_CLOSE, str(database)], check=True)
        client.status()
        client.read("memory")
        assert database.with_name("memoryd.db-wal").stat().st_ino == inode
    client.remove("memory", "one")

    assert client.add("memory", "one", request_id="one") == first
    db = sqlite3.connect(database)
    kept = [row for (body,) in db.execute("SELECT body FROM outcomes") for row in msgspec.msgpack.decode(body)]
    assert [row[1] for row in kept].count("one") == 1
    db.close()
    assert client.status().degraded == ()


@pytest.mark.slow
def test_without_access_times_outside_edits_are_merged_all_the_same(home: Path) -> None:
    """On a mount with noatime nobody knows what was read: everything may have been."""
    with tmpfs(home / "memories", "size=1m", MS_NOATIME), running_daemon(home), Client(home) as client:
        client.add("memory", "one")
        before = held(home).decode()
        client.add("memory", "acknowledged")
        put(home, join(before, "from outside"))
        client.add("memory", "last")

        assert set(entries(home)) == {"one", "acknowledged", "from outside", "last"}


@pytest.mark.parametrize("what", ["directory", "fifo", "socket"])
def test_a_file_that_is_replaced_by_something_else(client: Client, daemon: Path, what: str) -> None:
    """Nothing waits for it and nothing is lost: edits are refused and name it; it heals when it is moved away."""
    client.add("memory", "before")
    path = path_of(daemon)
    other = path.with_name("other")
    {"directory": other.mkdir, "fifo": lambda: os.mkfifo(other), "socket": lambda: os.mknod(other, stat.S_IFSOCK)}[
        what
    ]()
    Disk().exchange(str(other), str(path))  # in one step: a name without a file would be an edit
    with pytest.raises(ReadFailed, match=r"MEMORY\.md is not a regular file"):
        client.add("memory", "after", request_id="after")

    found = client.read("memory")
    assert (found.state, found.entries) == ("read_failed", ("before",))
    assert client.add("user", "works").changed
    Disk().exchange(str(other), str(path))
    assert client.add("memory", "after", request_id="after").changed
    assert entries(daemon) == ["before", "after"]


def test_a_memories_directory_that_vanishes_is_made_again(client: Client, daemon: Path) -> None:
    """Removing it was an edit, of a person; what is added afterwards is there."""
    client.add("memory", "before")
    shutil.rmtree(daemon / "memories")
    seen(client, lambda content: content.entries == ())
    client.add("memory", "after")

    assert entries(daemon) == ["after"]
    assert stat.S_IMODE((daemon / "memories").stat().st_mode) == 0o700
    put(daemon, join("after", "noticed"))
    seen(client, lambda content: content.entries == ("after", "noticed"))


def put_back(daemon: Path) -> bool:
    """Whether the directory has its name again; the daemon may make a new one between the two calls."""
    shutil.rmtree(daemon / "memories", ignore_errors=True)
    try:
        (daemon / "elsewhere").rename(daemon / "memories")
    except OSError:
        return False
    return True


def test_a_memories_directory_that_is_moved_away_and_back(client: Client, daemon: Path) -> None:
    """What it held is there again."""
    client.add("memory", "before")
    (daemon / "memories").rename(daemon / "elsewhere")
    seen(client, lambda content: content.entries == ())
    until(lambda: put_back(daemon))
    seen(client, lambda content: content.entries == ("before",))
    client.add("memory", "after")

    assert entries(daemon) == ["before", "after"]


def test_a_process_that_may_open_no_more_files(home: Path) -> None:
    """Edits that need a descriptor are refused, reads go on; with descriptors again everything works."""
    with running_daemon(home), Client(home) as client:
        client.add("memory", "before")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        used = max(int(name) for name in os.listdir("/proc/self/fd")) + 1
        spare = [os.dup(0) for _ in range(used)]  # every number below the limit is taken
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(spare) + 1, hard))
            with pytest.raises(WriteFailed, match="open files"):
                client.add("memory", "after", request_id="after")
            assert client.read("memory").entries == ("before",)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            for fd in spare:
                os.close(fd)

        assert client.add("memory", "after", request_id="after").changed
        assert entries(home) == ["before", "after"]


@pytest.mark.slow
def test_a_process_that_may_write_only_small_files(home: Path) -> None:
    """The limit on file sizes refuses the edit that would cross it, and nothing else."""
    with running_daemon(home, config="[targets.memory]\nlimit = 10000000"), Client(home) as client:
        client.add("memory", "before")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
        try:
            with pytest.raises(MemorydError) as refused:
                client.add("memory", "word " * 12_500, request_id="after")
            assert refused.value.code in ("write_failed", "store_error", "no_space")
            assert client.read("memory").entries == ("before",)
            assert entries(home) == ["before"]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

        assert client.add("memory", "after").changed


@pytest.mark.slow
@pytest.mark.parametrize("jump", [-90_000.0, 90_000.0])
def test_a_clock_that_jumps_takes_nothing_away(
    client: Client, daemon: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """A day forth or back: deadlines, merges and outcomes are not told in the wall clock's time."""
    real, real_ns = time.time, time.time_ns
    first = client.add("memory", "one", request_id="one")
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    monkeypatch.setattr(time, "time_ns", lambda: real_ns() + int(jump * 1e9))
    client.add("memory", "two")
    put(daemon, join("one", "two", "from outside"))
    client.add("memory", "three")
    client.remove("memory", "one")

    assert client.add("memory", "one", request_id="one") == first
    assert set(entries(daemon)) == {"two", "from outside", "three"}
