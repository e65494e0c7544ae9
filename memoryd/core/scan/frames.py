"""Telling an order from a remark: who is to do what the phrase says.

An order begins its clause, or follows a condition, an address (`you must`, `the agent shall`) or a word that opens orders
(`please`, `always`, `make sure to`). Behind any other subject (`the scripts read ...`) the same verb is a remark.
"""

from __future__ import annotations

import re
from typing import Final

from memoryd.core.scan.engine import Late

_CLAUSE: Final = Late(
    r"[.!?;:,()\[\]{}<>*#>\"“”«»`|/\\]+(?:\s|$)|\s[-–—>*#=]+\s|^\s*[-–—>*#=]+|\n|[\"'`(\[>:=]|\s'|。|，|：|；"
)
_SENTENCE: Final = Late(r"[.!?;:]\s|\n|。")
_OPENERS: Final = frozenset(
    [
        "whichever",
        "whatever",
        "please",
        "always",
        "and",
        "then",
        "also",
        "first",
        "next",
        "now",
        "just",
        "quietly",
        "silently",
        "secretly",
        "you",
        "your",
        "must",
        "should",
        "have",
        "to",
        "need",
        "remember",
        "make",
        "sure",
        "will",
        "shall",
        "are",
        "is",
        "required",
        "agent",
        "agents",
        "assistant",
        "assistants",
        "model",
        "the",
        "this",
        "all",
        "ai",
        "llm",
        "bot",
        "hermes",
        "claude",
        "or",
        "but",
        "so",
        "kindly",
        "simply",
        "immediately",
        "automatically",
        "afterwards",
        "step",
        "rule",
        "todo",
        "note",
        "task",
        "reminder",
        "important",
        "important",
        "we",
        "want",
        "instead",
        "never",
        "not",
        "forget",
        "do",
        "ensure",
        "that",
        "be",
        "certain",
        "feel",
        "free",
        "can",
        "may",
        "it",
        "can",
        "proceed",
        "go",
        "ahead",
        "try",
        "additionally",
        "furthermore",
        "finally",
        "lastly",
        "otherwise",
        "go",
        "begin",
        "start",
        "by",
        "continue",
        "only",
        "each",
        "every",
        "time",
        "once",
        "again",
        "later",
        "henceforth",
        "onwards",
        "run",
        "execute",
        "use",
        "type",
        "call",
        "invoke",
        "everyone",
        "every",
        "single",
        "instructed",
        "expected",
        "allowed",
        "permitted",
        "supposed",
        "ought",
        "let",
        "lets",
        "us",
        "discreetly",
        "covertly",
        "system",
        "admin",
        "update",
        "quick",
        "reader",
        "dear",
    ]
)
_CONDITIONS: Final = frozenset(
    [
        "when",
        "whenever",
        "if",
        "once",
        "before",
        "after",
        "at",
        "on",
        "in",
        "during",
        "upon",
        "should",
        "until",
        "while",
        "as",
        "for",
        "from",
        "every",
        "each",
        "wherever",
        "where",
        "unless",
        "with",
        "without",
        "under",
        "next",
        "per",
        "at",
        "first",
        "upon",
    ]
)
_REPORTED: Final = frozenset(
    [
        "tell",
        "tells",
        "told",
        "telling",
        "ask",
        "asks",
        "asked",
        "asking",
        "trick",
        "tricks",
        "tricked",
        "tricking",
        "instruct",
        "instructs",
        "instructing",
        "makes",
        "making",
        "urges",
        "urging",
        "gets",
        "getting",
        "causes",
        "causing",
        "wants",
        "wanted",
        "attempts",
        "attempted",
        "tries",
        "tried",
        "trying",
        "says",
        "said",
        "saying",
        "contains",
        "containing",
        "claims",
        "claiming",
        "persuade",
        "persuades",
        "convince",
        "convinces",
        "lets",
        "letting",
    ]
)
_BARRED: Final = Late(
    r"\b(?:blocked|denied|forbidden|not allowed|refused|rejected|disallowed|prohibited|blocks|denies|forbids|never|off limits)\b[^.!?\n]*$"
)
_BEGINNINGS: Final = frozenset(("begin", "start", "open", "end", "finish", "close", "reply", "answer"))
_ADDRESSED: Final = frozenset(
    [
        "you",
        "agent",
        "agents",
        "assistant",
        "assistants",
        "ai",
        "model",
        "llm",
        "bot",
        "hermes",
        "claude",
        "reader",
        "must",
        "shall",
        "should",
    ]
)


def is_order(before: str) -> bool:
    """Whether a phrase that `before` leads up to is addressed to the reader."""
    clause = re.findall(r"[\w']+", _CLAUSE.split(before)[-1])
    if _BARRED.search(before[-120:]):
        return False
    if _REPORTED.intersection(clause[-8:]):
        return False
    if clause and clause[-1] == "by" and clause[0] in _BEGINNINGS:
        return True
    if not clause or all(word in _OPENERS for word in clause[-5:]):
        return True
    sentence = re.findall(r"[\w']+", _SENTENCE.split(before)[-1])
    if sentence and sentence[0] in _CONDITIONS:
        return True
    return any(word in _ADDRESSED for word in clause[-4:])
