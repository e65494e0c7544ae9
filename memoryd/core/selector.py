"""Which entry a text means: exactly one, or nothing happens.

In this order: an entry id (``id:`` and hex digits), equality with a whole entry, a substring found in one entry only.
Texts are compared in normal form C. A refusal carries previews, ids and the nearest entry.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

from memoryd.core.text import folded, nfc, strip, with_newlines
from memoryd_client.errors import EntryAmbiguous, EntryNotFound, InvalidText
from memoryd_client.messages import Preview

ID_DIGITS = 8
PREVIEW_CHARS = 80
MAX_PREVIEWS = 50
NEAREST_CHARS = 2_000
NEAREST_ENTRIES = 500
_ID = re.compile(rf"id:([0-9a-f]{{{ID_DIGITS},64}})", re.ASCII)


def fingerprint_of(text: str) -> str:
    """The SHA-256 of a text in hex; an id is its beginning."""
    return hashlib.sha256(text.encode()).hexdigest()


def ids(entries: Sequence[str]) -> tuple[str, ...]:
    """The id of each entry: ``id:`` and the first 8 hex digits of its SHA-256, more where two entries collide."""
    full = [fingerprint_of(entry) for entry in entries]
    digits = ID_DIGITS
    while len({one[:digits] for one in full}) < len(set(full)):
        digits += 1
    return tuple(f"id:{one[:digits]}" for one in full)


def previews(entries: Sequence[str]) -> tuple[Preview, ...]:
    """The entries as refusals show them, at most 50."""
    return tuple(preview(entry, name) for entry, name in zip(entries[:MAX_PREVIEWS], ids(entries), strict=False))


def preview(entry: str, name: str = "") -> Preview:
    """One entry: id, length, and its first 80 characters on one line."""
    line = " ".join(entry[: 2 * PREVIEW_CHARS].split())
    cut = line if len(line) <= PREVIEW_CHARS and len(entry) <= 2 * PREVIEW_CHARS else line[: PREVIEW_CHARS - 1] + "…"
    return Preview(name or f"id:{fingerprint_of(entry)[:ID_DIGITS]}", len(entry), cut)


def select(entries: Sequence[str], old_text: str) -> int:
    """The index of the one entry that ``old_text`` means.

    Raises:
        InvalidText: ``old_text`` is empty.
        EntryNotFound: No entry; with all entries and the nearest one.
        EntryAmbiguous: Several different entries; with those.
    """
    wanted = strip(with_newlines(old_text))
    if not wanted:
        raise InvalidText("old_text is empty; give an entry's id, its whole text, or a part that only it contains")
    hits = _by_id(entries, wanted) or _by_text(entries, wanted)
    if not hits:
        raise _not_found(entries, wanted)
    if len(hits) > 1:
        raise EntryAmbiguous(
            f"{preview(wanted).text!r} is in {len(hits)} entries; give more of the text, or one of their ids",
            entries=previews([entries[index] for index in hits]),
        )
    return hits[0]


def entry_of_id(entries: Sequence[str], name: str) -> str | None:
    """The entry that an id names, with or without its ``id:``; None if none or several do."""
    hits = _by_id(entries, name if name.startswith("id:") else f"id:{name}")
    return entries[hits[0]] if len(hits) == 1 else None


def _by_id(entries: Sequence[str], wanted: str) -> list[int]:
    match = _ID.fullmatch(wanted)
    if match is None:
        return []
    return [index for index, entry in enumerate(entries) if fingerprint_of(entry).startswith(match[1])]


def _by_text(entries: Sequence[str], wanted: str) -> list[int]:
    if wanted in entries:
        return [entries.index(wanted)]
    needle = nfc(wanted)
    copies = [nfc(entry) for entry in entries]
    return [i for i, copy in enumerate(copies) if copy == needle] or [i for i, c in enumerate(copies) if needle in c]


def _not_found(entries: Sequence[str], wanted: str) -> EntryNotFound:
    if not entries:
        return EntryNotFound(f"no entry matches {preview(wanted).text!r}: there are no entries; use add")
    key = folded(wanted[:NEAREST_CHARS])
    near = [entry for entry in entries if folded(entry[:NEAREST_CHARS]) == key]
    closest = near[0] if len(near) == 1 else nearest(entries, wanted)
    if len(near) == 1:
        advice = "one entry differs from it only in spacing, quotes, case or a full stop; if you mean it, give its id"
    elif closest is not None:
        advice = "the nearest entry is given; if you mean it, give its id"
    else:
        advice = "give the id of one of the entries, or its exact text"
    return EntryNotFound(
        f"no entry contains {preview(wanted).text!r}; {advice}",
        entries=previews(entries),
        nearest=preview(closest, ids(entries)[list(entries).index(closest)]) if closest is not None else None,
    )


def nearest(entries: Sequence[str], wanted: str) -> str | None:
    """The entry most like a text, or None if none shares anything with it.

    By how many of the text's three-character sequences stand in the entry, as a share of the text's, ties by the share
    of the entry's own; over the first 2,000 characters of each of the first 500 entries, so linear and bounded.
    """
    sought = _trigrams(wanted)
    best, best_score = None, (0.0, 0.0)
    for entry in entries[:NEAREST_ENTRIES]:
        own = _trigrams(entry)
        shared = (sought & own).total()
        score = (shared / max(1, sought.total()), shared / max(1, own.total()))
        if score > best_score:
            best, best_score = entry, score
    return best


def _trigrams(text: str) -> Counter[str]:
    plain = f"  {folded(text[:NEAREST_CHARS])} "
    return Counter(plain[start : start + 3] for start in range(len(plain) - 2))
