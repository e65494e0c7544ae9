"""The thin client of memoryd: stdlib, pyzmq and msgspec, nothing else."""

from memoryd_client._aio import AsyncClient
from memoryd_client._client import Client
from memoryd_client._operator import Operator
from memoryd_client._session import AsyncSession, Session
from memoryd_client._version import __version__
from memoryd_client.errors import MemorydError

__all__ = ["AsyncClient", "AsyncSession", "Client", "MemorydError", "Operator", "Session", "__version__"]
