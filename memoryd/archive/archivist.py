"""The thread that owns the archive: records what it is given, removes what must go, and keeps the index up with it.

Rules of this module. Recording waits for the disk alone, never for the index. Whatever waits in the inbox is recorded
in one transaction. The index is caught up by a process of its own, a moment after there was something new.
"""

import contextlib
import os
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from memoryd.archive.layout import archive_path
from memoryd.archive.process import TASK_SECONDS, Job, WorkerProcess
from memoryd.archive.recording import Recording
from memoryd.archive.transcripts import Recorded, Transcripts
from memoryd.archive.worker import Answered, Progressed, Task
from memoryd.logs import Logger
from memoryd_client.errors import MemorydError, RequestError, StoreError

MOST_AT_ONCE = 256
QUIET_SECONDS = 0.2
"""So long after something new the index is caught up: turns come in bursts."""
EXPIRE_EVERY_SECONDS = 3_600.0
DAY = 86_400.0
JOIN_SECONDS = 5.0

_decode = msgspec.msgpack.Decoder(Progressed).decode


@dataclass(frozen=True, slots=True)
class Record:
    """Record this; ``then`` gets where it went, or why it did not, on the archivist's thread."""

    recording: Recording
    then: Callable[[Recorded | MemorydError], None]


@dataclass(frozen=True, slots=True)
class Act:
    """Do something else with the archive; ``then`` gets what it returned, or why not.

    With ``shred`` it is told only when neither the archive nor the index has a byte left of what was erased.
    """

    what: Callable[[Transcripts], int]
    then: Callable[[int | MemorydError], None]
    shred: bool = False


@dataclass(frozen=True, slots=True)
class _Erased:
    """Something that is gone from the archive, and whose removal the index still has to carry out."""

    removal: int
    count: int
    then: Callable[[int | MemorydError], None]


class Archivist:
    """Owns the archive and the process that indexes it.

    Args:
        directory: Where archive and index stand.
        keep_days: Sessions that nobody spoke in for so long are erased; 0: never.
        log: Where it says what it does.
        told: Gets a sentence when something happened to the files.
    """

    def __init__(
        self, directory: str, log: Logger, *, keep_days: float = 0.0, told: Callable[[str], object] = str
    ) -> None:
        self.progress = Progressed(0, 0, 0)
        self._directory = directory
        self._keep_days = keep_days
        self._log = log
        self._told = told
        self._inbox: queue.Queue[Record | Act | None] = queue.Queue()
        self._indexing = WorkerProcess("index", directory, log)
        self._erased: deque[_Erased] = deque()
        self._caught_up = threading.Event()
        self._caught_up.set()
        self._dirty = exists(directory)
        self._quiet_at = 0.0
        self._expire_at = 0.0
        # A daemon thread: a disk that hangs must not keep the interpreter from ending.
        self._thread = threading.Thread(target=self._run, name="memoryd-archivist", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._indexing.start()
        self._thread.start()

    def stop(self) -> None:
        """Record what is waiting, and end."""
        self._inbox.put(None)

    def join(self, timeout: float = JOIN_SECONDS) -> None:
        """Wait until it ended."""
        if self._thread.ident is None:
            return
        self._thread.join(timeout)
        self._indexing.stop()
        self._indexing.join()

    def post(self, command: Record | Act) -> None:
        """Give it something to do; returns at once."""
        self._inbox.put(command)

    def rebuild(self) -> None:
        """Make the index anew beside the one that serves."""
        self._indexing.post(self._job("rebuild"))

    def _run(self) -> None:
        transcripts: Transcripts | None = None
        while True:
            commands = self._next()
            if None in commands:
                self._close(transcripts)
                return
            if transcripts is None:
                transcripts = self._opened()
            self._serve(transcripts, [one for one in commands if one is not None])
            self._look_after(transcripts)

    def _next(self) -> list[Record | Act | None]:
        """Everything that waits, or nothing when the index is due."""
        timeout = self._timeout()
        try:
            found = [self._inbox.get(timeout=timeout)]
        except queue.Empty:
            return []
        with contextlib.suppress(queue.Empty):
            while len(found) < MOST_AT_ONCE and found[-1] is not None:
                found.append(self._inbox.get_nowait())
        # What was given before the order to stop is still done.
        return found if found[-1] is not None or len(found) == 1 else self._put_back(found)

    def _put_back(self, found: list[Record | Act | None]) -> list[Record | Act | None]:
        self._inbox.put(None)
        return found[:-1]

    def _timeout(self) -> float | None:
        moments = [self._expire_at] if self._keep_days else []
        if self._dirty:
            moments.append(self._quiet_at)
        return max(0.0, min(moments) - time.monotonic()) if moments else None

    def _opened(self) -> Transcripts | None:
        try:
            return Transcripts(archive_path(self._directory), self._told)
        except MemorydError as error:
            self._log.warning("archive not opened", reason=str(error))
            return None

    def _close(self, transcripts: Transcripts | None) -> None:
        if transcripts:
            transcripts.close()

    def _serve(self, transcripts: Transcripts | None, commands: list[Record | Act]) -> None:
        if not commands:
            return
        if transcripts is None:
            for one in commands:
                one.then(StoreError(f"{archive_path(self._directory)} cannot be opened; nothing was recorded"))
            return
        records = [one for one in commands if isinstance(one, Record)]
        self._record(transcripts, records)
        for act in commands:
            if isinstance(act, Act):
                self._act(transcripts, act)
        self._dirty, self._quiet_at = True, time.monotonic() + QUIET_SECONDS

    def _record(self, transcripts: Transcripts, records: list[Record]) -> None:
        """All together; one by one if one of them is not fit, so that the others do not suffer."""
        try:
            outcomes: list[Recorded | MemorydError] = list(transcripts.record_all(one.recording for one in records))
        except RequestError:
            outcomes = [_outcome(transcripts, one.recording) for one in records]
        except MemorydError as error:
            outcomes = [error] * len(records)
        for one, outcome in zip(records, outcomes, strict=True):
            one.then(outcome)

    def _act(self, transcripts: Transcripts, act: Act) -> None:
        try:
            done = act.what(transcripts)
            if act.shred:
                transcripts.shred()
                self._erased.append(_Erased(transcripts.last_removal(), done, act.then))
                return
        except MemorydError as error:
            act.then(error)
            return
        act.then(done)

    def _look_after(self, transcripts: Transcripts | None) -> None:
        now = time.monotonic()
        if transcripts and self._keep_days and now >= self._expire_at:
            self._expire_at = now + EXPIRE_EVERY_SECONDS
            with contextlib.suppress(MemorydError):
                while transcripts.expire(time.time() - self._keep_days * DAY):
                    self._dirty = True
        if self._dirty and now >= self._quiet_at and self._caught_up.is_set() and transcripts:
            self._dirty = False
            self._catch_up()
        elif self._dirty and not self._caught_up.is_set():
            self._quiet_at = now + QUIET_SECONDS

    def _catch_up(self) -> None:
        self._caught_up.clear()
        self._indexing.post(self._job("catch_up"))

    def _job(self, kind: str) -> Job:
        return Job(Task(kind), TASK_SECONDS, self._progressed)

    def _progressed(self, answered: Answered) -> None:
        """Called on the thread of the indexing process."""
        if not answered.ok:
            self._log.warning("index not caught up", answer=answered.body[:300])
            self._tell_erased(StoreError("it is erased from the archive, but the index could not follow; try again"))
            self._caught_up.set()
            return
        before, self.progress = self.progress, _decode(answered.body)
        self._tell_erased(None)
        if self.progress.rebuilt:
            self._told(f"{self.progress.rebuilt}; it is made again, nothing of what was said is lost")
        if self.progress.pending and self.progress != before:
            with contextlib.suppress(MemorydError):
                self._indexing.post(self._job("catch_up"))
                return
        self._caught_up.set()

    def _tell_erased(self, error: MemorydError | None) -> None:
        """Those who wait until the index has followed."""
        while self._erased and (error or self._erased[0].removal <= self.progress.removal):
            one = self._erased.popleft()
            one.then(error or one.count)


def _outcome(transcripts: Transcripts, recording: Recording) -> Recorded | MemorydError:
    try:
        return transcripts.record(recording)
    except MemorydError as error:
        return error


def exists(directory: str) -> bool:
    """Whether anything was ever recorded."""
    return os.path.exists(archive_path(directory))
