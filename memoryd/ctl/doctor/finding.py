"""One thing that was looked at."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "note", "warning", "error"]
"""How it is: as it should be; worth knowing; it will hurt one day; memory does not work."""

Repair = Literal["", "close to others", "remove socket", "remove record"]
"""What `repairs` can do about it; nothing for most."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it is, and what helps.

    Attributes:
        check: The subject, in a word or two.
        level: How bad.
        what: What was found, with values.
        fix: What to do about it; empty if nothing needs to be done.
        path: Which file it is about, if one.
        repair: What ``doctor --fix`` would do.
        repaired: What it did.
    """

    check: str
    level: Level
    what: str
    fix: str = ""
    path: str = ""
    repair: Repair = ""
    repaired: str = ""
