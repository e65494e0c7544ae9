"""Many processes on one memory: nothing acknowledged is lost, by anybody, whatever is killed."""

import random
import time

import pytest
from world import World

pytestmark = pytest.mark.slow


def assert_nothing_lost(world: World, at_least: int) -> None:
    operations, lost, came_back, twice = world.verdict()

    assert operations >= at_least
    assert not lost
    assert not came_back
    assert not twice
    assert not world.litter()


@pytest.mark.parametrize("run", range(3))
def test_sixteen_agents_beside_a_stock_hermes(world: World, hermes_python: str, run: int) -> None:
    """Agents through memoryd and a Hermes through its own store lose nothing of each other."""
    agents = [world.spawn("agent", f"agent{number}", 200, 10) for number in range(16)]
    hermes = world.spawn("hermes", "hermes", 200, 10, python=hermes_python)
    world.go()
    world.finish(*agents, hermes)

    assert_nothing_lost(world, 16 * 200 + 100)


@pytest.mark.parametrize("run", range(3))
def test_sixteen_agents_beside_an_editor(world: World, run: int) -> None:
    """An editor that saves by rename what it has just read plus a line loses nothing and destroys nothing."""
    agents = [world.spawn("agent", f"agent{number}", 200, 10) for number in range(16)]
    world.spawn("editor", "editor", 0.01)
    world.go()
    world.finish(*agents)

    assert_nothing_lost(world, 16 * 200 + 10)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("with_editor", [False, True], ids=["alone", "beside an editor"])
def test_fifty_kills_under_eight_writers(world: World, *, with_editor: bool) -> None:
    """The daemon is killed again and again; every call ends, and the file parses after each kill."""
    agents = [world.spawn("agent", f"agent{number}", 10_000, 10) for number in range(8)]
    if with_editor:
        world.spawn("editor", "editor", 0.02)
    world.go()
    for _ in range(50):
        time.sleep(random.random() * 0.2)  # noqa: S311 - a moment that nobody chose
        world.kill()
        assert all(world.entries())
        world.start()
    world.dismiss(*agents)

    assert_nothing_lost(world, 500)
