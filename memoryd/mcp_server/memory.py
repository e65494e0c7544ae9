"""One connection's memory: a session of the daemon, opened when the first request comes, ended with the connection."""

import asyncio
import os
from dataclasses import dataclass

from memoryd_client import AsyncClient
from memoryd_client._session import AsyncSession
from memoryd_client.messages import Content, MemoryMode


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for."""

    home: str | None = None
    profile: str = ""
    principal: str = ""
    repository: str = ""
    memory: MemoryMode = "on"
    timeout: float = 20.0


class Memory:
    """The daemon's side of one connection.

    Args:
        wanted: Whose memory.
    """

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._client: AsyncClient | None = None
        self._session: AsyncSession | None = None
        self._opening = asyncio.Lock()

    async def session(self, agent: str) -> AsyncSession:
        """The session; ``agent`` is who the first request came from, as history will show it.

        Raises:
            MemorydError: No daemon could be reached or started, or it refuses this identity.
        """
        async with self._opening:
            if self._session is None:
                self._session = await self._opened(agent)
            return self._session

    async def read(self, agent: str, targets: tuple[str, ...] = ()) -> list[Content]:
        """What the targets hold now; all that the session has, without any."""
        session = await self.session(agent)
        return [await session.read(name) for name in targets or tuple(one.target for one in session.targets)]

    async def close(self) -> None:
        """The connection ended."""
        if self._session is not None:
            await self._session.end()
        if self._client is not None:
            await self._client.close()

    async def _opened(self, agent: str) -> AsyncSession:
        wanted = self._wanted
        if self._client is None:
            name = f"mcp {agent}".strip()[:100]
            self._client = AsyncClient(wanted.home, wanted.timeout, agent=name, autostart=True)
        return await self._client.open_session(
            f"mcp-{os.urandom(8).hex()}",
            context="cli",
            profile=wanted.profile,
            principal=wanted.principal,
            repository=wanted.repository,
            memory=wanted.memory,
        )
