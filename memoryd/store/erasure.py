"""Lets a text vanish from wherever memoryd keeps it: files, database, copies, temp files, set-aside databases.

First the memory files, by a commit like any other, so that no later version brings the text back; then the database;
then what else lies in our directories. What is beyond our reach is told in sentences.
"""

import os
import time
from collections.abc import Callable, Iterator

from memoryd.core.undo import Erasure
from memoryd.store.cycle import CommitCycle
from memoryd.store.history.redaction import Redaction, compact
from memoryd.store.jobs import Job
from memoryd.store.journal import Journal
from memoryd.store.journal_health import guarded
from memoryd.store.layout import FileKey, Layout
from memoryd.store.memory_file import MemoryFile
from memoryd.store.opened import OpenFiles
from memoryd.store.transaction import Immediate
from memoryd_client.errors import LockedElsewhere, raised
from memoryd_client.messages import Actor, Erased
from memoryd_client.wire import decode_failure

TIDY_SECONDS = 5.0
PAUSE = 0.02

BEYOND = (
    "backups and exports, copies that sync tools and editors made, and what the file system keeps of freed blocks",
    "what agents were told: their conversations, and the providers and models that saw them",
)


class Eraser:
    """Erases texts, on the committer's thread.

    Args:
        layout: Where files are.
        journal: Its database.
        cycle: Commits.
        lock: Takes a file's lock, unless another program holds it.
        files: Those in use.
    """

    def __init__(
        self,
        layout: Layout,
        journal: Journal,
        cycle: CommitCycle,
        lock: Callable[[FileKey], bool],
        files: OpenFiles,
    ) -> None:
        self._layout = layout
        self.database = journal.database
        self._cycle = cycle
        self._lock = lock
        self._files = files

    def erase(self, text: str, request_id: str, actor: Actor) -> Erased:
        """Do it; ``request_id`` and ``actor`` say who asks. Whoever shows files is to look at them anew afterwards.

        Raises:
            LockedElsewhere: Another program holds a file; nothing was changed.
            StoreError: The disk, or whoever reads the database, is in the way; ask again.
        """
        files = self._locked(text)
        try:
            removed = self._from_files(text, request_id, actor, files)
        finally:
            for file in files:
                self._files.unlock(file)
        self._tidied(files)
        redaction = Redaction(text)
        self._from_database(redaction)
        copies, beyond = self._from_directories(text.encode())
        return Erased(
            entries=removed,
            changes=redaction.changes,
            copies=tuple(copies),
            sessions=tuple(redaction.sessions),
            beyond=(*beyond, *BEYOND),
        )

    def _locked(self, text: str) -> list[MemoryFile]:
        """The files that hold the text, all of them locked."""
        files: list[MemoryFile] = []
        for key in self._layout.files():
            if not _holds(self._layout.path(key), text.encode()):
                continue
            if self._lock(key):
                files.append(self._files.open(key))
            else:
                for one in files:
                    self._files.unlock(one)
                raise LockedElsewhere(
                    f"another program holds {self._layout.path(key)}.lock; nothing was changed, ask again",
                    path=self._layout.path(key),
                )
        return files

    def _from_files(self, text: str, request_id: str, actor: Actor, files: list[MemoryFile]) -> int:
        """Remove the entries that hold the text; raises what keeps one file from being written."""
        work: dict[MemoryFile, list[Job]] = {}
        before = 0
        for number, file in enumerate(files):
            edit = Erasure(target=file.key.target, profile=file.key.profile, text=text)
            job = Job(file.key, edit, self._layout.limit(file.key), f"{request_id}:{number}", os.urandom(16))
            job.actor, job.operation = actor, "redact"
            work[file] = [job]
        for file in files:
            file.observe(0.0)
            before += sum(text in entry for entry in file.contents.document.entries)
        for _, outcome in self._cycle.commit(work) if work else ():
            if outcome.status == "failed":
                raise raised(decode_failure(outcome.body))
        return before

    @guarded
    def _from_database(self, redaction: Redaction) -> None:
        with Immediate(self.database.connection):
            redaction.run(self.database.connection)
        compact(self.database.connection)

    def _tidied(self, files: list[MemoryFile]) -> None:
        """Wait until what was displaced is gone, or somebody is still writing it."""
        until = time.monotonic() + TIDY_SECONDS
        self._cycle.tidy(files)
        self._cycle.janitor.release()
        while self._cycle.janitor.owes and time.monotonic() < until:
            time.sleep(PAUSE)
            self._cycle.tidy(files)
            self._cycle.janitor.release()

    def _from_directories(self, needle: bytes) -> tuple[list[str], list[str]]:
        """Remove our own copies that hold the text; whatever else holds it is told."""
        removed: list[str] = []
        beyond: list[str] = []
        for path in _walk(self._layout):
            if not _holds(path, needle):
                continue
            name = os.path.basename(path)
            if os.path.dirname(path) == self._layout.aside or ".aside-" in name:
                os.unlink(path)
                removed.append(path)
            else:
                beyond.append(f"{path} holds it and is not memoryd's to change")
        return removed, beyond


def _walk(layout: Layout) -> Iterator[str]:
    """Every file in the directories that are ours or hold memory."""
    places = {layout.home.state_dir, *(os.path.dirname(layout.path(key)) for key in layout.files())}
    for place in sorted(places):
        for directory, _, names in os.walk(place):
            for name in names:
                path = os.path.join(directory, name)
                # Opening and closing a database that is in use would drop the locks that we have on it.
                if path not in {layout.database + suffix for suffix in ("", "-wal", "-shm")}:
                    yield path


def _holds(path: str, needle: bytes) -> bool:
    try:
        if not os.path.isfile(path):
            return False
        with open(path, "rb") as file:
            return needle in file.read().replace(b"\r\n", b"\n")
    except OSError:
        return False
