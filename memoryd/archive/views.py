"""Rows of the archive as the messages that clients get."""

from memoryd.archive.reading import ArchiveReader, MessageRow, SessionRow
from memoryd.archive.recording import AUTOMATION
from memoryd.archive.schema import MAX_MESSAGES, ORDINAL_BITS
from memoryd_client.messages import Message, SessionEntry

AROUND = 2_000
"""Characters of a message that stands around a match; scrolling gives all of it."""
OPENING = 160


def entry(archive: ArchiveReader, row: SessionRow) -> SessionEntry:
    """A session."""
    return SessionEntry(
        id=row.id,
        source=row.source,
        title=row.title,
        started=row.started,
        latest=row.latest,
        ended=row.ended,
        messages=row.messages,
        parent=row.parent,
        line=row.id if row.root == row.number else archive.id_of(row.root) or row.id,
        automated=row.source in AUTOMATION,
        profile=row.profile,
    )


def message(row: MessageRow, most: int | None = None) -> Message:
    """A message; ``most`` is how many characters of it are shown."""
    text = row.text if most is None else row.text[:most]
    place = row.key & (MAX_MESSAGES - 1)
    return Message(
        id=place,
        role=row.role,
        text=text,
        time=row.time,
        name=row.name,
        tool=row.tool,
        cut=len(row.text) - len(text),
    )


def opening_of(archive: ArchiveReader, number: int) -> str:
    """How a session began: its first words of a person, or of anybody."""
    rows = archive.onward(number, number << ORDINAL_BITS, 6)
    first = next((row for row in rows if row.role == "user"), rows[0] if rows else None)
    return " ".join(first.text[: 4 * OPENING].split())[:OPENING] if first else ""
