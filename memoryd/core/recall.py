"""Recall of one session: who waits for it, what is under way, and what came too late for the turn that asked.

Rules of this machine. One call is under way at most; a second query waits for it and then starts its own, if there is
time. Whoever asks gets an answer by the deadline: what came for this very query (fresh), else what came late for an
earlier one (late), else nothing. A late text is served once. While the provider is slow, a late text that is at hand
is served at once: waiting would bring nothing better. A compression drops what was kept, since it was recalled for a
conversation that is no more.
"""

import math
import re
from dataclasses import dataclass
from typing import Generic, TypeVar

Token = TypeVar("Token")
Text = TypeVar("Text")

_TRIVIAL = re.compile(
    r"(?:/\S.*|(?:y|n|k|yes|no|yep|yeah|nope|ok|okay|sure|thanks|thank you|thx|ty|hi|hey|hello|go on|go ahead|continue|"
    r"done|next|great|nice|cool|perfect|stop|lgtm|ja|nein|danke|oui|non|merci|si|gracias|да|нет|спасибо|好|好的|谢谢|"
    r"はい|ありがとう|네|감사합니다)[\s.!?,;:。！？…]*)?",
    re.IGNORECASE | re.DOTALL,
)


def is_trivial(query: str) -> bool:
    """Whether a prompt is nothing that memory could answer: empty, a command, an interjection."""
    return _TRIVIAL.fullmatch(query.strip()) is not None


@dataclass(frozen=True, slots=True)
class Kept(Generic[Text]):
    """A text that came late: for which query, and when."""

    text: Text
    query: str
    at: float


@dataclass(frozen=True, slots=True)
class Fetch:
    """Ask the provider."""

    query: str


@dataclass(frozen=True, slots=True)
class Answer(Generic[Token, Text]):
    """Answer who asked: fresh, late, or, without a text, nothing."""

    token: Token
    text: Text | None
    is_late: bool = False
    age: float = 0.0


@dataclass(slots=True)
class _Waiting(Generic[Token]):
    token: Token
    query: str
    until: float


class Recall(Generic[Token, Text]):
    """The machine: each event returns what is to be done."""

    def __init__(self) -> None:
        self.is_slow = False
        self._flight: str | None = None
        self._began = 0.0
        self._patience = 0.0
        self._generation = 0
        self._flight_generation = 0
        self._late: Kept[Text] | None = None
        self._waiting: _Waiting[Token] | None = None

    def asked(self, token: Token, query: str, now: float, timeout: float) -> list[Fetch | Answer[Token, Text]]:
        """Somebody wants to know by ``now + timeout``; who asked before and still waits gets what there is."""
        done: list[Fetch | Answer[Token, Text]] = self._settled(now)
        self._waiting = _Waiting(token, query, now + timeout)
        self._patience = timeout
        if self._flight is None:
            done.append(self._fetch(query, now))
        if (self.is_slow and self._late is not None) or timeout <= 0:
            done += self._settled(now)
        return done

    def ahead(self, query: str, now: float) -> list[Fetch | Answer[Token, Text]]:
        """Ask before anybody does: what comes is kept for the next turn."""
        if self._flight is not None:
            return []
        self._patience = math.inf
        return [self._fetch(query, now)]

    def landed(self, text: Text | None, now: float) -> list[Fetch | Answer[Token, Text]]:
        """The call under way ended; without a text, by failing or because there is nothing."""
        query, self._flight = self._flight, None
        self.is_slow = now - self._began > self._patience
        if query is None or self._flight_generation != self._generation:
            text = None
        if self._waiting is None:
            self._keep(text, query, now)
            return []
        if self._waiting.query == query and self._flight_generation == self._generation:
            token, self._waiting = self._waiting.token, None
            if text is None:
                return [self._late_or_nothing(token, now)]
            self._late = None
            return [Answer(token, text)]
        self._keep(text, query, now)
        return [self._fetch(self._waiting.query, now)]

    def due(self) -> float | None:
        """When somebody who waits must be answered."""
        return None if self._waiting is None else self._waiting.until

    def tick(self, now: float) -> list[Fetch | Answer[Token, Text]]:
        """Time passed."""
        if self._waiting is None or now < self._waiting.until:
            return []
        self.is_slow = True
        return self._settled(now)

    def dropped(self) -> None:
        """What was recalled, and what is being recalled, is for a conversation that is no more."""
        self._late = None
        self._generation += 1

    def _fetch(self, query: str, now: float) -> Fetch:
        self._flight, self._began, self._flight_generation = query, now, self._generation
        return Fetch(query)

    def _settled(self, now: float) -> list[Fetch | Answer[Token, Text]]:
        if self._waiting is None:
            return []
        token, self._waiting = self._waiting.token, None
        return [self._late_or_nothing(token, now)]

    def _late_or_nothing(self, token: Token, now: float) -> Answer[Token, Text]:
        late, self._late = self._late, None
        if late is None:
            return Answer(token, None)
        return Answer(token, late.text, is_late=True, age=now - late.at)

    def _keep(self, text: Text | None, query: str | None, now: float) -> None:
        if text is not None:
            self._late = Kept(text, query or "", now)
