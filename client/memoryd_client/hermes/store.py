"""The store that Hermes' memory tool writes through.

Rules of this module. Method names, argument names and the keys of the dictionaries are Hermes' own; nothing else is
taken from it. No method raises: what went wrong is in the dictionary, for the model to act on.
"""

import importlib
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from memoryd_client._client import Client
from memoryd_client.endpoint import find_home
from memoryd_client.errors import BudgetExceeded, EntryAmbiguous, EntryNotFound, MemorydError, ThreatFound
from memoryd_client.messages import Content, Edited

Answer = dict[str, Any]

DELIMITER = "\n§\n"
HEADERS = {"memory": "MEMORY (your personal notes)", "user": "USER PROFILE (who the user is)"}
"""Hermes looks for these in prompts that it compresses."""

RULE = "═" * 46
TIMEOUT = 20.0


class MemoryStore:
    """Two memories of one home, with what they held when they were loaded frozen for the system prompt.

    Args:
        memory_char_limit, user_char_limit: Shown until the daemon was asked: the limits are the daemon's settings,
            which ``memoryctl config import-hermes`` takes over from Hermes' own.

    Attributes:
        memory_entries, user_entries: As last heard.
    """

    _MAX_CONSOLIDATION_FAILURES_PER_TURN = 3

    def __init__(self, memory_char_limit: int = 2200, user_char_limit: int = 1375) -> None:
        self.memory_entries: list[str] = []
        self.user_entries: list[str] = []
        self.memory_char_limit = memory_char_limit
        self.user_char_limit = user_char_limit
        self._system_prompt_snapshot = {"memory": "", "user": ""}
        self._failures = 0
        self._client = client_of(home_of_hermes())

    # --- what Hermes calls --------------------------------------------------------------------------------------------

    def load_from_disk(self) -> None:
        """Ask for both memories, and freeze them for the system prompt; without a daemon both are empty."""
        for target in HEADERS:
            content = self._read(target)
            self._system_prompt_snapshot[target] = _block(target, content) if content is not None else ""

    def format_for_system_prompt(self, target: str) -> str | None:
        """The block of a target as it was loaded; None if there was nothing."""
        return self._system_prompt_snapshot.get(target) or None

    def reset_consolidation_failures(self) -> None:
        """A new turn begins."""
        self._failures = 0

    def add(self, target: str, content: str) -> Answer:
        """Append an entry."""
        if not content.strip():
            return _refused("content is empty: give the text of the entry")
        return self._edited(target, lambda: self._client.add(target, content), "Added.", "It was there already.")

    def replace(self, target: str, old_text: str, new_content: str) -> Answer:
        """Put ``new_content`` in the place of the entry that ``old_text`` selects."""
        if not old_text.strip():
            return _refused("old_text cannot be empty: give a part of the entry that no other has")
        if not new_content.strip():
            return _refused("new_content cannot be empty: to delete an entry, use remove")
        return self._edited(target, lambda: self._client.replace(target, old_text, new_content), "Replaced.")

    def remove(self, target: str, old_text: str) -> Answer:
        """Remove the entry that ``old_text`` selects."""
        if not old_text.strip():
            return _refused("old_text cannot be empty: give a part of the entry that no other has")
        return self._edited(target, lambda: self._client.remove(target, old_text), "Removed.")

    def apply_batch(self, target: str, operations: Sequence[Mapping[str, Any] | None]) -> Answer:
        """Apply ``{"action", "content", "old_text"}`` operations, all or nothing."""
        if not operations:
            return _refused("operations is empty: give at least one change")
        steps: list[dict[str, str]] = []
        for number, operation in enumerate(operations, 1):
            problem, step = _step(operation or {})
            if problem:
                return self._inventory(target, f"Operation {number}: {problem}; none of them was applied")
            steps.append(step)
        return self._edited(
            target,
            lambda: self._client.batch(target, steps),
            f"Applied {len(steps)} changes.",
            all_or_nothing=True,
        )

    def missing_old_text(self, target: str, action: str) -> Answer:
        """What a model that forgot to say which entry it means is told: the entries."""
        return self._inventory(target, f"{action} needs old_text: a part of the entry that no other has")

    # --- asking -------------------------------------------------------------------------------------------------------

    def _edited(
        self,
        target: str,
        edit: Callable[[], Edited],
        done: str,
        unchanged: str = "It was so already.",
        *,
        all_or_nothing: bool = False,
    ) -> Answer:
        try:
            reply = edit()
        except MemorydError as error:
            return self._not_done(target, error, "; none of the changes was applied" if all_or_nothing else "")
        self._failures = 0
        content = self._read(target)
        told: Answer = {
            "success": True,
            "done": True,
            "target": target,
            "usage": f"{reply.usage.percent}% — {reply.usage.chars:,}/{reply.usage.limit:,} chars",
            "entry_count": len(content.entries) if content is not None else 0,
            "message": done if reply.changed else f"{unchanged} Nothing was added: a duplicate changes nothing.",
            "note": "It is saved; nothing more to do.",
        }
        if getattr(reply, "hint", ""):
            told["hint"] = reply.hint
        return told

    def _not_done(self, target: str, error: MemorydError, rest: str) -> Answer:
        """A refusal in the words that Hermes' models know; what they can put right comes with what is there."""
        match error:
            case EntryNotFound():
                advice = "retry with the exact text of one of current_entries"
                return self._inventory(target, f"No entry matched: {error.message}; {advice}{rest}", code=error.code)
            case EntryAmbiguous() if rest:
                return self._inventory(target, f"Multiple entries matched: {error.message}{rest}", code=error.code)
            case EntryAmbiguous():
                matches = [one.text for one in error.details.entries]
                return _refused(f"Multiple entries matched: {error.message}", code=error.code, matches=matches)
            case BudgetExceeded():
                advice = "this would exceed the limit: remove or shorten entries that matter less, then retry this add"
                return self._inventory(target, f"{error.message}; {advice}{rest}", code=error.code)
            case ThreatFound():
                return _refused(f"Blocked: {error.message}{rest}", code=error.code)
        return _refused(f"{error.message}{rest}", code=error.code)

    def _inventory(self, target: str, sentence: str, **more: object) -> Answer:
        """A refusal with what is there, unless it is one too many."""
        self._failures += 1
        if self._failures > self._MAX_CONSOLIDATION_FAILURES_PER_TURN:
            return {
                "success": False,
                "done": True,
                "error": f"{self._failures} memory calls of this turn were refused. Leave memory as it is and "
                "continue with your reply to the user; a later turn can save it.",
            }
        self._read(target)
        usage = f"{self._char_count(target):,}/{self._char_limit(target):,}"
        return _refused(sentence, current_entries=self._entries_for(target), usage=usage, **more)

    def _read(self, target: str) -> Content | None:
        try:
            content = self._client.read(target)
        except MemorydError:
            return None
        self._set_entries(target, list(content.entries))
        if target == "user":
            self.user_char_limit = content.usage.limit
        else:
            self.memory_char_limit = content.usage.limit
        return content

    # --- names that Hermes' own code and tests look at ----------------------------------------------------------------

    @staticmethod
    def _path_for(target: str) -> Any:  # noqa: ANN401 - a pathlib path, which this package does not import
        pathlib = importlib.import_module("pathlib")
        return pathlib.Path(home_of_hermes()) / "memories" / ("USER.md" if target == "user" else "MEMORY.md")

    def _entries_for(self, target: str) -> list[str]:
        return self.user_entries if target == "user" else self.memory_entries

    def _set_entries(self, target: str, entries: list[str]) -> None:
        if target == "user":
            self.user_entries = entries
        else:
            self.memory_entries = entries

    def _char_count(self, target: str) -> int:
        return len(DELIMITER.join(self._entries_for(target)))

    def _char_limit(self, target: str) -> int:
        return self.user_char_limit if target == "user" else self.memory_char_limit


# --- where the daemon is ----------------------------------------------------------------------------------------------

_clients: dict[str, Client] = {}
_clients_lock = threading.Lock()


def home_of_hermes() -> str:
    """The home that Hermes has in this process and profile now."""
    try:
        constants = importlib.import_module("hermes_constants")
        return str(constants.get_hermes_home())
    except (ImportError, AttributeError):
        home = find_home()
        return os.path.join(home.root, "profiles", home.profile) if home.profile else home.root


def client_of(home: str) -> Client:
    """One client for each home; a gateway has several."""
    with _clients_lock:
        if home not in _clients:
            _clients[home] = Client(home, TIMEOUT, agent="hermes", autostart=True)
        return _clients[home]


# --- pieces -----------------------------------------------------------------------------------------------------------


def _block(target: str, content: Content) -> str:
    if not content.entries:
        return ""
    usage = content.usage
    header = f"{HEADERS[target]} [{min(100, usage.percent)}% — {usage.chars:,}/{usage.limit:,} chars]"
    return "\n".join((RULE, header, RULE, DELIMITER.join(content.entries)))


def _step(operation: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """What is wrong with an operation, and what it is."""
    action = operation.get("action")
    content, old_text = str(operation.get("content") or ""), str(operation.get("old_text") or "")
    if action not in ("add", "replace", "remove"):
        return f"unknown action {action!r}, there are add, replace and remove", {}
    if action != "remove" and not content.strip():
        return f"content is required for {action}; to delete an entry, use action=remove", {}
    if action != "add" and not old_text.strip():
        return f"old_text is required for {action}", {}
    needed = {"add": {"content": content}, "remove": {"old_text": old_text}}
    return "", {"action": action, **needed.get(action, {"content": content, "old_text": old_text})}


def _refused(sentence: str, **more: object) -> Answer:
    return {"success": False, "error": sentence, **more}
