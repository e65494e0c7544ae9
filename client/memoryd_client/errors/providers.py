"""What is wrong with an external provider, or with what was asked of one."""

from memoryd_client.errors.base import MemorydError
from memoryd_client.errors.refusals import Refused
from memoryd_client.errors.requests import RequestError


class UnknownProvider(RequestError, LookupError):
    """No provider of this name was found in the provider's interpreter."""

    code = "unknown_provider"


class UnknownTool(RequestError, LookupError):
    """The session's provider has no tool of this name, or it was refused."""

    code = "unknown_tool"


class NotEnabled(Refused):
    """The provider comes from outside, and no operator enabled its files as they are now."""

    code = "not_enabled"


class ProviderFailed(MemorydError):
    """The provider raised, ended, or did not answer in time; built-in memory is as it was."""

    code = "provider_failed"
