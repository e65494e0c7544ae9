"""``memoryd``: argv -> Settings -> Daemon -> exit code."""

import importlib.util
import sys

EXIT_USAGE = 2
MISSING = "memoryd: the daemon needs more than the client does; install it with: pip install 'memoryd[daemon]'"


def main() -> None:
    """Run the command line."""
    if any(importlib.util.find_spec(name) is None for name in ("click", "filelock", "rich", "structlog")):
        sys.exit(MISSING)
    from memoryd.commands import memoryd  # noqa: PLC0415 - needs what the client alone does not install

    memoryd()


if __name__ == "__main__":
    main()
