"""How the daemon is."""

from typing import TYPE_CHECKING

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd.ctl.skew import other_versions, skew
from memoryd.ctl.words import clock_time, who
from memoryd_client.messages import ClientFigures, DaemonStatus, FileStatus, RequestFigures, Timing

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

SHOWN_CLIENTS = 8


@click.command(cls=Command)
@click.option("--all", "-a", "everything", is_flag=True, help="Every client, and each kind of request.")
@click.pass_obj
def status(asked: Asked, /, *, everything: bool) -> None:
    """Show the daemon, its clients and its files.

    How full each file is, in what state and how written, what waits, how long commits take, whether versions differ,
    and what does not work as it should.
    """
    asked.answer(asked.onlooker.status(), lambda page, found: _show(page, found, everything=everything))


def _show(page: "Page", found: DaemonStatus, *, everything: bool) -> None:
    _show_daemon(page, found)
    page.gap()
    for file in found.files:
        _show_file(page, file)
    _show_clients(page, found, everything=everything)
    if everything:
        _show_requests(page, found.requests)
    _show_troubles(page, found)


def _show_daemon(page: "Page", found: DaemonStatus) -> None:
    queues, process = found.queues, found.process
    waiting = {"edits": found.in_flight, "reads": queues.reads, "commands to the committer": queues.committer}
    parked = f"; files locked by other programs: {queues.parked_files}" if queues.parked_files else ""
    page.line(("memoryd ", "bold"), found.version, f"  pid {found.pid}, up {duration(found.uptime)}")
    page.line(("home     ", "dim"), found.root)
    page.line(("waiting  ", "dim"), ", ".join(f"{what} {number:,}" for what, number in waiting.items()), parked)
    page.line(("open     ", "dim"), f"sessions {found.open_sessions:,}, connections {found.connections:,}, ",
              f"watchers {found.watchers:,}")  # fmt: skip
    page.line(("commits  ", "dim"), _commits(found))
    page.line(("process  ", "dim"), f"{process.rss_bytes / (1 << 20):.0f} MiB, {process.threads} threads, ",
              f"{process.open_files:,} of {process.open_files_limit:,} files open, ",
              f"{process.cpu_seconds:.1f} s of processor, Python {process.python}")  # fmt: skip


def _show_file(page: "Page", file: FileStatus) -> None:
    name = f"{file.profile}/{file.target}" if file.profile else file.target
    page.line((f"{name:<8} ", "bold"), page.bar(file.usage), f"  {page.figures(file.usage)}")
    page.line(f"{'':<8} ", file.path)
    state = (file.state, "green" if file.state == "parsed" else "bold red")
    page.line(f"{'':<8} ", state, (f", written by {file.written_by}, digest {file.digest[:12]}", "dim"))
    page.notes(file.notes)
    page.gap()


def _show_clients(page: "Page", found: DaemonStatus, *, everything: bool) -> None:
    shown = found.clients if everything else found.clients[:SHOWN_CLIENTS]
    header = ("client", "pid ", "version", "requests ", "refused ", "waiting ", "mean ms ", "slowest ", "last heard")
    page.table(header, [_client(one) for one in shown])
    if found.connections > len(shown):
        page.line((f"and {found.connections - len(shown):,} more; memoryctl status --all shows the latest", "dim"))
    page.gap()


def _client(one: ClientFigures) -> tuple[str, ...]:
    timing = one.timing
    return (
        one.agent or "-",
        str(one.pid or "-"),
        one.version or "-",
        f"{timing.count:,}",
        f"{one.failed:,}",
        f"{one.in_flight:,}",
        f"{timing.ms_sum / timing.count:.1f}" if timing.count else "-",
        f"{timing.ms_max:.1f}",
        f"{duration(one.idle)} ago" if one.idle >= 1 else "now",
    )


def _show_requests(page: "Page", requests: tuple[RequestFigures, ...]) -> None:
    header = ("request", "answered ", "refused ", "median ms ", "99 % ms ", "slowest ", "refusals")
    page.table(header, [_request(one) for one in requests])
    page.gap()


def _request(one: RequestFigures) -> tuple[str, ...]:
    refusals = ", ".join(f"{count.code} {count.number:,}" for count in one.failed)
    timing = one.timing
    return (
        one.request,
        f"{timing.count:,}",
        f"{sum(count.number for count in one.failed):,}",
        *_spread(timing),
        refusals,
    )


def _spread(timing: Timing) -> tuple[str, str, str]:
    return f"≤ {timing.quantile(0.5):.3g}", f"≤ {timing.quantile(0.99):.3g}", f"{timing.ms_max:.1f}"


def _show_troubles(page: "Page", found: DaemonStatus) -> None:
    lost = {
        "replies that nobody took": found.dropped_replies,
        "messages that nobody can read": found.garbage,
        "connections closed for eating memory": found.shed_connections,
    }
    if any(lost.values()):
        page.line(("lost     ", "dim"), ", ".join(f"{what}: {number:,}" for what, number in lost.items() if number))
    if found.pending:
        since = f"the oldest for {duration(found.pending_age)}; look at them with: memoryctl pending"
        page.line(("approval ", "yellow"), f"edits that wait for a person: {found.pending:,}, {since}")
    for attempt in found.attempts:
        page.line(("refused  ", "yellow"), f"{clock_time(attempt.time)} {attempt.request}, ",
                  f"which only a person may do, by {who(attempt.actor)}")  # fmt: skip
    for sentence in found.degraded:
        page.line(("degraded: ", "bold red"), sentence)
    if sentence := skew(found):
        page.line(("versions: ", "bold yellow"), sentence)
    for version, agents in other_versions(found).items():
        page.line(("versions: ", "yellow"), f"{', '.join(agents)}: client {version}, daemon {found.version}")


def _commits(found: DaemonStatus) -> str:
    if not found.commits:
        return "none yet"
    return (
        f"{found.commits:,}, median {found.commit_ms_p50:.1f} ms, 99 % within "
        f"{found.commit_timing.quantile(0.99):.3g} ms, slowest of the last {found.commit_ms_max:.1f} ms"
    )


def duration(seconds: float) -> str:
    """The two largest units: ``3 h 12 min``."""
    parts: list[str] = []
    left = int(seconds)
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, left = divmod(left, length)
        if count or (unit == "s" and not parts):
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2])
