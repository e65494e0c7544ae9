"""What the disk, or what is on it, does not allow."""

from memoryd_client.errors.base import MemorydError


class StoreError(MemorydError, OSError):
    """The disk, or what is on it, is in the way."""

    code = "store_error"


class ReadFailed(StoreError):
    """A memory file exists and cannot be read."""

    code = "read_failed"


class Unreadable(StoreError):
    """A memory file holds bytes that are not UTF-8 text; it is left untouched."""

    code = "unreadable"


class WriteFailed(StoreError):
    """Writing failed; the file holds what it held before."""

    code = "write_failed"


class NoSpace(WriteFailed):
    """The disk or the quota is full; the file holds what it held before."""

    code = "no_space"


class ReadOnly(WriteFailed, PermissionError):
    """The file or its directory may not be written by this user."""

    code = "readonly"


class LinkChanged(StoreError):
    """A symbolic link now leads somewhere else than when it was first seen."""

    code = "link_changed"


class AppliedNotDurable(StoreError):
    """The change is in the file, but the disk would not confirm that it is durable."""

    code = "applied_not_durable"


class OutcomeUnknown(StoreError):
    """After a crash the file holds neither what was before nor what should have come after."""

    code = "outcome_unknown"
