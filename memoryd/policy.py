"""The scan policy that the settings ask for."""

from memoryd.core.scan import Policy, compile_policy
from memoryd.settings import BadSettings, Settings


def policy_of(settings: Settings) -> Policy:
    """Compile it.

    Raises:
        BadSettings: A pattern cannot be used; it is named.
    """
    try:
        return compile_policy(settings.scan.policy, settings.scan.patterns)
    except ValueError as error:
        raise BadSettings(f"scan.patterns: {error}", field="scan.patterns") from error
