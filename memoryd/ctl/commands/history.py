"""What was changed, by whom, and whether that can be trusted."""

import time
from collections.abc import Iterable
from datetime import datetime
from difflib import unified_diff
from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import EXIT_REFUSED, Asked
from memoryd.ctl.options import Command, target_argument
from memoryd.ctl.words import clock_time, counted, who
from memoryd_client.errors import InvalidRequest
from memoryd_client.messages import Blamed, Change, Changes, Piece, Shown, Verified

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
PREVIEW_CHARS = 60


@click.command(cls=Command)
@target_argument(default="")
@click.option("--agent", default="", metavar="NAME", help="Changes of this agent.")
@click.option("--session", default="", metavar="ID", help="Changes of this session.")
@click.option("--operation", default="", metavar="NAME", help="Changes of this kind: add, replace, external, undo, ...")
@click.option("--pid", default=0, metavar="PID", help="Changes of this process.")
@click.option("--since", default="", metavar="WHEN", help="After this moment: 2h, 3d, or 2026-11-30T12:00.")
@click.option("--until", default="", metavar="WHEN", help="Before this moment.")
@click.option("--before", default=0, metavar="SEQ", help="Before this change: the next page.")
@click.option("--after", default=0, metavar="SEQ", help="After this change.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="At most so many.")
@click.pass_obj
def history(asked: Asked, /, target: str, since: str, until: str, **filters: object) -> None:
    """List what was changed, newest first. Without TARGET of all targets."""
    chosen = {**filters, "since": moment(since), "until": moment(until)}
    asked.answer(asked.client.history(target, **asked.whose, **chosen), _show_list)  # type: ignore[arg-type]


@click.command(cls=Command)
@click.argument("seq", type=int, metavar="SEQ")
@click.pass_obj
def show(asked: Asked, /, seq: int) -> None:
    """Show one change. Who made it, what went and what came, and how an edit by another program was merged."""
    asked.answer(asked.client.show(seq, **asked.whose), _show_one)


@click.command(cls=Command)
@click.argument("seq", type=int, metavar="SEQ")
@click.argument("other", type=int, metavar="[SEQ]", required=False)
@click.pass_obj
def diff(asked: Asked, /, seq: int, other: int | None) -> None:
    """Show what a change did to the text, or what became of it between two changes of one target."""
    one = asked.client.show(seq, **asked.whose)
    last = one if other is None else asked.client.show(other, **asked.whose)
    if last.change.target != one.change.target:
        raise InvalidRequest(f"change {seq} is of {one.change.target}, change {other} of {last.change.target}")
    before = one.before if other is None else one.after
    lines = tuple(
        unified_diff(_lines(before), _lines(last.after), f"before {seq}", f"after {other or seq}", lineterm="")
    )
    asked.answer({"target": one.change.target, "from": seq, "to": other or seq, "lines": lines}, _show_diff)


@click.command(cls=Command)
@target_argument(default="memory")
@click.pass_obj
def blame(asked: Asked, /, target: str) -> None:
    """Show which change brought each entry. Without TARGET of memory."""
    asked.answer(asked.client.blame(target, **asked.whose), _show_blame)


@click.command(cls=Command)
@click.pass_context
def verify(context: click.Context, /) -> None:
    """Replay the whole history. The exit code is 1 if something in it is not as it was written."""
    asked: Asked = context.obj
    found = asked.client.verify(timeout=max(60.0, asked.timeout))
    asked.answer(found, _show_verified)
    if found.gaps:
        context.exit(EXIT_REFUSED)


def moment(text: str) -> float:
    """Seconds since 1970 of ``2h`` ago or of a date; 0 for nothing; raises `click.BadParameter`."""
    if not text:
        return 0.0
    if text[-1] in UNITS and text[:-1].replace(".", "", 1).isdigit():
        return time.time() - float(text[:-1]) * UNITS[text[-1]]
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is no moment; give one like 2h, 3d or 2026-11-30T12:00.") from error


def _lines(entries: Iterable[str]) -> list[str]:
    return "\n§\n".join(entries).split("\n")


def _show_list(page: "Page", found: Changes) -> None:
    rows = [
        (str(one.seq), clock_time(one.time), one.target, one.operation, who(one.actor), _summary(one))
        for one in found.changes
    ]
    if rows:
        page.table(("change ", "when", "target", "what", "who", "entries"), rows)
    else:
        page.line(("no changes", "dim"))
    if found.more:
        page.line((f"older ones: memoryctl history --before {found.changes[-1].seq}", "dim"))


def _summary(one: Change) -> str:
    parts = [f"-{_preview(piece)}" for piece in one.gone] + [f"+{_preview(piece)}" for piece in one.come]
    if one.reordered:
        parts.append("other order")
    return "  ".join(parts[:2]) + (f"  and {len(parts) - 2} more" if len(parts) > 2 else "")


def _preview(piece: Piece) -> str:
    if piece.redacted:
        return "[redacted]"
    line = " ".join(piece.text.split())
    return line if len(line) <= PREVIEW_CHARS else line[: PREVIEW_CHARS - 1] + "…"


def _show_one(page: "Page", found: Shown) -> None:
    one = found.change
    page.line((f"change {one.seq}", "bold"), f"  {one.operation} in {one.target}", (f"  {clock_time(one.time)}", "dim"))
    page.line(("by ", "dim"), who(one.actor))
    if one.cause:
        page.line(("of change ", "dim"), str(one.cause))
    if one.digest:
        page.line(("digest ", "dim"), (one.digest, "dim"))
    for sign, colour, pieces in (("-", "red", one.gone), ("+", "green", one.come)):
        for piece in pieces:
            page.gap()
            page.line((f"{sign} {piece.id}", f"bold {colour}"))
            page.text(_full(piece), colour)
    if one.reordered:
        page.line(("entries changed places", "dim"))
    if one.outside is not None:
        _show_outside(page, one)


def _full(piece: Piece) -> str:
    return "[redacted]" if piece.redacted else piece.text


def _show_outside(page: "Page", one: Change) -> None:
    outside = one.outside
    if outside is None:
        return
    page.gap()
    torn = ", taken for a half-read file" if outside.torn else ""
    page.line(f"written by another program ({outside.origin}){torn}")
    for title, texts in (("kept, which it lacked", outside.kept_texts), ("not taken from it", outside.dropped)):
        if texts:
            page.line((f"{title}: {counted(len(texts), 'entry')}", "dim"))
        for text in texts:
            page.text(text, "dim")


def _show_diff(page: "Page", found: dict[str, object]) -> None:
    lines = found["lines"]
    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in lines if isinstance(lines, tuple) else ():
        page.line((line, colours.get(line[:1], "")))


def _show_blame(page: "Page", found: Blamed) -> None:
    for one in found.entries:
        page.gap()
        came = f"  change {one.seq}, {one.operation}, {clock_time(one.time)}, {who(one.actor)}"
        page.line((one.id, "bold cyan"), (came if one.seq else "  from before the history begins", "dim"))
        page.text(one.text)
    if not found.entries:
        page.line(("no entries", "dim"))


def _show_verified(page: "Page", found: Verified) -> None:
    if not found.gaps:
        page.line(("in order", "green"), f"  {counted(found.changes, 'change')}, {found.first} to {found.last}")
    for gap in found.gaps:
        page.line((f"change {gap.seq}", "bold red"), f" {gap.target}: {gap.problem}")
