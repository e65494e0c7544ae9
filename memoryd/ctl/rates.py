"""What happened between two looks at a daemon: values in, values out."""

from collections.abc import Iterable
from dataclasses import dataclass

from memoryd_client.messages import LATENCY_BOUNDS_MS, ClientFigures, DaemonStatus, Timing


@dataclass(frozen=True, slots=True)
class RequestRate:
    """One kind of request: answers and refusals a second, and how long they took."""

    request: str
    per_second: float
    refused_per_second: float
    timing: Timing


@dataclass(frozen=True, slots=True)
class ClientRate:
    """One process under one name: answers a second, their mean duration, and what it waits for now."""

    agent: str
    pid: int
    per_second: float
    ms_mean: float
    ms_max: float
    in_flight: int
    refused: int


@dataclass(frozen=True, slots=True)
class Rates:
    """All of it; the slowest clients first."""

    seconds: float
    per_second: float
    commits_per_second: float
    processor: float
    timing: Timing
    requests: tuple[RequestRate, ...]
    clients: tuple[ClientRate, ...]


def between(before: DaemonStatus, after: DaemonStatus) -> Rates:
    """What happened between two looks; all that there ever was, if a restart lies between."""
    if before.instance != after.instance:
        before = DaemonStatus(version="", instance="", pid=0, uptime=0.0, root="")
    seconds = max(after.uptime - before.uptime, 1e-3)
    earlier = {one.request: one for one in before.requests}
    requests = []
    for one in after.requests:
        was = earlier.get(one.request)
        timing = minus(one.timing, was.timing if was else Timing())
        refused = sum(count.number for count in one.failed) - sum(count.number for count in (was.failed if was else ()))
        requests.append(RequestRate(one.request, timing.count / seconds, refused / seconds, timing))
    total = plus(one.timing for one in requests)
    return Rates(
        seconds=seconds,
        per_second=total.count / seconds,
        commits_per_second=(after.commits - before.commits) / seconds,
        processor=(after.process.cpu_seconds - before.process.cpu_seconds) / seconds,
        timing=total,
        requests=tuple(sorted(requests, key=lambda one: -one.per_second)),
        clients=_clients(before.clients, after.clients, seconds),
    )


def minus(after: Timing, before: Timing) -> Timing:
    """What was added; the longest is still that of all, since nobody knows when it was."""
    earlier = before.buckets or (0,) * len(after.buckets)
    return Timing(
        count=after.count - before.count,
        ms_sum=after.ms_sum - before.ms_sum,
        ms_max=after.ms_max,
        buckets=tuple(one - other for one, other in zip(after.buckets, earlier, strict=True)),
    )


def plus(timings: Iterable[Timing]) -> Timing:
    """All together."""
    count, ms_sum, ms_max = 0, 0.0, 0.0
    buckets = [0] * (len(LATENCY_BOUNDS_MS) + 1)
    for one in timings:
        count, ms_sum, ms_max = count + one.count, ms_sum + one.ms_sum, max(ms_max, one.ms_max)
        for index, number in enumerate(one.buckets):
            buckets[index] += number
    return Timing(count=count, ms_sum=ms_sum, ms_max=ms_max, buckets=tuple(buckets))


def _clients(before: Iterable[ClientFigures], after: Iterable[ClientFigures], seconds: float) -> tuple[ClientRate, ...]:
    """By process and name: a process may have several connections, and make new ones."""
    earlier, now = _by_process(before), _by_process(after)
    rates = []
    for (agent, pid), (timing, in_flight, refused) in now.items():
        was, _, refused_before = earlier.get((agent, pid), (Timing(), 0, 0))
        count, took = max(0, timing.count - was.count), max(0.0, timing.ms_sum - was.ms_sum)
        mean = took / count if count else 0.0
        refusals = max(0, refused - refused_before)
        rates.append(ClientRate(agent, pid, count / seconds, mean, timing.ms_max, in_flight, refusals))
    return tuple(sorted(rates, key=lambda one: (-one.ms_mean, -one.per_second, one.agent, one.pid)))


def _by_process(clients: Iterable[ClientFigures]) -> dict[tuple[str, int], tuple[Timing, int, int]]:
    found: dict[tuple[str, int], tuple[Timing, int, int]] = {}
    for one in clients:
        timing, in_flight, refused = found.get((one.agent, one.pid), (Timing(), 0, 0))
        together = plus((timing, one.timing))
        found[one.agent, one.pid] = (together, in_flight + one.in_flight, refused + one.failed)
    return found
