"""What crashes, accidents and time left."""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

from memoryd.ctl.doctor.case import Case
from memoryd.ctl.doctor.finding import Finding
from memoryd.store.schema import SCHEMA_VERSION
from memoryd_client.endpoint import interpreter_file, supervisor_file

OLD_SECONDS = 3_600
LARGE_LOG = 64 << 20


def journal(case: Case) -> Iterator[Finding]:
    """The journal: read only while nobody owns the home."""
    path = case.layout.database
    for name in _names(case.home.state_dir):
        if name.startswith(f"{os.path.basename(path)}.aside-") and not name.endswith(("-wal", "-shm")):
            what = f"{name} is a journal that was damaged or came into the place of ours; memory files are not affected"
            yield Finding("journal", "note", what, "remove it when you need it no more", _in_state(case, name))
    if not os.path.exists(path):
        yield Finding("journal", "ok", "there is no journal yet", path=path)
    elif case.is_served:
        yield Finding("journal", "ok", f"{path} is in use: {_size(path)}", path=path)
    else:
        yield _read(path)


def _read(path: str) -> Finding:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=1)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        verdict, version = str(error), 0
    if version > SCHEMA_VERSION:
        what = f"{path} has schema {version}, this memoryd knows {SCHEMA_VERSION}: a newer one wrote it"
        return Finding("journal", "error", what, "upgrade memoryd, or move the journal away: memory files stay", path)
    if verdict != "ok":
        fix = "nothing: the next start sets it aside and begins a new one; memory files are not affected"
        return Finding("journal", "warning", f"{path} is damaged: {verdict}", fix, path)
    return Finding("journal", "ok", f"{path} is sound: {_size(path)}", path=path)


def temp_files(case: Case) -> Iterator[Finding]:
    """Files beside the memory."""
    ours, theirs = [], []
    for name in _names(case.memories):
        if name.startswith(".") and ".memoryd-" in name:
            ours.append(name)
        elif name.endswith((".tmp", "~", ".swp")) or ".bak." in name or "conflict" in name.lower():
            theirs.append(name)
    old = [name for name in ours if time.time() - os.lstat(os.path.join(case.memories, name)).st_mtime > OLD_SECONDS]
    if ours and not case.is_served:
        what = f"{len(ours)} files in {case.memories} are of a commit that was interrupted"
        yield Finding("temp files", "note", what, "leave them: the next start merges what they hold, and removes them")
    elif old:
        what = f"{len(old)} files of commits are older than an hour: {', '.join(old[:3])}"
        fix = "a program still has one open for writing (lsof), or another home's daemon left it"
        yield Finding("temp files", "note", what, fix, case.memories)
    if theirs:
        what = f"other programs left files beside the memory: {', '.join(sorted(theirs)[:5])}"
        yield Finding("temp files", "note", what, "look whether they hold something you miss, then remove them")
    if not ours and not theirs:
        yield Finding("temp files", "ok", "nothing beside the memory files")


def copies(case: Case) -> Iterator[Finding]:
    """Copies set aside, and the log."""
    found = _names(case.layout.aside)
    if found:
        what = f"{len(found)} copies of memory files are kept in {case.layout.aside}"
        yield Finding("copies", "note", what, "nothing: the newest 64 stay; take back what you miss", case.layout.aside)
    log = case.layout.settings.log.file
    if log and os.path.exists(log) and os.path.getsize(log) > LARGE_LOG:
        yield Finding("log", "note", f"{log} has {_size(log)}", "lower log.file_bytes", log)


def records(case: Case) -> Iterator[Finding]:
    """Notes for clients that lead nowhere."""
    path = interpreter_file(case.home)
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            python = file.read().strip()
    except OSError:
        python = ""
    if python and not os.access(python, os.X_OK):
        what = (
            f"{path} names {python}, which is not there any more; clients without the daemon's packages cannot start it"
        )
        yield Finding("records", "warning", what, "the next daemon writes it anew", path, "remove record")
    yield from _supervisor(case)


def _supervisor(case: Case) -> Iterator[Finding]:
    path = supervisor_file(case.home)
    try:
        with open(path, "rb") as file:
            kind = json.loads(file.read()).get("kind", "")
    except FileNotFoundError:
        return
    except (OSError, ValueError, AttributeError) as error:
        what = f"{path} cannot be read: {error}"
        yield Finding("records", "warning", what, "memoryctl service install writes it anew", path, "remove record")
        return
    if kind not in ("systemd", "launchd"):
        what = f"{path} names a service manager that nobody knows: {kind!r}"
        yield Finding("records", "warning", what, "memoryctl service install writes it anew", path, "remove record")


def _names(directory: str) -> list[str]:
    try:
        return sorted(os.listdir(directory))
    except (FileNotFoundError, NotADirectoryError):
        return []


def _in_state(case: Case, name: str) -> str:
    return os.path.join(case.home.state_dir, name)


def _size(path: str) -> str:
    return f"{os.path.getsize(path) / (1 << 20):,.1f} MiB"
