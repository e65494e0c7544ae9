"""Real disks and real users, where this machine lets a test have them; each need says why it is not met."""

import ctypes
import encodings.ascii
import encodings.idna  # noqa: F401 - a user who cannot read the interpreter cannot load them later
import multiprocessing
import os
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from memoryd.testing import StoppedEarly, running_daemon
from memoryd_client import Client
from memoryd_client.errors import MemorydError

MS_RDONLY, MS_NOSUID, MS_REMOUNT, MS_NOATIME, MS_BIND = 1, 2, 32, 1024, 4096
MNT_DETACH = 2
_libc = ctypes.CDLL(None, use_errno=True)

USER = 54_321
"""A user who is nobody here."""


def mount(source: str, target: Path, kind: str = "", flags: int = 0, data: str = "") -> None:
    """Mount something; raises `OSError`."""
    arguments = source.encode(), os.fsencode(target), kind.encode() or None, flags, data.encode() or None
    if _libc.mount(*arguments) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(target))


def unmount(target: Path) -> None:
    """Detach it, whoever still uses it."""
    _libc.umount2(os.fsencode(target), MNT_DETACH)


@contextmanager
def mounted(source: str, target: Path, kind: str = "", flags: int = 0, data: str = "") -> Iterator[Path]:
    """Something mounted, for as long as the block lasts; skips the test where that is not allowed."""
    try:
        mount(source, target, kind, flags, data)
    except (OSError, AttributeError) as error:
        pytest.skip(f"{kind or 'bind'} mounts are not possible here: {error}")
    try:
        yield target
    finally:
        unmount(target)


@contextmanager
def tmpfs(target: Path, data: str = "size=1m", flags: int = 0) -> Iterator[Path]:
    """A small disk in memory."""
    target.mkdir(parents=True, exist_ok=True)
    with mounted("tmpfs", target, "tmpfs", flags, data) as disk:
        yield disk


def fill(disk: Path) -> Path:
    """Leave not a byte free; returns the file to remove."""
    path = disk / "filling"
    with path.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(b"\0" * size):
                    pass
            except OSError:
                continue
    return path


@contextmanager
def home_of(user: int) -> Iterator[Path]:
    """A home that belongs to a user, in a place that every user can reach."""
    if os.geteuid() != 0:
        pytest.skip("only root can act as another user")
    place = Path(tempfile.mkdtemp(prefix="memoryd-user-"))
    try:
        place.chmod(0o755)
        home = place / "home"
        (home / "memories").mkdir(parents=True)
        for path in (home, home / "memories"):
            os.chown(path, user, user)
            path.chmod(0o700)
        yield home
    finally:
        shutil.rmtree(place, ignore_errors=True)


def as_user(user: int, home: Path, script: str) -> dict[str, Any]:
    """Run a script with `client`, `home`, `code` and `found` beside a daemon, as that user; returns `found`."""
    ours, theirs = _processes.Pipe(duplex=False)
    process = _processes.Process(target=_become, args=(theirs, user, str(home), script))
    process.start()
    theirs.close()
    with ours:
        found = ours.recv()
    process.join(60)
    assert process.exitcode == 0
    if isinstance(found, str):
        raise AssertionError(found)  # noqa: TRY004 - what went wrong there
    return dict(found)


def _become(tell: Connection, user: int, home: str, script: str) -> None:
    """A process forked by a server that has everything imported: the user may not be able to read the interpreter."""
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
    found: dict[str, Any] = {}
    try:
        with running_daemon(home) as served, Client(served) as client:
            exec(script, {"client": client, "home": Path(home), "found": found, "code": _code, "os": os})  # noqa: S102
    except StoppedEarly as error:
        found["refused"] = f"{getattr(error.__cause__, 'code', '')}: {error.__cause__}"
    except BaseException:  # noqa: BLE001 - told to the parent
        tell.send(traceback.format_exc())
        return
    tell.send(found)


def _code(call: Callable[..., object], *arguments: object, **options: object) -> str:
    try:
        call(*arguments, **options)
    except MemorydError as error:
        return f"{error.code}: {error}"
    return "ok"


_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["disks"])
