"""An editor: ``python -m memoryd.demo.editor FILE LEDGER``. It knows nothing of memoryd and takes no lock.

It reads the whole file, adds a line of its own at the end, and saves by rename, as editors do: what others wrote
between its reading and its saving is not in what it saves. memoryd has to notice, and to merge.
"""

import os
import random
import sys
import time

from memoryd.demo.agent import is_over
from memoryd.demo.ledger import Line, opened

LONGEST_PAUSE = 0.4
TYPING_SECONDS = 0.02


def save(path: str, line: str) -> None:
    """Read, think, write beside it, rename over it."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        text = ""
    time.sleep(TYPING_SECONDS)
    with open(f"{path}.editor", "w", encoding="utf-8") as file:
        file.write(f"{text}\n§\n{line}" if text else line)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.editor", path)


def main(path: str, ledger_path: str) -> None:
    """Edit until standard input ends."""
    with opened(ledger_path) as ledger:
        count = 0
        while not is_over(random.uniform(0, LONGEST_PAUSE)):  # noqa: S311 - a pause
            count += 1
            began = time.monotonic()
            line = f"editor #{count}: a person wrote this"
            save(path, line)
            ledger.note(Line("add", line, ms=(time.monotonic() - began) * 1000))


if __name__ == "__main__":
    main(*sys.argv[1:])
