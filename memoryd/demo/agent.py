"""One agent: ``python -m memoryd.demo.agent HOME NAME LEDGER``. Adds entries, removes old ones of its own, notes both.

It goes on until its standard input ends. A call that got no answer, because the daemon was just being killed, is made
again with the same request id until the answer is known: that is all an agent has to do about a crash.
"""

import random
import select
import sys
import time
from collections import deque
from typing import Literal

from memoryd.demo.ledger import Ledger, Line, opened
from memoryd_client import Client
from memoryd_client.errors import AppliedNotDurable, MemorydError, NoAnswer, NoDaemon, OutcomeUnknown, TryLater

KEPT_ENTRIES = 12
"""An agent removes its oldest entry beyond these, so that the file stays small while much is written."""

LONGEST_PAUSE = 0.02
CALL_SECONDS = 0.25
"""Less than a restart takes, so that the kill leaves every agent with a call that ended in no answer."""

SETTLE_SECONDS = 30.0
SETTLE_PAUSE = 0.1

TOPICS = ("the build", "the staging host", "the test suite", "the user's editor", "the deploy script", "the API key")
LESSONS = ("needs Python 3.11", "is slow on Mondays", "wants two spaces", "lives in ops/", "was renamed", "is flaky")


class Agent:
    """What one agent knows: its name, its entries in the file, its client and its ledger."""

    def __init__(self, name: str, client: Client, ledger: Ledger) -> None:
        self._name = name
        self._client = client
        self._ledger = ledger
        self._own: deque[str] = deque()
        self._count = 0

    def act(self) -> None:
        """Add an entry, or remove the oldest one of its own when there are enough."""
        if len(self._own) >= KEPT_ENTRIES:
            self._settle("remove", self._own.popleft())
            return
        self._count += 1
        text = f"{self._name} #{self._count}: {random.choice(TOPICS)} {random.choice(LESSONS)}"  # noqa: S311 - prose
        if self._settle("add", text):
            self._own.append(text)

    def _settle(self, action: Literal["add", "remove"], text: str) -> bool:
        """Ask until the outcome is known and note it; returns whether it is done."""
        began = time.monotonic()
        request_id, sendings, line = "", 0, Line(action, text, "unsettled", changed=False)
        while line.outcome == "unsettled" and time.monotonic() - began < SETTLE_SECONDS:
            sendings += 1
            try:
                line = self._ask(action, text, request_id)
            except (NoAnswer, NoDaemon) as error:
                # It may have happened. Only the same id can tell: with a new one it might happen twice.
                request_id = error.request_id or request_id
                line = Line(action, text, "unsettled", changed=False, code=error.code)
                time.sleep(SETTLE_PAUSE)
        took = (time.monotonic() - began) * 1000
        self._ledger.note(Line(action, text, line.outcome, line.changed, sendings, took, line.code))
        return line.outcome == "done"

    def _ask(self, action: Literal["add", "remove"], text: str, request_id: str) -> Line:
        call = self._client.add if action == "add" else self._client.remove
        try:
            reply = call("memory", text, request_id=request_id)
        except TryLater as error:
            return Line(action, text, "nothing", changed=False, code=error.code)
        except (AppliedNotDurable, OutcomeUnknown) as error:
            return Line(action, text, "unknown", changed=False, code=error.code)
        except (NoAnswer, NoDaemon):
            raise
        except MemorydError as error:
            return Line(action, text, "refused", changed=False, code=error.code)
        return Line(action, text, changed=reply.changed)


def is_over(pause: float) -> bool:
    """Wait a moment; returns whether standard input ended meanwhile, which is the sign to stop."""
    ready, _, _ = select.select([sys.stdin], [], [], pause)
    return bool(ready)


def main(home: str, name: str, ledger_path: str) -> None:
    """Be an agent until standard input ends."""
    with Client(home, timeout=CALL_SECONDS, agent=name) as client, opened(ledger_path) as ledger:
        agent = Agent(name, client, ledger)
        while not is_over(random.uniform(0, LONGEST_PAUSE)):  # noqa: S311 - a pause
            agent.act()


if __name__ == "__main__":
    main(*sys.argv[1:])
