"""``docs/operations.md``: every metric, log event, exit code and repair is on the page, and nothing else is."""

import ast
from pathlib import Path

import pytest
from markdown_tables import ROOT, sections, table
from prometheus_client.metrics_core import Metric

from memoryd import commands
from memoryd.ctl import asked, root
from memoryd.ctl.doctor.repairs import REPAIRS
from memoryd.ctl.openmetrics import families
from memoryd_client.messages import DaemonStatus, FileStatus, RequestFigures, Timing, Usage

LEVELS = frozenset(("debug", "info", "warning", "error", "critical", "exception"))

STATUS = DaemonStatus(
    version="1",
    instance="i",
    pid=1,
    uptime=1.0,
    root="/r",
    requests=(RequestFigures(request="read", timing=Timing()),),
    files=(
        FileStatus(
            profile="", target="memory", path="/p", state="parsed", usage=Usage(1, 2), digest="d", written_by="exchange"
        ),
    ),
)


def test_every_metric_is_on_the_page() -> None:
    """With its kind and its labels, and no other."""
    documented = {row["metric"]: (row["kind"], row["labels"]) for row in table("operations.md", "Metrics")}
    found = {family.name: (family.type, ", ".join(labels_of(family))) for family in families(STATUS)}

    assert documented.pop("memoryd_up") == ("gauge", "")
    assert documented == found


def labels_of(family: Metric) -> list[str]:
    """The labels of a metric, but for the bound of a histogram's bucket."""
    return [name for name in family.samples[0].labels if name != "le"]


def test_every_queue_is_on_the_page() -> None:
    """The values of the label of what waits."""
    (row,) = [row for row in table("operations.md", "Metrics") if row["metric"] == "memoryd_waiting"]

    assert row["meaning"].removeprefix("what waits: ").split(", ") == list(STATUS.queues.__struct_fields__)


def test_every_log_event_is_on_the_page() -> None:
    """With its level."""
    documented = {(row["event"], row["level"]) for row in table("operations.md", "The log")}

    assert documented == {event for path in (ROOT / "memoryd").rglob("*.py") for event in logged(path)}


def logged(path: Path) -> set[tuple[str, str]]:
    """The events that a module logs, with their levels."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS:
            owner = ast.unparse(node.func.value)
            if owner.endswith("log") and isinstance(node.args[0], ast.Constant):
                found.add((str(node.args[0].value), node.func.attr))
    return found


@pytest.mark.parametrize(
    ("number", "codes"),
    [
        (0, {0, commands.EXIT_FAILED, root.EXIT_USAGE, commands.EXIT_HOME_IN_USE, commands.EXIT_BAD_SETTINGS}),
        (1, {0, asked.EXIT_REFUSED, root.EXIT_USAGE, asked.EXIT_NO_DAEMON, root.EXIT_INTERRUPTED}),
    ],
    ids=["memoryd", "memoryctl"],
)
def test_every_exit_code_is_on_the_page(number: int, codes: set[int]) -> None:
    """Of the daemon first, then of memoryctl."""
    (one,) = [section for section in sections("operations.md") if section.title == "Exit codes"]
    starts = [index for index, row in enumerate(one.rows) if row["code"] == "0"]
    parts = [one.rows[: starts[1]], one.rows[starts[1] :]]

    assert {int(row["code"]) for row in parts[number]} == codes


def test_every_repair_is_on_the_page() -> None:
    """What ``doctor --fix`` may do is this list."""
    assert {row["repair"] for row in table("operations.md", "Doctor")} == set(REPAIRS)
