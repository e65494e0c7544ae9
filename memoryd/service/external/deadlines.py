"""Answers that are given once: by whoever comes first, the one that was asked or the clock."""

import heapq
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Calls a function with the first value that it gets."""

    def __init__(self, then: Callable[[T | None], None]) -> None:
        self._then: Callable[[T | None], None] | None = then

    def __call__(self, value: T | None) -> None:
        """The answer, unless there was one."""
        then, self._then = self._then, None
        if then is not None:
            then(value)


class Deadlines:
    """A timer for such answers.

    Args:
        clock: The monotonic clock.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._due: list[tuple[float, int, Once[Any]]] = []
        self._count = 0

    def once(self, seconds: float, then: Callable[[T | None], None]) -> Once[T]:
        """The function to call with the answer; after ``seconds`` without one ``then`` gets None."""
        one: Once[T] = Once(then)
        self._count += 1
        heapq.heappush(self._due, (self._clock() + seconds, self._count, one))
        return one

    def due(self) -> float | None:
        """The next deadline, of an answer that may have been given."""
        return self._due[0][0] if self._due else None

    def tick(self, now: float) -> None:
        """Time passed."""
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2](None)
