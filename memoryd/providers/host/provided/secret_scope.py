"""``agent.secret_scope``: secrets are what the operator let into this process' environment."""

import os


def get_secret(name: str, default: str | None = None) -> str | None:
    """The variable of this name."""
    return os.environ.get(name, default)
