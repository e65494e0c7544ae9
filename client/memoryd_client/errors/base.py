"""The root of the exception tree, and the way back from the wire to it."""

import msgspec

from memoryd_client.messages import Details, Failure


class MemorydError(Exception):
    """The root: ``code`` for programs, ``str()`` for people, ``details`` for both, ``request_id`` to ask again.

    Args:
        message: What happened, with values, and what to do next.
        details: Fields of `Details`.
    """

    code = "error"

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details: Details = msgspec.convert(details, Details)
        self.request_id = ""

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[object, ...]:
        return raised, (self.failure(), self.request_id)

    def failure(self) -> Failure:
        """The same as a message."""
        return Failure(code=self.code, message=self.message, details=self.details)


by_code: dict[str, type[MemorydError]] = {}
"""Every class of the tree by its code; filled by the package once all of them are defined."""


def tree(root: type[MemorydError]) -> list[type[MemorydError]]:
    """A class and everything below it."""
    return [root, *(leaf for child in root.__subclasses__() for leaf in tree(child))]


def raised(failure: Failure, request_id: str = "") -> MemorydError:
    """The exception for a failure that came over the wire; a newer daemon's unknown code stays, on the root class."""
    error = by_code.get(failure.code, MemorydError)(failure.message)
    error.code = failure.code
    error.details = failure.details
    error.request_id = request_id
    return error
