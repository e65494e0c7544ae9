"""The table of ``docs/durability.md``, from what was observed: ``python tests/faults/table.py --write``."""

import sys
from collections.abc import Iterable
from pathlib import Path

from fault_disk import Fault
from ordeal import EDIT, SCENARIOS, Observed, observations, points

PAGE = Path(__file__).resolve().parents[2] / "docs" / "durability.md"
BEGIN, END = "<!-- faults:begin -->\n", "<!-- faults:end -->"

HEAD = """| call | made to | the caller is told | the file then holds | the next edit |
|---|---|---|---|---|
"""

EXPLAINED = {
    "exchange": "The usual case: the file is there, and the names can be exchanged",
    "new file": "There is no file yet",
    "in place": "The file has other names (a hard link), so it is overwritten",
    "two files": "Two files in one cycle; the fault strikes the first of them",
}

INTRODUCTION = """\
Each call of a publication was made to fail in the ways that its manual page knows,
or to be the last one before a kill -9. `EIO`, `EINTR` and `ENOMEM` happened once,
the other errors stayed until the resend. `fsync directory, 2` is the second such call.
After each, reads went on, and a restart left no file behind that nobody needs.

"""

Row = tuple[str, str, str]


def methods(scenario: str) -> list[str]:
    """The calls of a publication, each once, in the order in which they are first made."""
    return list(dict.fromkeys(point.method for point in points(scenario)))


def rendered() -> str:
    """All tables."""
    return INTRODUCTION + "\n".join(_section(name) for name in SCENARIOS)


def written() -> str:
    """What the page holds now."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def _section(scenario: str) -> str:
    seen = [one for method in methods(scenario) for one in observations(scenario, method)]
    kinds = list(dict.fromkeys(point[:2] for point in points(scenario)))
    seen.sort(key=lambda one: (kinds.index(one.fault.point[:2]), one.fault.point.number))
    return f"**{EXPLAINED[scenario]}.**\n\n{HEAD}{''.join(_lines(seen))}"


def _lines(seen: Iterable[Observed]) -> list[str]:
    """One line for all faults of a call that end alike."""
    rows: dict[tuple[str, Row], list[str]] = {}
    for one in seen:
        rows.setdefault((str(one.fault.point), _row(one)), []).append(_made_to(one.fault))
    return [f"| {call} | {', '.join(kinds)} | {' | '.join(row)} |\n" for (call, row), kinds in rows.items()]


def _row(one: Observed) -> Row:
    once = "the resend is done once" if one.finally_told == "ok" else f"the resend gets `{one.finally_told}`"
    if one.fault.is_kill:
        return f"nothing; {once}", _holds(one), "after the restart"
    if one.ended:
        return f"nothing, the daemon ends; {once}", _holds(one), "after the restart"
    then = f", the resend gets `{one.resent}`" if one.told != one.resent else ""
    return f"`{one.told}`{then}", _holds(one), "works" if one.next == "ok" else f"`{one.next}`"


def _holds(one: Observed) -> str:
    if not one.is_old_or_new:
        return "a mixture, until the restart"
    return "the new content" if EDIT in (one.holds or ()) else "the old content"


def _made_to(fault: Fault) -> str:
    return {"errno": "", "half": "write half, then "}.get(fault.kind, "") + (f"`{fault}`" if fault.code else fault.kind)


def main() -> None:
    """Print the tables, or write them into the page."""
    tables = rendered()
    if "--write" not in sys.argv:
        sys.stdout.write(tables)
        return
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}{tables}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
