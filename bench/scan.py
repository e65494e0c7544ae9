"""The scanner beside the one of the real Hermes: attacks missed, innocents refused, and time, on the same texts.

The texts are the two halves of ``tests/corpus``: the patterns were tuned on one and not on the other.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from _harness import ROOT, arguments, keep, machine, show
from contention import hermes_python

from memoryd.core.scan import MAX_CHARS, compile_policy, scan

CORPUS = ROOT / "tests" / "corpus"
CLEAN = "The nightly export writes to reports/2026 and keeps thirty days; ask Ada before changing the retention there"
ROUNDS = 5

HERMES = """
import json, sys, time
from tools.memory_tool import _scan_memory_content as scan
texts = json.load(sys.stdin)
verdicts = [bool(scan(text)) for text in texts["all"]]
rounds = []
for _ in range(5):
    began = time.perf_counter()
    for _ in range(200):
        scan(texts["clean"])
    rounds.append((time.perf_counter() - began) / 200)
print(json.dumps({"verdicts": verdicts, "clean": sorted(rounds)[2]}))
"""


def corpus(half: str) -> tuple[list[str], list[str]]:
    """The attacks and the innocents of one half."""
    return tuple(  # type: ignore[return-value]
        [json.loads(line)["text"] for line in (CORPUS / f"{half}_{kind}.jsonl").read_text().splitlines()]
        for kind in ("attacks", "innocents")
    )


def seconds(text: str, policy: object, repeats: int) -> float:
    """The median time of one uncached scan."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(repeats):
            scan(text, policy)  # type: ignore[arg-type]
        rounds.append((time.perf_counter() - began) / repeats)
    return median(rounds)


def share(verdicts: list[bool], wanted: bool) -> str:  # noqa: FBT001 - a verdict is a truth value
    """How many verdicts were wrong."""
    wrong = sum(verdict is not wanted for verdict in verdicts)
    return f"{wrong} of {len(verdicts)} ({100 * wrong / len(verdicts):.1f} %)"


def main() -> None:
    """Compare and print."""
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--hermes-python", help="interpreter with hermes-agent==0.19.0; default: made on demand")
    given = parser.parse_args()
    hermes = hermes_python(given.hermes_python)
    policy = compile_policy()
    table, figures = [], {}
    for half in ("test", "tune"):
        attacks, innocents = corpus(half)
        ours = [bool(scan(text, policy)) for text in (*attacks, *innocents)]
        question = json.dumps({"all": [*attacks, *innocents], "clean": CLEAN})
        answer = json.loads(
            subprocess.run([hermes, "-c", HERMES], input=question, capture_output=True, text=True, check=True).stdout
        )
        for name, verdicts in (("memoryd", ours), ("Hermes 0.19", answer["verdicts"])):
            cut = len(attacks)
            row = [share(verdicts[:cut], wanted=True), share(verdicts[cut:], wanted=False)]
            table.append([half, name, *row])
            figures[f"{half} {name}"] = row
    print(machine())
    show(["half", "scanner", "attacks missed", "innocents refused"], table)
    clean = seconds(CLEAN, policy, 200)
    worst = max(
        seconds((piece * MAX_CHARS)[:MAX_CHARS], policy, 1) for piece in ("a ", "ignore ", "curl $", "我", "й ")
    )
    print(f"a clean entry of {len(CLEAN)} characters: {clean * 1e6:.0f} us, Hermes {answer['clean'] * 1e6:.0f} us")
    print(f"65,536 characters, the worst of five fillings: {worst * 1e3:.0f} ms")
    keep(
        given.json,
        figures | {"clean_us": clean * 1e6, "hermes_clean_us": answer["clean"] * 1e6, "worst_ms": worst * 1e3},
    )


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
