"""What one invocation asks for beside its command, and the two ways of answering it: for a person, or as JSON."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypedDict, TypeVar

import click
import msgspec

from memoryd_client import Client, Operator
from memoryd_client.errors import MemorydError, NoDaemon, UnsafeEndpoint

if TYPE_CHECKING:  # rich takes longer to import than a request takes; a script that wants JSON never pays for it
    from memoryd.ctl.page import Page

EXIT_REFUSED = 1
EXIT_NO_DAEMON = 3

T = TypeVar("T")


class Whose(TypedDict):
    """Of which profile, and of whom where each person has their own."""

    profile: str
    principal: str


@dataclasses.dataclass(slots=True)
class Asked:
    """The global options, and what follows from them."""

    home: str | None = None
    json: bool = False
    profile: str = ""
    user: str = ""
    timeout: float = 5.0
    _client: Client | None = None
    _operator: Operator | None = None

    @property
    def client(self) -> Client:
        """The client of the home, which starts a daemon if there is none; raises `MemorydError` for a bad home."""
        if self._client is None:
            self._client = Client(self.home, self.timeout, agent="memoryctl", autostart=True)
        return self._client

    @property
    def onlooker(self) -> Client:
        """The same for commands that look at the daemon itself: it starts none."""
        self.client.autostart = False
        return self.client

    @property
    def operator(self) -> Operator:
        """The same for what only a person may do."""
        if self._operator is None:
            self._operator = Operator(self.home, self.timeout, agent="memoryctl", autostart=True)
        return self._operator

    @property
    def whose(self) -> "Whose":
        """Whose files are meant."""
        return {"profile": self.profile, "principal": self.user}

    def close(self) -> None:
        """Close the connections, if there were any."""
        for one in (self._client, self._operator):
            if one is not None:
                one.close()

    def answer(self, reply: T, show: "Callable[[Page, T], None]") -> None:
        """Answer a command: the reply's fields as JSON, or what ``show`` makes of it for a person."""
        if self.json:
            _print_json(plain(reply))
        else:
            show(_page(err=False), reply)

    def refuse(self, error: MemorydError) -> int:
        """Say why a command was refused; returns the exit code."""
        if self.json:
            self.print_error(error.code, error.message, msgspec.to_builtins(error.details), error.request_id)
        else:
            _page(err=True).refusal(error)
        return EXIT_NO_DAEMON if isinstance(error, (NoDaemon, UnsafeEndpoint)) else EXIT_REFUSED

    def print_error(
        self, code: str, message: str, details: Mapping[str, object] | None = None, request_id: str = ""
    ) -> None:
        """The JSON document of a refusal."""
        error = {"code": code, "message": message, "details": details or {}, "request_id": request_id}
        _print_json({"error": error})


def plain(value: object) -> object:
    """A message as JSON can hold it: every field by its name, also those that have their default."""
    match value:
        case msgspec.Struct():
            return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        case tuple() | list():
            return [plain(one) for one in value]
        case dict():
            return {name: plain(one) for name, one in value.items()}
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return value


def _print_json(document: object) -> None:
    # ASCII alone: whatever an entry holds, a terminal does not act on it and every locale can print it.
    click.echo(json.dumps(document))


def _page(*, err: bool) -> "Page":
    from memoryd.ctl.page import Page  # noqa: PLC0415 - only a person waits for rich

    return Page(err=err)
