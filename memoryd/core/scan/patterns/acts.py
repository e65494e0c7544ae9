"""The grammar of an act: classes of verbs and objects, put together in any order within a sentence.

Over the plain view; see `orders` in `row` for who has to be addressed.
"""

from __future__ import annotations

from typing import Final

WITHIN: Final = r"(?:[^.!?;]|[.!?;]\S)*?"
"""Whatever stands between two words of one sentence, line breaks included."""

READ: Final = (
    "read|cat|open|print|show|display|output|dump|echo|quote|paste|copy|duplicate|clone|include|list|look through|look at|look into|look up|search|scan|grep|extract|collect|gather"
    "|harvest|grab|load|fetch|get|take|send|upload|post|attach|commit|push|embed|mirror|archive|zip|tar|encode|base64|export|share|publish|summari[sz]e|inspect|view|examine"
    "|parse|pull|retrieve|save|store|back ?up|stage|hand over|reveal|expose|leak|report|relay|forward|e-?mail|mail|transmit|steal|exfiltrate|head|tail|less|type out|hexdump"
    "|strings|recite|repeat|return|give|write out|spell out|enumerate|log|record|note down|memori[sz]e|keep|transfer|ship|deliver|stream|sync|scp|rsync|slurp|source and print"
)
SHOW: Final = (
    "print|show|display|output|dump|echo|quote|paste|include|list|send|upload|post|attach|commit|embed|share|publish|reveal|expose|leak|report|relay|forward|e-?mail|mail|transmit|exfiltrate"
    "|recite|repeat|return|spell out|enumerate|cat|append|translate|encode|hand over|give|read (?:out|aloud|back)|write out|summari[sz]e|disclose|tell|divulge|reproduce|dictate|type out|present|copy"
)
WRITE: Final = (
    "add|append|put|place|drop|write|insert|install|create|register|set up|ensure|make sure|enter|paste|inject|plant|deploy|save|copy|store|prepend|include|echo|schedule|configure|enable|sneak|slip|extend|hook|wire|attach"
    "|introduce|leave|set|define|edit|modify|change|update|patch|alter|rewrite|replace|amend|adjust|adapt|embed|stick|tack|load|make|have|keep|push|commit|open|go into|let"
)


def words_of(*classes: str) -> str:
    """The plain words of some verb classes, as anchors."""
    words: list[str] = []
    for choice in "|".join(classes).split("|"):
        plain = (
            choice.replace("(?:out", "out").replace("[sz]", "s").replace(" ?", "").replace("e-?", "e").replace(")", "")
        )
        words.append(plain)
        if "[sz]" in choice:
            words.append(choice.replace("[sz]", "z"))
        if " ?" in choice:
            words.append(choice.replace(" ?", " "))
        if "e-?" in choice:
            words.append(choice.replace("e-?", ""))
    return "|".join(dict.fromkeys(words))


def then(*parts: str) -> str:
    """The parts in this order within one sentence; each is a class of words or an expression."""
    return WITHIN.join(map(_bounded, parts))


def _bounded(part: str) -> str:
    first = part[3:4] if part.startswith("(?:") else part[:1]
    return (r"\b" if first.isalpha() else "") + f"(?:{part})" + (r"\b" if part[-1].isalpha() else "")


def either(first: str, second: str, *more: str) -> str:
    """Two classes in either order, then the rest."""
    return then(first, second, *more) + "|" + then(second, first, *more)
