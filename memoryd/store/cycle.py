"""One commit cycle: many requests for several files made durable together.

The order is that of ``docs/architecture.md``: lock, look, apply, temp file, fsync, journal, exchange, fsync of the
directory, done mark. Everything that can refuse, refuses before the first byte is written. Nothing here knows threads.
"""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from memoryd.core.guard import Guard
from memoryd.store import publish
from memoryd.store.history.rows import WITHDRAWN, Made
from memoryd.store.janitor import Janitor
from memoryd.store.jobs import Job, Outcome
from memoryd.store.journal import Journal
from memoryd.store.memory_file import MemoryFile
from memoryd.store.overwrite import overwrite
from memoryd.store.plan import KeepAside, Plan, collect, plan
from memoryd.store.publish import Prepared
from memoryd.store.recovery import Leftover
from memoryd.store.retained import RetainedFiles
from memoryd.store.rows import Transaction
from memoryd.store.syscalls import Disk, now
from memoryd_client.errors import AppliedNotDurable, MemorydError, StoreError

ROUNDS = 3
"""How often one cycle publishes again because somebody replaced a file while it was published."""

JOIN_SECONDS = 5.0

Clock = Callable[[], float]
Answers = list[tuple[Job, Outcome]]


class CommitCycle:
    """Carries out cycles, one after the other; used by one thread.

    Args:
        disk: The system calls.
        journal: Where cycles are recorded.
        instance: Names this daemon in the names of its temp files.
        keep_aside: Keeps a copy of a file's bytes under a name; returns its path.
        guard: Hides from answers what agents must not see.
    """

    def __init__(self, disk: Disk, journal: Journal, instance: str, keep_aside: KeepAside, guard: Guard) -> None:
        self._disk = disk
        self._journal = journal
        self._instance = instance
        self._keep_aside = keep_aside
        self._guard = guard
        self._temps = 0
        self._seq = journal.seq
        self._directories: dict[str, int] = {}
        self._made: list[Made] = []
        self.janitor = Janitor(disk)
        self._retained = RetainedFiles(self.janitor, journal)

    def commit(self, work: Mapping[MemoryFile, list[Job]], clock: Clock = now) -> Answers:
        """Commit the requests for files whose locks are held; returns the outcome of each that still stood."""
        answers = self._round(work, clock)
        for _ in range(ROUNDS):
            again: dict[MemoryFile, list[Job]] = {
                file: [] for file in work if file.contents.dirty and file.problem is None
            }
            if not again:
                break
            self._round(again, clock)
        return answers

    def told(self) -> tuple[Made, ...]:
        """The changes that happened since this was asked last."""
        made, self._made = tuple(self._made), []
        return made

    def inherit(self, file: MemoryFile, leftover: Leftover) -> None:
        """Take over what recovery found displaced and not merged."""
        holding = file.inherit(leftover.fd, leftover.after)
        self._retained.retain(file, leftover.temp, leftover.number, holding)

    def tidy(self, files: Collection[MemoryFile]) -> None:
        """Have done what nobody waits for: remove what was displaced, forget what is old, bring the log in.

        The janitor begins with it in the next commit, or when `rest` is called.
        """
        self._retained.tidy(files)
        self._retained.settle()
        self._journal.prune_if_due()
        self._journal.bring_log_in(self.janitor.do)

    def rest(self) -> None:
        """Nobody asks for anything: tidy up."""
        self.tidy(())
        self._journal.bring_log_in(self.janitor.do, idle=True)
        self.janitor.release()
        self._journal.mark_done()

    def needs(self, file: MemoryFile) -> bool:
        """Whether something that this file displaced is still to be removed."""
        return self._retained.keeps_of(file)

    def leave(self, directory: str) -> None:
        """No file in this directory is in use any more."""
        fd = self._directories.pop(directory, None)
        if fd is not None:
            self.janitor.close(fd)

    def close(self) -> None:
        """Finish what is pending, and give the descriptors back."""
        self.janitor.stop(JOIN_SECONDS)
        self._retained.settle()
        for fd in self._directories.values():
            os.close(fd)
        self._journal.close()

    def _round(self, work: Mapping[MemoryFile, list[Job]], clock: Clock) -> Answers:
        plans = []
        for file, jobs in work.items():
            file.observe(clock())
            plans.append(self._planned(file, jobs, clock()))
        self.janitor.release()
        for one in plans:
            if one.publishes:
                self._prepare(one)
        number = self._record(plans)
        for one in plans:
            if one.prepared is not None:
                self._publish(one, one.prepared, number, clock)
            one.file.let_go()
        self._make_durable([one for one in plans if one.prepared is not None], number)
        return [pair for one in plans for pair in zip(one.jobs, one.outcomes, strict=True)]

    def _planned(self, file: MemoryFile, jobs: list[Job], moment: float) -> Plan:
        try:
            told = self._journal.texts(file.key)
        except StoreError as error:
            told = file.contents.document.entries  # it cannot be asked now, so nothing can be recorded either
            file.problem = file.problem or error
        one = plan(file, jobs, moment, self._seq, told=told, keep_aside=self._keep_aside, guard=self._guard)
        self._seq = one.seq
        return one

    def _prepare(self, one: Plan) -> None:
        file = one.file
        self._temps += 1
        directory, name = os.path.split(file.real)
        temp = os.path.join(directory, f".{name}.memoryd-{self._instance}-{self._temps}")
        try:
            one.prepared = publish.prepare(
                self._disk,
                temp,
                file.contents.rendered(one.entries),
                file.current.fd if file.current else None,
            )
        except StoreError as error:
            one.fail(error)
            return
        file.warnings = one.prepared.lost

    def _record(self, plans: list[Plan]) -> int:
        """The journal's row, before anything is exchanged; where it cannot be written, nothing is."""
        work = Transaction(seq=self._seq)
        for one in plans:
            collect(one, work)
        if not (work.publications or work.outcomes or work.versions or work.changes):
            return 0
        try:
            number = self._journal.record(work)
        except StoreError as error:
            self._seq = self._journal.seq  # the numbers were told to nobody
            for one in plans:
                self._give_up(one, error)
            return 0
        self._made += [change for change in work.changes if change.operation != WITHDRAWN]
        for one in plans:
            if one.prepared is None and not one.file.contents.dirty:
                one.file.contents.unrecorded.clear()
        return number

    def _give_up(self, one: Plan, error: MemorydError) -> None:
        if one.prepared is not None:
            publish.discard(self._disk, one.prepared)
            one.prepared = None
        one.fail(error)

    def _publish(self, one: Plan, prepared: Prepared, number: int, clock: Clock) -> None:
        try:
            if one.file.way == "in place" and one.file.current is not None:
                self._overwrite(one, prepared, number, clock)
            else:
                self._swap(one, prepared, number, clock)
        except StoreError as error:
            if one.publication is not None:
                # If this fails too, the daemon ends with our temp file in its place: then recovery withdraws it.
                self._journal.withdraw(number, one.publication)
                self._made = [
                    change for change in self._made if change.key != one.file.key or change not in one.changes
                ]
            self._give_up(one, error)

    def _swap(self, one: Plan, prepared: Prepared, number: int, clock: Clock) -> None:
        file = one.file
        try:
            swapped, displaced = publish.swap(self._disk, prepared, file.real)
        except publish.NotExchangeable:
            file.ground = replace(file.ground, way="in place")
            file.way = "in place"
            if one.publication is not None:
                self._journal.note_in_place(number, one.publication)
            self._overwrite(one, prepared, number, clock)
            return
        holding = file.published(swapped, one.entries, displaced=displaced, now=clock())
        if file.ground.way == "read-only":  # no longer
            file.ground = replace(file.ground, way="exchange")
            file.way = "exchange"
        if displaced:
            self._retained.retain(file, prepared.temp, number, holding)

    def _overwrite(self, one: Plan, prepared: Prepared, number: int, clock: Clock) -> None:
        """Our temp file stays as the copy from which recovery can finish what a crash interrupted."""
        file = one.file
        with file.released():
            written = overwrite(self._disk, file.real, prepared.data, file.fingerprint)
        file.overwritten(one.entries, written, clock())
        self.janitor.close(prepared.fd)
        self._retained.retain(file, prepared.temp, number, None)

    def _make_durable(self, plans: list[Plan], number: int) -> None:
        for directory in {os.path.dirname(one.file.real) for one in plans}:
            try:
                self._disk.fsync(self._directory(directory))
            except OSError as error:
                problem = AppliedNotDurable(
                    f"the change is in the file, but {directory} could not be made durable: {error.strerror}; "
                    "check the disk, then read the file back",
                    path=directory,
                )
                here = [one for one in plans if os.path.dirname(one.file.real) == directory]
                self._journal.replace_outcomes(number, [outcome for one in here for outcome in one.amend(problem)])
        if number and not self._retained.holds(number):
            self._journal.done(number)

    def _directory(self, path: str) -> int:
        fd = self._directories.get(path)
        if fd is not None:
            if os.path.samestat(os.stat(path), os.fstat(fd)):
                return fd
            del self._directories[path]  # first: its number may soon be another file's
            os.close(fd)
        self._directories[path] = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        return self._directories[path]
