"""A worker process as the daemon owns it: one thread that only waits on its pipe, and starts it again when it ended.

Rules of this module. Tasks are answered one after the other, each by its deadline: a process that is silent for longer
is ended, and its task answered with an error. The queue is bounded: beyond that a caller is told to come back.
"""

import contextlib
import queue
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from memoryd.archive.worker import Answered, Task, read_frame, write_frame
from memoryd.logs import Logger
from memoryd_client import wire
from memoryd_client.errors import Busy, Expired, MemorydError, StoreError

MOST_WAITING = 64
START_SECONDS = 30.0
TASK_SECONDS = 30.0
"""The longest a worker may be silent over a task without a deadline."""
JOIN_SECONDS = 2.0

_decode = msgspec.msgpack.Decoder(Answered).decode
_encode = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True, slots=True)
class Job:
    """A task, for how many seconds it is wanted, and who gets the answer, on the thread of the owner."""

    task: Task
    seconds: float
    then: Callable[[Answered], None]
    posted: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self.posted + self.seconds - time.monotonic()


class WorkerProcess:
    """One process, and the thread that owns it.

    Args:
        role: What it is for; names thread and process.
        directory: Where archive and index stand.
        log: Where trouble is told.
    """

    def __init__(self, role: str, directory: str, log: Logger) -> None:
        self.starts = 0
        self._stopping = False
        self._role = role
        self._directory = directory
        self._log = log
        self._jobs: queue.Queue[Job | None] = queue.Queue()
        self._process: subprocess.Popen[bytes] | None = None
        # A daemon thread: a process that does not answer must not keep the interpreter from ending.
        self._thread = threading.Thread(target=self._run, name=f"memoryd-{role}", daemon=True)

    def start(self) -> None:
        """Begin; the process is started with the first task."""
        self._thread.start()

    def stop(self) -> None:
        """End after the task at hand."""
        self._stopping = True
        self._jobs.put(None)

    def join(self, timeout: float = JOIN_SECONDS) -> None:
        """Wait until it ended; what takes longer is killed, which the thread notices."""
        if self._thread.ident is None:
            return
        self._thread.join(timeout)
        process = self._process
        if self._thread.is_alive() and process is not None:
            process.kill()
            self._thread.join(timeout)

    @property
    def waiting(self) -> int:
        """Tasks that nobody works on yet."""
        return self._jobs.qsize()

    @property
    def pid(self) -> int:
        """The process's number; 0 if there is none."""
        return self._process.pid if self._process else 0

    def post(self, job: Job) -> None:
        """Give it a task.

        Raises:
            Busy: Too many are waiting.
        """
        if self._jobs.qsize() >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} searches are waiting; try again in a moment")
        self._jobs.put(job)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.then(self._answer(job))
        self._end()

    def _answer(self, job: Job) -> Answered:
        if job.left <= 0:
            return _failed(Expired("the deadline passed while the search waited; nothing was done"))
        try:
            return self._ask(self._started(), job)
        except (OSError, EOFError) as error:
            # It may have died between two tasks, killed for its memory, say: that is no fault of this one.
            self._log.warning("archive worker failed", role=self._role, reason=str(error))
            self._end()
            return self._answer_again(job) if not self._stopping else _failed(_stopped())

    def _answer_again(self, job: Job) -> Answered:
        try:
            return self._ask(self._started(), job)
        except (OSError, EOFError) as error:
            self._log.warning("archive worker failed again", role=self._role, reason=str(error))
            self._end()
            return _failed(StoreError(f"the process that was to {self._role} failed: {error}; try again"))

    def _ask(self, process: "subprocess.Popen[bytes]", job: Job) -> Answered:
        if process.stdin is None:
            raise EOFError("it has no input")
        write_frame(process.stdin, _encode(job.task))
        return _decode(self._read(process, max(1.0, job.left)))

    def _read(self, process: "subprocess.Popen[bytes]", seconds: float) -> bytes:
        if process.stdout is None:
            raise EOFError("it has no output")
        waiting = select.poll()  # select() takes no descriptor above 1,023
        waiting.register(process.stdout, select.POLLIN)
        if not waiting.poll(seconds * 1000):
            raise TimeoutError(f"it did not answer within {seconds:.0f} s")
        frame = read_frame(process.stdout)
        if frame is None:
            raise EOFError(f"it ended with status {process.wait(JOIN_SECONDS)}")
        return frame

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        self.starts += 1
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            # Without -P a package of our name in the working directory would be run.
            [sys.executable, "-P", "-m", "memoryd.archive.worker", self._role, self._directory],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the daemon, which then ends this one
        )
        self._read(self._process, START_SECONDS)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(JOIN_SECONDS)


def _stopped() -> MemorydError:
    return Busy("the daemon is leaving; ask the next one")


def _failed(error: MemorydError) -> Answered:
    return Answered(ok=False, body=wire.encode_reply(error.failure()))
