"""The one place that knows the regular-expression library.

RE2 matches in time linear in the text, whatever the pattern: see docs/decisions/scanner-regex.md. It matches UTF-8
bytes here, because its binding otherwise encodes the whole text again for every pattern.
"""

from __future__ import annotations

import re2  # type: ignore[import-untyped]


class PatternError(ValueError):
    """A regular expression that cannot be compiled."""


class Regex:
    """A compiled pattern over UTF-8 bytes; offsets are bytes."""

    __slots__ = ("_compiled",)

    def __init__(self, source: str, *, ignore_case: bool = False, by_byte: bool = False) -> None:
        """Compile `source`; `by_byte` reads each byte as a character, which ASCII patterns may; raises PatternError."""
        options = re2.Options()
        options.log_errors = False
        options.case_sensitive = not ignore_case
        if by_byte:
            # In UTF-8, `any character, up to 200 times` becomes thousands of states, and slow.
            options.encoding = re2.Options.Encoding.LATIN1
        try:
            self._compiled = re2.compile(source.encode(), options=options)
        except re2.error as error:
            reason = error.args[0] if error.args else "unknown"
            message = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
            raise PatternError(message) from None

    def find(self, data: bytes, start: int = 0) -> tuple[int, int] | None:
        """The leftmost match at or after `start`."""
        found = self._compiled.search(data, start)
        return None if found is None else found.span()

    def is_in(self, text: str) -> bool:
        """Whether it matches anywhere in `text`."""
        return self._compiled.search(text.encode()) is not None

    def group(self, data: bytes, start: int = 0) -> tuple[int, int] | None:
        """The first group that took part in the leftmost match at or after `start`."""
        found = self._compiled.search(data, start)
        spans = [] if found is None else [found.span(place) for place in range(1, self._compiled.groups + 1)]
        return next((span for span in spans if span[0] >= 0), None)
