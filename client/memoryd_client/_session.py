"""A session of the blocking client, and the one for coroutines: what was frozen, what is live beside it, whose turn.

What both know is in `_Known`; each adds how to ask.
"""

from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

import msgspec

from memoryd_client import calls, tools
from memoryd_client._edits import AsyncEdits, Edits
from memoryd_client._external import AsyncExternal, External
from memoryd_client._session_past import AsyncSessionPast, SessionPast
from memoryd_client.calls import EditOptions, R
from memoryd_client.errors import MemorydError, Refused, RequestError
from memoryd_client.messages import (
    Content,
    Edit,
    Edited,
    EndSession,
    Read,
    RefreshSession,
    Request,
    SessionEnded,
    SessionView,
    SwitchReason,
    SwitchSession,
    TargetState,
    TurnEnd,
    TurnEnded,
    TurnStart,
    TurnStarted,
    Usage,
)

Messages = Iterable[Mapping[str, Any]]
E = TypeVar("E", bound=Edit)


class _Known:
    """What a session knows of itself.

    Attributes:
        view: What the daemon told last.
        turn: The number of the turn, 0 before the first.
        provider_block: What a provider has for the system prompt, before the block; known from the first turn on.
    """

    def __init__(self, view: SessionView) -> None:
        self.view = view
        self.turn = view.turn
        self.provider_block = ""
        self._states = {state.target: state for state in view.targets}
        self._pending = view.pending
        self._notices = view.notices
        self._refused_calls = 0

    @property
    def id(self) -> str:
        """Its id."""
        return self.view.session

    @property
    def block(self) -> str:
        """What goes into the system prompt, last: the same text until a declared point."""
        return self.view.block

    @property
    def digest(self) -> str:
        """The SHA-256 of the block's UTF-8 bytes, in hex."""
        return self.view.digest

    @property
    def usage(self) -> dict[str, Usage]:
        """How full each target is, as last told: live, unlike the block."""
        return {name: state.usage for name, state in self._states.items()}

    @property
    def targets(self) -> tuple[TargetState, ...]:
        """What this session has, and whether it may write it."""
        return tuple(self._states.values())

    @property
    def pending(self) -> int:
        """How many changes wait for a person's approval."""
        return self._pending

    @property
    def notices(self) -> tuple[str, ...]:
        """What to tell the user or the log; never part of the block."""
        return self._notices

    def tools(self, form: tools.Form = "openai") -> list[dict[str, Any]]:
        """The tools to give to the model, in the form of its API: to search, and to write if this session may."""
        if self.view.memory == "off":
            return []
        return [*tools.schemas(self.targets, form), tools.session_search(form)]

    def _renewed(self, view: SessionView) -> None:
        self.view = view
        self._live(view)

    def _live(self, told: SessionView | TurnStarted) -> None:
        self._states = {state.target: state for state in told.targets}
        self._pending, self._notices = told.pending, told.notices
        if told.turn != self.turn:
            self.turn, self._refused_calls = told.turn, 0

    def _told_success(self, reply: Edited) -> str:
        self._refused_calls = 0
        return tools.success(reply)

    def _told_failure(self, error: MemorydError) -> str:
        """Calls that are refused here, before the daemon sees them, count as those that it refuses do."""
        self._refused_calls += isinstance(error, (RequestError, Refused))
        return tools.failure(error, terminal=bool(self.turn) and self._refused_calls >= tools.TERMINAL_AFTER)

    def _edited(self, reply: object) -> None:
        if isinstance(reply, (Edited, Content)) and (state := self._states.get(reply.target)) is not None:
            self._states[reply.target] = msgspec.structs.replace(
                state, usage=reply.usage, digest=reply.digest, hint=reply.hint
            )

    def _request(self, kind: type[E], options: EditOptions, fields: dict[str, object]) -> E:
        return calls.edit(kind, "", options, session=self.id, turn=self.turn, **fields)

    def _turn_end(self, messages: Messages, interrupted: bool) -> TurnEnd:  # noqa: FBT001 - passed on
        return TurnEnd(
            session=self.id, turn=self.turn, messages=tuple(dict(one) for one in messages), interrupted=interrupted
        )


class _Ask(Protocol):
    """How a session asks: its client sends the request and waits for the reply."""

    def __call__(
        self, request: Request, expected: type[R], request_id: str = "", timeout: float | None = None
    ) -> R: ...


class _AskAsync(Protocol):
    """The same, awaited."""

    async def __call__(
        self, request: Request, expected: type[R], request_id: str = "", timeout: float | None = None
    ) -> R: ...


class Session(_Known, Edits, External, SessionPast):
    """One conversation: its frozen block, its edits, its turns. As a context manager it ends with the block.

    Made by `Client.open_session`. Usable from any thread that the client is usable from.
    """

    def __init__(self, ask: _Ask, view: SessionView) -> None:
        super().__init__(view)
        self._ask = ask

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def read(self, target: str = "memory", *, timeout: float | None = None) -> Content:
        """The entries of a target as they are now, with ids, usage and digest."""
        reply = self._ask(Read(target=target, session=self.id), Content, timeout=timeout)
        self._edited(reply)
        return reply

    def call(self, name: str, arguments: str | Mapping[str, Any]) -> str:
        """What the model asked a tool for, done or refused; returns the JSON for the model, and raises for neither.

        Args:
            name: The tool's name, as in `tools`.
            arguments: As the model gave them: JSON, or decoded.
        """
        if name == tools.SEARCH_TOOL:
            return self._call_search(arguments)
        try:
            asked = tools.asked(name, arguments)
            return self._told_success(self._edit(asked.kind, Edited, {}, target=asked.target, **asked.fields))
        except MemorydError as error:
            return self._told_failure(error)

    def _sent(self, request: Request, expected: type[R], timeout: float | None) -> R:
        return self._ask(request, expected, timeout=timeout)

    def turn_start(self) -> TurnStarted:
        """The user said something: the next turn begins, and nothing was refused in it yet."""
        told = self._ask(TurnStart(session=self.id), TurnStarted)
        self._live(told)
        self.provider_block = told.provider_block
        return told

    def turn_end(self, messages: Messages = (), *, interrupted: bool = False) -> TurnEnded:
        """The agent answered; ``messages`` are those of the turn, as the model's API has them."""
        return self._ask(self._turn_end(messages, interrupted), TurnEnded)

    def switch(self, session: str, reason: SwitchReason) -> "Session":
        """Go on as another session, of the same identity; this one is left as it is.

        Args:
            session: The id of the other; may be this one's.
            reason: ``new`` and ``compression`` freeze the block anew; ``resume``, ``branch`` and ``rewind`` keep it.
        """
        request = SwitchSession(session=session, parent=self.id, reason=reason)
        return Session(self._ask, self._ask(request, SessionView))

    def refresh(self) -> str:
        """Freeze the block anew, as the memory is now; returns it."""
        self._renewed(self._ask(RefreshSession(session=self.id), SessionView))
        return self.block

    def end(self) -> SessionEnded:
        """The conversation is over; again is no harm."""
        return self._ask(EndSession(session=self.id), SessionEnded)

    def _asked(self, request: Request, expected: type[R], timeout: float | None = None) -> R:
        return self._ask(request, expected, timeout=timeout)

    def _edit(self, kind: type[Edit], expected: type[R], options: EditOptions, **fields: object) -> R:
        request = self._request(kind, options, fields)
        reply = self._ask(request, expected, options.get("request_id", ""), options.get("timeout"))
        self._edited(reply)
        return reply


class AsyncSession(_Known, AsyncEdits, AsyncExternal, AsyncSessionPast):
    """`Session` for coroutines. Made by `AsyncClient.open_session`."""

    def __init__(self, ask: _AskAsync, view: SessionView) -> None:
        super().__init__(view)
        self._ask = ask

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.end()

    async def read(self, target: str = "memory", *, timeout: float | None = None) -> Content:
        """As `Session.read`."""
        reply = await self._ask(Read(target=target, session=self.id), Content, timeout=timeout)
        self._edited(reply)
        return reply

    async def call(self, name: str, arguments: str | Mapping[str, Any]) -> str:
        """As `Session.call`."""
        if name == tools.SEARCH_TOOL:
            return await self._call_search(arguments)
        try:
            asked = tools.asked(name, arguments)
            return self._told_success(await self._edit(asked.kind, Edited, {}, target=asked.target, **asked.fields))
        except MemorydError as error:
            return self._told_failure(error)

    async def _sent(self, request: Request, expected: type[R], timeout: float | None) -> R:
        return await self._ask(request, expected, timeout=timeout)

    async def turn_start(self) -> TurnStarted:
        """As `Session.turn_start`."""
        told = await self._ask(TurnStart(session=self.id), TurnStarted)
        self._live(told)
        self.provider_block = told.provider_block
        return told

    async def turn_end(self, messages: Messages = (), *, interrupted: bool = False) -> TurnEnded:
        """As `Session.turn_end`."""
        return await self._ask(self._turn_end(messages, interrupted), TurnEnded)

    async def switch(self, session: str, reason: SwitchReason) -> "AsyncSession":
        """As `Session.switch`."""
        request = SwitchSession(session=session, parent=self.id, reason=reason)
        return AsyncSession(self._ask, await self._ask(request, SessionView))

    async def refresh(self) -> str:
        """As `Session.refresh`."""
        self._renewed(await self._ask(RefreshSession(session=self.id), SessionView))
        return self.block

    async def end(self) -> SessionEnded:
        """As `Session.end`."""
        return await self._ask(EndSession(session=self.id), SessionEnded)

    async def _asked(self, request: Request, expected: type[R], timeout: float | None = None) -> R:
        return await self._ask(request, expected, timeout=timeout)

    async def _edit(self, kind: type[Edit], expected: type[R], options: EditOptions, **fields: object) -> R:
        request = self._request(kind, options, fields)
        reply = await self._ask(request, expected, options.get("request_id", ""), options.get("timeout"))
        self._edited(reply)
        return reply
