"""``memoryctl``: argv -> one request -> one answer -> exit code."""

import sys

from memoryd.extra import require_extra


def main() -> None:
    """Run the command line."""
    require_extra("memoryctl", "click", "rich")
    from memoryd.ctl.root import run  # noqa: PLC0415 - needs what the client alone does not install

    for stream in (sys.stdout, sys.stderr):
        # A terminal that is not UTF-8 gets an escape for what it cannot show, not a traceback.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
