"""Which messages say most about a query: BM25 over a message and its neighbours, with what its session says.

Pure: postings in, scores out. A message in a conversation is understood from those around it: an answer rarely repeats
the question's words. So a term's weight in a message is what it weighs there and, less, in the messages before and
after, more in a question before. To that come how much of the query is there at all, how much the whole session has
of it, who speaks, and when, if the query names a speaker or a date.

The numbers are round, and were chosen for English conversations between two people by leaving each conversation out
in turn; moving any of them by a third changes recall by about a point.
"""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from memoryd.archive.index.postings import ASKS, WEIGHTS, Postings
from memoryd.archive.schema import MAX_MESSAGES, ORDINAL_BITS

K1 = 1.2
"""BM25's: how soon more of the same term says nothing new."""
IDF_POWER = 0.9
AFTER = {1: 0.6, 2: 0.25, 3: 0.1}
"""What a term weighs in the messages after the one that has it, by distance."""
AFTER_QUESTION = 0.8
BEFORE = {1: 0.3, 2: 0.2}
COVERAGE = 0.3
"""How much of the score needs all terms of the query."""
COVERED = 0.3
"""From this weight on a term counts as being there."""
SESSION = 0.4
SESSION_K = 1.5
NAME = 0.3
"""What a name weighs as a word: in a conversation it is everywhere."""
SPEAKER_PLUS, SPEAKER_TIMES = 0.5, 1.35
QUESTION = 0.9
"""What a message that asks counts: what is looked for is rather the answer."""
DATE = 2.0
ROLES = (1.0, 1.0, 0.75, 0.75)
"""User, assistant, tool, system: what a machine printed counts less than what was said."""
POOL = 400
"""Messages that are looked at with their neighbours."""
POOL_PER_WORD = 80
POOL_LEAST = 240


@dataclass(slots=True)
class Group:
    """What stands for one word of the query: its term, or the terms of all words that it begins.

    Attributes:
        term: Which.
        postings: Where, newest first.
        weight: How often it was asked for.
        name: It is the name of somebody who speaks.
    """

    term: str
    postings: Postings
    weight: float = 1.0
    name: bool = False


@dataclass(slots=True)
class Evidence:
    """Everything that is known when a query is ranked.

    Attributes:
        groups: The query's words.
        messages: How many messages there are.
        sessions: How many sessions there are.
        speakers: Messages of those whom the query names.
        near: How near a session is to the dates that the query names, 0 to 1; empty if it names none.
        date_weight: How much that says: the rarer, the more.
    """

    groups: list[Group]
    messages: int
    sessions: int
    speakers: set[int] = field(default_factory=set)
    near: Mapping[int, float] = field(default_factory=dict)
    date_weight: float = 0.0


@dataclass(slots=True)
class Ranked:
    """Messages and sessions, best first, with their scores.

    Attributes:
        messages: By key.
        sessions: By number.
        matching: The messages that have a word of the query themselves.
        whole: Those that have all of those that any has.
    """

    messages: dict[int, float]
    sessions: dict[int, float]
    matching: AbstractSet[int]
    whole: AbstractSet[int] = frozenset()


def first_scores(groups: Iterable[Group], messages: int) -> dict[int, float]:
    """Each message by its own words alone, the newest first among equals."""
    scores: dict[int, float] = {}
    get = scores.get
    for group in sorted(groups, key=lambda one: one.postings.total):
        worth = _idf(messages, group.postings.total) * group.weight * (NAME if group.name else 1)
        table = [worth * weight * (K1 + 1) / (weight + K1) for weight in WEIGHTS]
        if not scores:
            scores.update(zip(group.postings.keys, map(table.__getitem__, group.postings.bytes), strict=True))
            continue
        for key, byte in zip(group.postings.keys, group.postings.bytes, strict=True):
            scores[key] = get(key, 0.0) + table[byte]
    return scores


def rank(evidence: Evidence, pool: Iterable[int] | None = None) -> Ranked:
    """The messages that say most, with their sessions.

    Args:
        evidence: What is known.
        pool: The messages to choose from; by default the best by their own words, and their neighbours.
    """
    chosen = set(pool) if pool is not None else _pool(evidence)
    sessions = _session_scores(evidence)
    near = _near(evidence, chosen)
    scores = _context_scores(evidence, chosen, near)
    asking = _asking(near, chosen)
    for key, score in scores.items():
        session = key >> ORDINAL_BITS
        total = score + SESSION * sessions.get(session, 0.0)
        if key in evidence.speakers:
            total = (total + SPEAKER_PLUS) * SPEAKER_TIMES
        scores[key] = total * asking.get(key, 1.0) + DATE * evidence.date_weight * evidence.near.get(session, 0.0)
    best = dict(sorted(scores.items(), key=lambda item: (-item[1], -item[0])))
    held = [one for one in near if one]
    whole = set(held[0]).intersection(*held[1:]) & chosen if held else set[int]()
    return Ranked(best, _best_sessions(best, sessions), set().union(*near) & chosen, whole)


def _pool(evidence: Evidence) -> set[int]:
    own = first_scores(evidence.groups, evidence.messages)
    most = min(POOL, max(POOL_LEAST, POOL_PER_WORD * len(evidence.groups)))
    return _with_neighbours(heapq.nlargest(most, own, key=own.__getitem__))


def _idf(count: int, having: int) -> float:
    return float(math.log(1 + (max(count, having) - having + 0.5) / (having + 0.5)) ** IDF_POWER)


def _with_neighbours(keys: Iterable[int]) -> set[int]:
    found: set[int] = set()
    for key in keys:
        place = key & (MAX_MESSAGES - 1)
        found.update(range(key - min(place, max(BEFORE)), key + max(AFTER) + 1))
    return found


def _near(evidence: Evidence, chosen: set[int]) -> list[dict[int, int]]:
    """Of each group the postings in the chosen messages and around them."""
    steps = (*BEFORE, *(-one for one in AFTER))
    around = chosen.union(*({key + step for key in chosen} for step in steps))
    found = []
    for group in evidence.groups:
        at = dict(zip(group.postings.keys, group.postings.bytes, strict=True))
        found.append({key: at[key] for key in at.keys() & around})
    return found


def _context_scores(evidence: Evidence, chosen: set[int], near: list[dict[int, int]]) -> dict[int, float]:
    """Each message by the words in it and around it."""
    scores: dict[int, float] = defaultdict(float)
    covered: dict[int, float] = defaultdict(float)
    total = 0.0
    for group, postings in zip(evidence.groups, near, strict=True):
        if not group.postings.keys:
            continue
        worth = _idf(evidence.messages, group.postings.total) * group.weight * (NAME if group.name else 1)
        total += worth
        for key, weight in _spread(postings, chosen).items():
            scores[key] += worth * weight * (K1 + 1) / (weight + K1)
            if weight > COVERED:
                covered[key] += worth
    return {key: score * (1 - COVERAGE + COVERAGE * covered[key] / total) for key, score in scores.items()}


def _spread(postings: Mapping[int, int], chosen: set[int]) -> dict[int, float]:
    """What a term weighs in each chosen message, with what it weighs around it."""
    weights: dict[int, float] = {}
    for key, byte in postings.items():
        weight = WEIGHTS[byte] * ROLES[byte >> 6]
        place = key & (MAX_MESSAGES - 1)
        for step, share in _STEPS_OF_QUESTION if byte & ASKS else _STEPS:
            if key + step in chosen and step >= -place:
                weights[key + step] = weights.get(key + step, 0.0) + weight * share
    return weights


_STEPS = ((0, 1.0), *AFTER.items(), *((-step, share) for step, share in BEFORE.items()))
_STEPS_OF_QUESTION = ((0, 1.0), (1, AFTER_QUESTION), *_STEPS[2:])


def _asking(near: list[dict[int, int]], chosen: set[int]) -> dict[int, float]:
    """The messages that ask something."""
    return {key: QUESTION for postings in near for key, byte in postings.items() if byte & ASKS and key in chosen}


def _session_scores(evidence: Evidence) -> dict[int, float]:
    """Each session as one text: in how many of its messages the terms are."""
    scores: dict[int, float] = defaultdict(float)
    for group in evidence.groups:
        counts = Counter([key >> ORDINAL_BITS for key in group.postings.keys])
        worth = _idf(evidence.sessions, len(counts)) * group.weight * (NAME if group.name else 1)
        for session, count in counts.items():
            scores[session] += worth * count * (SESSION_K + 1) / (count + SESSION_K)
    return scores


def _best_sessions(messages: Mapping[int, float], sessions: Mapping[int, float]) -> dict[int, float]:
    """Sessions by their best message and by themselves."""
    best: dict[int, float] = {}
    for key, score in messages.items():
        best.setdefault(key >> ORDINAL_BITS, score)
    whole = {session: score + sessions.get(session, 0.0) for session, score in best.items()}
    return dict(sorted(whole.items(), key=lambda item: (-item[1], -item[0])))
