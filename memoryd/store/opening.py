"""Making a home ours: refusals first, then directories, locks, journal and what a crash left."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from memoryd.logs import Logger
from memoryd.store.journal import Journal
from memoryd.store.layout import Layout, make_private
from memoryd.store.locks import Ownership
from memoryd.store.publish import write_error
from memoryd.store.recovery import Leftover, recover, sweep
from memoryd.store.syscalls import Disk
from memoryd_client.endpoint import require_private
from memoryd_client.errors import MemorydError


class ForeignHome(MemorydError):
    """The home belongs to another user."""

    code = "foreign_home"


@dataclass(frozen=True, slots=True)
class Opened:
    """An owned home: its locks, its journal, and what recovery left to be merged."""

    ownership: Ownership
    journal: Journal
    leftovers: list[Leftover]


def open_home(layout: Layout, instance: str, disk: Disk, log: Logger) -> Opened:
    """Take ownership of a home and recover what a crash left.

    Raises:
        ForeignHome, HomeInUse, NoKernelLock, UnsafeEndpoint, NewerDatabase, StoreError: Nothing was changed.
    """
    _require_own(layout.home.root)
    ownership = Ownership()
    try:
        _prepare(layout, ownership)
        return _recovered(layout, instance, disk, log, ownership)
    except OSError as error:
        ownership.release()
        if isinstance(error, MemorydError):
            raise
        raise write_error(error.filename or layout.home.state_dir, error) from error
    except MemorydError:
        ownership.release()
        raise


def _recovered(layout: Layout, instance: str, disk: Disk, log: Logger, ownership: Ownership) -> Opened:
    journal = Journal(
        layout.database,
        layout.settings.journal.outcome_hours * 3600,
        lambda sentence: log.warning("journal replaced", reason=sentence),
        layout.settings.history,
    )
    try:
        leftovers, withdrawn = recover(journal, disk)
        swept = sweep(_directories(layout), journal.instances(), {leftover.temp for leftover in leftovers}, disk)
        if leftovers or withdrawn or swept:
            log.info("recovered", to_merge=len(leftovers), undone=withdrawn, temp_files=len(swept))
        journal.enlist(instance)
    except BaseException:
        journal.close()
        raise
    return Opened(ownership, journal, leftovers)


def _require_own(root: str) -> None:
    try:
        owner = os.stat(root).st_uid
    except FileNotFoundError:
        return
    if owner != os.geteuid():
        raise ForeignHome(
            f"{root} belongs to uid {owner}, this process is uid {os.geteuid()}; files it makes there would lock its "
            "owner out: run memoryd as that user, or give another --home",
            path=root,
        )


def _prepare(layout: Layout, ownership: Ownership) -> None:
    make_private(layout.home.root)
    make_private(layout.home.state_dir)
    require_private(layout.home.state_dir)
    ownership.take_home(layout.lock)
    memories = layout.memories(layout.home.profile)
    make_private(memories)
    ownership.take_directory(memories)


def _directories(layout: Layout) -> set[str]:
    """Every directory in which this root may have made temp files."""
    profiles = os.path.join(layout.home.root, "profiles")
    names = ["", *(os.listdir(profiles) if os.path.isdir(profiles) else ())]
    places = [
        (name, scope, one.file)
        for name in names
        for scope in ("", *_scopes(layout.memories(name)))
        for one in layout.targets(name).values()
    ]
    files = (os.path.join(layout.memories(name), scope, file) for name, scope, file in places)
    return {os.path.dirname(os.path.realpath(path)) for path in files}


def _scopes(memories: str) -> Iterator[str]:
    """The directories of persons and repositories under a profile's memories."""
    for kind in ("users", "repos"):
        try:
            yield from (os.path.join(kind, name) for name in os.listdir(os.path.join(memories, kind)))
        except OSError:
            continue
