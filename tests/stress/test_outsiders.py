"""Agents beside programs that save old buffers, and a person who deletes: nobody's work is undone.

What two outsiders destroyed between them before memoryd could read it is counted apart and recorded as a property: a
save that was still under the name, as its writer had left it, when another outsider put a file in its place.
"""

from collections.abc import Callable

import pytest
from world import World

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

Record = Callable[[str, object], None]
OLD = [f"old note {number}" for number in range(80)]
MOST_UNDONE = 2
"""Of what outsiders did to each other: 1 in 1,100 deletions was undone, perhaps by a save that was not seen to do it.
What was acknowledged is another matter: all of it holds."""

PAUSE = 0.05
"""Seconds between two of an agent's 200 edits, so that a run is as long as the editor needs to get going."""


def play(world: World, *more: tuple[str, str, int, int], python: str = "") -> None:
    """Sixteen agents, an editor with many buffers, a person, and whoever else is wanted."""
    world.plant(OLD)
    agents = [world.spawn("agent", f"agent{number}", 200, 10, PAUSE) for number in range(16)]
    world.spawn("buffers", "editor")
    world.spawn("person", "person")
    others = [world.spawn(*one, python=python) for one in more]
    world.go()
    world.finish(*agents, *others)


def tell(record_property: Record, **figures: int) -> None:
    """Record what a run came to."""
    print(" ".join(f"{name}={figure}" for name, figure in figures.items()))
    for name, figure in figures.items():
        record_property(name, figure)


@pytest.mark.parametrize("run", range(3))
def test_agents_beside_old_buffers_and_a_person(world: World, record_property: Record, run: int) -> None:
    """Acknowledged edits hold, all of them; the editor's last lines are there and what was deleted stays away."""
    play(world)
    operations, lost, came_back, twice = world.verdict()
    found, books = set(world.entries()), world.books()
    undone = (books.lines - found) | (books.deleted & found)
    destroyed = undone & books.overwrote
    tell(
        record_property,
        operations=operations,
        saves=books.saves,
        deletions=len(books.deleted),
        overwrote=len(books.overwrote),
        destroyed=len(destroyed),
    )

    assert operations >= 16 * 200
    assert books.saves > 100
    assert books.deleted
    assert not lost | books.missing | came_back | (set(OLD) - books.deleted - found)
    assert len(undone - destroyed) <= MOST_UNDONE
    assert not [text for text in twice if not text.startswith("editor ")]  # sed may make one line of several
    assert not world.litter()


@pytest.mark.parametrize("run", range(3))
def test_agents_beside_old_buffers_a_person_and_a_stock_hermes(
    world: World, record_property: Record, hermes_python: str, run: int
) -> None:
    """No client's write is lost, though outsiders may destroy each other's."""
    play(world, ("hermes", "hermes", 200, 10), python=hermes_python)
    world.settle()
    found, books = set(world.entries()), world.books()
    ours = {text for text in books.present if not text.startswith("hermes")}
    theirs = {text for text in books.present if text.startswith("hermes")}
    tell(
        record_property,
        operations=books.operations,
        saves=books.saves,
        hermes_lost=len(theirs - found),
        hermes_came_back=len({text for text in books.removed & found if text.startswith("hermes")}),
        lines_lost=len(books.lines - found),
        deletions=len(books.deleted),
        deletions_undone=len(books.deleted & found),
    )

    assert books.operations >= 16 * 200
    assert books.saves > 100
    came_back = {text for text in books.removed & found if not text.startswith("hermes")}
    assert not (ours - found) | books.missing | came_back | (set(OLD) - books.deleted - found)
    assert not world.litter()
