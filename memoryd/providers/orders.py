"""What a worker thread is asked, and what it reports."""

from collections.abc import Callable
from dataclasses import dataclass

from memoryd.providers.frames import Order, Trouble
from memoryd.providers.process import Recipe

STOP_SECONDS = 6.0
GONE = "HostGone"


@dataclass(frozen=True, slots=True)
class Start:
    """Start a host, ending the one before."""

    recipe: Recipe
    then: Callable[["Up | Down"], None]


@dataclass(frozen=True, slots=True)
class Send:
    """An order for the host; ``seconds`` is how long it may take before that costs the host its process."""

    order: Order
    seconds: float
    then: Callable[["Done"], None]


@dataclass(frozen=True, slots=True)
class Quit:
    """End the host, gently if it listens within ``seconds``; with ``last``, the thread too."""

    seconds: float = STOP_SECONDS
    last: bool = True


@dataclass(frozen=True, slots=True)
class Up:
    """A host runs."""

    pid: int


@dataclass(frozen=True, slots=True)
class Down:
    """A host ended, or could not be started; ``printed`` is the end of what it said."""

    reason: str
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """An order ended: ``value`` if ``error`` is None. ``is_lost``: with the host, so it may have had its effect."""

    value: object = None
    error: Trouble | None = None
    is_lost: bool = False


Command = Start | Send | Quit
Report = Callable[[Callable[[], None]], None]
"""Gets what is to be run on the loop thread."""
