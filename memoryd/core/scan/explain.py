"""Findings as sentences for whoever was refused: what, where, and how to say it. The text itself is never repeated."""

from __future__ import annotations

import unicodedata
from typing import Final

from memoryd_client.messages import Finding

_ADVICE: Final[dict[str, tuple[str, str]]] = {
    "prompt_injection": (
        "an instruction to drop earlier instructions",
        "say what you learned about it instead, or quote it after a word such as 'phrase' or 'reject'",
    ),
    "rule_disregard": ("an instruction to disregard rules", "name the rule and the reason as a fact, not as an order"),
    "role_hijack": (
        "an instruction to become somebody else or to work without limits",
        "describe the preference itself ('the user likes short answers')",
    ),
    "deception": ("an instruction to work behind the user's back", "state the fact without asking for secrecy"),
    "system_prompt_override": (
        "an instruction to replace the system prompt",
        "describe the setting instead of commanding it",
    ),
    "system_prompt_leak": (
        "an instruction to give away the system prompt",
        "describe what was found out, not what should be revealed",
    ),
    "fake_update": (
        "an announcement of new rules for the agent",
        "rules come from settings; note who decided what, as a fact",
    ),
    "exfiltration": (
        "something that sends secrets or conversations away",
        "name the tool and the purpose and leave out the command, or use a variable that holds no secret",
    ),
    "secret_read": (
        "something that reads a file of secrets",
        "name the file without the command ('the password is in ~/.pgpass')",
    ),
    "ssh_backdoor": (
        "something that opens a way in over SSH",
        "say which key or host is in use and leave out the change itself",
    ),
    "agent_env": (
        "something that reads or changes the agent's own environment file",
        "say which setting matters; a person changes that file",
    ),
    "persistence": (
        "something that would run again by itself",
        "name the job or file and what it is for, without the command that installs it",
    ),
    "agent_config": (
        "something that changes the files agents take orders from",
        "say what those files hold; a person changes them",
    ),
    "promptware": (
        "something that takes orders from elsewhere or spreads itself",
        "note the address and what it is as a fact",
    ),
    "hidden_html": ("markup that a reader does not see", "write the content as plain text"),
    "credential": ("a secret written out", "say where it is kept, not what it is, and replace it if it was real"),
    "characters": (
        "a character that cannot be seen or that turns the reading order",
        "remove it, or type the word again",
    ),
    "size": ("more text than can be scanned", "split it into entries of a few hundred characters"),
    "custom": (
        "something that this installation's own patterns refuse",
        "leave it out or ask whoever wrote the pattern",
    ),
}


def explain(finding: Finding, text: str) -> str:
    """One sentence: category, pattern, place, code point if there is one, and how to say it instead."""
    what, instead = _ADVICE.get(finding.category, ("something that is refused", "rephrase it"))
    where = f"{finding.category} ({finding.pattern}) at {_place(finding, text)}"
    return f"{where}: {what}{_character(finding, text)}; {instead}."


def _place(finding: Finding, text: str) -> str:
    line = text.count("\n", 0, finding.start) + 1
    span = f"characters {finding.start}-{finding.end}"
    return f"{span} (line {line})" if "\n" in text else span


def _character(finding: Finding, text: str) -> str:
    if not finding.code_point:
        return ""
    name = unicodedata.name(text[finding.start], "") if finding.start < len(text) else ""
    return f", {finding.code_point}" + (f" {name}" if name else "")
