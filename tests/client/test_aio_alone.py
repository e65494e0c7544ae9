"""The client for coroutines where no daemon is, or one that does not answer."""

import asyncio
import inspect
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryd_client import AsyncClient, Client
from memoryd_client.endpoint import find_home
from memoryd_client.errors import InvalidRequest, NoAnswer, NoDaemon, UnsafeEndpoint

Run = Callable[[Coroutine[object, object, None]], None]


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a coroutine on an event loop of either kind."""
    factory = None if request.param == "asyncio" else pytest.importorskip("uvloop").new_event_loop

    def start(main: Coroutine[object, object, None]) -> None:
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(main)

    return start


@contextmanager
def silent_daemon(home: Path, *, accepts: int) -> Iterator[None]:
    """Somebody listens and never says a word; beyond ``accepts`` connections even connecting would have to wait."""
    place = Path(find_home(home).agent_socket)
    place.parent.mkdir(parents=True, mode=0o700)
    place.parent.parent.chmod(0o700)
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as first:
        listener.bind(str(place))
        listener.listen(accepts)
        first.settimeout(0)
        first.connect(str(place))
        yield


def test_both_clients_have_the_same_calls() -> None:
    """Name by name, argument by argument, but for awaiting them."""
    names = [name for name, _ in inspect.getmembers(Client, inspect.isfunction) if not name.startswith("_")]

    for name in names:
        call = getattr(AsyncClient, name)
        assert inspect.iscoroutinefunction(call) or inspect.isasyncgenfunction(call)
        assert _like(getattr(AsyncClient, name)) == _like(getattr(Client, name))
    assert inspect.signature(AsyncClient) == inspect.signature(Client)


def _like(call: Callable[..., object]) -> str:
    """Its signature; a session of the one is a session of the other."""
    said = str(inspect.signature(call)).replace("AsyncSession", "Session")
    return re.sub(r"AsyncGenerator\[(\S+), None\]", r"Generator[\1, None, None]", said)


def test_every_call_says_how_to_start_a_daemon(tmp_path: Path, run: Run) -> None:
    """All that wait for the same greeting get an error of their own."""

    async def main() -> None:
        async with AsyncClient(tmp_path) as client:
            calls = [client.ping(), client.read("memory"), client.add("memory", "x"), client.split("memory")]
            errors = await asyncio.gather(*calls, *(client.ping() for _ in range(500)), return_exceptions=True)

        assert len({id(error) for error in errors}) == len(errors)
        for error in errors:
            assert isinstance(error, NoDaemon)
            assert isinstance(error, ConnectionError)
            assert f"memoryd --home {tmp_path}" in str(error)

    run(main())


def test_a_wrong_type_is_refused_without_a_daemon(tmp_path: Path, run: Run) -> None:
    """The field is named."""

    async def main() -> None:
        async with AsyncClient(tmp_path) as client:
            with pytest.raises(InvalidRequest, match="content"):
                await client.add("memory", 5)  # type: ignore[arg-type]

    run(main())


def test_an_unsafe_place_is_refused(tmp_path: Path, run: Run) -> None:
    """A directory that others may write in could hold anybody's socket."""
    (tmp_path / "memoryd").mkdir()
    os.chmod(tmp_path / "memoryd", 0o777)  # noqa: S103 - that is the fault

    async def main() -> None:
        async with AsyncClient(tmp_path) as client:
            with pytest.raises(UnsafeEndpoint, match="chmod 700"):
                await client.ping()

    run(main())


@pytest.mark.slow
@pytest.mark.parametrize("accepts", [0, 10], ids=["full", "silent"])
def test_a_daemon_that_does_not_answer_costs_the_deadline_and_holds_nobody_up(
    tmp_path: Path, run: Run, accepts: int
) -> None:
    """The loop goes on meanwhile, and the error says that nothing was sent."""

    async def main() -> None:
        async with AsyncClient(tmp_path, timeout=0.3) as client:
            call = asyncio.ensure_future(client.add("memory", "x"))
            for _ in range(100):
                await asyncio.sleep(0)
            assert not call.done()
            with pytest.raises(NoAnswer, match="was not sent"):
                await call

    with silent_daemon(tmp_path, accepts=accepts):
        run(main())


def test_closing_ends_what_waits_for_a_greeting(tmp_path: Path, run: Run) -> None:
    """With an error, not with a cancellation that nobody asked for."""

    async def main() -> None:
        client = AsyncClient(tmp_path)
        call = asyncio.ensure_future(client.add("memory", "x", request_id="mine"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await client.close()
        with pytest.raises(NoAnswer, match=r"closed; add was not sent") as caught:
            await call
        assert caught.value.request_id == "mine"

    with silent_daemon(tmp_path, accepts=10):
        run(main())


def test_importing_the_client_does_not_import_asyncio() -> None:
    """It would make every command that only uses the blocking client start later."""
    program = "import sys, memoryd_client; memoryd_client.AsyncClient(); print('asyncio' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ended.stdout.strip() == "False"
