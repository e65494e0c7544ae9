"""Serving the memory to a client of the Model Context Protocol."""

import click

from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd.extra import require_extra


@click.command(cls=Command)
@click.option("--repository", default="", metavar="DIR", help="Git's common directory, for memory of a repository.")
@click.option("--read-only", is_flag=True, help="Give no tool that writes.")
@click.pass_obj
def mcp(asked: Asked, /, *, repository: str, read_only: bool) -> None:
    """Serve the memory on standard input and output to an MCP client, which starts this by itself.

    docs/clients.md has what to write into the settings of Claude Code, Cursor, VS Code and Codex.
    """
    require_extra("memoryctl mcp", "mcp", extra="mcp")
    import asyncio  # noqa: PLC0415 - no other command needs it

    from memoryd.mcp_server.memory import Wanted  # noqa: PLC0415 - the SDK takes a second to import
    from memoryd.mcp_server.server import serve  # noqa: PLC0415 - as above

    wanted = Wanted(
        home=asked.home,
        profile=asked.profile,
        principal=asked.user,
        repository=repository,
        memory="read_only" if read_only else "on",
    )
    asyncio.run(serve(wanted))
