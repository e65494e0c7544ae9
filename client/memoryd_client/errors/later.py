"""What may succeed in a moment: nobody's turn."""

from memoryd_client.errors.base import MemorydError


class TryLater(MemorydError):
    """Nothing happened; the same request may succeed in a moment."""

    code = "try_later"


class Busy(TryLater):
    """Too many requests are in flight, from this process or in all."""

    code = "busy"


class Expired(TryLater, TimeoutError):
    """The deadline passed before the edit was applied; nothing happened and nothing will."""

    code = "expired"


class LockedElsewhere(TryLater):
    """Another program holds the lock of this file."""

    code = "locked_elsewhere"


class Restarted(TryLater):
    """Another daemon instance answered than the one the request was meant for; say hello again and resend."""

    code = "restarted"
