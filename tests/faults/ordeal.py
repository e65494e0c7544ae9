"""One edit, one fault: what the caller is told, what the file holds, and whether all is well afterwards.

Each ordeal has a process of its own, since some of them end it. The process tells what it sees as it goes, and a
second daemon, on the same home, tells the rest.
"""

import contextlib
import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

from fault_disk import CHANGING, POSSIBLE, Fault, FaultDisk, Point

from memoryd.testing import running_daemon
from memoryd_client import Client
from memoryd_client.errors import MemorydError

EDIT, SETTLED, NEXT, LATER = "the edit", "what was there", "the next edit", "after a restart"
SECONDS = 2.0
UNDONE = {"write_failed", "no_space", "readonly", "read_failed", "store_error", "locked_elsewhere"}

UNTELLABLE = {("fstat", "temp file"), ("fstat", "memory file"), ("stat", "temp file")}
"""Calls that do not fail while the file system lives. The daemon ends, and the next one learns what happened."""

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["ordeal"])


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way of publishing: what is there before the daemon starts, what happens before the edit, and its target."""

    name: str
    planted: Callable[[Path], object]
    begun: Callable[[Client], object]
    together: bool = False


def _plant_shared(home: Path) -> None:
    _plant(home)
    os.link(_path(home), home / "memories" / "other-name")


def _plant(home: Path) -> None:
    path = _path(home)
    path.parent.mkdir(parents=True)
    path.write_text(SETTLED)


SCENARIOS = {
    one.name: one
    for one in (
        Scenario("exchange", _plant, lambda client: client.read("memory")),
        Scenario("new file", lambda _: None, lambda client: client.read("memory")),
        Scenario("in place", _plant_shared, lambda client: client.read("memory")),
        Scenario("two files", _plant, lambda client: client.add("user", SETTLED), together=True),
    )
}


@dataclass(slots=True)
class Observed:
    """What happened; codes are "ok" or the code of the error.

    Attributes:
        scenario, fault: What was done.
        reached: Whether the fault's point was reached.
        told: What the caller got.
        holds: The texts that the file held then.
        read: What a read got then.
        resent: What the same request got when the fault was gone.
        next: What the next edit got, without a restart.
        other: What an edit of another file in the same cycle got.
        ended: Why the daemon ended, if it did.
        finally_told, finally_holds, litter: After a restart: the resend, the texts, files that nobody needs.
    """

    scenario: str
    fault: Fault
    reached: bool = True
    told: str = ""
    holds: list[str] | None = None
    read: str = ""
    resent: str = ""
    next: str = ""
    other: str = ""
    ended: str = ""
    finally_told: str = ""
    finally_holds: list[str] = field(default_factory=list)
    litter: list[str] = field(default_factory=list)

    @property
    def is_old_or_new(self) -> bool:
        """Whether the file held one of the two, and nothing else."""
        old = [] if self.scenario == "new file" else [SETTLED]
        return self.holds in (old, [*old, EDIT])

    def complaints(self) -> list[str]:
        """What is not as it was promised."""
        happened = EDIT in (self.holds or ())
        may_end = self.fault.is_kill or self.fault.point[:2] in UNTELLABLE
        wrong = {
            "told ok, but it did not happen": self.told == "ok" and not happened,
            "told that nothing happened, but it did": self.told in UNDONE and happened,
            "told applied_not_durable, but it is not there": self.told == "applied_not_durable" and not happened,
            "lost what was there": not self.is_old_or_new and not (self.fault.is_kill and self.scenario == "in place"),
            f"reading got {self.read}": bool(self.read) and self.read != "ok" and not may_end,
            f"the resend got {self.resent}": bool(self.resent) and self.resent not in ("ok", "applied_not_durable"),
            f"the next edit got {self.next}": bool(self.next) and self.next != "ok",
            f"the daemon ended: {self.ended}": bool(self.ended) and not may_end,
            f"after a restart the resend got {self.finally_told}": self.finally_told
            not in ("ok", "applied_not_durable"),
            f"in the end the file holds {self.finally_holds}": not _is_complete(self),
            f"litter: {self.litter}": bool(self.litter),
        }
        return [f"{self.fault.point}, {self.fault}: {sentence}" for sentence, is_so in wrong.items() if is_so]


def _is_complete(seen: Observed) -> bool:
    wanted = (
        {EDIT, LATER} | ({SETTLED} if seen.scenario != "new file" else set()) | ({NEXT} if seen.next == "ok" else set())
    )
    return sorted(seen.finally_holds) == sorted(wanted)


def observe(scenario: str, fault: Fault) -> Observed:
    """Let it happen, and look."""
    seen = Observed(scenario, fault)
    with tempfile.TemporaryDirectory(prefix="memoryd-fault-") as root:
        home = Path(root) / "home"
        for name, value in _in_a_process(home, scenario, fault):
            if name != "points":
                setattr(seen, name, value)
        seen.told = seen.told or "no_answer"
        seen.holds = _texts(home) if seen.holds is None else seen.holds
        with running_daemon(home), Client(home) as client:
            seen.finally_told = _attempt(client, EDIT, "the-edit")
            _attempt(client, LATER, "later")
        seen.finally_holds = _texts(home)
        seen.litter = _litter(home)
    return seen


@lru_cache
def points(scenario: str) -> tuple[Point, ...]:
    """Every call that the edit makes, in order; found out by letting it happen."""
    with tempfile.TemporaryDirectory(prefix="memoryd-fault-") as root:
        told = dict(_in_a_process(Path(root) / "home", scenario, None))
    made: list[Point] = told["points"]  # type: ignore[assignment]
    end = max(place for place, point in enumerate(made) if point[:2] == ("fsync", "directory"))
    # After it the answer leaves; what was displaced is removed while nobody waits, and idle looks are no publication.
    found = dict.fromkeys(made[: end + 1] + [point for point in made[end:] if point.method in ("close", "unlink")])
    if SCENARIOS[scenario].together:
        del found[Point("fsync", "directory", 1)]  # of the cycle that was held up
    return tuple(point for point in found if "USER" not in point.what)


@lru_cache
def observations(scenario: str, method: str) -> tuple[Observed, ...]:
    """Every fault that this call can have, at each of its points."""
    wanted = [fault for point in points(scenario) if point.method == method for fault in faults(point)]
    with ThreadPoolExecutor(4) as pool:  # most of the time each of them waits for a process or a disk
        return tuple(pool.map(lambda fault: observe(scenario, fault), wanted))


def faults(point: Point) -> list[Fault]:
    """What may happen at a point."""
    found = [Fault(point, "errno", code) for code in POSSIBLE.get(point.method, ())]
    if point.method in ("write", "overwrite"):
        found += [Fault(point, "half", code) for code in POSSIBLE.get(point.method, ())] + [
            Fault(point, "half and kill")
        ]
    if point.method in CHANGING:
        found += [Fault(point, "kill before"), Fault(point, "kill after")]
    return found


def _in_a_process(home: Path, scenario: str, fault: Fault | None) -> list[tuple[str, object]]:
    ours, theirs = _processes.Pipe(duplex=False)
    process = _processes.Process(target=_undergo, args=(theirs, home, scenario, fault))
    process.start()
    theirs.close()
    told = []
    with contextlib.suppress(EOFError), ours:
        while ours.poll(60):
            told.append(ours.recv())
    process.join(60)
    process.close()
    return told


def _undergo(tell: Connection, home: Path, scenario: str, fault: Fault | None) -> None:
    """In the process: everything up to the end of the first daemon."""
    tempfile.tempdir = str(home.parent)  # a process that is killed cleans nothing up
    disk, how = FaultDisk(), SCENARIOS[scenario]
    how.planted(home)
    try:
        with running_daemon(home, disk=disk), Client(home, timeout=SECONDS) as client:
            how.begun(client)
            _quiet(home, client)
            if how.together:
                told, other = _together(home, client, disk, fault)
                tell.send(("other", other))
            else:
                disk.arm(fault)
                told = _attempt(client, EDIT, "the-edit")
            tell.send(("told", told))
            tell.send(("holds", _texts(home)))
            tell.send(("read", _read(client)))
            client.ping()  # a daemon that ended answers nothing: that ends the ordeal
            _quiet(home, client, fault is None)
            tell.send(("points", list(disk.points)))
            _until(lambda: disk.was_hit or fault is None, client)
            tell.send(("reached", disk.disarm()))
            tell.send(("resent", _attempt(client, EDIT, "the-edit")))
            tell.send(("next", _attempt(client, NEXT, "next")))
    except BaseException as error:  # noqa: BLE001 - told to the parent
        tell.send(("ended", repr(error)))
    os._exit(0)  # a daemon that ended badly has left threads and descriptors behind


def _together(home: Path, client: Client, disk: FaultDisk, fault: Fault | None) -> tuple[str, str]:
    """The edit, and one of the other file, in one cycle: both wait for one that is held up."""
    held, go = threading.Event(), threading.Event()
    real = disk.fsync

    def hold(fd: int) -> None:
        if not held.is_set():
            held.set()
            go.wait(20)
            disk.arm(fault)
        else:
            real(fd)

    disk.fsync = hold  # type: ignore[method-assign]
    told: dict[str, str] = {}

    def ask(target: str, text: str, name: str) -> None:
        with Client(home, timeout=SECONDS) as other:
            other.ping()
            # An id that the caller gives may be a resend, and is looked up first; this one is new, and goes at once.
            other._ids = SimpleNamespace(new=lambda: name)  # type: ignore[assignment]
            told[name] = _attempt(other, text, "", target)

    first = threading.Thread(target=ask, args=("user", "first", "first"))
    first.start()
    held.wait(20)
    rest = [threading.Thread(target=ask, args=one) for one in (("memory", EDIT, "the-edit"), ("user", EDIT, "other"))]
    for thread in rest:
        thread.start()
    until = time.monotonic() + 20
    while client.status().in_flight < 3 and time.monotonic() < until:
        pass
    go.set()
    for thread in (first, *rest):
        thread.join()
    return told["the-edit"], told["other"]


def _attempt(client: Client, text: str, request_id: str, target: str = "memory") -> str:
    try:
        client.add(target, text, **({"request_id": request_id} if request_id else {}))
    except MemorydError as error:
        return error.code
    return "ok"


def _read(client: Client) -> str:
    try:
        found = client.read("memory")
    except MemorydError as error:
        return error.code
    return "ok" if set(found.entries) <= {SETTLED, EDIT} else str(found.entries)


def _quiet(home: Path, client: Client, wanted: bool = True) -> None:  # noqa: FBT001, FBT002
    """Until nothing is left of the edits before."""
    _until(lambda: not (wanted and _litter(home)), client)
    with contextlib.suppress(MemorydError):
        client.remove("memory", "no such entry")  # what was posted to the committer before is done


def _until(is_so: Callable[[], bool], client: Client) -> None:
    """What is removed when nobody waits for it takes a moment."""
    until = time.monotonic() + 10
    while not is_so() and time.monotonic() < until:
        client.ping()


def _path(home: Path) -> Path:
    return home / "memories" / "MEMORY.md"


def _texts(home: Path) -> list[str]:
    with contextlib.suppress(FileNotFoundError):
        return [text for text in _path(home).read_text(errors="replace").split("\n§\n") if text]
    return []


def _litter(home: Path) -> list[str]:
    known = {"MEMORY.md", "USER.md", "MEMORY.md.lock", "USER.md.lock", "other-name"}
    with contextlib.suppress(FileNotFoundError):
        return sorted({path.name for path in (home / "memories").iterdir()} - known)
    return []
