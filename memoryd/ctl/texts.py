"""Texts and JSON lists from arguments, or from standard input where ``-`` stands."""

import sys
from typing import Any

import click
import msgspec

from memoryd_client.errors import InvalidRequest, InvalidText, TooLarge

STDIN = "-"
MAX_STDIN_BYTES = 64 << 20
"""More is refused unread; the daemon's own limit on a request is far lower and says so itself."""


def texts(*arguments: str) -> tuple[str, ...]:
    """The arguments, with standard input in the place of ``-``.

    Raises:
        click.UsageError: ``-`` stands twice, but standard input can be read only once.
        InvalidText: One holds bytes that are not UTF-8.
        TooLarge: Standard input does not end.
    """
    if arguments.count(STDIN) > 1:
        raise click.UsageError("Only one of the arguments can be -, since standard input is read once.")
    return tuple(_stdin() if one == STDIN else _argument(one) for one in arguments)


def json_list(argument: str, field: str) -> list[Any]:
    """The JSON list that an argument or standard input holds; raises `InvalidRequest` if it is none."""
    (text,) = texts(argument)
    try:
        found = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise InvalidRequest(f"{field}: a JSON list is needed, this is no JSON: {error}", field=field) from error
    if not isinstance(found, list):
        raise InvalidRequest(f"{field}: a JSON list is needed, this is {type(found).__name__}", field=field)
    return found


def _argument(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        # Bytes that are not UTF-8 arrive from the shell as lone surrogates.
        raise InvalidText(
            f"an argument is not UTF-8 at character {error.start}; give the text in UTF-8, or its bytes through iconv "
            "on standard input and - in its place"
        ) from error
    return text


def _stdin() -> str:
    if sys.stdin.isatty():
        click.echo("memoryctl reads the text from the terminal; end it with Ctrl-D on a line of its own.", err=True)
    data = sys.stdin.buffer.read(MAX_STDIN_BYTES + 1)
    if len(data) > MAX_STDIN_BYTES:
        raise TooLarge(f"standard input has more than {MAX_STDIN_BYTES} bytes; no entry can be that long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidText(
            f"standard input is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}; convert it first, "
            "for example with iconv"
        ) from error
