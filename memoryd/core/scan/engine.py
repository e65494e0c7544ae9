"""The one place that knows the regular-expression libraries; nothing is compiled before a text needs it.

RE2 matches in time linear in the text, whatever the pattern: see docs/decisions/scanner-regex.md. It matches UTF-8
bytes here, because its binding otherwise encodes the whole text again for every pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property

import re2  # type: ignore[import-untyped]


class PatternError(ValueError):
    """A regular expression that cannot be compiled."""


class Regex:
    """A pattern over UTF-8 bytes; offsets are bytes. Every use may raise PatternError; the tables' own are tested."""

    def __init__(self, source: str, *, ignore_case: bool = False, by_byte: bool = False) -> None:
        """Keep `source` for later; `by_byte` reads each byte as a character, which ASCII patterns may."""
        self._source = source
        self._ignore_case = ignore_case
        self._by_byte = by_byte

    @cached_property
    def _compiled(self) -> re2._Regexp:
        # A start meets a handful of the hundreds of patterns: compiling them all took a third of its time.
        options = re2.Options()
        options.log_errors = False
        options.case_sensitive = not self._ignore_case
        if self._by_byte:
            # In UTF-8, `any character, up to 200 times` becomes thousands of states, and slow.
            options.encoding = re2.Options.Encoding.LATIN1
        try:
            return re2.compile(self._source.encode(), options=options)
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


class Late:
    """A pattern of `re`, for what is linear by construction, compiled at first use; methods as in `re`."""

    def __init__(self, source: str) -> None:
        """Keep `source` for later."""
        self._source = source

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._source)

    @cached_property
    def search(self) -> Callable[[str], re.Match[str] | None]:
        """See `re`."""
        return self._compiled.search

    @cached_property
    def match(self) -> Callable[[str], re.Match[str] | None]:
        """See `re`."""
        return self._compiled.match

    @cached_property
    def finditer(self) -> Callable[[str], Iterator[re.Match[str]]]:
        """See `re`."""
        return self._compiled.finditer

    @cached_property
    def findall(self) -> Callable[[str], list[str]]:
        """See `re`."""
        return self._compiled.findall

    @cached_property
    def split(self) -> Callable[[str], list[str]]:
        """See `re`."""
        return self._compiled.split
