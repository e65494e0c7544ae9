"""The digest of a plugin's tree: what an operator enabled, byte by byte."""

import hashlib
import os
import stat
from collections.abc import Iterator

MAX_FILES = 20_000


class TreeTooLarge(ValueError):
    """More files than a plugin has."""


def tree_digest(path: str) -> str:
    """SHA-256, in hex, over the names and contents of all files below a directory, or of one file.

    Compiled files in ``__pycache__`` are left out, because a host never reads them: it keeps its own elsewhere. Links
    to files count as what they lead to, links to directories are followed once.

    Raises:
        OSError: A file cannot be read.
        TreeTooLarge: There are more than `MAX_FILES`.
    """
    whole = hashlib.sha256()
    for count, (name, file) in enumerate(sorted(_files(path))):
        if count >= MAX_FILES:
            raise TreeTooLarge(f"{path} has more than {MAX_FILES:,} files; a plugin's directory holds the plugin alone")
        with open(file, "rb") as opened:
            content = hashlib.sha256()
            while chunk := opened.read(1 << 20):
                content.update(chunk)
        encoded = name.encode("utf-8", "surrogateescape")
        whole.update(len(encoded).to_bytes(4, "big") + encoded + content.digest())
    return whole.hexdigest()


def _files(path: str) -> Iterator[tuple[str, str]]:
    if not os.path.isdir(path):
        yield os.path.basename(path), path
        return
    seen: set[tuple[int, int]] = set()
    for directory, names, files in os.walk(path, followlinks=True):
        known = os.stat(directory)
        if (known.st_dev, known.st_ino) in seen:
            names.clear()
            continue
        seen.add((known.st_dev, known.st_ino))
        names[:] = [name for name in names if name != "__pycache__"]
        for name in files:
            full = os.path.join(directory, name)
            if stat.S_ISREG(os.stat(full).st_mode):
                yield os.path.relpath(full, path), full
