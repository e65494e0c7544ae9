"""A session looks into the past of its own identity: by methods, and by the tool that its model calls."""

from collections.abc import Mapping
from typing import Any

from memoryd_client import tools
from memoryd_client._past import AsyncLooking, Looking, request
from memoryd_client.calls import R
from memoryd_client.errors import MemorydError
from memoryd_client.messages import Request


class SessionPast(Looking):
    """`search`, `scroll` and `browse`, asked by a session."""

    @property
    def id(self) -> str:
        """Its id."""
        raise NotImplementedError

    def _call_search(self, arguments: str | Mapping[str, Any]) -> str:
        """The JSON for a model that called `session_search`."""
        try:
            asked = tools.search_asked(arguments, self.id)
            return tools.search_told(self._sent(asked, tools.SEARCH_REPLIES[type(asked)], None))
        except MemorydError as error:
            return tools.search_failed(error)

    def _past(self, kind: type[Request], expected: type[R], options: Mapping[str, Any], **fields: object) -> R:
        asked = request(kind, "", {"asker": self.id, **options}, fields)
        return self._sent(asked, expected, options.get("timeout"))


class AsyncSessionPast(AsyncLooking):
    """The same, awaited."""

    @property
    def id(self) -> str:
        """Its id."""
        raise NotImplementedError

    async def _call_search(self, arguments: str | Mapping[str, Any]) -> str:
        try:
            asked = tools.search_asked(arguments, self.id)
            return tools.search_told(await self._sent(asked, tools.SEARCH_REPLIES[type(asked)], None))
        except MemorydError as error:
            return tools.search_failed(error)

    async def _past(self, kind: type[Request], expected: type[R], options: Mapping[str, Any], **fields: object) -> R:
        asked = request(kind, "", {"asker": self.id, **options}, fields)
        return await self._sent(asked, expected, options.get("timeout"))
