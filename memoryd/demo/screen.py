"""What a person sees of the demo: a live table on a terminal, a line a second elsewhere, the result in the end."""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from memoryd.demo.verdict import Account, Verdict

BAR_CELLS = 40
LINE_SECONDS = 1.0
MOST_FAULTS = 20


class Screen:
    """Where the demo tells what it does.

    Args:
        quiet: Say nothing until the result.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        terminal = sys.stdout.isatty()
        self._console = Console(highlight=False, markup=False, emoji=False, force_terminal=terminal)
        self._live: Live | None = None
        self._began = time.monotonic()
        self._said = -LINE_SECONDS

    def say(self, sentence: str) -> None:
        """One step of the story."""
        if not self._quiet:
            stamp = f"{time.monotonic() - self._began:6.2f} s  "
            self._console.print(Text.assemble((stamp, "dim"), sentence), soft_wrap=True)

    @contextmanager
    def live(self) -> Iterator[None]:
        """While this lasts, `progress` redraws one table in place, if this is a terminal."""
        if self._quiet or not self._console.is_terminal:
            yield
            return
        with Live(console=self._console, auto_refresh=False, transient=True) as self._live:
            yield
        self._live = None

    def progress(self, counts: Mapping[str, int]) -> None:
        """How many operations each writer has settled."""
        if self._live is not None:
            self._live.update(_bars(counts), refresh=True)
        elif not self._quiet and not self._console.is_terminal and self._is_time():
            agents = sum(count for name, count in counts.items() if name != "editor")
            self.say(f"settled so far: {agents:,} operations of the agents, {counts.get('editor', 0):,} of the editor")

    def result(self, verdict: Verdict, home: str) -> None:
        """The table of writers, and one sentence."""
        self._console.print()
        self._console.print(_table(verdict.accounts))
        self._console.print()
        faults = [sentence for account in verdict.accounts for sentence in account.wrong]
        for sentence in faults[:MOST_FAULTS]:
            self._console.print(Text(f"  {sentence}", "red"), soft_wrap=True)
        if len(faults) > MOST_FAULTS:
            self._console.print(f"  and {len(faults) - MOST_FAULTS:,} more")
        if doubtful := sum(account.doubtful for account in verdict.accounts):
            self._console.print(f"operations whose outcome was stated as unknown after the kill: {doubtful:,}")
        self._console.print(_sentence(verdict, home), soft_wrap=True)

    def failed(self, why: str, *, as_json: bool) -> None:
        """The demo could not be played to its end."""
        if as_json:
            self.print_json({"error": {"code": "demo_failed", "message": why}})
        else:
            self._console.print(Text(f"the demo could not go on: {why}", "bold red"), soft_wrap=True)

    @staticmethod
    def print_json(document: Mapping[str, object]) -> None:
        """The result as one JSON document."""
        sys.stdout.write(json.dumps(document) + "\n")

    def _is_time(self) -> bool:
        if time.monotonic() - self._said < LINE_SECONDS:
            return False
        self._said = time.monotonic()
        return True


def _bars(counts: Mapping[str, int]) -> RenderableType:
    most = max(1, *counts.values())
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column()
    for name, count in counts.items():
        colour = "magenta" if name == "editor" else "cyan"
        grid.add_row(Text(name), Text(f"{count:,}"), Text("█" * max(1, count * BAR_CELLS // most), colour))
    return Group(Text("operations settled", "dim"), grid)


def _table(accounts: tuple[Account, ...]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("writer")
    for title in ("acknowledged", "found", "lost", "twice", "resent", "p50 ms", "p99 ms", "max ms"):
        table.add_column(title, justify="right", no_wrap=True)
    for account in accounts:
        times = (account.p50_ms, account.p99_ms, account.max_ms)
        table.add_row(account.name, *_figures(account), *(f"{ms:,.1f}" for ms in times))
    whole = Account("all")
    for name in ("acknowledged", "found", "lost", "twice", "resent"):
        setattr(whole, name, sum(getattr(account, name) for account in accounts))
    table.add_row(Text("all", "bold"), *_figures(whole))
    return table


def _figures(account: Account) -> list[Text]:
    plain = [Text(f"{number:,}") for number in (account.acknowledged, account.found)]
    wrong = [Text(f"{number:,}", "bold red" if number else "green") for number in (account.lost, account.twice)]
    return [*plain, *wrong, Text(f"{account.resent:,}")]


def _sentence(verdict: Verdict, home: str) -> Text:
    if verdict.held:
        return Text("nothing acknowledged was lost, nothing happened twice", "bold green")
    return Text(f"the promise was broken; everything is kept in {home}", "bold red")
