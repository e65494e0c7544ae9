"""A thread that answers questions to the database while the committer writes it: neither waits for the other.

Each question gets a connection of its own, read-only and closed again, so that a database that was replaced under us,
or set aside, is never asked by mistake.
"""

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from memoryd_client.errors import MemorydError, StoreError

T = TypeVar("T")
BUSY_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    """Something to be found out, and who is told on the loop's thread: the answer, or why there is none."""

    ask: Callable[[sqlite3.Connection], T]
    then: "Callable[[T | MemorydError], None]"


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """A question's answer."""

    question: Question[T]
    answer: "T | MemorydError"

    def tell(self) -> None:
        """Tell it."""
        self.question.then(self.answer)


class Reader:
    """The thread; `start`, `post`, `stop`, `join`.

    Args:
        path: The database.
        report: Called on this thread with each answer.
    """

    def __init__(self, path: str, report: Callable[[Answered[Any]], None]) -> None:
        self._path = path
        self._report = report
        self._inbox: queue.SimpleQueue[Question[Any] | None] = queue.SimpleQueue()
        # A daemon thread: a disk may hang in a system call for ever, and a second signal must still end the process.
        self._thread = threading.Thread(target=self._run, name="memoryd-reader", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def post(self, question: Question[T]) -> None:
        """Ask; never blocks."""
        self._inbox.put(question)

    def stop(self) -> None:
        """Ask it to end after what was posted before."""
        self._inbox.put(None)

    def join(self, timeout: float) -> bool:
        """Wait for its end; False if it still runs after ``timeout`` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (question := self._inbox.get()) is not None:
            self._report(Answered(question, self._answer(question)))

    def _answer(self, question: Question[Any]) -> object:
        try:
            uri = f"file:{quote(self._path)}?mode=ro"
            with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as db:
                db.text_factory = _text
                db.execute("BEGIN")  # one state of the database, whatever is written meanwhile
                return question.ask(db)
        except MemorydError as error:
            return error
        except (sqlite3.Error, ValueError, IndexError, TypeError) as error:
            return StoreError(
                f"the history in {self._path} cannot be read: {error}; memoryctl verify says where it does not fit",
                path=self._path,
            )


def _text(data: bytes) -> str:
    """A column's text, also where somebody damaged it."""
    return data.decode(errors="replace")
