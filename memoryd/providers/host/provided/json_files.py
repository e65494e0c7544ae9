"""``utils``: JSON files that are there whole or not at all."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any


def read_json_or_empty(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The object in a file; empty if the file is missing or holds something else."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def atomic_json_write(path: str | os.PathLike[str], data: Any, *, indent: int = 2, **_: Any) -> None:  # noqa: ANN401 - JSON
    """Write a value so that readers see the old or the new file."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")  # 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=indent, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
