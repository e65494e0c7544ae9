"""What can be set, decoded strictly: ``<root>/memoryd/config.toml``, then ``MEMORYD_<SECTION>_<KEY>`` variables.

Every field in ``sections`` is a setting; its description states the unit. ``docs/settings.md`` is the same table, and a
test compares the two.
"""

from memoryd.settings.loading import DEFAULT_LIMITS, BadSettings, decode, load, path_of
from memoryd.settings.renewal import AT_START, renewed
from memoryd.settings.sections import (
    SECTIONS,
    Approval,
    Archive,
    History,
    Journal,
    Limits,
    Log,
    Profile,
    Provider,
    Scan,
    Sessions,
    Settings,
    Target,
)
from memoryd.settings.table import Setting, table

__all__ = [
    "AT_START",
    "DEFAULT_LIMITS",
    "SECTIONS",
    "Approval",
    "Archive",
    "BadSettings",
    "History",
    "Journal",
    "Limits",
    "Log",
    "Profile",
    "Provider",
    "Scan",
    "Sessions",
    "Setting",
    "Settings",
    "Target",
    "decode",
    "load",
    "path_of",
    "renewed",
    "table",
]
