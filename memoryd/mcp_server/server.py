"""The protocol's side: tools, resources and prompts, answered from `Memory`.

Rules of this module. What a model can put right comes back as a tool result that says so; what it cannot is an error of
the protocol. Nothing is written to standard output but the protocol.
"""

import contextlib
import json
from typing import Any

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from memoryd.mcp_server import texts
from memoryd.mcp_server.memory import Memory, Wanted
from memoryd_client import tools
from memoryd_client._version import __version__
from memoryd_client.errors import MemorydError
from memoryd_client.messages import Content

BLOCK = "memory://block"
SCHEME = "memory://"
READ = "memory_read"
TITLES = {tools.TOOL: "Memory", tools.SEARCH_TOOL: "Past conversations"}

Ask = ServerRequestContext[Any]


async def serve(wanted: Wanted) -> None:
    """Serve one client on standard input and output until it closes them."""
    memory = Memory(wanted)
    server = build(memory)
    async with stdio_server() as (incoming, outgoing):
        try:
            await server.run(incoming, outgoing, server.create_initialization_options())
        finally:
            with contextlib.suppress(MemorydError):  # the daemon notices by itself that we are gone
                await memory.close()


def build(memory: Memory) -> Server[Any]:
    """The server over one memory."""
    answers = _Answers(memory)
    return Server(
        "memoryd",
        version=__version__,
        title="memoryd",
        instructions=texts.INSTRUCTIONS,
        on_list_tools=answers.list_tools,
        on_call_tool=answers.call_tool,
        on_list_resources=answers.list_resources,
        on_read_resource=answers.read_resource,
        on_list_prompts=answers.list_prompts,
        on_get_prompt=answers.get_prompt,
    )


class _Answers:
    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    # --- tools --------------------------------------------------------------------------------------------------------

    async def list_tools(self, ask: Ask, _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        with _protocol_errors():
            session = await self._memory.session(_agent(ask))
        found = [
            types.Tool(
                name=one["name"],
                title=TITLES.get(one["name"], one["name"]),
                description=one["description"],
                input_schema=one["input_schema"],
                annotations=types.ToolAnnotations(
                    read_only_hint=one["name"] == tools.SEARCH_TOOL,
                    destructive_hint=False,
                    idempotent_hint=True,
                    open_world_hint=False,
                ),
            )
            for one in session.tools("anthropic")
        ]
        names = [one.target for one in session.targets]
        return types.ListToolsResult(tools=[*found, _read_tool(names)] if names else found)

    async def call_tool(self, ask: Ask, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments = params.arguments or {}
        try:
            if params.name == READ:
                return _result(await self._read(_agent(ask), arguments))
            session = await self._memory.session(_agent(ask))
        except MemorydError as error:
            return _result(tools.failure(error), failed=True)
        told = await session.call(params.name, arguments)
        return _result(told, failed=not json.loads(told)["done"])

    async def _read(self, agent: str, arguments: dict[str, Any]) -> str:
        target = tools.one_target(arguments)
        contents = await self._memory.read(agent, (target,) if target else ())
        return json.dumps({"memories": [_shown(one) for one in contents]}, ensure_ascii=False)

    # --- resources ----------------------------------------------------------------------------------------------------

    async def list_resources(self, ask: Ask, _: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        with _protocol_errors():
            session = await self._memory.session(_agent(ask))
        block = types.Resource(
            uri=BLOCK,
            name="block",
            title="What to know",
            description="The memory as this session began with it: the same bytes until its end.",
            mime_type="text/plain",
        )
        rest = [
            types.Resource(
                uri=f"{SCHEME}{one.target}",
                name=one.target,
                description=f"The memory {one.target!r} as it is now.",
                mime_type="text/markdown",
            )
            for one in session.targets
        ]
        return types.ListResourcesResult(resources=[block, *rest])

    async def read_resource(self, ask: Ask, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        with _protocol_errors():
            session = await self._memory.session(_agent(ask))
            if params.uri == BLOCK:
                return _contents(params.uri, "text/plain", session.block)
            name = params.uri.removeprefix(SCHEME)
            if not params.uri.startswith(SCHEME) or name not in {one.target for one in session.targets}:
                raise MCPError(types.INVALID_PARAMS, f"there is no resource {params.uri[:100]}")
            (content,) = await self._memory.read(_agent(ask), (name,))
        return _contents(params.uri, "text/markdown", "\n§\n".join(content.entries))

    # --- prompts ------------------------------------------------------------------------------------------------------

    async def list_prompts(self, _: Ask, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(name="review", title=texts.REVIEW_TITLE, description=texts.REVIEW),
                types.Prompt(name="remember", title=texts.REMEMBER_TITLE, description=texts.REMEMBER),
            ]
        )

    async def get_prompt(self, ask: Ask, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name == "remember":
            return _prompt(texts.REMEMBER, texts.REMEMBER_TEXT)
        if params.name != "review":
            raise MCPError(types.INVALID_PARAMS, f"there is no prompt {params.name[:100]!r}")
        with _protocol_errors():
            contents = await self._memory.read(_agent(ask))
        return _prompt(texts.REVIEW, texts.REVIEW_TEXT.format(memory="\n\n".join(map(_listed, contents))))


@contextlib.contextmanager
def _protocol_errors() -> Any:  # noqa: ANN401 - a generator that yields once
    try:
        yield
    except MemorydError as error:
        raise MCPError(types.INTERNAL_ERROR, f"{error.code}: {error.message}") from error


def _agent(ask: Ask) -> str:
    """Who the client says it is."""
    params = ask.session.client_params
    return params.client_info.name if params is not None else ""


def _read_tool(names: list[str]) -> types.Tool:
    return types.Tool(
        name=READ,
        title="Read memory",
        description=texts.READ,
        input_schema={
            "type": "object",
            "properties": {"target": {"type": "string", "enum": names, "description": texts.READ_TARGET}},
            "additionalProperties": False,
        },
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


def _result(text: str, *, failed: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=failed)


def _contents(uri: str, mime_type: str, text: str) -> types.ReadResourceResult:
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=mime_type, text=text)])


def _prompt(description: str, text: str) -> types.GetPromptResult:
    message = types.PromptMessage(role="user", content=types.TextContent(text=text))
    return types.GetPromptResult(description=description, messages=[message])


def _shown(content: Content) -> dict[str, Any]:
    usage = content.usage
    return {
        "target": content.target,
        "usage": f"{usage.percent} %, {usage.chars:,} of {usage.limit:,} characters",
        "entries": [{"id": name, "text": text} for name, text in zip(content.ids, content.entries, strict=True)],
        **({"state": content.state} if content.state != "parsed" else {}),
    }


def _listed(content: Content) -> str:
    lines = [f"{name}: {text}" for name, text in zip(content.ids, content.entries, strict=True)]
    return "\n".join((f"## {content.target}, {content.usage.percent} % full", *(lines or ["(empty)"])))
