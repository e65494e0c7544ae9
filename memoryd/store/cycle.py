"""One commit cycle: many requests for several files made durable together.

The order is that of ``docs/architecture.md``: lock, look, apply, temp file, fsync, journal, exchange, fsync of the
directory, done mark. Everything that can refuse, refuses before the first byte is written. Nothing here knows threads.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from memoryd.core import budget, edits
from memoryd.core.document import render
from memoryd.core.merge import Version
from memoryd.store import publish
from memoryd.store.attributes import identity
from memoryd.store.jobs import Job, Outcome
from memoryd.store.journal import Journal, Publication, Transaction
from memoryd.store.layout import FileKey
from memoryd.store.memory_file import MemoryFile
from memoryd.store.publish import Prepared
from memoryd.store.syscalls import Disk, now
from memoryd_client.errors import AppliedNotDurable, MemorydError, StoreError
from memoryd_client.messages import Edited, Split
from memoryd_client.wire import encode_reply

ROUNDS = 3
"""How often one cycle publishes again because somebody replaced a file while it was published."""


Clock = Callable[[], float]
Answers = list[tuple[Job, Outcome]]


@dataclass(slots=True)
class Plan:
    """What a cycle does to one file."""

    file: MemoryFile
    entries: tuple[str, ...]
    jobs: list[Job] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    changes: int = 0
    failure: MemorydError | None = None
    prepared: Prepared | None = None
    publication: Publication | None = None

    @property
    def publishes(self) -> bool:
        """Whether the file gets new content."""
        changed = self.file.dirty or self.entries != self.file.document.entries
        return self.failure is None and changed


class CommitCycle:
    """Carries out cycles, one after the other; used by one thread.

    Args:
        disk: The system calls.
        journal: Where cycles are recorded.
        instance: Names this daemon in the names of its temp files.
        keep_aside: Keeps a copy of a file's bytes under a name; returns its path.
    """

    def __init__(self, disk: Disk, journal: Journal, instance: str, keep_aside: Callable[[str, bytes], str]) -> None:
        self._disk = disk
        self._journal = journal
        self._instance = instance
        self._keep_aside = keep_aside
        self._temps = 0
        self._seq = journal.seq
        self._directories: dict[str, int] = {}
        self._retained: dict[FileKey, list[tuple[str, int]]] = {}
        self._unsettled: dict[int, int] = {}

    def commit(
        self, work: Mapping[MemoryFile, list[Job]], clock: Callable[[], float] = now
    ) -> list[tuple[Job, Outcome]]:
        """Commit the requests for files whose locks are held; returns the outcome of each that still stood."""
        answers = self._round(work, clock)
        for _ in range(ROUNDS):
            again: dict[MemoryFile, list[Job]] = {file: [] for file in work if file.dirty and file.problem is None}
            if not again:
                break
            self._round(again, clock)
        return answers

    def retain(self, key: FileKey, temp: str, number: int) -> None:
        """Keep a displaced file, and its cycle without a done mark, until what it holds is merged and published.

        Otherwise a crash in between would lose an edit that is nowhere else any more.
        """
        self._retained.setdefault(key, []).append((temp, number))
        self._unsettled[number] = self._unsettled.get(number, 0) + 1

    def tidy(self, files: Iterable[MemoryFile]) -> None:
        """Let go of displaced files that hold nothing new; nobody waits for this."""
        for file in files:
            if file.dirty or file.restless:
                continue
            for temp, number in self._retained.pop(file.key, ()):
                with contextlib.suppress(OSError):  # litter that the next start sweeps, not a failure of anybody's
                    self._disk.unlink(temp)
                self._unsettled[number] -= 1
                if not self._unsettled[number]:
                    del self._unsettled[number]
                    self._journal.done(number)

    def _round(
        self, work: Mapping[MemoryFile, list[Job]], clock: Callable[[], float] = now
    ) -> list[tuple[Job, Outcome]]:
        plans = []
        for file, jobs in work.items():
            file.observe(clock())
            plans.append(self._plan(file, jobs))
        for plan in plans:
            if plan.publishes:
                self._prepare(plan)
        number = self._record(plans)
        for plan in plans:
            if plan.prepared is not None:
                self._swap(plan, number, clock)
            plan.file.let_go()
        self._make_durable([plan for plan in plans if plan.prepared is not None], number)
        return [pair for plan in plans for pair in zip(plan.jobs, plan.outcomes, strict=True)]

    # --- what the requests do -----------------------------------------------------------------------------------------

    def _plan(self, file: MemoryFile, jobs: Iterable[Job]) -> Plan:
        plan = Plan(file, file.document.entries)
        for job in jobs:
            if not job.claim():
                continue  # expired and answered while it waited
            plan.jobs.append(job)
            plan.outcomes.append(self._apply(plan, job))
        if file.problem is not None:
            _fail(plan, file.problem)
        return plan

    def _apply(self, plan: Plan, job: Job) -> Outcome:
        before = plan.entries
        try:
            applied = edits.apply(job.edit, before, job.limit)
            notes = applied.notes + self._copy_kept(plan.file, job, applied)
        except MemorydError as error:
            return _failed(job, error)
        plan.entries = applied.entries
        changed = applied.entries != before
        plan.changes += changed
        self._seq += changed
        return _outcome(
            job,
            Edited(
                target=job.edit.target,
                changed=changed,
                digest=budget.digest(applied.entries),
                usage=budget.usage(applied.entries, job.limit),
                seq=self._seq,
                effects=applied.effects,
                notes=notes,
            ),
        )

    def _copy_kept(self, file: MemoryFile, job: Job, applied: edits.Applied) -> tuple[str, ...]:
        """A person who loses an entry that is a whole document by one edit can have it back."""
        large = any(len(effect.discarded) > job.limit for effect in applied.effects)
        if not (large or isinstance(job.edit, Split)):
            return ()
        try:
            path = self._keep_aside(os.path.basename(file.path), render(file.document))
        except OSError as error:
            raise publish.write_error(file.path, error) from error
        return (f"a copy of the file as it was is kept at {path}",)

    # --- the disk -----------------------------------------------------------------------------------------------------

    def _prepare(self, plan: Plan) -> None:
        file = plan.file
        self._temps += 1
        directory, name = os.path.split(file.real)
        temp = os.path.join(directory, f".{name}.memoryd-{self._instance}-{self._temps}")
        data = render(file.document.with_entries(plan.entries))
        like = file.current.fd if file.current else None
        try:
            plan.prepared = publish.prepare(self._disk, temp, data, like)
        except StoreError as error:
            _fail(plan, error)

    def _record(self, plans: list[Plan]) -> int:
        """The journal's row, before anything is exchanged; where it cannot be written, nothing is."""
        work = Transaction(seq=self._seq)
        for plan in plans:
            _collect(plan, work)
        if not (work.publications or work.outcomes or work.versions):
            return 0
        try:
            number = self._journal.record(work)
        except StoreError as error:
            for plan in plans:
                self._give_up(plan, error)
            return 0
        for plan in plans:
            if plan.prepared is None and not plan.file.dirty:
                plan.file.unrecorded.clear()
        return number

    def _give_up(self, plan: Plan, error: MemorydError) -> None:
        if plan.prepared is not None:
            publish.discard(self._disk, plan.prepared)
            plan.prepared = None
        _fail(plan, error)

    def _swap(self, plan: Plan, number: int, clock: Clock) -> None:
        file, prepared = plan.file, plan.prepared
        if prepared is None:
            return
        try:
            swapped, displaced = publish.swap(self._disk, prepared, file.real)
        except StoreError as error:
            if plan.publication is not None:
                self._journal.withdraw(number, plan.publication)
            self._give_up(plan, error)
            return
        file.unrecorded.clear()
        file.document = file.document.with_entries(plan.entries)
        file.published(swapped, plan.entries, displaced=displaced, now=clock())
        if displaced:
            self.retain(file.key, prepared.temp, number)

    def _make_durable(self, plans: list[Plan], number: int) -> None:
        for directory in {os.path.dirname(plan.file.real) for plan in plans if plan.prepared is not None}:
            try:
                self._disk.fsync(self._directory(directory))
            except OSError as error:
                here = [plan for plan in plans if os.path.dirname(plan.file.real) == directory]
                self._not_durable(here, directory, error)
        if number and number not in self._unsettled:
            self._journal.done(number)

    def _not_durable(self, plans: list[Plan], directory: str, error: OSError) -> None:
        problem = AppliedNotDurable(
            f"the change is in the file, but {directory} could not be made durable: {error.strerror}; "
            "check the disk, then read the file back",
            path=directory,
        )
        for plan in plans:
            plan.outcomes = [_failed(job, problem) for job in plan.jobs]
            self._journal.replace_outcomes(plan.outcomes)

    def _directory(self, path: str) -> int:
        fd = self._directories.get(path)
        if fd is not None:
            if os.path.samestat(os.stat(path), os.fstat(fd)):
                return fd
            os.close(fd)
        self._directories[path] = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        return self._directories[path]

    def close(self) -> None:
        """Give the descriptors back and write what is pending."""
        for fd in self._directories.values():
            os.close(fd)
        self._journal.close()


def _collect(plan: Plan, work: Transaction) -> None:
    """What a plan adds to the journal's transaction.

    Outside versions are recorded with the content that merges them, never before: after a crash in between they must
    be news again.
    """
    file = plan.file
    if plan.prepared is not None:
        since = file.unrecorded[0].number if file.unrecorded else file.log.next_number
        plan.publication = Publication(
            file.key,
            file.real,
            plan.prepared.temp,
            str(plan.prepared.identity),
            str(identity(file.current.fd)) if file.current else "",
            file.log.last.entries,
            plan.entries,
            file.log.next_number,
            since,
        )
        work.publications.append(plan.publication)
        work.versions.append((file.key, Version(file.log.next_number, plan.entries, "ours", now())))
    if plan.prepared is not None or not file.dirty:
        work.versions.extend((file.key, version) for version in file.unrecorded)
    if plan.failure is None:
        work.outcomes.extend((file.key, outcome) for outcome in plan.outcomes)


def _outcome(job: Job, reply: Edited) -> Outcome:
    return Outcome(job.request_id, job.request_digest, "ok", encode_reply(reply))


def _failed(job: Job, error: MemorydError, *, final: bool = True) -> Outcome:
    return Outcome(job.request_id, job.request_digest, "failed", encode_reply(error.failure()), final)


def _fail(plan: Plan, error: MemorydError) -> None:
    """Nothing of this file's requests happened, so none of their outcomes may be remembered."""
    plan.failure = error
    plan.outcomes = [_failed(job, error, final=False) for job in plan.jobs]
