"""What a session asks of its external provider, said once: blocking here, awaited in the class below."""

from collections.abc import Iterable, Mapping
from typing import Any

from memoryd_client.calls import R
from memoryd_client.messages import (
    Compressing,
    Delegation,
    PreCompress,
    Prefetch,
    ProviderCall,
    ProviderTools,
    Queued,
    QueuePrefetch,
    Recalled,
    Request,
    ToolResult,
    Tools,
)

ROUND_TRIP = 2.0
"""Seconds that a call may take beyond what the provider has: its answer then is the daemon's, not a lost one."""
LONGEST = 300.0

Messages = Iterable[Mapping[str, Any]]


def _patience(timeout: float | None) -> tuple[float, float]:
    """What the daemon is told, and how long the client waits."""
    return (-1.0, LONGEST) if timeout is None else (timeout, timeout + ROUND_TRIP)


class External:
    """Recall and the like, for whoever has a session's id and can ask. Built-in memory needs none of it."""

    @property
    def id(self) -> str:
        """The session's id."""
        raise NotImplementedError

    def prefetch(self, query: str, *, timeout: float | None = None) -> Recalled:
        """What is worth knowing for this prompt, after ``timeout`` seconds at most (default: the daemon's setting).

        Put ``.block`` at the end of the turn's user message. ``.state`` says whether it is fresh, late or nothing.
        """
        told, patience = _patience(timeout)
        return self._asked(Prefetch(session=self.id, query=query, timeout=told), Recalled, patience)

    def queue_prefetch(self, query: str) -> Queued:
        """A hint that the next prompt may be about this; nobody waits."""
        return self._asked(QueuePrefetch(session=self.id, query=query), Queued)

    def pre_compress(self, messages: Messages, *, require: bool = False, timeout: float | None = None) -> Compressing:
        """Before these messages are summarised: text for the summary's prompt.

        Raises:
            ProviderFailed: With ``require``, if the provider did not confirm that it kept what matters.
        """
        told, patience = _patience(timeout)
        request = PreCompress(
            session=self.id, messages=tuple(dict(one) for one in messages), require=require, timeout=told
        )
        return self._asked(request, Compressing, patience)

    def delegation(self, task: str, result: str, *, child: str = "") -> Queued:
        """A sub-agent finished; the provider is told, durably."""
        return self._asked(Delegation(session=self.id, task=task, result=result, child=child), Queued)

    def provider_tools(self) -> Tools:
        """The provider's tools as OpenAI function schemas; ``.refused`` says which are left out, and why."""
        return self._asked(ProviderTools(session=self.id), Tools)

    def provider_call(self, name: str, arguments: Mapping[str, Any], *, timeout: float | None = None) -> ToolResult:
        """Run one of those tools; raises `ProviderFailed`, `UnknownTool`."""
        told, patience = _patience(timeout)
        request = ProviderCall(session=self.id, name=name, arguments=dict(arguments), timeout=told)
        return self._asked(request, ToolResult, patience)

    def _asked(self, request: Request, expected: type[R], timeout: float | None = None) -> R:
        raise NotImplementedError


class AsyncExternal:
    """The same, awaited."""

    @property
    def id(self) -> str:
        """The session's id."""
        raise NotImplementedError

    async def prefetch(self, query: str, *, timeout: float | None = None) -> Recalled:
        """As `Session.prefetch`."""
        told, patience = _patience(timeout)
        return await self._asked(Prefetch(session=self.id, query=query, timeout=told), Recalled, patience)

    async def queue_prefetch(self, query: str) -> Queued:
        """As `Session.queue_prefetch`."""
        return await self._asked(QueuePrefetch(session=self.id, query=query), Queued)

    async def pre_compress(
        self, messages: Messages, *, require: bool = False, timeout: float | None = None
    ) -> Compressing:
        """As `Session.pre_compress`."""
        told, patience = _patience(timeout)
        request = PreCompress(
            session=self.id, messages=tuple(dict(one) for one in messages), require=require, timeout=told
        )
        return await self._asked(request, Compressing, patience)

    async def delegation(self, task: str, result: str, *, child: str = "") -> Queued:
        """As `Session.delegation`."""
        return await self._asked(Delegation(session=self.id, task=task, result=result, child=child), Queued)

    async def provider_tools(self) -> Tools:
        """As `Session.provider_tools`."""
        return await self._asked(ProviderTools(session=self.id), Tools)

    async def provider_call(
        self, name: str, arguments: Mapping[str, Any], *, timeout: float | None = None
    ) -> ToolResult:
        """As `Session.provider_call`."""
        told, patience = _patience(timeout)
        request = ProviderCall(session=self.id, name=name, arguments=dict(arguments), timeout=told)
        return await self._asked(request, ToolResult, patience)

    async def _asked(self, request: Request, expected: type[R], timeout: float | None = None) -> R:
        raise NotImplementedError
