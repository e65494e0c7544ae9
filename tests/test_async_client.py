"""Many calls of coroutines on one connection, with asyncio and uvloop alike."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryd.store.syscalls import Disk
from memoryd.testing import running_daemon
from memoryd_client import AsyncClient, Client
from memoryd_client._link import BURST
from memoryd_client.errors import Conflict, EntryNotFound, InvalidRequest, NoAnswer, RequestIdReused
from memoryd_client.messages import Edited, Proposed

Run = Callable[[Coroutine[object, object, None]], None]
ROOMY = "[targets.memory]\nlimit = 1000000\n"


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a coroutine on an event loop of either kind."""
    factory = None if request.param == "asyncio" else pytest.importorskip("uvloop").new_event_loop

    def start(main: Coroutine[object, object, None]) -> None:
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(main)

    return start


class HeldUpDisk(Disk):
    """fsync waits until it is let go."""

    def __init__(self) -> None:
        self.hold = False
        self.reached = threading.Event()
        self.let_go = threading.Event()

    def fsync(self, fd: int) -> None:
        """Wait, if told to."""
        if self.hold:
            self.reached.set()
            self.let_go.wait(20)
        super().fsync(fd)


@pytest.fixture
def disk(home: Path) -> Iterator[HeldUpDisk]:
    """The disk of a daemon that serves `home`; whatever happens, it goes on in the end."""
    held = HeldUpDisk()
    with running_daemon(home, config=ROOMY, disk=held):
        try:
            yield held
        finally:
            held.let_go.set()


async def held_up(disk: HeldUpDisk) -> None:
    """Return when a commit provably waits for the disk."""
    assert await asyncio.to_thread(disk.reached.wait, 10)


# --- what calls return ------------------------------------------------------------------------------------------------


def test_every_call_does_what_the_blocking_one_does(daemon: Path, client: Client, run: Run) -> None:
    """Each is seen through the other client."""

    async def main() -> None:
        async with AsyncClient(daemon, agent="coroutine") as one:
            await one.ping()
            assert (await one.add("memory", "a fact")).changed
            assert client.read("memory").entries == ("a fact",)
            replaced = await one.replace("memory", "a fact", "another fact")
            assert replaced.effects[0].discarded == "a fact"
            await one.batch("memory", [{"action": "add", "content": "x"}, {"action": "add", "content": "y"}])
            await one.remove("memory", "x")
            content = await one.read("memory")
            assert content == client.read("memory")
            await one.rewrite("memory", [{"id": content.ids[1]}, "new"], content.digest)
            assert (await one.read()).entries == ("y", "new")
            assert (await one.status()).instance == client.status().instance

    run(main())


def test_split_proposes_and_applies(daemon: Path, run: Run) -> None:
    """As the blocking one: two kinds of reply."""
    path = daemon / "memories" / "MEMORY.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"## Part {number}\n{'word ' * 100}\n\n" for number in range(6)))

    async def main() -> None:
        async with AsyncClient(daemon) as one:
            assert isinstance(await one.split("memory"), Proposed)
            assert isinstance(await one.split("memory", apply=True), Edited)
            assert len((await one.read("memory")).entries) == 6

    run(main())


def test_a_refusal_reaches_the_call_it_belongs_to(daemon: Path, run: Run) -> None:
    """Among others that succeed."""

    async def main() -> None:
        async with AsyncClient(daemon) as one:
            ended = await asyncio.gather(
                one.add("memory", "x"),
                one.remove("memory", "not there", request_id="mine"),
                one.add("memory", "y", base_digest="0" * 64),
                one.ping(),
                return_exceptions=True,
            )
            assert isinstance(ended[1], EntryNotFound)
            assert ended[1].request_id == "mine"
            assert isinstance(ended[2], Conflict)
            assert not isinstance(ended[0], Exception)
            assert (await one.read("memory")).entries == ("x",)

    run(main())


# --- many at once -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_five_hundred_calls_at_once_take_effect_in_their_order(home: Path, run: Run) -> None:
    """Each once, over one connection, with reads and pings among them."""

    async def main() -> None:
        async with AsyncClient(home, timeout=20) as one:
            adds = [one.add("memory", f"note {number}") for number in range(500)]
            others = [one.ping() if number % 2 else one.read("memory") for number in range(100)]
            await asyncio.gather(*adds, *others)
            content = await one.read("memory")
            assert content.entries == tuple(f"note {number}" for number in range(500))
            assert (await one.status()).connections == 1

    with running_daemon(home, config=ROOMY):
        run(main())


@pytest.mark.slow
def test_both_clients_work_side_by_side(home: Path, run: Run) -> None:
    """Threads with the blocking one and coroutines lose nothing of each other."""

    def blocking(name: str) -> None:
        with Client(home, timeout=20) as client:
            for number in range(50):
                client.add("memory", f"{name} {number}")

    async def main() -> None:
        async with AsyncClient(home, timeout=20) as one:
            adds = [one.add("memory", f"coroutine {number}") for number in range(100)]
            threads = [asyncio.to_thread(blocking, f"thread {number}") for number in range(2)]
            await asyncio.gather(*adds, *threads)
            entries = (await one.read("memory")).entries
        assert len(entries) == len(set(entries)) == 200
        for name in ("coroutine", "thread 0", "thread 1"):
            own = [entry for entry in entries if entry.startswith(name)]
            assert own == sorted(own, key=lambda entry: int(entry.split()[-1]))

    with running_daemon(home, config=ROOMY):
        run(main())


@pytest.mark.slow
def test_waiting_edits_neither_make_the_daemon_busy_nor_hold_up_reads(home: Path, disk: HeldUpDisk, run: Run) -> None:
    """More edits than a daemon takes from one process wait here; what asks for less goes on."""

    async def main() -> None:
        async with AsyncClient(home, timeout=20) as one:
            await one.add("memory", "durable")
            disk.hold = True
            adds = [asyncio.ensure_future(one.add("memory", f"note {number}")) for number in range(300)]
            await held_up(disk)
            for _ in range(20):
                await one.ping()
                assert (await one.read("memory")).entries == ("durable",)
            assert not any(add.done() for add in adds)
            adds[-1].cancel()
            disk.let_go.set()
            await asyncio.gather(*adds[:-1])
            expected = ("durable", *(f"note {number}" for number in range(299)))
            assert (await one.read("memory")).entries == expected

    run(main())


# --- calls that end early ---------------------------------------------------------------------------------------------


def test_a_cancelled_call_leaves_the_connection_usable(home: Path, disk: HeldUpDisk, run: Run) -> None:
    """Its late reply is nobody's, and its request id tells what became of it."""

    async def main() -> None:
        async with AsyncClient(home, timeout=20) as one:
            await one.add("memory", "first")
            disk.hold = True
            call = asyncio.ensure_future(one.add("memory", "cancelled", request_id="mine"))
            await held_up(disk)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            await one.ping()
            disk.let_go.set()
            await one.add("memory", "after it")
            again = await one.add("memory", "cancelled", request_id="mine")
            assert again.changed
            assert (await one.read("memory")).entries == ("first", "cancelled", "after it")
            assert (await one.status()).connections == 1

    run(main())


def test_a_cancelled_greeting_is_still_everybodys(daemon: Path, run: Run) -> None:
    """The call that began it goes; who waits for it with others is served."""

    async def main() -> None:
        async with AsyncClient(daemon) as one:
            first, second = (asyncio.ensure_future(one.ping()) for _ in range(2))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            first.cancel()
            await second
            assert first.cancelled()
            assert (await one.status()).connections == 1

    run(main())


def test_a_call_within_a_timeout_of_the_callers_own_is_cancelled_like_any_other(
    home: Path, disk: HeldUpDisk, run: Run
) -> None:
    """``asyncio.timeout`` works, and other calls on the connection do not notice."""

    async def main() -> None:
        async with AsyncClient(home, timeout=20) as one:
            await one.ping()
            disk.hold = True
            patient = asyncio.ensure_future(one.add("memory", "patient"))
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await one.add("memory", "impatient")
            disk.let_go.set()
            assert (await patient).changed

    run(main())


@pytest.mark.slow
def test_a_slow_call_does_not_cost_the_others_their_connection(home: Path, disk: HeldUpDisk, run: Run) -> None:
    """It is sent again on the same one as long as others get replies there."""

    async def main() -> None:
        async with AsyncClient(home, timeout=20) as one:
            await one.ping()
            disk.hold = True
            slow = asyncio.ensure_future(one.add("memory", "slow", timeout=1.0))
            while not slow.done():
                await one.ping()
            with pytest.raises(NoAnswer, match=r"sent [234] times"):
                await slow
            assert (await one.status()).connections == 1

    run(main())


@pytest.mark.slow
def test_a_deadline_ends_one_call_and_its_id_settles_the_doubt(home: Path, disk: HeldUpDisk, run: Run) -> None:
    """The edit was being applied, so the daemon could not say that nothing happened."""

    async def main() -> None:
        async with AsyncClient(home, timeout=20) as one:
            disk.hold = True
            longer = asyncio.ensure_future(one.add("memory", "longer"))
            with pytest.raises(NoAnswer, match="it may still happen") as caught:
                await one.add("memory", "shorter", timeout=0.4)
            assert not longer.done()
            disk.let_go.set()
            await longer
            await one.add("memory", "shorter", request_id=caught.value.request_id)
            assert sorted((await one.read("memory")).entries) == ["longer", "shorter"]

    run(main())


def test_closing_ends_the_calls_under_way_and_the_next_one_opens_anew(home: Path, disk: HeldUpDisk, run: Run) -> None:
    """The error has the request id, since the edit may happen all the same."""

    async def main() -> None:
        one = AsyncClient(home, timeout=20)
        await one.ping()
        disk.hold = True
        call = asyncio.ensure_future(one.add("memory", "x", request_id="mine"))
        await held_up(disk)
        await one.close()
        with pytest.raises(NoAnswer, match="the client was closed") as caught:
            await call
        assert caught.value.request_id == "mine"
        disk.let_go.set()
        assert (await one.add("memory", "x", request_id="mine")).changed
        await one.close()
        await one.close()

    run(main())


def test_one_id_at_once_is_one_request(home: Path, disk: HeldUpDisk, run: Run) -> None:
    """Both get its answer; another request under the same id is refused before it is sent."""

    async def main() -> None:
        async with AsyncClient(home, timeout=20) as one:
            await one.ping()
            disk.hold = True
            both = [asyncio.ensure_future(one.add("memory", "x", request_id="mine")) for _ in range(2)]
            await held_up(disk)
            with pytest.raises(RequestIdReused):
                await one.add("memory", "y", request_id="mine")
            disk.let_go.set()
            first, second = await asyncio.gather(*both)
            assert first == second
            assert (await one.read("memory")).entries == ("x",)

    run(main())


@pytest.mark.slow
def test_replies_that_lay_there_while_the_loop_was_held_up_count(daemon: Path, client: Client, run: Run) -> None:
    """Although the deadlines have passed when the loop goes on, and there are more than one look takes in."""

    async def main() -> None:
        async with AsyncClient(daemon, timeout=1.0) as one:
            await one.ping()
            calls = [asyncio.ensure_future(one.read("memory")) for _ in range(3 * BURST)]
            await asyncio.sleep(0)
            ends = time.monotonic() + 1.0
            while time.monotonic() < ends:
                client.ping()
            for call in calls:
                assert (await call).entries == ()

    run(main())


# --- daemons that come and go -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_daemon_that_was_there_is_waited_for(home: Path, run: Run) -> None:
    """Until the deadline; and the next one is greeted without the caller's noticing."""

    async def main() -> None:
        async with AsyncClient(home) as one:
            with running_daemon(home):
                await one.add("memory", "before")
            with pytest.raises(NoAnswer):
                await one.add("memory", "nobody is there", timeout=0.3)
            waiting = asyncio.ensure_future(one.read("memory"))
            await asyncio.sleep(0)
            with running_daemon(home):
                assert (await waiting).entries == ("before",)
            with running_daemon(home):
                assert (await one.add("memory", "after")).changed
                assert (await one.read("memory")).entries == ("before", "after")

    run(main())


@contextmanager
def daemon_process(home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A daemon that can be killed."""
    command = [sys.executable, "-m", "memoryd", "--home", str(home)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout
            assert b"memoryd serves" in process.stdout.readline()
            yield process
        finally:
            process.kill()


@pytest.mark.slow
def test_a_daemon_killed_with_calls_in_flight_loses_none(home: Path, run: Run) -> None:
    """All are sent again to the next daemon, under their ids, and each has one effect."""
    (home / "memoryd").mkdir(parents=True, mode=0o700)
    (home / "memoryd" / "config.toml").write_text(ROOMY)

    async def main() -> None:
        async with AsyncClient(home, timeout=30) as one:
            with daemon_process(home) as process:
                adds = [asyncio.ensure_future(one.add("memory", f"note {number}")) for number in range(300)]
                await adds[20]
                process.kill()
                process.wait()
                assert not all(add.done() for add in adds)
            with daemon_process(home):
                await asyncio.gather(*adds)
                entries = (await one.read("memory")).entries
        assert sorted(entries) == sorted(f"note {number}" for number in range(300))

    run(main())


# --- loops and processes ----------------------------------------------------------------------------------------------


def test_a_client_belongs_to_the_loop_of_its_first_call(daemon: Path) -> None:
    """Another loop is refused in words, until the first one is done with it."""
    one = AsyncClient(daemon)
    with asyncio.Runner() as first, asyncio.Runner() as second:
        first.run(one.ping())
        for call in (one.ping, one.close):
            with pytest.raises(InvalidRequest, match="another event loop"):
                second.run(call())
        first.run(one.ping())
        first.run(one.close())
        second.run(one.ping())
        second.run(one.close())


def test_a_client_outlives_its_loop(daemon: Path, run: Run) -> None:
    """One made for the whole program works in each ``asyncio.run``, also unclosed."""
    one = AsyncClient(daemon)

    async def main() -> None:
        await one.ping()

    run(main())
    run(main())
    asyncio.run(one.close())


FORK = """
import asyncio, os, sys
from memoryd_client import AsyncClient

loop = asyncio.new_event_loop()
client = AsyncClient(sys.argv[1])
loop.run_until_complete(client.add("memory", "before"))
pid = os.fork()
if not pid:
    async def in_child():
        await client.add("memory", "child")
        await client.close()
    asyncio.run(in_child())
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
loop.run_until_complete(client.add("memory", "parent"))
assert loop.run_until_complete(client.status()).connections == 2
loop.run_until_complete(client.close())
loop.close()
"""


@pytest.mark.slow
def test_a_forked_child_opens_a_connection_of_its_own(daemon: Path, client: Client) -> None:
    """And the parent's goes on as if nothing had happened."""
    subprocess.run([sys.executable, "-c", FORK, str(daemon)], check=True, timeout=30)

    assert client.read("memory").entries == ("before", "child", "parent")
