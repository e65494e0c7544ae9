"""Where the archive and its index stand."""

import os
import re

_INDEX = re.compile(r"search-([0-9]{1,9})\.db")


def archive_path(directory: str) -> str:
    """The transcripts."""
    return os.path.join(directory, "archive.db")


def index_paths(directory: str) -> list[str]:
    """The index files, the one that is being built last."""
    found = sorted((int(match[1]), name) for name in os.listdir(directory) if (match := _INDEX.fullmatch(name)))
    return [os.path.join(directory, name) for _, name in found]


def next_index_path(directory: str) -> str:
    """The name of a new index file."""
    paths = index_paths(directory)
    number = int(_INDEX.fullmatch(os.path.basename(paths[-1]))[1]) + 1 if paths else 1  # type: ignore[index]
    return os.path.join(directory, f"search-{number}.db")


def remove_index(path: str) -> None:
    """Delete an index file with its companions; readers that have it open keep what they read."""
    for suffix in ("", "-wal", "-shm"):
        try:
            os.unlink(path + suffix)
        except FileNotFoundError:
            continue
