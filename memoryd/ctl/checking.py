"""Whether entries could become memory, asked before anything is changed: each of them, as a daemon would."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from memoryd import settings
from memoryd.core import budget, selector
from memoryd.core.scan import Policy, explain
from memoryd.core.scan import scan as scanned
from memoryd.core.text import entry_text
from memoryd.ctl.asked import Asked
from memoryd.policy import policy_of
from memoryd_client.endpoint import find_home
from memoryd_client.errors import MemorydError


@dataclass(frozen=True, slots=True)
class Checked:
    """One entry: whether memory has it already, and why it may not become memory, if it may not."""

    target: str
    preview: str
    is_known: bool = False
    problem: str = ""


def check(asked: Asked, targets: Mapping[str, tuple[str, ...]], *, replace: bool) -> tuple[Checked, ...]:
    """Look at each entry; raises `MemorydError` if a target does not exist."""
    policy = policy_of(settings.load(settings.path_of(find_home(asked.home).state_dir), os.environ))
    found: list[Checked] = []
    for target, entries in targets.items():
        now = asked.operator.read_raw(target, **asked.whose)
        found += [_checked(target, entry, policy, is_known=entry in now.entries) for entry in entries]
        wanted = entries if replace else tuple(dict.fromkeys((*now.entries, *entries)))
        excess = budget.excess(now.entries, wanted, now.usage.limit)
        if excess:
            found.append(
                Checked(target, "(all of them)", problem=f"{excess} characters over the limit of {now.usage.limit}")
            )
    return tuple(found)


def _checked(target: str, entry: str, policy: Policy, *, is_known: bool) -> Checked:
    preview = selector.preview(entry).text
    try:
        text = entry_text(entry)
    except MemorydError as error:
        return Checked(target, preview, problem=error.message)
    findings = () if is_known else scanned(text, policy)
    if findings:
        return Checked(target, "(not shown)", problem=explain(findings[0], text))
    return Checked(target, preview, is_known)
