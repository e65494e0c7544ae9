"""How things look to a person: lines, tables, usage bars and entries, on standard output or standard error.

Rules of this module. Whatever an entry, a path or a message holds is shown, never obeyed: no markup, no escape
sequence, no character that hides or reorders others. Colours appear on a terminal alone. Off a terminal no line is
wrapped or padded, so that what is piped is what was said.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Literal

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from memoryd.ctl.words import counted
from memoryd_client.errors import MemorydError
from memoryd_client.messages import Details, Edited, Effect, Preview, Usage

INDENT = "    "
MARGIN_CHARS = 60
"""How much of a line is shown on either side of a finding."""

BAR_CELLS = 24
NARROWEST = 20
ENDLESS = 1_000_000
"""Columns of a page that is no terminal: nothing is ever that wide."""

NEARLY_FULL = 80
FULL = 100

_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, escape among them, but not tab and newline
    "\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # invisible ones, and those that reorder a line
    "\ud800-\udfff\U000e0000-\U000e007f]"  # halves of surrogate pairs; tag characters, which spell hidden text
)


def shown(text: str, style: str = "", *, one_line: bool = False) -> Text:
    """A text with every character that a terminal would act on spelled as an escape, and set off by colour."""
    result = Text(style=style)
    end = 0
    for found in re.finditer(rf"{_HARMFUL.pattern}|[\n\t]", text) if one_line else _HARMFUL.finditer(text):
        result.append(text[end : found.start()])
        result.append(found[0].encode("unicode_escape").decode("ascii"), "magenta")
        end = found.end()
    return result.append(text[end:])


class Page:
    """What one answer is written on.

    Args:
        err: On standard error, where refusals go.
    """

    def __init__(self, *, err: bool = False) -> None:
        stream = sys.stderr if err else sys.stdout
        self.is_terminal = stream.isatty()
        self._console = Console(
            file=stream,
            force_terminal=self.is_terminal,  # also where the environment asks for colours in a pipe
            width=None if self.is_terminal else ENDLESS,
            markup=False,
            highlight=False,
            emoji=False,
        )

    @property
    def console(self) -> Console:
        """What it is written with, for what is drawn anew in its place."""
        return self._console

    @property
    def is_utf(self) -> bool:
        """Whether it takes any character."""
        return (self._console.encoding or "").lower().startswith("utf")

    # --- pieces -------------------------------------------------------------------------------------------------------

    def line(self, *parts: str | Text | tuple[str, str]) -> None:
        """A line of texts, each plain, styled as a whole, or a pair of text and style."""
        self.put(_joined(parts))

    def gap(self) -> None:
        """An empty line."""
        self.put(Text())

    def text(self, text: str, style: str = "", indent: str = INDENT) -> None:
        """A text of any length, indented, its own lines kept."""
        whole = shown(text, style)
        lines: Iterable[Text] = whole.split("\n", allow_blank=True)
        if self.is_terminal:
            width = max(NARROWEST, self._console.width - len(indent) - 1)
            lines = (part for line in lines for part in (line.wrap(self._console, width) if line.plain else [line]))
        for line in lines:
            self.put(Text(indent) + line if line.plain else Text())

    def marked(self, text: str, start: int, end: int) -> None:
        """The line of a text in which a span stands, with the span underlined."""
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        begin, stop = max(first, start - MARGIN_CHARS), min(last if last >= 0 else len(text), end + MARGIN_CHARS)
        parts = shown(text[begin:start], one_line=True), shown(text[end:stop], one_line=True)
        self.put(_joined((parts[0], shown(text[start:end], "bold underline red", one_line=True), parts[1])))

    def table(self, header: Sequence[str], rows: Iterable[Sequence[str | Text]]) -> None:
        """Rows under a header; a column whose title ends with a space is aligned to the right."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for number, title in enumerate(header):
            justify: Literal["left", "right"] = "right" if title.endswith(" ") else "left"
            # The first column names the row, and is what one copies from: never folded.
            table.add_column(title.strip(), justify=justify, overflow="fold", no_wrap=number == 0)
        for row in rows:
            table.add_row(*(cell if isinstance(cell, Text) else shown(cell, one_line=True) for cell in row))
        self.put(table)

    def usage(self, usage: Usage) -> None:
        """The usage bar with its figures."""
        self.line(self.bar(usage), f"  {self.figures(usage)}")

    def bar(self, usage: Usage, cells: int = BAR_CELLS) -> Text:
        """How full something is, as a bar and in percent."""
        percent = usage.percent
        full, empty = ("█", "░") if self.is_utf else ("#", ".")
        filled = min(cells, -(-percent * cells // 100))
        colour = "green" if percent < NEARLY_FULL else "yellow" if percent <= FULL else "red"
        return Text.assemble((full * filled, colour), (empty * (cells - filled), "dim"), f" {percent:>3} %")

    @staticmethod
    def figures(usage: Usage) -> str:
        """Used and allowed characters, and what is left."""
        left = usage.limit - usage.chars
        rest = f"{left:,} left" if left >= 0 else f"{-left:,} over the limit"
        return f"{usage.chars:,} / {usage.limit:,} characters, {rest}"

    def notes(self, notes: Iterable[str]) -> None:
        """Remarks, each on a line of its own."""
        for note in notes:
            self.line(("note: ", "yellow"), shown(note, one_line=True))

    def entry(self, name: str, text: str) -> None:
        """One entry under its id."""
        self.gap()
        self.line((name, "bold cyan"), (f"  {counted(len(text), 'character')}", "dim"))
        self.text(text)

    def previews(self, previews: Iterable[Preview]) -> None:
        """Entries as refusals list them."""
        rows = [(Text(one.id, "cyan"), f"{one.chars:,}", one.text) for one in previews]
        if rows:
            self.table(("id", "chars ", "entry"), rows)

    # --- whole answers ------------------------------------------------------------------------------------------------

    def edited(self, reply: Edited) -> None:
        """What an edit did."""
        for effect in reply.effects:
            self._effect(effect)
        if not reply.changed:
            self.line((f"{reply.target}: nothing had to be changed", "dim"))
        self.notes(reply.notes)
        self.line((f"{reply.target}  ", "bold"), self.bar(reply.usage), f"  {self.figures(reply.usage)}")

    def refusal(self, error: MemorydError) -> None:
        """Why nothing happened, and what helps."""
        self.line(("memoryctl: ", "bold red"), shown(error.message), (f" [{error.code}]", "dim"))
        details = error.details
        if details.nearest is not None:
            self.gap()
            self.line(("nearest entry", "bold"))
            self.previews([details.nearest])
        if details.entries:
            self.gap()
            self.line(("entries", "bold"))
            self.previews(details.entries)
        for title, texts in (("before it", details.before), ("after it", details.after), ("now", details.texts)):
            if (details.before or details.after) and texts:
                self.line((title, "bold"))
                for text in texts:
                    self.text(text)
        self._figures_of(details)
        if error.code == "no_answer" and error.request_id:
            self.line("ask again: the same command with --request-id ", shown(error.request_id, "bold"))

    def _effect(self, effect: Effect) -> None:
        names = {"add": ("added", "green"), "replace": ("replaced by", "green"), "remove": ("removed", "red")}
        done = names[effect.action] if effect.changed else ("already there:", "dim")
        self.line(done, f" {effect.id}" if effect.id else "")
        if effect.discarded and effect.changed:
            if effect.action == "replace":
                self.line(("what was there:", "dim"))
            self.text(effect.discarded, "dim")

    def _figures_of(self, details: Details) -> None:
        if details.usage is not None:
            self.gap()
            self.usage(details.usage)
        if details.digest:
            self.line("digest now: ", details.digest)
        if details.command:
            self.line("this helps: ", (details.command, "bold"))

    # --- ink ----------------------------------------------------------------------------------------------------------

    def put(self, what: RenderableType) -> None:
        """Whatever rich can draw."""
        if self.is_terminal:
            self._console.print(what)
            return
        with self._console.capture() as captured:
            self._console.print(what, soft_wrap=isinstance(what, Text))
        for line in captured.get().splitlines() or [""]:
            self._console.file.write(line.rstrip(" ") + "\n")


def _joined(parts: Iterable[str | Text | tuple[str, str]]) -> Text:
    joined = Text()
    for part in parts:
        text, style = part if isinstance(part, tuple) else (part, "")
        joined.append_text(text if isinstance(text, Text) else shown(text, style, one_line=True))
    return joined
