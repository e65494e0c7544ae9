"""The loop of a provider's process: frames in, calls into lanes, results out."""

import faulthandler
import functools
import os
import threading
from collections.abc import Callable
from typing import Any

from memoryd.providers.host import calling
from memoryd.providers.host.channel import Channel
from memoryd.providers.host.finding import candidates
from memoryd.providers.host.lanes import LANE_OF, WRITES, Lanes
from memoryd.providers.host.loading import Plugin, load, require_pinned

SHUTDOWN_SECONDS = 5.0


class NotOpen(LookupError):
    """A call came for an instance that was not initialized, or is closed."""


class Host:
    """One plugin and its instances.

    Args:
        channel: To the daemon.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lanes = Lanes()
        self._plugin: Plugin | None = None
        self._first: Any = None
        self._instances: dict[str, Any] = {}

    def run(self) -> None:
        """Serve until the daemon says stop or is gone."""
        while (frame := self._channel.receive()) is not None:
            kind = frame["do"]
            if kind == "stop":
                self._shut_down_all()
                return
            lane = LANE_OF.get(frame.get("method", ""), WRITES)
            task = functools.partial(self._answer, frame, self._tasks[kind])
            self._lanes.put(frame.get("instance", ""), lane, task)
            if kind == "close":
                self._lanes.close(frame["instance"])

    @property
    def _tasks(self) -> dict[str, Callable[[dict[str, Any]], Any]]:
        return {"list": _listed, "load": self._load, "open": self._open, "call": self._call, "close": self._close}

    def _answer(self, frame: dict[str, Any], task: Callable[[dict[str, Any]], Any]) -> None:
        try:
            answer = {"id": frame["id"], "ok": task(frame)}
        except BaseException as error:  # noqa: BLE001 - SystemExit too: a plugin's exit is its failure, not our end
            answer = {"id": frame["id"], "error": calling.failure(error)}
        if not self._channel.is_ours:
            os._exit(0)  # a child that the plugin forked came back to us: it has nothing to do here
        self._channel.send(answer)

    def _load(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Import the plugin, if it is the one that was enabled, and describe it."""
        found = candidates(frame["bundled"], frame["plugins"])
        one = found.get(frame["name"])
        if one is None:
            known = ", ".join(found) or "none"
            raise LookupError(f"no provider is called {frame['name']}; found in this interpreter: {known}")
        require_pinned(one, frame.get("pin", ""))
        self._plugin = load(one)
        self._first = self._plugin.instance()
        return calling.described(self._first)

    def _open(self, frame: dict[str, Any]) -> None:
        """Make an instance and initialize it; the one that described itself is the first."""
        if self._plugin is None:
            raise NotOpen("no plugin is loaded")
        provider, self._first = self._first or self._plugin.instance(), None
        calling.call(provider, "initialize", (frame["session"],), frame.get("keywords", {}))
        self._instances[frame["instance"]] = provider

    def _call(self, frame: dict[str, Any]) -> Any:  # noqa: ANN401 - what the method returns
        provider = self._instances.get(frame["instance"])
        if provider is None:
            raise NotOpen(f"instance {frame['instance']!r} is not open")
        method, positional, keywords = frame["method"], frame.get("args", ()), frame.get("keywords", {})
        if method == "prefetch":
            return calling.recall(provider, positional, keywords)
        if method == "handle_tool_call":
            return calling.tool(provider, positional, keywords)
        return calling.call(provider, method, positional, keywords)

    def _close(self, frame: dict[str, Any]) -> None:
        calling.call(self._instances.pop(frame["instance"], None), "shutdown", (), {})

    def _shut_down_all(self) -> None:
        """Let every instance go, for a few seconds; what hangs is killed with the process."""
        closers = [
            threading.Thread(target=calling.call, args=(provider, "shutdown", (), {}), daemon=True)
            for provider in self._instances.values()
        ]
        for one in closers:
            one.start()
        for one in closers:
            one.join(SHUTDOWN_SECONDS)


def _listed(frame: dict[str, Any]) -> list[dict[str, str]]:
    """Every provider that could be loaded, with its digest now; nothing is imported."""
    return [_entry(one) for one in candidates(frame["bundled"], frame["plugins"]).values()]


def _entry(one: Any) -> dict[str, str]:  # noqa: ANN401 - a Candidate
    try:
        digest, problem = (one.digest(), one.problem) if one.path else ("", one.problem)
    except (OSError, ValueError) as error:
        digest, problem = "", f"its files cannot be read: {error}"
    return {"name": one.name, "source": one.source, "path": one.path, "digest": digest, "problem": problem}


def serve() -> None:
    """Run on standard input and output; ends the process without asking what plugins left behind."""
    faulthandler.enable()
    channel = Channel.taken_from_stdio()
    try:
        Host(channel).run()
    finally:
        os._exit(0)  # threads of a plugin, its atexit hooks and its children must not keep it
