"""What an edit does to entries: a request and the entries before it in, the entries after it and its effects out.

Everything that can refuse, refuses here, before a byte is written; a refusal leaves the entries as they were.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from memoryd.core import budget, selector
from memoryd.core.split import oversize_entry, parts
from memoryd.core.text import entry_text, strip, with_newlines
from memoryd.core.undo import Erasure, Return, Reversal, take_back
from memoryd_client.errors import BudgetExceeded, Conflict, EntryNotFound, InvalidRequest, MemorydError
from memoryd_client.messages import Add, Batch, Edit, Effect, Kept, Operation, Remove, Replace, Rewrite, Split

Entries = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Applied:
    """The entries after an edit, what each of its operations did, and remarks for the caller."""

    entries: Entries
    effects: tuple[Effect, ...] = ()
    notes: tuple[str, ...] = ()


def texts(edit: Edit) -> tuple[tuple[int, str], ...]:
    """The texts that an edit would store, what a scan must see; each with its operation's number, -1 if it is alone."""
    match edit:
        case Add(content=content) | Replace(content=content):
            return ((-1, content),)
        case Batch(operations=operations):
            return tuple((number, one.content) for number, one in enumerate(operations) if one.action != "remove")
        case Rewrite(entries=entries):
            return tuple((number, one) for number, one in enumerate(entries) if isinstance(one, str))
        case Reversal(steps=steps):
            return tuple((-1, one) for step in steps for one in step.before if one not in step.after)
        case Return(entries=entries):
            return tuple((-1, one) for one in entries)
    return ()


def prepared(edit: Edit) -> Edit:
    """The edit with its texts as they will be stored.

    Raises:
        InvalidText: A text is empty or cannot be an entry.
        InvalidRequest: A batch is empty, an operation lacks a text it needs, or a rewrite names no base.
    """
    match edit:
        case Add(content=content) | Replace(content=content):
            stored = entry_text(content)
            return edit if stored == content else msgspec.structs.replace(edit, content=stored)
        case Batch(operations=operations):
            if not operations:
                raise InvalidRequest("batch: operations is empty; give at least one", field="operations")
            return msgspec.structs.replace(
                edit, operations=tuple(_prepared_operation(number, one) for number, one in enumerate(operations))
            )
        case Rewrite(base_digest=base, entries=entries):
            if not base:
                raise InvalidRequest("rewrite: base_digest is required; read the target first", field="base_digest")
            stored_entries = tuple(one if isinstance(one, Kept) else entry_text(one) for one in entries)
            return msgspec.structs.replace(edit, entries=stored_entries)
    return edit


def _prepared_operation(number: int, operation: Operation) -> Operation:
    unused = {"add": "old_text", "remove": "content"}.get(operation.action)
    if unused and getattr(operation, unused):
        raise InvalidRequest(
            f"operation {number}: {operation.action} takes no {unused}", operation=number, field=unused
        )
    if operation.action == "remove":
        return operation
    try:
        return Operation(operation.action, entry_text(operation.content), operation.old_text)
    except MemorydError as error:
        raise _at(number, error) from error


def apply(edit: Edit, entries: Entries, limit: int, measure: Callable[[Entries], int] = budget.size) -> Applied:
    """The entries after an edit, which must be `prepared`; ``measure`` may be a quicker `budget.size`.

    Raises:
        EntryNotFound, EntryAmbiguous: A selector does not mean exactly one entry.
        Conflict: ``base_digest`` is not the digest of ``entries``.
        BudgetExceeded: The result is over the limit and larger than before.
    """
    _require_base(edit, entries)
    applied = _APPLY[type(edit)](edit, entries, limit)
    if not isinstance(edit, Split):  # a split adds separators alone, and is the way out of being over the limit
        _require_budget(entries, applied.entries, limit, measure)
    return applied


def _require_base(edit: Edit, entries: Entries) -> None:
    now = budget.digest(entries) if edit.base_digest else ""
    if edit.base_digest != now:
        raise Conflict(
            f"{edit.target} changed since it had the digest {edit.base_digest[:12]}…; its digest now and its entries "
            "are given: apply the edit to those",
            digest=now,
            texts=entries,
            entries=selector.previews(entries),
        )


def _require_budget(before: Entries, after: Entries, limit: int, measure: Callable[[Entries], int]) -> None:
    over = budget.excess(before, after, limit, measure)
    if not over:
        return
    advice = "replace entries by shorter ones or remove some, in one batch with this edit if you like"
    command = ""
    if (large := oversize_entry(before, limit)) is not None:
        advice = f"the entry {selector.preview(before[large]).text!r} alone is over the limit: split it first"
        command = "memoryctl split"
    raise BudgetExceeded(
        f"the result would have {budget.size(after)} characters, {over} over the limit of {limit}; {advice}",
        usage=budget.usage(before, limit),
        excess=over,
        entries=selector.previews(before),
        command=command,
    )


def _add(edit: Add | Operation, entries: Entries) -> tuple[Entries, Effect]:
    if edit.content in entries:
        return entries, Effect("add", selector.preview(edit.content).id, changed=False)
    return (*entries, edit.content), Effect("add", selector.preview(edit.content).id)


def _replace(edit: Replace | Operation, entries: Entries) -> tuple[Entries, Effect]:
    index = selector.select(entries, edit.old_text)
    old = entries[index]
    name = selector.preview(edit.content).id
    if old == edit.content:
        return entries, Effect("replace", name, old, changed=False)
    after = (*entries[:index], edit.content, *entries[index + 1 :])
    return tuple(dict.fromkeys(after)), Effect("replace", name, old)


def _remove(edit: Remove | Operation, entries: Entries) -> tuple[Entries, Effect]:
    index = selector.select(entries, edit.old_text)
    return (*entries[:index], *entries[index + 1 :]), Effect("remove", discarded=entries[index])


_STEPS: Mapping[str, Callable[[Operation, Entries], tuple[Entries, Effect]]] = {
    "add": _add,
    "replace": _replace,
    "remove": _remove,
}


def _apply_one(edit: Add | Replace | Remove, entries: Entries, _limit: int) -> Applied:
    step: Callable[..., tuple[Entries, Effect]] = _STEPS[type(edit).__name__.lower()]
    after, effect = step(edit, entries)
    return Applied(after, (effect,))


def _apply_batch(edit: Batch, entries: Entries, _limit: int) -> Applied:
    effects: list[Effect] = []
    for number, operation in enumerate(edit.operations):
        try:
            entries, effect = _STEPS[operation.action](operation, entries)
        except MemorydError as error:
            raise _at(number, error) from error
        effects.append(effect)
    return Applied(entries, tuple(effects))


def _apply_rewrite(edit: Rewrite, entries: Entries, _limit: int) -> Applied:
    after: list[str] = []
    for number, one in enumerate(edit.entries):
        if isinstance(one, str):
            after.append(one)
            continue
        text = selector.entry_of_id(entries, one.id)
        if text is None:
            raise _at(number, EntryNotFound(f"no entry has the id {one.id!r}", entries=selector.previews(entries)))
        after.append(text)
    return _applied(entries, tuple(dict.fromkeys(after)))


def _apply_reversal(edit: Reversal, entries: Entries, _limit: int) -> Applied:
    return _applied(entries, take_back(edit, entries))


def _apply_return(edit: Return, entries: Entries, _limit: int) -> Applied:
    return _applied(entries, edit.entries)


def _apply_erasure(edit: Erasure, entries: Entries, _limit: int) -> Applied:
    return Applied(tuple(entry for entry in entries if edit.text not in entry))  # no effects: they would tell the text


def _applied(entries: Entries, result: Entries) -> Applied:
    gone = tuple(Effect("remove", discarded=entry) for entry in entries if entry not in result)
    come = tuple(Effect("add", selector.preview(entry).id) for entry in result if entry not in entries)
    return Applied(result, gone + come)


def _apply_split(edit: Split, entries: Entries, limit: int) -> Applied:
    index = split_index(edit, entries, limit)
    pieces = parts(entries[index])
    after = tuple(dict.fromkeys((*entries[:index], *pieces, *entries[index + 1 :])))
    come = tuple(Effect("add", selector.preview(piece).id) for piece in pieces)
    return Applied(after, (Effect("remove", discarded=entries[index]), *come))


def split_index(edit: Split, entries: Sequence[str], limit: int) -> int:
    """Which entry a split means: the selected one, or the only one that alone is over the limit."""
    if strip(with_newlines(edit.old_text)):
        return selector.select(entries, edit.old_text)
    index = oversize_entry(entries, limit)
    if index is None:
        raise EntryNotFound(
            f"no entry alone is over the limit of {limit}; select one with old_text", entries=selector.previews(entries)
        )
    return index


def _at(number: int, error: MemorydError) -> MemorydError:
    placed = type(error)(f"operation {number}: {error.message}")
    placed.details = msgspec.structs.replace(error.details, operation=number)
    return placed


_APPLY: Mapping[type[Edit], Callable[..., Applied]] = {
    Add: _apply_one,
    Replace: _apply_one,
    Remove: _apply_one,
    Batch: _apply_batch,
    Rewrite: _apply_rewrite,
    Split: _apply_split,
    Reversal: _apply_reversal,
    Return: _apply_return,
    Erasure: _apply_erasure,
}
