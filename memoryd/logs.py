"""Structured logging: JSON lines off a terminal, readable ones on it; no entry's text at info level."""

import logging
import os
import sys
from typing import Any, TextIO, cast

import structlog

from memoryd.settings import Log

Logger = structlog.typing.FilteringBoundLogger


def configure(settings: Log) -> Logger:
    """Set up logging for the process and return the root logger; raises `OSError` if the file cannot be opened."""
    as_text = settings.format == "text" or (settings.format == "auto" and not settings.file and sys.stderr.isatty())
    processors: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if as_text:
        processors.append(structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback))
    else:
        processors += [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    output = BoundedFile(settings.file, settings.file_bytes) if settings.file else sys.stderr
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, settings.level.upper())),
        logger_factory=structlog.WriteLoggerFactory(file=cast("TextIO", output)),
        cache_logger_on_first_use=True,
    )
    return cast("Logger", structlog.get_logger())


class BoundedFile:
    """A log file that becomes ``PATH.1`` when it is full, in the place of the one before: two at most.

    Args:
        path: Where.
        size: Bytes after which the next line begins a new file.
    """

    def __init__(self, path: str, size: int) -> None:
        self._path = path
        self._size = size
        self._file = _appending(path)

    def write(self, text: str) -> int:
        """Append; a disk that takes no more lines must not end the daemon."""
        try:
            written = self._file.write(text)
            if text.endswith("\n"):
                self._file.flush()
                self._turn_over()
        except OSError:
            return 0
        return written

    def flush(self) -> None:
        """Nothing is held back but incomplete lines."""

    def _turn_over(self) -> None:
        if os.fstat(self._file.fileno()).st_size < self._size:
            return
        os.replace(self._path, f"{self._path}.1")
        full, self._file = self._file, _appending(self._path)
        full.close()


def _appending(path: str) -> TextIO:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
    return open(os.open(path, flags, 0o600), "a", encoding="utf-8")
