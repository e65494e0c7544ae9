"""The thread that owns the memory files: the only one that writes, merges and journals.

Rules of this thread. Commands come in through `post`, reports go out through the function given at birth; nothing is
shared but those. It waits in one poll, for commands and for what happens in the directories, and has no tick: it wakes
by itself only while a file is still being written by somebody, a done mark is owed, or a merge could not be published.
An exception that it does not know ends the daemon: after a restart the journal tells what happened, which this thread
then no longer could.
"""

import os
import select
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from memoryd.core.group import Commit
from memoryd.logs import Logger
from memoryd.store import aside, publish
from memoryd.store.cycle import CommitCycle
from memoryd.store.jobs import Job, Outcome
from memoryd.store.journal import Journal, boot_id
from memoryd.store.layout import FileKey, Layout, make_private
from memoryd.store.locks import HermesLock, Ownership
from memoryd.store.memory_file import External, MemoryFile
from memoryd.store.recovery import Leftover
from memoryd.store.syscalls import Disk, now
from memoryd.store.view import View
from memoryd.store.wakeup import Wakeup
from memoryd.store.watch import Event, open_watch
from memoryd.store.ways import find_ground
from memoryd_client.errors import MemorydError, ReadFailed
from memoryd_client.wire import encode_reply

RESTLESS_PAUSE = 0.02
IDLE_BEFORE_DONE_MARK = 0.05
RETRY_PAUSE = 1.0


@dataclass(frozen=True, slots=True)
class Look:
    """Take in what others did to these files."""

    keys: tuple[FileKey, ...]


@dataclass(frozen=True, slots=True)
class Find:
    """Look up the outcome of an earlier request; the answer is called on the loop's thread with it, or None."""

    request_id: str
    then: Callable[[Outcome | None], None]


@dataclass(frozen=True, slots=True)
class Unlocked:
    """The lock that a parked file waited for is ours."""

    key: FileKey


@dataclass(frozen=True, slots=True)
class Stop:
    """Finish what is under way and end."""


Command = Commit[FileKey, Job] | Look | Find | Unlocked | Stop


@dataclass(frozen=True, slots=True)
class Report:
    """What happened.

    Attributes:
        outcomes: The answers, in order.
        views: The files that were looked at, as they are now.
        took: Seconds, for a cycle that the loop asked for; None for what the committer did by itself.
        parked, unparked: Files that begin or stop to wait for a lock that another program holds.
        externals: Outside edits that were taken in.
    """

    outcomes: list[tuple[Job, Outcome]] = field(default_factory=list)
    views: list[View] = field(default_factory=list)
    took: float | None = None
    parked: tuple[FileKey, ...] = ()
    unparked: tuple[FileKey, ...] = ()
    externals: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to `Find`."""

    then: Callable[[Outcome | None], None]
    outcome: Outcome | None


class Committer:
    """The thread; `start`, `post`, `stop`, `join`.

    Args:
        layout: Where files are.
        disk: The system calls.
        journal: Opened and recovered.
        ownership: Takes the lock of each directory before the first use of a file in it.
        instance: Names this daemon.
        report: Called on this thread with what happened.
        log: Where outside edits are told.
    """

    def __init__(  # noqa: PLR0913 - the composition root gives it what it owns
        self,
        layout: Layout,
        disk: Disk,
        journal: Journal,
        ownership: Ownership,
        instance: str,
        *,
        report: Callable[[Report | Found | BaseException], None],
        log: Logger,
    ) -> None:
        self._layout = layout
        self._disk = disk
        self._journal = journal
        self._ownership = ownership
        self._instance = instance
        self._report = report
        self._log = log
        self._inbox: deque[Command] = deque()
        self._wakeup = Wakeup()
        self._watch = open_watch()
        self._cycle = CommitCycle(disk, journal, instance, self._keep_aside)
        self._files: dict[FileKey, MemoryFile] = {}
        self._locks: dict[FileKey, HermesLock] = {}
        self._parked: dict[FileKey, list[Job]] = {}
        self._seen: set[FileKey] = set()
        self._stopping = False
        # A daemon thread: a disk may hang in a system call for ever, and a second signal must still end the process.
        self._thread = threading.Thread(target=self._run, name="memoryd-committer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def post(self, command: Command) -> None:
        """Give it something to do; never blocks."""
        self._inbox.append(command)
        self._wakeup.set()

    def stop(self) -> None:
        """Ask it to end after what was posted before."""
        self.post(Stop())

    def join(self, timeout: float) -> bool:
        """Wait for its end; False if it still runs after ``timeout`` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def open(self, key: FileKey) -> MemoryFile:
        """The file of this key, opened at its first use; from outside only before `start`."""
        if key not in self._files:
            self._prepare_directory(key)
            versions = self._journal.versions(key, boot_id())
            path = self._layout.path(key)
            ground = find_ground(self._disk, os.path.realpath(path), self._instance)
            file = MemoryFile(self._disk, key, path, versions, self._keep_aside_of(key), ground)
            self._files[key] = file
            self._locks[key] = HermesLock(f"{file.path}.lock")
            self._watch.add(os.path.dirname(file.real))
        return self._files[key]

    def inherit(self, leftover: Leftover) -> None:
        """Take over what recovery found displaced and not merged; before `start`."""
        if leftover.key.target not in self._layout.settings.targets:
            self._log.warning(
                "displaced file kept", path=leftover.temp, reason="its target is no longer in the settings"
            )
            return
        self._cycle.inherit(self.open(leftover.key), leftover)

    # --- the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            poll = select.poll()
            for fd in (self._wakeup.fileno(), self._watch.fileno()):
                if fd >= 0:
                    poll.register(fd, select.POLLIN)
            self._look(self._files)
            while not self._stopping:
                pause = self._pause()
                if not poll.poll(None if pause is None else pause * 1000):
                    self._rest()
                self._wakeup.clear()
                noticed = self._noticed(self._watch.drain())
                self._obey(noticed)
            self._close()
        except BaseException as error:  # noqa: BLE001 - told to the loop, which ends the daemon
            self._report(error)

    def _pause(self) -> float | None:
        """Seconds after which there is something to do without being woken, or None."""
        if any(file.restless for file in self._files.values()):
            return RESTLESS_PAUSE
        if self._journal.owes_done_marks:
            return IDLE_BEFORE_DONE_MARK
        if self._watch.fileno() < 0 or any(file.dirty for file in self._files.values()):
            return RETRY_PAUSE
        return None

    def _rest(self) -> None:
        """Nobody asked for anything for a moment."""
        self._journal.mark_done()
        again = [file.key for file in self._files.values() if file.restless or file.dirty]
        if self._watch.fileno() < 0:
            again = list(self._files)
        if again:
            self._look(again)

    def _noticed(self, events: Iterable[Event]) -> list[FileKey]:
        """The files that an event is about; our own exchanges are not news."""
        keys: list[FileKey] = []
        for event in events:
            for file in self._files.values():
                directory, name = os.path.split(file.real)
                if event.directory == directory and event.name in (name, ""):
                    keys.append(file.key)
                    if event.source:
                        file.renamed_by_hermes = event.source.startswith(".mem_") and event.source.endswith(".tmp")
        return keys

    def _obey(self, noticed: list[FileKey]) -> None:
        while self._inbox:
            command = self._inbox.popleft()
            match command:
                case Commit(jobs=jobs):
                    self._commit(jobs)
                case Unlocked(key=key):
                    self._unpark(key)
                case Look(keys=keys):
                    noticed.extend(keys)
                case Find(request_id=request_id, then=then):
                    self._report(Found(then, self._journal.outcome(request_id)))
                case Stop():
                    self._stopping = True
        if noticed:
            self._look(noticed)

    def _commit(self, jobs: Mapping[FileKey, list[Job]]) -> None:
        started = now()
        work: dict[MemoryFile, list[Job]] = {}
        refused: list[tuple[Job, Outcome]] = []
        parked: list[FileKey] = []
        for key, requests in sorted(jobs.items()):
            try:
                free = self._try_lock(key)
            except (OSError, MemorydError) as error:
                refused += _refused(requests, self._layout.path(key), error)
                continue
            if free:
                work[self._files[key]] = requests
            else:
                self._parked[key] = requests
                parked.append(key)
        outcomes = self._committed(work)
        self._tell(outcomes + refused, work, took=now() - started, parked=tuple(parked))

    def _unpark(self, key: FileKey) -> None:
        file = self._files[key]
        self._locks[key].waiting = False
        jobs = self._parked.pop(key, None)
        outcomes = self._committed({file: jobs or []})
        self._tell(outcomes, [file], unparked=() if jobs is None else (key,))

    def _look(self, keys: Iterable[FileKey]) -> None:
        free: list[MemoryFile] = []
        for key in dict.fromkeys(keys):
            if key in self._parked:
                continue
            try:
                if self._try_lock(key):
                    free.append(self._files[key])
                elif key not in self._seen:
                    self._look_unlocked(key)
            except (OSError, MemorydError) as error:
                self._tell_unusable(key, error)
        if free:
            self._committed({file: [] for file in free})
            self._tell([], free)

    def _look_unlocked(self, key: FileKey) -> None:
        """Another program holds the lock; readers get what is there, and nothing is published."""
        file = self._files[key]
        file.observe(now())
        file.let_go()
        self._tell([], [file])

    def _tell_unusable(self, key: FileKey, error: Exception) -> None:
        path = self._layout.path(key)
        self._log.warning("memory file not looked at", path=path, reason=str(error))
        if key not in self._seen:
            problem = ReadFailed(f"{path} cannot be used: {error}", path=path)
            self._seen.add(key)
            self._report(Report(views=[View(key, path, self._layout.limit(key), (), problem=problem)]))

    def _committed(self, work: Mapping[MemoryFile, list[Job]]) -> list[tuple[Job, Outcome]]:
        """Carry out a cycle for files whose locks we hold, and give the locks back."""
        try:
            return self._cycle.commit(work) if work else []
        finally:
            for file in work:
                self._locks[file.key].release()

    def _tell(
        self,
        outcomes: list[tuple[Job, Outcome]],
        files: Collection[MemoryFile],
        *,
        took: float | None = None,
        parked: tuple[FileKey, ...] = (),
        unparked: tuple[FileKey, ...] = (),
    ) -> None:
        externals = 0
        for file in files:
            externals += len(file.externals)
            for one in file.externals:
                self._log_external(file, one)
            file.externals.clear()
        views = [self._view(file) for file in files]
        self._seen.update(file.key for file in files)
        self._report(Report(outcomes, views, took, parked, unparked, externals))
        self._cycle.tidy(files)

    # --- files --------------------------------------------------------------------------------------------------------

    def _try_lock(self, key: FileKey) -> bool:
        """Whether we hold Hermes' lock of a file now; if not, we will be told when we do."""
        self.open(key)
        lock = self._locks[key]
        if lock.waiting:
            return False
        try:
            free = lock.try_acquire()
        except FileNotFoundError:
            self._prepare_directory(key)
            free = lock.try_acquire()
        if not free:
            lock.acquire_later(lambda: self.post(Unlocked(key)))
        return free

    def _prepare_directory(self, key: FileKey) -> None:
        directory = self._layout.memories(key.profile)
        try:
            make_private(directory)
            self._ownership.take_directory(directory)
        except OSError as error:
            raise publish.write_error(directory, error) from error
        self._watch.add(os.path.realpath(directory))

    def _keep_aside(self, name: str, data: bytes) -> str:
        return aside.keep(self._disk, self._layout.aside, name, data)

    def _keep_aside_of(self, key: FileKey) -> Callable[[bytes], object]:
        return lambda data: self._keep_aside(os.path.basename(self._layout.path(key)), data)

    def _view(self, file: MemoryFile) -> View:
        limit = self._layout.limit(file.key)
        found = file.document
        notes = found.notes + file.warnings
        return View(file.key, file.path, limit, found.entries, notes, file.fingerprint, file.problem, file.way)

    def _log_external(self, file: MemoryFile, one: External) -> None:
        self._log.info(
            "external edit merged",
            path=file.path,
            origin=one.origin,
            added=len(one.merged.added),
            deleted=len(one.merged.deleted),
            torn=one.merged.torn,
        )

    def _close(self) -> None:
        for file in self._files.values():
            file.close()
        for lock in self._locks.values():
            lock.close()
        self._cycle.close()
        self._watch.close()


def _refused(jobs: Iterable[Job], path: str, error: Exception) -> list[tuple[Job, Outcome]]:
    """Answers for requests whose file cannot even be locked."""
    known = publish.write_error(path, error) if isinstance(error, OSError) else error
    failure = known.failure() if isinstance(known, MemorydError) else None
    if failure is None:
        raise error
    body = encode_reply(failure)
    return [
        (job, Outcome(job.request_id, job.request_digest, "failed", body, final=False)) for job in jobs if job.claim()
    ]
