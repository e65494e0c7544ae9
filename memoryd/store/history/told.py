"""What a plan tells the history beside its requests: edits by other programs, and changes that did not happen."""

from collections.abc import Iterable

from memoryd.store.contents import External
from memoryd.store.history.rows import EXTERNAL, WITHDRAWN, Made, Merge
from memoryd.store.memory_file import MemoryFile


def external_changes(file: MemoryFile, told: tuple[str, ...], seq: int) -> list[Made]:
    """What others did to a file since the history was told of it last, numbered from after ``seq``.

    What no merge accounts for, such as an edit while no daemon ran, is told as one change without particulars.
    """
    found: list[Made] = []
    for one in file.contents.externals:
        if one.merged.entries != told:
            found.append(Made(seq + len(found) + 1, file.key, one.merged.entries, EXTERNAL, merge=_merge(one)))
            told = one.merged.entries
    entries = file.contents.document.entries
    if entries != told:
        found.append(Made(seq + len(found) + 1, file.key, entries, EXTERNAL, merge=Merge("outside")))
    return found


def withdrawn(made: Iterable[Made]) -> list[Made]:
    """The same numbers, of nothing: the history has no holes."""
    return [Made(one.seq, one.key, (), WITHDRAWN) for one in made]


def _merge(one: External) -> Merge:
    came, result = set(one.found), set(one.merged.entries)
    kept = tuple(index for index, entry in enumerate(one.merged.entries) if entry not in came)
    dropped = tuple(entry for entry in one.found if entry not in result)
    return Merge(one.origin, kept, dropped, one.merged.torn)
