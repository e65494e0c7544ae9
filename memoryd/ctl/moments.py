"""Moments as people write them on a command line."""

import time

_FORMS = ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d")
_UNITS = {"d": 86_400.0, "h": 3_600.0, "w": 7 * 86_400.0}


def moment(text: str) -> float:
    """What a person means: a date, a date with a time, or an age such as ``7d``, ``12h`` or ``3w``; for click.

    Raises:
        ValueError: It is none of these.
    """
    if text[-1:] in _UNITS and text[:-1].isdigit():
        return time.time() - int(text[:-1]) * _UNITS[text[-1]]
    for form in _FORMS:
        try:
            return time.mktime(time.strptime(text, form))
        except (ValueError, OverflowError):
            continue
    raise ValueError(f"{text!r} is no date such as 2026-05-31, and no age such as 7d or 12h")


def shown(seconds: float) -> str:
    """A moment as a person reads it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds)) if seconds > 0 else ""
