"""External memory: what a provider is, and how one runs beside the built-in memory without ever holding it up."""

from memoryd.providers.contract import Provider, RecallStatus

__all__ = ["Provider", "RecallStatus"]
