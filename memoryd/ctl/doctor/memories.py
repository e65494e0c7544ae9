"""The memory files, as anybody can read them."""

import os
import stat
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from memoryd.core import budget
from memoryd.core.document import Document, NotText, parse
from memoryd.core.guard import Guard
from memoryd.ctl.doctor.case import Case
from memoryd.ctl.doctor.finding import Finding, Level
from memoryd.policy import policy_of
from memoryd.settings import BadSettings

LARGE = 64 << 20

REASONS: Mapping[str, tuple[Level, str]] = MappingProxyType(
    {
        "rename": ("note", "its file system cannot exchange names; what others save at that instant is noticed later"),
        "in place": ("note", "its name is mounted or one of several; the next start puts a crash in the middle right"),
        "read-only": ("warning", "its directory takes no new files; reads go on, edits are refused"),
    }
)
"""Ways of writing a file that a person should know of."""


def files(case: Case) -> Iterator[Finding]:
    """Whether each can be read, fits, and may be shown to agents."""
    for target, path in case.files.items():
        check = f"file {target}"
        try:
            found = os.stat(path)
        except FileNotFoundError:
            if os.path.islink(path):
                what = f"{path} is a link to {os.readlink(path)}, which does not exist"
                yield Finding(check, "error", what, "put the file back, or remove the link", path)
            else:
                yield Finding(check, "ok", f"{path} does not exist yet", path=path)
            continue
        except OSError as error:
            yield Finding(check, "error", f"{path} cannot be looked at: {error.strerror}", "chmod its directory", path)
            continue
        yield from _file(case, check, target, path, found)


def _file(case: Case, check: str, target: str, path: str, found: os.stat_result) -> Iterator[Finding]:
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGE:
        what = f"{path} is no ordinary file, or has {found.st_size:,} bytes"
        yield Finding(check, "error", what, "move it away", path)
        return
    try:
        with open(path, "rb") as file:
            document = parse(file.read())
    except NotText as error:
        what = f"{path} is no UTF-8 text: {error}"
        fix = "convert it, for example with iconv; until then edits are refused and agents get the last good entries"
        yield Finding(check, "error", what, fix, path)
        return
    except OSError as error:
        yield Finding(check, "error", f"{path} cannot be read: {error.strerror}", f"chmod u+rw {path}", path)
        return
    if not os.access(path, os.W_OK) or not os.access(os.path.dirname(os.path.realpath(path)), os.W_OK):
        yield Finding(
            check, "warning", f"{path} may not be written by you", f"chmod u+w {path} and its directory", path
        )
    yield from _contents(case, check, target, path, document)


def _contents(case: Case, check: str, target: str, path: str, document: Document) -> Iterator[Finding]:
    limit = case.targets[target].limit
    size = budget.size(document.entries)
    for note in document.notes:
        yield Finding(check, "note", note, path=path)
    withheld = _withheld(case, document)
    if withheld:
        what = f"{withheld} of {len(document.entries)} entries in {path} are withheld from agents by the scanner"
        fix = f"look at them: memoryctl scan {path}; then edit or remove them"
        yield Finding(check, "warning", what, fix, path)
    if size > limit:
        what = f"{path} holds {size:,} characters, {size - limit:,} over its limit"
        fix = f"shorten it, raise targets.{target}.limit, or memoryctl split {target} if one entry is that long"
        yield Finding(check, "warning", what, fix, path)
    elif not withheld:
        what = f"{path}: {len(document.entries)} entries, {size:,} of {limit:,} characters"
        yield Finding(check, "ok", what, path=path)


def ways(case: Case) -> Iterator[Finding]:
    """How the daemon writes each file, where that is not the usual way."""
    for file in case.status.files if case.status else ():
        if file.written_by in REASONS:
            level, reason = REASONS[file.written_by]
            what = f"{file.path} is written by {file.written_by}: {reason}"
            yield Finding("writing", level, what, "see docs/architecture.md, one publication", file.path)


def _withheld(case: Case, document: Document) -> int:
    try:
        guard = Guard(policy_of(case.layout.settings))
    except BadSettings:
        return 0  # told by the settings' own check
    return sum(1 for entry in document.entries if guard.findings(entry))
