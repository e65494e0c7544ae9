"""What ``pip install memoryd`` leaves out: the client needs neither a daemon's libraries nor a command line's."""

import importlib.util
import sys


def require_extra(program: str, *modules: str, extra: str = "daemon") -> None:
    """End the process with the command that installs them, if any of the modules is missing."""
    if any(importlib.util.find_spec(name) is None for name in modules):
        sys.exit(f"{program} needs more than the client does; install it with: pip install 'memoryd[{extra}]'")
