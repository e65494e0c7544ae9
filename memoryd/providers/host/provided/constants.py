"""``hermes_constants``: where the home is."""

import os
from pathlib import Path


def get_hermes_home() -> Path:
    """The home of this provider's profile."""
    return Path(os.environ["HERMES_HOME"])


def display_hermes_home() -> str:
    """The same, for people."""
    return str(get_hermes_home())
