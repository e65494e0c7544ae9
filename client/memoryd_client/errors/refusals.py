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


class ChangeNotFound(Refused, LookupError):
    """The history has no such change, or none any more."""

    code = "change_not_found"


class Redacted(Refused):
    """A text that is needed for this was redacted: nobody has it any more."""

    code = "redacted"


class ThreatFound(Refused):
    """A scan refused a text."""

    code = "threat_found"
