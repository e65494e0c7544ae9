"""A daemon's status as metrics. ``docs/operations.md`` lists them, and a test compares."""

from collections.abc import Callable, Iterator, Mapping

from prometheus_client.exposition import generate_latest as prometheus_text
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.openmetrics.exposition import generate_latest as openmetrics_text
from prometheus_client.registry import Collector

from memoryd_client.messages import LATENCY_BOUNDS_MS, DaemonStatus, FileStatus, Timing

FORMATS: Mapping[str, Callable[[Collector], bytes]] = {"openmetrics": openmetrics_text, "prometheus": prometheus_text}


def text_of(status: DaemonStatus | None, form: str = "openmetrics") -> str:
    """All metrics of a daemon, or that there is none."""
    return FORMATS[form](_Status(status)).decode()


class _Status(Collector):
    def __init__(self, status: DaemonStatus | None) -> None:
        self._status = status

    def collect(self) -> Iterator[Metric]:
        """All of them, or one if there is no daemon."""
        yield GaugeMetricFamily("memoryd_up", "Whether a daemon answers.", 0 if self._status is None else 1)
        if self._status is not None:
            yield from families(self._status)


def families(status: DaemonStatus) -> Iterator[Metric]:
    """Every metric of a daemon that answers."""
    yield InfoMetricFamily(
        "memoryd_build", "Which daemon this is.", {"version": status.version, "python": status.process.python}
    )
    yield from _gauges(status)
    yield from _counters(status)
    yield from _requests(status)
    yield from _files(status.files)


def _gauges(status: DaemonStatus) -> Iterator[Metric]:
    process, queues = status.process, status.queues
    for name, meaning, value in (
        ("uptime_seconds", "Since it began to serve.", status.uptime),
        ("connections", "Connections heard of lately.", status.connections),
        ("sessions", "Sessions that are open.", status.open_sessions),
        ("subscriptions", "Subscriptions to events.", status.watchers),
        ("pending_edits", "Edits that wait for a person.", status.pending),
        ("pending_seconds", "For which the oldest of them has waited.", status.pending_age),
        ("degraded", "Things that do not work as they should; status names them.", len(status.degraded)),
        ("resident_memory_bytes", "Resident memory.", process.rss_bytes),
        ("threads", "Threads.", process.threads),
        ("open_files", "Descriptors in use.", process.open_files),
        ("open_files_limit", "Descriptors that it may have.", process.open_files_limit),
    ):
        yield GaugeMetricFamily(f"memoryd_{name}", meaning, value)
    waiting = GaugeMetricFamily("memoryd_waiting", "What waits, by queue.", labels=["queue"])
    for queue in queues.__struct_fields__:
        waiting.add_metric([queue], getattr(queues, queue))
    yield waiting


def _counters(status: DaemonStatus) -> Iterator[Metric]:
    for name, meaning, value in (
        ("cpu_seconds", "Processor time.", status.process.cpu_seconds),
        ("external_edits", "Edits from outside that were merged.", status.external_edits),
        ("dropped_replies", "Replies that nobody took.", status.dropped_replies),
        ("garbage_messages", "Messages without a header that could be read.", status.garbage),
        ("shed_connections", "Connections closed since memory grew without a request.", status.shed_connections),
    ):
        yield CounterMetricFamily(f"memoryd_{name}", meaning, value)


def _requests(status: DaemonStatus) -> Iterator[Metric]:
    answered = CounterMetricFamily("memoryd_requests", "Answers, by request and code.", labels=["request", "code"])
    took = HistogramMetricFamily("memoryd_request_seconds", "From taking a request to its answer.", labels=["request"])
    for one in status.requests:
        refused = sum(count.number for count in one.failed)
        answered.add_metric([one.request, "ok"], one.timing.count - refused)
        for count in one.failed:
            answered.add_metric([one.request, count.code], count.number)
        took.add_metric([one.request], _buckets(one.timing), one.timing.ms_sum / 1000)
    yield answered
    yield took
    commits = HistogramMetricFamily("memoryd_commit_seconds", "One commit cycle, for all its requests.")
    commits.add_metric([], _buckets(status.commit_timing), status.commit_timing.ms_sum / 1000)
    yield commits


def _files(files: tuple[FileStatus, ...]) -> Iterator[Metric]:
    labels = ["profile", "target"]
    used = GaugeMetricFamily("memoryd_target_characters", "Characters in a target.", labels=labels)
    limit = GaugeMetricFamily("memoryd_target_limit_characters", "Characters that it may have.", labels=labels)
    usable = GaugeMetricFamily("memoryd_target_usable", "1 if its file could be read.", labels=labels)
    way = GaugeMetricFamily("memoryd_target_way", "1 for how its file is written.", labels=[*labels, "way"])
    for file in files:
        names = [file.profile, file.target]
        used.add_metric(names, file.usage.chars)
        limit.add_metric(names, file.usage.limit)
        usable.add_metric(names, file.state in ("parsed", "over_limit"))
        way.add_metric([*names, file.written_by], 1)
    yield from (used, limit, usable, way)


def _buckets(timing: Timing) -> list[tuple[str, float]]:
    """Cumulative, by upper bound in seconds."""
    seen, found = 0, []
    bounds = [*(f"{bound / 1000:g}" for bound in LATENCY_BOUNDS_MS), "+Inf"]
    for bound, count in zip(bounds, timing.buckets or (0,) * len(bounds), strict=True):
        seen += count
        found.append((bound, float(seen)))
    return found
