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

from memoryd.core.group import Commit
from memoryd.core.guard import Guard
from memoryd.logs import Logger
from memoryd.store.commands import Command, Find, Found, Look, Note, Noted, Renew, Report, Stop, Unlocked
from memoryd.store.cycle import CommitCycle
from memoryd.store.erasure import Eraser
from memoryd.store.jobs import Job, Outcome
from memoryd.store.journal import Journal
from memoryd.store.layout import FileKey, Layout
from memoryd.store.locks import Ownership
from memoryd.store.memory_file import MemoryFile
from memoryd.store.opened import OpenFiles
from memoryd.store.plan import unusable
from memoryd.store.recovery import Leftover
from memoryd.store.session_rows import SessionRows
from memoryd.store.syscalls import Disk, now
from memoryd.store.view import View
from memoryd.store.wakeup import Wakeup
from memoryd.store.watch import open_watch
from memoryd_client.errors import MemorydError, ReadFailed

RESTLESS_PAUSE = 0.02
IDLE_BEFORE_DONE_MARK = 0.05
RETRY_PAUSE = 1.0

QUIET_PAUSE = 0.02
BUSY_COMMITS = 256
"""While commits follow each other within this pause, events are left in the kernel's queue, but not for more commits
than it has room for."""


class Committer:
    """The thread; `start`, `post`, `stop`, `join`.

    Args:
        layout: Where files are.
        disk: The system calls.
        journal: Opened and recovered.
        ownership: The locks of this home.
        instance: Names this daemon.
        guard: Tells what agents must not see.
        report: Called on this thread with what happened.
        log: Where outside edits are told.

    Attributes:
        sessions, eraser: What is recorded of sessions, and what erases texts; after `start` for this thread alone.
    """

    def __init__(  # noqa: PLR0913 - the composition root gives it what it owns
        self,
        layout: Layout,
        disk: Disk,
        journal: Journal,
        ownership: Ownership,
        instance: str,
        guard: Guard,
        *,
        report: Callable[[Report | Found | Noted | BaseException], None],
        log: Logger,
    ) -> None:
        self._layout = layout
        self._journal = journal
        self._guard = guard
        self._report = report
        self._log = log
        self._inbox: deque[Command] = deque()
        self._wakeup = Wakeup()
        self._watch = open_watch()
        self._files = OpenFiles(layout, disk, journal, ownership, self._watch, instance, guard)
        self._cycle = CommitCycle(disk, journal, instance, self._files.keep_aside, guard)
        self.sessions = SessionRows(journal.database, layout, journal.outbox)
        self.eraser = Eraser(layout, journal, self._cycle, self._try_lock, self._files)
        self._parked: dict[FileKey, list[Job]] = {}
        self._seen: set[FileKey] = set()
        self._stopping = False
        self._busy = 0
        # A daemon thread: a disk may hang in a system call for ever, and a second signal must still end the process.
        self._thread = threading.Thread(target=self._run, name="memoryd-committer", daemon=True)

    def __len__(self) -> int:
        return len(self._inbox)

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
        ended = not self._thread.is_alive()
        if ended:
            self._wakeup.close()
        return ended

    def inherit(self, leftover: Leftover) -> None:
        """Take over what recovery found displaced and not merged; before `start`."""
        if leftover.key.target not in self._layout.targets(leftover.key.profile):
            self._log.warning("displaced file kept", path=leftover.temp, reason="its target is not in the settings")
            return
        self._cycle.inherit(self._files.open(leftover.key), leftover)

    # --- the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._cycle.janitor.start()
            asked, anything = select.poll(), select.poll()
            asked.register(self._wakeup.fileno(), select.POLLIN)
            anything.register(self._wakeup.fileno(), select.POLLIN)
            if self._watch.fileno() >= 0:
                anything.register(self._watch.fileno(), select.POLLIN)
            while not self._stopping:
                # Our own commits make events too. While one follows the other, each looks at its files itself.
                waiting = asked if self._busy else anything
                pause = self._pause()
                if not waiting.poll(None if pause is None else pause * 1000):
                    self._rest()
                self._wakeup.clear()
                self._obey()
            self._files.close()
            self._cycle.close()
            self._watch.close()
        except BaseException as error:  # noqa: BLE001 - told to the loop, which ends the daemon
            self._report(error)

    def _pause(self) -> float | None:
        """Seconds after which there is something to do without being woken, or None."""
        if self._busy:
            return QUIET_PAUSE
        if any(file.restless for file in self._files):
            return RESTLESS_PAUSE
        if self._journal.owes_done_marks or self._cycle.janitor.owes:
            return IDLE_BEFORE_DONE_MARK
        if self._watch.fileno() < 0 or any(file.contents.dirty for file in self._files):
            return RETRY_PAUSE
        return None

    def _rest(self) -> None:
        """Nobody asked for anything for a moment."""
        self._busy = 0
        self._cycle.rest()
        blind = self._watch.fileno() < 0
        again = [file.key for file in self._files if file.restless or file.contents.dirty or blind]
        if again:
            self._look(again)

    def _obey(self) -> None:
        commits = 0
        while self._inbox:
            command = self._inbox.popleft()
            match command:
                case Commit(jobs=jobs):
                    self._commit(jobs)
                    commits += 1
                case Unlocked(key=key):
                    self._unpark(key)
                case Look(keys=keys):
                    self._look(keys)
                case Find(request_id=request_id, then=then):
                    self._report(Found(then, self._journal.outcome(request_id)))
                case Note():
                    self._note(command)
                case Renew():
                    self._renew(command)
                case Stop():
                    self._stopping = True
        self._busy = self._busy + commits if commits and self._busy < BUSY_COMMITS else 0
        if not self._busy or not commits:
            self._look(self._files.concerned(self._watch.drain()))
        self._close_idle()

    def _close_idle(self) -> None:
        for file in self._files.close_idle(self._cycle.needs):
            self._cycle.leave(os.path.dirname(file.real))
            self._seen.discard(file.key)
            self._report(Report(closed=file.key))

    # --- committing and looking ---------------------------------------------------------------------------------------

    def _commit(self, jobs: Mapping[FileKey, list[Job]]) -> None:
        started = now()
        work: dict[MemoryFile, list[Job]] = {}
        refused: list[tuple[Job, Outcome]] = []
        parked: list[FileKey] = []
        for key, requests in sorted(jobs.items()):
            try:
                if self._try_lock(key):
                    work[self._files.open(key)] = requests
                else:
                    self._parked[key] = requests
                    parked.append(key)
            except (OSError, MemorydError) as error:
                refused += unusable(requests, self._layout.path(key), error)
        outcomes = self._committed(work)
        self._tell(outcomes + refused, work, took=now() - started, parked=tuple(parked))

    def _unpark(self, key: FileKey) -> None:
        file = self._files.locked(key)
        jobs = self._parked.pop(key, None)
        outcomes = self._committed({file: jobs or []})
        self._tell(outcomes, [file], unparked=() if jobs is None else (key,))

    def _look(self, keys: Iterable[FileKey]) -> None:
        free: list[MemoryFile] = []
        for key in dict.fromkeys(keys):
            try:
                if (view := self._files.glance(key)) is not None:
                    self._report(Report(views=[view]))
                elif key not in self._parked and self._try_lock(key):
                    free.append(self._files.open(key))
                elif key not in self._seen:
                    self._look_unlocked(self._files.open(key))
            except (OSError, MemorydError) as error:
                self._tell_unusable(key, error)
        if free:
            self._committed({file: [] for file in free})
            self._tell([], free)

    def _look_unlocked(self, file: MemoryFile) -> None:
        """Another program holds the lock; readers get what is there, and nothing is published."""
        file.observe(now())
        file.let_go()
        self._tell([], [file])

    def _renew(self, wanted: Renew) -> None:
        if wanted.policy is not None:
            self._guard.renew(wanted.policy, wanted.clean)
        self._tell([], list(self._files))

    def _try_lock(self, key: FileKey) -> bool:
        return self._files.try_lock(key, lambda: self.post(Unlocked(key)))

    def _committed(self, work: Mapping[MemoryFile, list[Job]]) -> list[tuple[Job, Outcome]]:
        """Carry out a cycle for files whose locks we hold, and give the locks back."""
        try:
            return self._cycle.commit(work) if work else []
        finally:
            for file in work:
                self._files.unlock(file)

    # --- reporting ----------------------------------------------------------------------------------------------------

    def _tell(
        self,
        outcomes: list[tuple[Job, Outcome]],
        files: Collection[MemoryFile],
        *,
        took: float | None = None,
        parked: tuple[FileKey, ...] = (),
        unparked: tuple[FileKey, ...] = (),
    ) -> None:
        externals = sum(len(file.contents.externals) for file in files)
        views = [self._files.view(file) for file in files]
        self._seen.update(file.key for file in files)
        told = (self._journal.outbox.taken(), self._cycle.told())
        self._report(Report(outcomes, views, took, parked, unparked, externals, *told))
        for file in files:
            for one in file.contents.externals:
                one.log_to(self._log, file.path)
            file.contents.externals.clear()
        self._cycle.tidy(files)

    def _note(self, command: Note) -> None:
        self._report(command.done(self.sessions))
        if self._journal.outbox.announced:
            self._report(Report(announced=self._journal.outbox.taken()))

    def _tell_unusable(self, key: FileKey, error: Exception) -> None:
        path = self._layout.path(key)
        self._log.warning("memory file not looked at", path=path, reason=str(error))
        if key not in self._seen:
            self._seen.add(key)
            problem = ReadFailed(f"{path} cannot be used: {error}", path=path)
            self._report(Report(views=[View(key, path, self._layout.limit(key), (), problem=problem)]))
