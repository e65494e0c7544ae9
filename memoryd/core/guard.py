"""What agents may see and say: the scanner at every door, and placeholders for what is on the disk all the same.

Flagged text that somebody else put into a file stays there. Agents get a placeholder, the finding and the id in its
place, in reads, previews, errors and effects alike. The verdict lives beside the text, never in it: an entry that looks
like a placeholder is scanned like any other, and cannot be written.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec

from memoryd.core import selector
from memoryd.core.scan import Policy, Scanner, explain
from memoryd_client.errors import InvalidText, MemorydError, ThreatFound
from memoryd_client.messages import Details, Effect, Finding, Preview, Withheld

_PLACEHOLDER = re.compile(r"\[withheld id:[0-9a-f]{8,64}: [a-z_]+\]")

MAX_CLEAN = 4_096
"""Texts that are remembered as clean, beside the scanner's own verdicts by digest."""


class Guard:
    """Scans under one policy and remembers its verdicts; used by one thread.

    Args:
        policy: What is refused.
        clean: Texts that were found clean under this policy. Guards of several threads may share it: what the loop
            admitted need not be scanned again by the committer.
    """

    def __init__(self, policy: Policy, clean: set[str] | None = None) -> None:
        self._scanner = Scanner(policy)
        self._clean = set() if clean is None else clean

    def renew(self, policy: Policy, clean: set[str]) -> None:
        """Go on under another policy, with what was found clean under that one."""
        self._scanner = Scanner(policy)
        self._clean = clean

    def findings(self, text: str) -> tuple[Finding, ...]:
        """Why a text may not be memory; nothing if it may."""
        if text in self._clean:
            return ()
        found = self._scanner.scan(text)
        if not found:
            if len(self._clean) >= MAX_CLEAN:
                self._clean.clear()
            self._clean.add(text)
        return found

    def require_clean(self, texts: Iterable[tuple[int, str]]) -> None:
        """Make sure that the texts of an edit, each with its operation's number, may be stored.

        Raises:
            ThreatFound: One may not; with every finding, and never with the text.
            InvalidText: One is a placeholder of ours.
        """
        for number, text in texts:
            if _PLACEHOLDER.fullmatch(text):
                raise InvalidText(f"{text} stands for an entry that is not shown; keep that entry by its id instead")
            found = self.findings(text)
            if found:
                more = f" ({len(found)} findings in all)" if len(found) > 1 else ""
                raise ThreatFound(f"{explain(found[0], text)}{more}", findings=found, operation=number)

    def withheld(self, entries: Sequence[str]) -> tuple[Withheld, ...]:
        """The entries that agents do not get to see."""
        if self._clean.issuperset(entries):  # asked after every commit, of all entries
            return ()
        flagged = [(entry, found) for entry in entries if (found := self.findings(entry))]
        if not flagged:
            return ()
        names = dict(zip(entries, selector.ids(entries), strict=True))
        return tuple(Withheld(names[entry], found) for entry, found in flagged)

    def shown(self, entries: Sequence[str]) -> tuple[str, ...]:
        """The entries as agents see them."""
        return tuple(self._shown(entry) for entry in entries)

    def hide_effect(self, effect: Effect) -> Effect:
        """The effect as agents see it."""
        if not effect.discarded or not self.findings(effect.discarded):
            return effect
        return msgspec.structs.replace(effect, discarded=self._shown(effect.discarded))

    def hide(self, error: MemorydError, entries: Sequence[str]) -> MemorydError:
        """The error about these entries as agents see it."""
        flagged = {one.id: one.findings[0].category for one in self.withheld(entries)}
        if flagged:
            error.details = _masked(error.details, flagged)
            error.details = msgspec.structs.replace(error.details, texts=self.shown(error.details.texts))
        if error.details.before or error.details.after:  # of an earlier state, which may hold what is no longer there
            versions = {"before": self.shown(error.details.before), "after": self.shown(error.details.after)}
            error.details = msgspec.structs.replace(error.details, **versions)
        return error

    def _shown(self, entry: str) -> str:
        found = self.findings(entry)
        return placeholder(selector.preview(entry).id, found[0].category) if found else entry


def placeholder(name: str, category: str) -> str:
    """What stands for an entry that is not shown."""
    return f"[withheld {name}: {category}]"


def _masked(details: Details, flagged: dict[str, str]) -> Details:
    def mask(preview: Preview) -> Preview:
        category = flagged.get(preview.id)
        return preview if category is None else Preview(preview.id, preview.chars, placeholder(preview.id, category))

    return msgspec.structs.replace(
        details,
        entries=tuple(mask(preview) for preview in details.entries),
        nearest=mask(details.nearest) if details.nearest is not None else None,
    )
