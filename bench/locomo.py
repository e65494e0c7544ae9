"""Recall on LoCoMo: how many of a question's evidence turns are among the first that a search finds.

    python bench/locomo.py FILE

Each conversation becomes an owner's sessions, recorded and indexed as any others; each question is asked as it stands.
The data is not part of memoryd (CC BY-NC 4.0). The last line is over all questions but the adversarial ones.
"""

import json
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memoryd.archive.index.indexer import Indexer
from memoryd.archive.recording import Recording, Said, Whose
from memoryd.archive.searching import Asker, Searcher
from memoryd.archive.transcripts import Transcripts
from memoryd_client.messages import Search

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
DEPTHS = (5, 10, 20)
_EVIDENCE = re.compile(r"D\d+:\d+")


def main(path: str) -> None:
    """Record the conversations, ask the questions, print recall."""
    conversations = json.loads(Path(path).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as directory:
        places = [record(directory, number, one["conversation"]) for number, one in enumerate(conversations)]
        searcher = Searcher(directory)
        results = defaultdict(list)
        spent = []
        for number, one in enumerate(conversations):
            for question in one["qa"]:
                evidence = set(_EVIDENCE.findall(" ".join(question["evidence"])))
                if question["category"] not in CATEGORIES or not evidence:
                    continue
                begun = time.perf_counter()
                asked = Search(query=question["question"], principal=f"c{number}")
                messages, sessions = searcher.ranked(asked, Asker((Whose("", f"c{number}"),)))
                spent.append(time.perf_counter() - begun)
                found = [places[number][session, place] for session, place in messages]
                results[question["category"]].append(scores(evidence, found, sessions))
        searcher.close()
    report(results, spent)


def record(directory: str, number: int, conversation: dict[str, Any]) -> dict[tuple[str, int], str]:
    """Record a conversation and index it; returns where each turn went."""
    transcripts = Transcripts(f"{directory}/archive.db")
    places = {}
    for name, turns in sessions(conversation):
        moment = when(conversation[f"{name}_date_time"])
        messages = tuple(said(turn, moment + at) for at, turn in enumerate(turns))
        transcripts.record(Recording(f"{number}-{name}", name, Whose("", f"c{number}"), messages))
        places.update({(name, at): turn["dia_id"] for at, turn in enumerate(turns)})
    transcripts.close()
    indexer = Indexer(directory)
    indexer.catch_up(600)
    indexer.close()
    return places


def sessions(conversation: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The sessions in the order in which they took place."""
    names = [name for name in conversation if re.fullmatch(r"session_\d+", name)]
    for name in sorted(names, key=lambda one: int(one.partition("_")[2])):
        yield name, conversation[name]


def said(turn: dict[str, str], moment: float) -> Said:
    """A turn as a message: a picture is what its caption says, as in the original evaluation."""
    caption = turn.get("blip_caption")
    text = f"{turn['text']} [image: {caption}]" if caption else turn["text"]
    return Said("user", text, moment, name=turn["speaker"])


def when(text: str) -> float:
    """Seconds since 1970 of a time as the data has it: ``1:56 pm on 8 May, 2023``."""
    return time.mktime(time.strptime(text, "%I:%M %p on %d %B, %Y"))


def scores(evidence: set[str], found: list[str], sessions: list[str]) -> list[float]:
    """Recall at each depth, and of sessions at 5."""
    wanted = {f"session_{one.partition(':')[0][1:]}" for one in evidence}
    recall = [len(evidence.intersection(found[:depth])) / len(evidence) for depth in DEPTHS]
    return [*recall, len(wanted.intersection(sessions[:5])) / len(wanted)]


def report(results: dict[int, list[list[float]]], spent: list[float]) -> None:
    """Print recall by category, and over all."""
    spent.sort()
    print(f"a question takes {spent[len(spent) // 2] * 1e3:.1f} ms (median), {spent[-1] * 1e3:.0f} ms at most")
    for category, name in CATEGORIES.items():
        print(f"{name:12} {len(results[category]):4} questions: {line(results[category])}")
    print(line([row for rows in results.values() for row in rows]))


def line(rows: list[list[float]]) -> str:
    """Means over some questions."""
    values = [100 * sum(column) / len(rows) for column in zip(*rows, strict=True)] if rows else [0.0] * 4
    return "recall@{} {:.1f} recall@{} {:.1f} recall@{} {:.1f} session@5 {:.1f}".format(
        *(one for pair in zip(DEPTHS, values, strict=False) for one in pair), values[3]
    )


if __name__ == "__main__":
    main(sys.argv[1])
