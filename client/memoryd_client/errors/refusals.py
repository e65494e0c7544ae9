"""What the memory as it is now does not allow: the caller's turn, after looking at it."""

from memoryd_client.errors.base import MemorydError


class Refused(MemorydError):
    """The memory as it is now does not allow this; nothing changed."""

    code = "refused"


class EntryNotFound(Refused, LookupError):
    """The selector matches no entry."""

    code = "entry_not_found"


class EntryAmbiguous(Refused, LookupError):
    """The selector matches several different entries."""

    code = "entry_ambiguous"


class BudgetExceeded(Refused):
    """The result would be over the target's limit."""

    code = "budget_exceeded"


class Conflict(Refused):
    """The content is no longer what ``base_digest`` says."""

    code = "conflict"


class ThreatFound(Refused):
    """A scan refused a text."""

    code = "threat_found"
