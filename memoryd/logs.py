"""Structured logging on stderr: JSON lines off a terminal, readable ones on it; no entry's text at info level."""

import logging
import sys
from typing import Any, cast

import structlog

from memoryd.settings import Log

Logger = structlog.typing.FilteringBoundLogger


def configure(settings: Log) -> Logger:
    """Set up logging for the process and return the root logger."""
    as_text = settings.format == "text" or (settings.format == "auto" and sys.stderr.isatty())
    processors: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if as_text:
        processors.append(structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback))
    else:
        processors += [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, settings.level.upper())),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    return cast("Logger", structlog.get_logger())
