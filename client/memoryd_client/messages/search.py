"""Past sessions: found, read on in, looked through. What comes back is what was said, never a summary."""

from typing import Any

from msgspec import Struct

from memoryd_client.messages.base import Reply, Request


class Archived(Request, frozen=True, kw_only=True):
    """A request about the sessions of one owner.

    ``asker`` is the open session that asks, whose identity then holds; without one ``profile`` is empty for the root's
    own, and ``principal`` is a user of a surface that many use. None can be left out to see more: what is not the
    asker's is not found. ``also`` are other profiles to look in, which the settings must allow.
    """

    profile: str = ""
    principal: str = ""
    also: tuple[str, ...] = ()
    asker: str = ""


class Search(Archived, frozen=True, kw_only=True):
    """Sessions in which something was said.

    Any string is a query. ``AND``, ``OR``, ``NOT``, quotes and ``*`` count where they are meant. ``roles`` and
    ``sources`` leave those alone; ``after`` and ``before`` are seconds since 1970; ``without`` is a session that is
    not wanted, such as the asker's own. ``window`` is how many messages stand around the match on either side.
    """

    query: str
    limit: int = 5
    window: int = 2
    roles: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    after: float | None = None
    before: float | None = None
    without: str = ""
    newest_first: bool = False


class Scroll(Archived, frozen=True, kw_only=True):
    """The messages of a session around one of them; without ``message``, its end. Nothing is cut."""

    session: str
    message: int | None = None
    window: int = 10


class Browse(Archived, frozen=True, kw_only=True):
    """The latest sessions; ``before`` is the time of the last one seen, to go on."""

    limit: int = 20
    sources: tuple[str, ...] = ()
    after: float | None = None
    before: float | None = None


class Record(Request, frozen=True, kw_only=True):
    """Add messages to a session, which is made with the first; the same ``operation`` again changes nothing.

    ``messages`` have ``role`` and ``content``, optionally ``name``, ``tool_name`` and ``time``, as chat APIs do.
    ``parent`` is the session that this one continues.
    """

    operation: str
    session: str
    messages: tuple[dict[str, Any], ...]
    profile: str = ""
    principal: str = ""
    source: str = ""
    parent: str = ""
    title: str = ""


class Rewind(Request, frozen=True, kw_only=True):
    """The messages of a session from place ``keep`` on were taken back: they are not found any more."""

    session: str
    keep: int
    profile: str = ""
    principal: str = ""


class Erase(Request, frozen=True, kw_only=True):
    """Remove the texts of a session's messages, from ``first`` to ``last``, for good, from the index, too."""

    session: str
    first: int = 0
    last: int | None = None
    profile: str = ""
    principal: str = ""


class Reindex(Request, frozen=True, kw_only=True):
    """Make the index anew, beside the one that goes on serving."""


class SessionEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A session. ``line`` is the first session of those that continue each other; times are seconds since 1970."""

    id: str
    source: str = ""
    title: str = ""
    started: float = 0.0
    latest: float = 0.0
    ended: float | None = None
    messages: int = 0
    parent: str = ""
    line: str = ""
    automated: bool = False
    profile: str = ""


class Message(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A message. ``id`` is its place in the session; ``cut`` is how many characters of the text were left out."""

    id: int
    role: str
    text: str
    time: float = 0.0
    name: str = ""
    tool: str = ""
    cut: int = 0


class Hit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A session with something in it.

    ``snippet`` shows where, ``message`` is the id of the message, ``window`` has it with those around it. ``missing``
    are the words of the query that are not in the message, ``others`` how many other messages of this session, and of
    those that continue it, were found. ``opening`` and ``ending`` are how the session began and ended.
    """

    session: SessionEntry
    message: int
    snippet: str
    score: float = 0.0
    missing: tuple[str, ...] = ()
    others: int = 0
    window: tuple[Message, ...] = ()
    opening: tuple[Message, ...] = ()
    ending: tuple[Message, ...] = ()


class Found(Reply, frozen=True, kw_only=True):
    """What a search found, best first.

    ``partial`` is how many messages are not in the index yet and were not looked at; ``bounded`` are the words that are
    so common that only the newest messages with them were ranked; ``more`` says that there was more than the limit;
    ``notes`` says the same in sentences.
    """

    hits: tuple[Hit, ...] = ()
    more: bool = False
    partial: int = 0
    bounded: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Scrolled(Reply, frozen=True, kw_only=True):
    """Messages of a session, in order; ``before`` and ``after`` are how many more there are on either side."""

    session: SessionEntry
    messages: tuple[Message, ...] = ()
    before: int = 0
    after: int = 0


class Browsed(Reply, frozen=True, kw_only=True):
    """Sessions, the latest first, each with how it began."""

    sessions: tuple[SessionEntry, ...] = ()
    openings: tuple[str, ...] = ()
    more: bool = False


class Recorded(Reply, frozen=True, kw_only=True):
    """Messages are in the archive; ``first`` is the id of the first. ``new`` is false if they had been before."""

    first: int
    count: int
    new: bool = True


class Removed(Reply, frozen=True, kw_only=True):
    """So many messages are not to be seen any more."""

    count: int


class IndexState(Reply, frozen=True, kw_only=True):
    """How far the index is: messages in it, and messages that are not yet."""

    indexed: int
    pending: int
