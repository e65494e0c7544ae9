"""Threads for a provider's calls, so that one that hangs holds up only what must come after it."""

import queue
import threading
from collections.abc import Callable

WRITES = "writes"
"""What has an order: initialize, turns, ends, switches, mirrored writes, delegations, shutdown."""
RECALL = "recall"
TOOLS = "tools"

LANE_OF = {
    "prefetch": RECALL,
    "queue_prefetch": RECALL,
    "on_turn_start": RECALL,
    "system_prompt_block": RECALL,
    "on_pre_compress": TOOLS,
    "handle_tool_call": TOOLS,
}
"""Method -> lane; any other is a write."""


class Lanes:
    """Lanes by instance and kind, each a thread that is made when it first has something to do."""

    def __init__(self) -> None:
        self._lanes: dict[tuple[str, str], queue.SimpleQueue[Callable[[], None] | None]] = {}

    def put(self, instance: str, lane: str, task: Callable[[], None]) -> None:
        """Run a task after those that were put into the same lane of the same instance before."""
        key = (instance, lane)
        if key not in self._lanes:
            self._lanes[key] = queue.SimpleQueue()
            # A daemon thread: a plugin may hang in it for ever, and the process must be able to end.
            threading.Thread(target=_run, args=(self._lanes[key],), name=f"{lane} {instance}", daemon=True).start()
        self._lanes[key].put(task)

    def close(self, instance: str) -> None:
        """End the lanes of an instance after what was put into them."""
        for key in [key for key in self._lanes if key[0] == instance]:
            self._lanes.pop(key).put(None)


def _run(tasks: "queue.SimpleQueue[Callable[[], None] | None]") -> None:
    while (task := tasks.get()) is not None:
        task()
