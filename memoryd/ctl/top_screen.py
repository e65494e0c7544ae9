"""What `memoryctl top` draws: on a terminal in place, elsewhere one picture below the other."""

from collections.abc import Iterable
from types import TracebackType
from typing import Literal, Self

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from memoryd.ctl.commands.status import duration
from memoryd.ctl.page import Page, shown
from memoryd.ctl.rates import ClientRate, Rates, RequestRate
from memoryd_client.messages import LATENCY_BOUNDS_MS, DaemonStatus, Timing

BAR_CELLS = 30
SHOWN_CLIENTS = 10


class Screen:
    """Where it is drawn."""

    def __init__(self) -> None:
        self._page = Page()
        self._live = Live(console=self._page.console, auto_refresh=False, screen=True)

    def __enter__(self) -> Self:
        if self._page.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._page.is_terminal:
            self._live.stop()

    def show(self, status: DaemonStatus, rates: Rates) -> None:
        """Draw one picture."""
        parts = picture(self._page, status, rates)
        if self._page.is_terminal:
            self._live.update(Group(*parts), refresh=True)
            return
        for part in parts:
            self._page.put(part)
        self._page.gap()


def picture(page: Page, status: DaemonStatus, rates: Rates) -> list[RenderableType]:
    """One look at a daemon, from the whole to the single client."""
    gap = Text()
    return [
        *_head(status, rates),
        gap,
        *(_file(page, status, index) for index in range(len(status.files))),
        gap,
        _requests(rates.requests),
        gap,
        _histogram(page, rates.timing),
        gap,
        _clients(rates.clients),
        *(Text.assemble(("degraded: ", "bold red"), shown(one, one_line=True)) for one in status.degraded),
    ]


def _head(status: DaemonStatus, rates: Rates) -> Iterable[Text]:
    process = status.process
    yield Text.assemble(
        ("memoryd ", "bold"), f"{status.version}  {status.root}  pid {status.pid}, up {duration(status.uptime)}"
    )
    yield Text.assemble(
        (f"{rates.per_second:,.1f}", "bold"), " requests/s, ",
        (f"{rates.commits_per_second:,.1f}", "bold"), " commits/s, ",
        (f"{status.connections:,}", "bold"), " connections, ",
        (f"{status.in_flight:,}", "bold"), " edits waiting, ",
        f"{process.rss_bytes / (1 << 20):.0f} MiB, {process.open_files:,} files open, ",
        f"{rates.processor:.0%} of a processor",
    )  # fmt: skip


def _file(page: Page, status: DaemonStatus, index: int) -> Text:
    file = status.files[index]
    name = f"{file.profile}/{file.target}" if file.profile else file.target
    state = "" if file.state == "parsed" else f"  {file.state}"
    return Text.assemble(
        (f"{name:<12} ", "bold"), page.bar(file.usage, BAR_CELLS), f"  {page.figures(file.usage)}", (state, "bold red")
    )


def _requests(requests: Iterable[RequestRate]) -> Table:
    rows = [
        (one.request, f"{one.per_second:,.1f}", f"{one.refused_per_second:,.1f}", *_spread(one.timing))
        for one in requests
        if one.timing.count
    ]
    return _table(("request", "per second ", "refused ", "median ms ", "99 % ms "), rows)


def _spread(timing: Timing) -> tuple[str, str]:
    return f"≤ {timing.quantile(0.5):.3g}", f"≤ {timing.quantile(0.99):.3g}"


def _histogram(page: Page, timing: Timing) -> Table:
    """How the durations of this interval spread; empty ends are left out."""
    full = "█" if page.is_utf else "#"
    names = [f"≤ {bound:g} ms" for bound in LATENCY_BOUNDS_MS] + [f"> {LATENCY_BOUNDS_MS[-1]:g} ms"]
    used = [index for index, count in enumerate(timing.buckets) if count]
    most = max(timing.buckets, default=0)
    rows = [
        (names[index], f"{timing.buckets[index]:,}", full * -(-timing.buckets[index] * BAR_CELLS // most))
        for index in range(used[0], used[-1] + 1)
    ] if used else []  # fmt: skip
    return _table(("took", "requests ", ""), rows)


def _clients(clients: Iterable[ClientRate]) -> Table:
    rows = [
        (one.agent or "-", str(one.pid or "-"), f"{one.per_second:,.1f}", f"{one.ms_mean:,.1f}", f"{one.ms_max:,.1f}",
         f"{one.in_flight:,}", f"{one.refused:,}")
        for one in list(clients)[:SHOWN_CLIENTS]
    ]  # fmt: skip
    return _table(("slowest clients", "pid ", "per second ", "mean ms ", "ever ", "waiting ", "refused "), rows)


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in header:
        justify: Literal["left", "right"] = "right" if title.endswith(" ") else "left"
        table.add_column(title.strip(), justify=justify, no_wrap=True)
    for row in rows:
        table.add_row(*(shown(cell, one_line=True) for cell in row))
    return table
