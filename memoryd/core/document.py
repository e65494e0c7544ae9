"""A memory file as a value: bytes to entries and back.

Rules of this module. Reading any bytes ends in one visible state: parsed, parsed with notes, or `NotText`; never
silently empty. ``parse(render(document)).entries == document.entries`` for every document that edits can produce.
Rendering an untouched entry gives the bytes it was read from, whatever line ends it uses. ``docs/file-format.md``
describes it all.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from memoryd.core.text import SEPARATOR, is_separator, strip, with_newlines

BOM = b"\xef\xbb\xbf"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
"""A line with its end. ``str.splitlines`` would also split at form feeds and U+2028, which are text here."""


class NotText(ValueError):
    """The bytes are not UTF-8; ``offset`` is where the first invalid byte stands."""

    def __init__(self, offset: int, byte: int) -> None:
        super().__init__(f"byte 0x{byte:02x} at offset {offset} is not valid UTF-8")
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Document:
    """Entries in order, and how the file spells them.

    Attributes:
        entries: The texts, stripped, with LF line ends, no two equal.
        newline: The line end of the file, LF or CR LF; mixed files count as what most of their lines use.
        final_newline: Whether the file ends with a line end.
        spelled: For entries whose bytes differ from their text written with ``newline``: the text as it was found.
        notes: What reading found worth telling, in sentences.
    """

    entries: tuple[str, ...] = ()
    newline: str = "\n"
    final_newline: bool = False
    spelled: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[str, ...] = ()

    @property
    def is_canonical(self) -> bool:
        """Whether its entries are written in the canonical form, but for a line end after the last."""
        return not self.spelled and self.newline == "\n"

    def with_entries(self, entries: tuple[str, ...]) -> "Document":
        """The same file with other entries; the notes go, since what they told of is normalised by the next write."""
        return Document(entries, self.newline, self.final_newline, self.spelled)


EMPTY = Document()


def parse(data: bytes) -> Document:
    """What a file's bytes mean.

    Raises:
        NotText: The bytes are not UTF-8.
    """
    notes: list[str] = []
    if data.startswith(BOM):
        notes.append("the file begins with a byte order mark; the next write drops it")
    try:
        text = data.decode("utf-8").removeprefix(BOM.decode())
    except UnicodeDecodeError as error:
        raise NotText(error.start, data[error.start]) from error
    newline = _newline(text)
    found = _pieces(text)
    entries = tuple(dict.fromkeys(strip(with_newlines(piece)) for piece in found if strip(piece)))
    kept = sum(1 for piece in found if strip(piece))
    if kept > len(entries):
        notes.append(f"{kept - len(entries)} exact duplicates were dropped, the first of each stays")
    return Document(entries, newline, text.endswith(("\n", "\r")), _spelled(found, newline), tuple(notes))


def render(document: Document) -> bytes:
    """The bytes of a document; no entries are no bytes."""
    if not document.entries:
        return b""
    newline = document.newline
    spelled = document.spelled
    if document.is_canonical:
        text = f"\n{SEPARATOR}\n".join(document.entries)
    else:
        texts = (spelled.get(entry) or with_newlines(entry, newline) for entry in document.entries)
        text = f"{newline}{SEPARATOR}{newline}".join(texts)
    return (text + newline if document.final_newline else text).encode()


def _newline(text: str) -> str:
    if "\r" not in text:
        return "\n"
    pairs = text.count("\r\n")
    return "\r\n" if pairs > text.count("\n") - pairs else "\n"


def _pieces(text: str) -> list[str]:
    """The text between separator lines, raw. A line ends with CR LF, CR or LF: Hermes reads files so."""
    if SEPARATOR not in text:
        return [text]
    pieces: list[str] = []
    piece: list[str] = []
    for line in _LINE.findall(text):
        if is_separator(line):
            pieces.append("".join(piece))
            piece = []
        else:
            piece.append(line)
    pieces.append("".join(piece))
    return pieces


def _spelled(pieces: list[str], newline: str) -> Mapping[str, str]:
    spelled: dict[str, str] = {}
    for piece in pieces:
        raw = strip(piece)
        if "\r" in raw or newline != "\n":
            text = with_newlines(raw)
            if raw and text not in spelled and with_newlines(text, newline) != raw:
                spelled[text] = raw
    return MappingProxyType(spelled)
