"""One archive of a home: memory files, settings and the database as they are at one moment, each whole.

The archive is a compressed tar file laid out as the root is, so that a person can unpack it without memoryd:
``tar -xzf FILE -C ROOT``, while no daemon runs. The next daemon brings an older database forward, and refuses a newer.
"""

import io
import json
import os
import sqlite3
import tarfile
import time

from memoryd.store.layout import Layout, open_private
from memoryd.store.schema import SCHEMA_VERSION
from memoryd_client._version import __version__
from memoryd_client.errors import WriteFailed
from memoryd_client.messages import BackedUp

FORMAT = "memoryd-backup"
FORMAT_VERSION = 1
MANIFEST = "memoryd-backup.json"


def write(db: sqlite3.Connection, layout: Layout, path: str) -> BackedUp:
    """Write the archive; an existing file is left alone.

    Raises:
        WriteFailed: It exists, or cannot be written; nothing is left behind.
    """
    if not os.path.isabs(path) or os.path.lexists(path):
        raise WriteFailed(f"{path} exists already, or is no absolute path; name a new file", path=path)
    part = f"{path}.part"
    try:
        fd = open_private(part, os.O_WRONLY | os.O_TRUNC)
        with os.fdopen(fd, "wb") as file:
            names = _fill(file, db, layout)
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # unlike a rename it never replaces anything
    except (OSError, tarfile.TarError) as error:
        raise WriteFailed(f"{path} cannot be written: {error}", path=path) from error
    finally:
        if os.path.lexists(part):
            os.unlink(part)
    return BackedUp(path=path, files=tuple(names), bytes=os.stat(path).st_size)


def _fill(file: "io.BufferedWriter", db: sqlite3.Connection, layout: Layout) -> list[str]:
    found = {os.path.relpath(layout.path(key), layout.home.root): _read(layout.path(key)) for key in layout.files()}
    if os.path.exists(layout.config):
        found["memoryd/config.toml"] = _read(layout.config)
    found["memoryd/memoryd.db"] = _copied(db)
    manifest = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "schema": SCHEMA_VERSION,
        "memoryd": __version__,
        "time": time.time(),
        "root": layout.home.root,
    }
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name, data in {MANIFEST: json.dumps(manifest).encode(), **found}.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode, member.mtime = len(data), 0o600, int(time.time())
            archive.addfile(member, io.BytesIO(data))
    return sorted(found)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _copied(db: sqlite3.Connection) -> bytes:
    """The database as one file, without a log beside it."""
    copy = sqlite3.connect(":memory:")
    try:
        db.backup(copy)
        return copy.serialize()
    finally:
        copy.close()
