"""The file against the ledgers: what must be there, what must not, and what is there twice.

Rules of this module. It sees the file's text and the ledgers' lines, nothing else; it reads the file by itself, with
the one rule of the format (a line holding only § separates entries), so that a fault of the daemon's own reader would
show here.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memoryd.demo.ledger import Line

SEPARATOR = "§"


@dataclass(slots=True)
class Account:
    """How one writer fared.

    Attributes:
        name: Whose.
        acknowledged: Operations that were acknowledged.
        found: Acknowledged operations whose effect is in the file: what was added is there, what was removed is not.
        lost: Acknowledged operations whose effect is not.
        twice: Operations that happened more than once.
        wrong: In sentences, what is lost, came twice or cannot be explained.
        doubtful: Operations whose outcome was stated as unknown.
        resent: Operations that needed more than one call.
        p50_ms, p99_ms, max_ms: How long an acknowledged operation took; the longest ones waited for the restart.
    """

    name: str
    acknowledged: int = 0
    found: int = 0
    lost: int = 0
    twice: int = 0
    wrong: list[str] = field(default_factory=list)
    doubtful: int = 0
    resent: int = 0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    max_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """How all of them fared."""

    accounts: tuple[Account, ...]

    @property
    def held(self) -> bool:
        """Whether the promise was kept: nothing lost, nothing twice, nothing unexplained."""
        return not any(account.wrong for account in self.accounts)


def judge(text: str, ledgers: Mapping[str, Iterable[Line]]) -> Verdict:
    """Compare a file's text with the ledgers, by writer."""
    there = Counter(entries(text))
    return Verdict(tuple(_account(name, tuple(lines), there) for name, lines in ledgers.items()))


def entries(text: str) -> list[str]:
    """The entries of a memory file."""
    found: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip() == SEPARATOR:
            found.append([])
        else:
            found[-1].append(line)
    return [entry for entry in ("\n".join(lines).strip() for lines in found) if entry]


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest value that at least this share of all do not exceed; 0 without values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def _account(name: str, lines: tuple[Line, ...], there: Counter[str]) -> Account:
    account = Account(name, resent=sum(line.sendings > 1 for line in lines))
    for text, story in _stories(lines).items():
        _judge_text(account, text, story, there[text])
    times = [line.ms for line in lines if line.outcome == "done"]
    account.p50_ms, account.p99_ms, account.max_ms = (percentile(times, share) for share in (0.5, 0.99, 1.0))
    return account


def _stories(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """What happened to each text, in order: every text is added once, and removed at most once after that."""
    stories: dict[str, list[Line]] = {}
    for line in lines:
        stories.setdefault(line.text, []).append(line)
    return stories


def _judge_text(account: Account, text: str, story: list[Line], copies: int) -> None:
    done = [line for line in story if line.outcome == "done"]
    account.acknowledged += len(done)
    account.doubtful += sum(line.outcome == "unknown" for line in story)
    for line in story:
        _judge_line(account, line)
    if copies > 1:
        account.twice += 1
        account.wrong.append(f"{text!r} is in the file {copies} times")
    last = story[-1]
    if last.outcome in ("unknown", "unsettled") or _was_repeated(last):
        account.found += len(done)  # what came before shows no longer, and nothing contradicts it
        return
    expected = bool(done) and done[-1].action == "add"
    if expected == bool(copies):
        account.found += len(done)
        return
    account.found += max(0, len(done) - 1)
    account.lost += 1
    what = "was added and is not there" if expected else "is there, and should not be"
    account.wrong.append(f"{text!r} {what} (last: {last.action}, {last.outcome}{' ' + last.code if last.code else ''})")


def _judge_line(account: Account, line: Line) -> None:
    """What a line alone tells: every operation here is about a text of its own, so each must succeed, and once."""
    if line.outcome == "done" and not line.changed:
        account.twice += 1
        account.wrong.append(f"{line.action} {line.text!r}: it had happened before")
    if line.outcome == "refused":
        account.twice += _was_repeated(line)
        account.wrong.append(f"{line.action} {line.text!r} was refused: {line.code}")
    if line.outcome == "unsettled":
        account.wrong.append(f"{line.action} {line.text!r} was never answered, after {line.sendings} calls")


def _was_repeated(line: Line) -> bool:
    """Whether a removal's first sending took effect and a later one was applied anew, and so found nothing."""
    return line.outcome == "refused" and line.code == "entry_not_found" and line.sendings > 1
