"""Generated messages: English, Chinese and code, with words of known frequency. Standard library alone: Hermes' side, too.

The same numbers give the same messages everywhere, so that an oracle can read them again.
"""

import random
import re
from collections.abc import Iterator

PER_SESSION = 40
_SYLLABLES = [
    "ba",
    "be",
    "bi",
    "bo",
    "bu",
    "da",
    "de",
    "di",
    "do",
    "du",
    "fa",
    "fe",
    "fi",
    "ga",
    "ge",
    "gi",
    "ka",
    "ke",
    "ki",
    "ko",
    "la",
    "le",
    "li",
    "lo",
    "ma",
    "me",
    "mi",
    "mo",
    "na",
    "ne",
    "no",
    "pa",
    "pe",
    "po",
    "ra",
    "re",
    "ro",
]
_PLAIN = [
    "the",
    "a",
    "to",
    "and",
    "of",
    "in",
    "is",
    "it",
    "that",
    "for",
    "on",
    "with",
    "as",
    "this",
    "was",
    "be",
    "at",
    "by",
    "not",
    "are",
    "from",
    "or",
    "have",
    "an",
    "they",
]
_HAN = "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从"
_CODE = (
    "def {0}_{1}(self, {2}):\n    return self.{3}[{2}]",
    "ERROR {0}/{1}.py:{4} {2} failed: code {4}",
    "$ git commit -m '{0} {1}' && ./{2}.sh --{3}",
    '{{"{0}": "{1}", "{2}": {4}}}',
)
# What is searched for, and in one of how many messages it is put.
PLANTED = (
    ("deployment", 4),
    ("migration", 40),
    ("docker network", 400),
    ("zanzibar", 8_000),
    ("group-commit", 600),
    ("stale read replica", 900),
    ("广西", 50),
    ("桂林旅游", 700),
    ("修改youer服务端", 1_500),
    ("configuration", 6),
    ("group-commit 的数据库", 7_000),
)

QUERIES = (
    ("common", "deployment"),
    ("rare", "zanzibar"),
    ("two words", "docker network"),
    ("two common words", "deployment configuration"),
    ("hyphenated", "group-commit"),
    ("quoted", '"stale read replica"'),
    ("two-character Chinese", "广西"),
    ("four-character Chinese", "桂林旅游"),
    ("Latin in Chinese", "youer"),
    ("mixed", "group-commit 数据库"),
    ("question", "where is the zanzibar?"),
    ("with a comma", "docker, network"),
    ("partial word", "zanzi"),
    ("other ending", "migrations"),
    ("AND", "migration AND deployment"),
    ("NOT", "zanzibar NOT deployment"),
)


def messages(count: int, seed: int = 1) -> Iterator[tuple[int, str, str]]:
    """Session number, role and text of each message, in order."""
    chance = random.Random(seed)  # noqa: S311 - the same every time is the point
    words = ["".join(chance.choices(_SYLLABLES, k=chance.choice((2, 3, 3, 4)))) for _ in range(30_000)]
    weights = [1 / (rank + 20) for rank in range(len(words))]
    bank = chance.choices(words, weights, k=400_000)
    for number in range(count):
        yield number // PER_SESSION, ("user", "assistant", "assistant", "tool")[number % 4], _text(chance, bank)


def _text(chance: random.Random, bank: list[str]) -> str:
    kind = chance.random()
    if kind < 0.6:
        text = _english(chance, bank)
    elif kind < 0.8:
        text = "".join(chance.choices(_HAN, k=chance.randint(10, 60)))
    else:
        names = [chance.choice(bank) for _ in range(4)]
        text = chance.choice(_CODE).format(*names, chance.randint(1, 9_999))
    for planted, one_in in PLANTED:
        if chance.random() * one_in < 1:
            text = f"{text} {planted} {chance.choice(bank)}" if kind < 0.8 or planted.isascii() else text
    return text


def _english(chance: random.Random, bank: list[str]) -> str:
    at = chance.randrange(len(bank) - 60)
    words = bank[at : at + chance.randint(5, 50)]
    for place in range(0, len(words), 3):
        words[place] = chance.choice(_PLAIN)
    return " ".join(words).capitalize() + "."


def wanted(query: str, text: str) -> bool:
    """The oracle: whether a message is what a query asks for, as a person sees it, by looking at the text alone."""
    low = text.lower()
    if " NOT " in query:
        first, second = query.lower().split(" not ")
        return first in low and second not in low
    if query.startswith('"'):
        return query.strip('"').lower() in low
    parts = query.lower().replace(" and ", " ").replace("where is the ", "").replace("migrations", "migration")
    return all(part in low for part in re.split(r"[\s,?]+", parts) if part)
