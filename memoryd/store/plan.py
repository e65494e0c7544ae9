"""What a commit cycle will do to one file: requests in, their outcomes and the new entries out. Writes no memory."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from memoryd.core import edits
from memoryd.core.document import render
from memoryd.core.guard import Guard
from memoryd.core.merge import Version
from memoryd.core.mirror import MemoryWrite, writes
from memoryd.core.render import hint
from memoryd.store.history.rows import Made
from memoryd.store.history.told import external_changes, withdrawn
from memoryd.store.jobs import Job, Outcome, tell_nobody
from memoryd.store.memory_file import MemoryFile
from memoryd.store.publish import Prepared, write_error
from memoryd.store.rows import Publication, Transaction
from memoryd.store.syscalls import now
from memoryd_client.errors import MemorydError
from memoryd_client.messages import Edited, Split, Usage
from memoryd_client.wire import encode_reply

KeepAside = Callable[[str, bytes], str]


@dataclass(slots=True)
class Plan:
    """One file in one cycle.

    Attributes:
        file: Which.
        entries: What it will hold.
        jobs, outcomes: The requests that still stood, and how each ends if the plan succeeds.
        mirrored: Of those that change something, the number of the change and what it did, for others to be told.
        seq: The number of the last change.
        failure: Why nothing of this happens after all.
        prepared, publication: Our content on the disk, and its row for the journal.
        changes: What becomes of the file, change by change, for the history.
    """

    file: MemoryFile
    entries: tuple[str, ...]
    seq: int
    jobs: list[Job] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    mirrored: list[tuple[Job, int, tuple[MemoryWrite, ...]]] = field(default_factory=list)
    failure: MemorydError | None = None
    prepared: Prepared | None = None
    publication: Publication | None = None
    changes: list[Made] = field(default_factory=list)

    @property
    def publishes(self) -> bool:
        """Whether the file gets new content."""
        changed = self.file.contents.dirty or self.entries != self.file.contents.document.entries
        return self.failure is None and changed

    def fail(self, error: MemorydError) -> None:
        """Nothing of this file's requests happened, so none of their outcomes may be remembered."""
        self.failure = error
        self.outcomes = [failed(job, error, final=False) for job in self.jobs]

    def amend(self, error: MemorydError) -> list[Outcome]:
        """It happened, but not as it should have; returns the outcomes that tell so."""
        self.outcomes = [failed(job, error) for job in self.jobs]
        return self.outcomes


def plan(  # noqa: PLR0913 - what a plan is made of
    file: MemoryFile,
    jobs: Iterable[Job],
    moment: float,
    seq: int,
    *,
    told: tuple[str, ...],
    keep_aside: KeepAside,
    guard: Guard,
) -> Plan:
    """Apply the requests that still stand at this moment, in order, each to what the one before left.

    ``told`` is what the history has last of the file: what differs from it, others did.
    """
    one = Plan(file, file.contents.document.entries, seq)
    if file.problem is None and told != one.entries:
        one.changes = external_changes(file, told, seq)
        one.seq += len(one.changes)
    for job in jobs:
        if (job.deadline and job.deadline <= moment) or not job.claim():
            continue  # expired: the loop answers it, or did while it waited
        one.jobs.append(job)
        one.outcomes.append(_applied(one, job, keep_aside, guard))
    if file.problem is not None:
        one.fail(file.problem)
    return one


def _applied(one: Plan, job: Job, keep_aside: KeepAside, guard: Guard) -> Outcome:
    before, revisions = one.entries, one.file.contents.revisions
    try:
        applied = edits.apply(job.edit, before, job.limit, revisions.size)
        notes = applied.notes + _copy_kept(one.file, job, applied, keep_aside)
    except MemorydError as error:
        return failed(job, guard.hide(error, before))
    one.entries = applied.entries
    changed = applied.entries != before
    one.seq += changed
    digest = revisions.digest(applied.entries)
    if changed:
        one.changes.append(Made(one.seq, one.file.key, one.entries, job.operation, job.actor, digest, job.cause))
        if job.tell is not tell_nobody:
            one.mirrored.append((job, one.seq, tuple(writes(applied.effects, applied.entries))))
    held = Usage(revisions.size(applied.entries), job.limit)
    reply = Edited(
        target=job.edit.target,
        changed=changed,
        digest=digest,
        usage=held,
        seq=one.seq,
        effects=tuple(map(guard.hide_effect, applied.effects)),
        notes=notes,
        frozen_digest=job.frozen_digest,
        hint=hint(held.percent),
    )
    return Outcome(job.request_id, job.request_digest, "ok", encode_reply(reply))


def _copy_kept(file: MemoryFile, job: Job, applied: edits.Applied, keep_aside: KeepAside) -> tuple[str, ...]:
    """Whoever loses an entry that is a whole document by one edit can have it back."""
    large = any(effect.changed and len(effect.discarded) > job.limit for effect in applied.effects)
    if not (large or isinstance(job.edit, Split)):
        return ()
    try:
        path = keep_aside(os.path.basename(file.path), render(file.contents.document))
    except OSError as error:
        raise write_error(file.path, error) from error
    return (f"a copy of the file as it was is kept at {path}",)


def failed(job: Job, error: MemorydError, *, final: bool = True) -> Outcome:
    """The outcome of a request that was refused or could not be carried out."""
    return Outcome(job.request_id, job.request_digest, "failed", encode_reply(error.failure()), final)


def unusable(jobs: Iterable[Job], path: str, error: Exception) -> list[tuple[Job, Outcome]]:
    """The outcomes of requests whose file cannot even be locked; raises what is no trouble of the disk."""
    known = write_error(path, error) if isinstance(error, OSError) else error
    if not isinstance(known, MemorydError):
        raise error
    return [(job, failed(job, known, final=False)) for job in jobs if job.claim()]


def collect(one: Plan, work: Transaction) -> None:
    """Add what a plan has for the journal to the cycle's transaction.

    Outside versions are recorded with the content that merges them, never before: after a crash in between they must
    be news again.
    """
    file = one.file
    if one.prepared is not None:
        since = file.contents.unrecorded[0].number if file.contents.unrecorded else file.contents.log.next_number
        one.publication = Publication(
            key=file.key,
            path=file.real,
            way=file.way,
            temp=one.prepared.temp,
            ours=str(one.prepared.identity),
            theirs=str(file.current.identified()) if file.current else "",
            version=file.contents.log.next_number,
            since=since,
        )
        work.publications.append(one.publication)
        work.versions.append((file.key, Version(file.contents.log.next_number, one.entries, "ours", now())))
    if one.prepared is not None or not file.contents.dirty:
        work.versions.extend((file.key, version) for version in file.contents.unrecorded)
    if one.prepared is None and (file.contents.dirty or one.failure is not None):
        work.changes.extend(withdrawn(one.changes))
    else:
        work.changes.extend(one.changes)
    if one.failure is None:
        work.outcomes.extend((file.key, outcome) for outcome in one.outcomes)
        for job, seq, writes_of in one.mirrored:
            work.outbox.extend((file.key, row) for row in job.tell(seq, writes_of))
