"""External memory: asking a provider during a session, and, for operators, providers and the outbox themselves."""

from typing import Any, Literal

from msgspec import Struct, field

from memoryd_client import fence
from memoryd_client.messages.base import Reply, Request

RecallState = Literal["fresh", "late", "nothing"]


# --- Parts ------------------------------------------------------------------------------------------------------------


class ProviderEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A provider that was found. ``digest`` is that of its files now, ``pinned`` that of those that were enabled."""

    name: str
    source: str
    path: str = ""
    digest: str = ""
    pinned: str = ""
    is_used: bool = False
    problem: str = ""


class ProviderStatus(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the provider of a profile is, and what waits for it; ages in seconds."""

    profile: str
    name: str
    state: str
    reason: str = ""
    pid: int = 0
    starts: int = 0
    is_slow: bool = False
    breaker: str = "closed"
    waiting: int = 0
    in_flight: int = 0
    delivered: int = 0
    failed: int = 0
    oldest_age: float = 0.0
    last_error: str = ""
    tools: tuple[str, ...] = ()
    refused_tools: tuple[str, ...] = ()
    printed: str = ""


class OutboxRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event that waits, or was given up (``dead``), without what it tells; ``age`` is in seconds."""

    number: int
    id: str
    consumer: str
    profile: str
    session: str
    kind: str
    state: str
    age: float
    attempts: int = 0
    error: str = ""
    bytes: int = 0


# --- Requests of agents -----------------------------------------------------------------------------------------------


class Recalling(Request, frozen=True, kw_only=True):
    """A request to the provider of a session. ``timeout`` is in seconds; below 0 is the setting."""

    session: str
    profile: str = ""
    timeout: float = -1.0


class Prefetch(Recalling, frozen=True, kw_only=True):
    """What is worth knowing for this prompt? Answered by the timeout, with what there is."""

    query: str


class QueuePrefetch(Recalling, frozen=True, kw_only=True):
    """A hint that the next prompt may be about this."""

    query: str


class PreCompress(Recalling, frozen=True, kw_only=True):
    """These messages will be summarised. With ``require`` a failure is an error; else it is an empty text."""

    messages: tuple[dict[str, Any], ...]
    require: bool = False


class Delegation(Recalling, frozen=True, kw_only=True):
    """A sub-agent of the session finished."""

    task: str
    result: str
    child: str = ""


class ProviderTools(Recalling, frozen=True, kw_only=True):
    """Which tools does the provider have?"""


class ProviderCall(Recalling, frozen=True, kw_only=True):
    """Run one of the provider's tools."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)


# --- Requests of operators --------------------------------------------------------------------------------------------


class Providers(Request, frozen=True, kw_only=True):
    """Which providers are there, and how are those in use?"""


class ProviderEnable(Request, frozen=True, kw_only=True):
    """Allow a provider from outside, as its files are now."""

    name: str


class ProviderDisable(Request, frozen=True, kw_only=True):
    """Take that back."""

    name: str


class ProviderUse(Request, frozen=True, kw_only=True):
    """Use this provider from now on; an empty name: none."""

    name: str


class ProviderCheck(Request, frozen=True, kw_only=True):
    """Start the provider in use, and tell what it says about itself."""

    profile: str = ""


class Outbox(Request, frozen=True, kw_only=True):
    """What waits to be delivered, dead letters first?"""

    limit: int = 100


class OutboxRetry(Request, frozen=True, kw_only=True):
    """Give these dead letters another try; no numbers mean all of them."""

    numbers: tuple[int, ...] = ()


class OutboxDrop(Request, frozen=True, kw_only=True):
    """Remove these events for good."""

    numbers: tuple[int, ...]


class OutboxFlush(Request, frozen=True, kw_only=True):
    """Try everything that waits now, whatever failed before."""


# --- Replies ----------------------------------------------------------------------------------------------------------


class Recalled(Reply, frozen=True, kw_only=True):
    """What a provider recalled, shaped for the model: scanned, without repetitions, within the budget.

    ``state`` is fresh (for this prompt), late (asked for by an earlier one, ``age`` seconds ago) or nothing, with the
    reason. ``label`` is the line for the user, such as "recalled 3 memories".
    """

    state: RecallState
    text: str = ""
    provider: str = ""
    count: int = 0
    label: str = ""
    age: float = 0.0
    reason: str = ""
    withheld: int = 0

    @property
    def block(self) -> str:
        """The text in its fence, for the end of the turn's user message; empty if there is none."""
        return fence.build(self.text)


class Compressing(Reply, frozen=True, kw_only=True):
    """Text for the prompt of the summary; ``state`` says ok, late, failed or none."""

    text: str = ""
    state: str = "ok"
    reason: str = ""


class Queued(Reply, frozen=True, kw_only=True):
    """It will be delivered; or, with a reason, it will not."""

    is_queued: bool = True
    reason: str = ""


class Tools(Reply, frozen=True, kw_only=True):
    """The provider's tools as OpenAI function schemas, and the refused ones with the reason."""

    schemas: tuple[dict[str, Any], ...] = ()
    refused: dict[str, str] = field(default_factory=dict)
    reason: str = ""


class ToolResult(Reply, frozen=True, kw_only=True):
    """What a tool returned, as it may be shown to a model: JSON text."""

    text: str
    withheld: int = 0


class ProviderList(Reply, frozen=True, kw_only=True):
    """Providers, how those in use are, and the interpreter in which they were looked for."""

    found: tuple[ProviderEntry, ...] = ()
    used: tuple[ProviderStatus, ...] = ()
    python: str = ""


class ProviderReport(Reply, frozen=True, kw_only=True):
    """What a provider says about itself, and how it is now."""

    status: ProviderStatus
    is_available: bool = False
    config: tuple[dict[str, Any], ...] = ()
    backup_paths: tuple[str, ...] = ()


class OutboxRows(Reply, frozen=True, kw_only=True):
    """Rows of the outbox; ``total`` counts all that there are, ``refused`` those that there was no room for."""

    rows: tuple[OutboxRow, ...] = ()
    total: int = 0
    refused: int = 0
    full: str = ""


class OutboxChanged(Reply, frozen=True, kw_only=True):
    """How many events were retried, dropped or hurried."""

    count: int
