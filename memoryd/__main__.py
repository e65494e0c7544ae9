"""``memoryd``: argv -> Settings -> Daemon -> exit code."""

from memoryd.extra import require_extra


def main() -> None:
    """Run the command line."""
    require_extra("memoryd", "click", "filelock", "rich", "structlog")
    from memoryd.commands import memoryd  # noqa: PLC0415 - needs what the client alone does not install

    memoryd()


if __name__ == "__main__":
    main()
