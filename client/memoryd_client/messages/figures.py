"""The parts of what a daemon tells about its work: counts and durations since it started."""

from msgspec import Struct

LATENCY_BOUNDS_MS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0)
"""The upper bounds of a `Timing`'s buckets, in milliseconds; one bucket more has what took longer."""


class Timing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How long something took: ``buckets[i]`` times at most ``LATENCY_BOUNDS_MS[i]``, and over the bound before."""

    count: int = 0
    ms_sum: float = 0.0
    ms_max: float = 0.0
    buckets: tuple[int, ...] = ()

    def quantile(self, share: float) -> float:
        """The bound in milliseconds that this share did not exceed; the longest time for what is over all bounds."""
        wanted, seen = share * self.count, 0
        for bound, count in zip(LATENCY_BOUNDS_MS, self.buckets, strict=False):
            seen += count
            if seen >= wanted:
                return min(bound, self.ms_max)
        return self.ms_max


class Count(Struct, frozen=True):
    """How many refusals had a code."""

    code: str
    number: int


class RequestFigures(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One kind of request: how long its answers took, and how many were refusals, by their codes."""

    request: str
    timing: Timing
    failed: tuple[Count, ...] = ()


class ClientFigures(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One connection that was heard of lately; pid and uid are the kernel's word, agent and version the client's."""

    pid: int = 0
    uid: int = -1
    agent: str = ""
    version: str = ""
    connected: float = 0.0
    idle: float = 0.0
    in_flight: int = 0
    failed: int = 0
    timing: Timing = Timing()


class Queues(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What waits for what."""

    edits: int = 0
    reads: int = 0
    committer: int = 0
    reports: int = 0
    parked_files: int = 0
    watchers: int = 0


class ProcessFigures(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The daemon's process, as the kernel sees it; 0 where that does not tell."""

    python: str = ""
    rss_bytes: int = 0
    threads: int = 0
    open_files: int = 0
    open_files_limit: int = 0
    cpu_seconds: float = 0.0


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One request that was answered. ``texts`` are the beginnings of what it carried, for operators alone."""

    number: int
    time: float
    request: str
    code: str
    ms: float
    agent: str = ""
    pid: int = 0
    target: str = ""
    profile: str = ""
    request_bytes: int = 0
    texts: tuple[str, ...] = ()
