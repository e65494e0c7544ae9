"""Who else uses the memory: Hermes, above all."""

import os
import re
from collections.abc import Iterator

from memoryd.ctl.doctor.case import Case, flock_holder
from memoryd.ctl.doctor.finding import Finding

_LIMIT = re.compile(r"^\s*(memory|user)_char_limit\s*:\s*(\d+)", re.MULTILINE)


def locks(case: Case) -> Iterator[Finding]:
    """Whether another program holds the lock of a memory file."""
    ours = {case.owner, case.status.pid if case.status else 0}
    for path in case.files.values():
        holder = flock_holder(f"{path}.lock")
        if holder and holder not in ours:
            what = f"process {holder} ({_name(holder)}) holds {path}.lock: edits of this file wait for it"
            fix = f"if it stays so, end it: kill {holder}; reads go on meanwhile"
            yield Finding("locks", "warning", what, fix, f"{path}.lock")


def hermes(case: Case) -> Iterator[Finding]:
    """Whether a stock Hermes beside us has other limits than we have."""
    path = os.path.join(os.path.dirname(case.memories), "config.yaml")
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            theirs = {name: int(limit) for name, limit in _LIMIT.findall(file.read())}
    except OSError:
        yield Finding("hermes", "ok", "no Hermes is configured in this home")
        return
    ours = {name: target.limit for name, target in case.targets.items()}
    different = {name: limit for name, limit in theirs.items() if ours.get(name, limit) != limit}
    for name, limit in different.items():
        what = f"Hermes allows {limit:,} characters in {name}, memoryd {ours[name]:,}"
        fix = f"set targets.{name}.limit = {limit} in {case.layout.config}, or {name}_char_limit in {path}"
        yield Finding("hermes", "warning", what, fix, path)
    if not different:
        yield Finding("hermes", "ok", "Hermes is configured here, and may write beside memoryd", path=path)


def _name(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return "?"
