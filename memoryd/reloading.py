"""Reading the settings again while requests are served: on a thread, since it reads a file and compiles patterns."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from memoryd.core.scan import Policy
from memoryd.policy import policy_of
from memoryd.settings import Settings, renewed
from memoryd_client.errors import MemorydError


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What came of it.

    Attributes:
        settings: To go on with; the old ones if ``problem`` is set.
        policy: What is refused from now on; None if that stays.
        waiting: Names of settings that were changed and are taken over by the next start only.
        problem: Why the new ones cannot be used.
    """

    settings: Settings
    policy: Policy | None = None
    waiting: tuple[str, ...] = ()
    problem: str = ""


class Reloads:
    """One after the other: what is read last counts last.

    Args:
        load: Reads the settings; raises `MemorydError`.
        wake: Makes the loop call `step`, from any thread or signal handler.
    """

    def __init__(self, load: Callable[[], Settings], wake: Callable[[], None]) -> None:
        self._load = load
        self._wake = wake
        self._asked = False
        self._under_way = False
        self._done: Reloaded | None = None

    def ask(self) -> None:
        """Read them again, soon."""
        self._asked = True
        self._wake()

    def step(self, current: Settings) -> Reloaded | None:
        """On the loop, when it was woken: begin if asked, and return what came of it once that is there."""
        done, self._done = self._done, None
        if done is not None:
            self._under_way = False
        if self._asked and not self._under_way:
            self._asked, self._under_way = False, True
            before = current if done is None else done.settings
            threading.Thread(target=self._read, args=(before,), name="memoryd-reload", daemon=True).start()
        return done

    def _read(self, before: Settings) -> None:
        self._done = reloaded(before, self._load)
        self._wake()


def reloaded(before: Settings, load: Callable[[], Settings]) -> Reloaded:
    """What becomes of the settings when they are read again; bad ones change nothing."""
    try:
        settings, waiting = renewed(before, load())
        policy = policy_of(settings) if settings.scan != before.scan else None
    except MemorydError as error:
        return Reloaded(before, problem=str(error))
    return Reloaded(settings, policy, waiting)
