"""What an encoded text says: character references, percent signs, base64. Each is undone once."""

from __future__ import annotations

import base64
import binascii
import html
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from memoryd.core.scan.engine import Late

_REFERENCES: Final = Late(r"&(?:#\d{2,7}|#[xX][0-9a-fA-F]{2,6}|[a-zA-Z]{2,8});")
_PERCENTS: Final = Late(r"(?:%[0-9a-fA-F]{2}[^%\s]{0,8}){4}")
_BASE64: Final = Late(r"[A-Za-z0-9+/]{24,}={0,2}")


def decoded(text: str) -> Iterator[str]:
    """The texts that `text` may stand for, none of them longer than it."""
    if "&" in text and _REFERENCES.search(text):
        yield html.unescape(text)
    if "%" in text and _PERCENTS.search(text):
        yield unquote(text, errors="replace")
    for match in _BASE64.finditer(text):
        said = _said(match[0])
        if said:
            yield said


def _said(encoded: str) -> str:
    bare = encoded.rstrip("=")
    try:
        said = base64.b64decode(bare + "=" * (-len(bare) % 4))
    except (binascii.Error, ValueError):
        return ""
    # Keys and hashes decode to anything but words.
    return said.decode() if said.isascii() and b" " in said and said.decode().isprintable() else ""
