"""Store and merge under everything that agents, editors, Hermes and crashes do to one file, against a simple model.

The model is three sets: what must be in the file, what must not, and (by omission) what may be. Everything runs on one
thread, on the real disk calls; a crash is an exception out of one of them, after which everything is opened anew.
"""

# ruff: noqa: D102, FBT001 - a planted fault needs no description; what Hypothesis draws comes by name

import os
import shutil
import tempfile
from collections.abc import Callable

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from memoryd import logs
from memoryd.core import edits
from memoryd.core.budget import digest
from memoryd.core.document import parse
from memoryd.core.guard import Guard
from memoryd.core.scan import compile_policy
from memoryd.settings import Log, decode
from memoryd.store.cycle import CommitCycle
from memoryd.store.jobs import Job, Outcome
from memoryd.store.layout import FileKey, Layout
from memoryd.store.memory_file import MemoryFile
from memoryd.store.opening import Opened, open_home
from memoryd.store.syscalls import Disk, now
from memoryd.store.version_rows import boot_id
from memoryd_client.endpoint import Home
from memoryd_client.messages import Add, AnyEdit, Batch, Operation, Remove, Replace, Rewrite

KEY = FileKey("", "memory")
LIMIT = 1_000_000
GUARD = Guard(compile_policy())
LOG = logs.configure(Log(level="error"))

Entries = tuple[str, ...]


class Crashed(BaseException):
    """The process was killed here."""


class TroubledDisk(Disk):
    """The real disk, with an outsider who acts just before an exchange, and death at any changing call."""

    def __init__(self) -> None:
        self.outsider: Callable[[], None] | None = None
        self.calls_left: int | None = None

    def _live_or_die(self) -> None:
        if self.calls_left is not None:
            self.calls_left -= 1
            if self.calls_left < 0:
                raise Crashed

    def create(self, path: str) -> int:
        self._live_or_die()
        return super().create(path)

    def write(self, fd: int, data: bytes) -> None:
        self._live_or_die()
        super().write(fd, data)

    def fsync(self, fd: int) -> None:
        self._live_or_die()
        super().fsync(fd)

    def exchange(self, one: str, other: str) -> None:
        if self.outsider is not None:
            outsider, self.outsider = self.outsider, None
            outsider()
        self._live_or_die()
        super().exchange(one, other)
        self._live_or_die()

    def rename_new(self, source: str, target: str) -> None:
        self._live_or_die()
        super().rename_new(source, target)
        self._live_or_die()

    def unlink(self, path: str) -> None:
        self._live_or_die()
        super().unlink(path)


class OneFile(RuleBasedStateMachine):
    """One memory file and all who touch it."""

    buffers: Bundle[Entries] = Bundle("buffers")

    def __init__(self) -> None:
        super().__init__()
        self.root = os.path.realpath(tempfile.mkdtemp(prefix="memoryd-"))
        self.layout = Layout(Home(self.root), decode("", {}))
        self.path = self.layout.path(KEY)
        self.required: set[str] = set()
        self.forbidden: set[str] = set()
        self.count = 0
        self.ticks = 0
        self.instances = 0
        self.start()

    # --- the daemon, without its threads ------------------------------------------------------------------------------

    def start(self) -> None:
        """As the composition root and the committer do it."""
        self.instances += 1
        self.disk = TroubledDisk()
        instance = f"{self.instances:012x}"
        self.opened: Opened = open_home(self.layout, instance, self.disk, LOG)
        journal = self.opened.journal
        self.cycle = CommitCycle(self.disk, journal, instance, lambda _name, _data: "", GUARD)
        self.file = MemoryFile(self.disk, KEY, self.path, journal.versions(KEY, boot_id()), lambda _data: None)
        for leftover in self.opened.leftovers:
            self.cycle.inherit(self.file, leftover)
        self.look()

    def die(self) -> None:
        """What the kernel does for a killed process; the journal loses what no transaction holds."""
        self.file.close()
        self.opened.journal._db.close()
        for fd in self.cycle._directories.values():
            os.close(fd)
        self.opened.ownership.release()

    def clock(self) -> float:
        """Runs slowly, so that no version is ever old."""
        self.ticks += 1
        return self.started + self.ticks / 1_000

    @property
    def started(self) -> float:
        """The moment at which the example began."""
        if not hasattr(self, "_started"):
            self._started = now()
        return self._started

    def look(self) -> None:
        """The committer was told that something happened."""
        self.commit([])

    def commit(self, jobs: list[Job]) -> list[tuple[Job, Outcome]]:
        """One cycle over the file."""
        answers = self.cycle.commit({self.file: jobs}, self.clock)
        self.cycle.tidy([self.file])
        return answers

    def job(self, edit: AnyEdit) -> Job:
        """An admitted edit."""
        self.count += 1
        return Job(KEY, edits.prepared(edit), LIMIT, f"request-{self.count}", b"digest")

    def edit(self, *wanted: AnyEdit) -> None:
        """Commit edits; each is acknowledged."""
        answers = self.commit([self.job(one) for one in wanted])

        assert [outcome.status for _, outcome in answers] == ["ok"] * len(wanted)
        for one in wanted:
            self.acknowledge(one)

    def acknowledge(self, edit: AnyEdit) -> None:
        """The model's view of an acknowledged edit."""
        for _, text in edits.texts(edit):
            self.require(text)
        if isinstance(edit, (Replace, Remove)):
            self.forbid(edit.old_text)
        if isinstance(edit, Batch):
            for one in edit.operations:
                if one.action != "add":
                    self.forbid(one.old_text)

    def require(self, text: str) -> None:
        """From now on it must be there."""
        self.required.add(text)

    def forbid(self, text: str) -> None:
        """From now on it must not be there."""
        self.required.discard(text)
        self.forbidden.add(text)

    def new_text(self, who: str) -> str:
        """Every text is unlike every other."""
        self.count += 1
        return f"{who} {self.count}."

    def on_disk(self) -> Entries:
        """What the file holds."""
        try:
            with open(self.path, "rb") as file:
                return parse(file.read()).entries
        except FileNotFoundError:
            return ()

    # --- agents -------------------------------------------------------------------------------------------------------

    @rule(several=st.integers(1, 3))
    def agents_add(self, several: int) -> None:
        """Some at once."""
        self.edit(*(Add(target="memory", content=self.new_text("agent")) for _ in range(several)))

    @rule(choice=st.integers(0, 9), by=st.sampled_from([Remove, Replace]))
    def agent_changes(self, choice: int, by: type[AnyEdit]) -> None:
        """An entry that is there."""
        entries = self.file.contents.document.entries
        assume(entries)
        old = entries[choice % len(entries)]
        if by is Remove:
            self.edit(Remove(target="memory", old_text=old))
        else:
            self.edit(Replace(target="memory", old_text=old, content=self.new_text("reworded")))

    @rule(choice=st.integers(0, 9))
    def agent_batches(self, choice: int) -> None:
        """Two additions and a removal, all or nothing."""
        entries = self.file.contents.document.entries
        operations = [Operation("add", self.new_text("batch")), Operation("add", self.new_text("batch"))]
        if entries:
            operations.insert(1, Operation("remove", old_text=entries[choice % len(entries)]))
        self.edit(Batch(target="memory", operations=tuple(operations)))

    @rule(turn=st.integers(0, 5))
    def agent_rewrites(self, turn: int) -> None:
        """A tidy-up job that reorders everything."""
        entries = self.file.contents.document.entries
        turned = (*entries[turn:], *entries[:turn], self.new_text("rewritten"))
        self.edit(Rewrite(target="memory", entries=turned, base_digest=digest(entries)))

    @rule()
    def agent_is_refused(self) -> None:
        """A refusal in the middle of a cycle touches neither file nor neighbours."""
        first, last = (Add(target="memory", content=self.new_text("agent")) for _ in range(2))
        wrong = Remove(target="memory", old_text="no such entry anywhere")
        answers = self.commit([self.job(one) for one in (first, wrong, last)])

        assert [outcome.status for _, outcome in answers] == ["ok", "failed", "ok"]
        self.acknowledge(first)
        self.acknowledge(last)

    # --- editors ------------------------------------------------------------------------------------------------------

    @rule(target=buffers)
    def editor_reads(self) -> Entries:
        """And thinks about it for any length of time."""
        return self.on_disk()

    @rule(buffer=buffers, how=st.sampled_from(["rename", "in place"]), deletes=st.integers(0, 12))
    def editor_saves_a_stale_buffer(self, buffer: Entries, how: str, deletes: int) -> None:
        """With a line of its own, and perhaps without one that is still in memory."""
        self.save(self.edited(buffer, deletes), how)
        self.look()

    @rule(how=st.sampled_from(["rename", "in place"]), deletes=st.integers(0, 12))
    def editor_saves_what_it_just_read(self, how: str, deletes: int) -> None:
        """The most usual case."""
        self.save(self.edited(self.on_disk(), deletes), how)
        self.look()

    @rule()
    def shell_appends(self) -> None:
        """Without reading anything."""
        text = self.new_text("shell")
        with open(self.path, "ab") as file:
            file.write(f"\n§\n{text}".encode())
        self.require(text)
        self.look()

    @rule(deletes=st.integers(0, 12), buffer=consumes(buffers) | st.none())
    def editor_saves_while_a_commit_is_under_way(self, deletes: int, buffer: Entries | None) -> None:
        """Between the daemon's look at the file and its exchange."""
        self.save_while_committing(self.edited(self.on_disk() if buffer is None else buffer, deletes))

    def save_while_committing(self, content: Entries) -> None:
        """By rename, while an addition is on its way."""
        self.disk.outsider = lambda: self.save(content, "rename")
        self.edit(Add(target="memory", content=self.new_text("agent")))
        if self.disk.outsider is not None:  # there was no file to exchange with
            self.disk.outsider()
            self.disk.outsider = None
            self.look()

    @rule(deletes=st.integers(0, 12), how=st.sampled_from(["rename", "in place"]))
    def editor_saves_what_it_read_while_a_commit_was_under_way(self, deletes: int, how: str) -> None:
        """What had the name for that moment only, put there by another."""
        content = self.edited(self.on_disk())
        self.save_while_committing(content)
        self.save(self.edited(content, deletes), how)
        self.look()

    @rule(deletes=st.integers(0, 12))
    def hermes_writes(self, deletes: int) -> None:
        """Under its lock, one change, by renaming a temp file."""
        content = self.edited(self.on_disk(), deletes)
        self.save(content, "rename")
        self.file.renamed_by_hermes = True
        self.look()

    @rule()
    def file_is_removed(self) -> None:
        """Which empties the memory."""
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.look()

        assert self.on_disk() == ()
        self.required.clear()

    @rule()
    def file_becomes_unreadable_and_is_repaired(self) -> None:
        """In between writes are refused and the bytes stay."""
        kept = self.on_disk()
        with open(f"{self.path}.new", "wb") as file:
            file.write(b"caf\xe9")
        os.rename(f"{self.path}.new", self.path)
        answers = self.commit([self.job(Add(target="memory", content=self.new_text("refused")))])

        assert [outcome.status for _, outcome in answers] == ["failed"]
        with open(self.path, "rb") as file:
            assert file.read() == b"caf\xe9"
        self.save((*kept, self.edited(())[0]), "rename")
        self.look()

    def edited(self, buffer: Entries, deletes: int = 0) -> Entries:
        """A buffer after the editor's work: one more line, and perhaps one fewer.

        Only what is still in memory is deleted: who deletes what was removed meanwhile cannot be told from who read
        the newest version and deleted the newest entry.
        """
        deletable = [entry for entry in buffer if entry in self.required]
        gone = set(deletable[deletes - 1 : deletes])
        self.required -= gone
        line = self.new_text("editor")
        self.require(line)
        return (*(entry for entry in buffer if entry not in gone), line)

    def save(self, entries: Entries, how: str) -> None:
        """Write a file as an editor does."""
        data = "\n§\n".join(entries).encode()
        path = self.path if how == "in place" else f"{self.path}~"
        with open(path, "wb") as file:
            file.write(data)
        if how == "rename":
            os.rename(path, self.path)

    # --- restarts -----------------------------------------------------------------------------------------------------

    @rule()
    def daemon_restarts(self) -> None:
        """In an orderly way."""
        self.file.close()
        self.cycle.close()
        self.opened.ownership.release()
        self.start()

    @rule(calls=st.integers(0, 9), outsider=st.booleans())
    def daemon_is_killed(self, calls: int, outsider: bool) -> None:
        """At any call of a commit, perhaps just after an editor saved; the journal tells the outcome."""
        edit = Add(target="memory", content=self.new_text("killed"))
        job = self.job(edit)
        if outsider and os.path.exists(self.path):
            content = self.edited(self.on_disk())
            self.disk.outsider = lambda: self.save(content, "rename")
        self.disk.calls_left = calls
        try:
            answers = self.commit([job])
        except Crashed:
            answers = []
        pending, self.disk.outsider = self.disk.outsider, None
        self.die()
        if pending is not None:
            pending()
        self.start()
        recorded = self.opened.journal.outcome(job.request_id)

        assert recorded is not None or not answers, "an answer was given that nobody remembers"
        if recorded is not None:
            assert recorded.status == "ok"
            self.acknowledge(edit)
        else:
            self.forbid(edit.content)

    # --- what always holds --------------------------------------------------------------------------------------------

    @invariant()
    def nothing_acknowledged_is_lost_and_nothing_removed_comes_back(self) -> None:
        """After every step the file holds what it must, and memory is what the file holds."""
        entries = self.on_disk()

        assert self.required <= set(entries)
        assert not self.forbidden & set(entries)
        assert entries == self.file.contents.document.entries
        assert not self.file.contents.dirty

    @invariant()
    def there_is_no_litter(self) -> None:
        """Beside the memory file there is nothing of ours."""
        assert set(os.listdir(os.path.dirname(self.path))) <= {"MEMORY.md"}

    def teardown(self) -> None:
        """Leave nothing behind."""
        self.die()
        shutil.rmtree(self.root)


OneFile.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestOneFile = pytest.mark.slow(OneFile.TestCase)
