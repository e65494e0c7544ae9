"""Sessions of elsewhere into the archive: Hermes' own, or lines of JSON. Again is no harm; what is there stays once."""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Self

import click
from click.termui import progressbar

from memoryd.archive import jsonl
from memoryd.archive.hermes import HermesArchive
from memoryd.ctl.asked import Asked
from memoryd.ctl.options import Command
from memoryd_client.errors import ReadFailed

if TYPE_CHECKING:
    from memoryd.ctl.page import Page

CHUNK = 200
"""Messages of one request."""
CHUNK_CHARACTERS = 1_000_000
IMPORT_SECONDS = 60.0


@dataclass
class Imported:
    """What an import did: messages that came, and messages that had been there."""

    path: str
    sessions: int = 0
    new: int = 0
    known: int = 0


@dataclass(frozen=True, slots=True)
class About:
    """A session to be imported."""

    id: str
    source: str
    parent: str
    title: str
    principal: str


@click.command("import-sessions", cls=Command)
@click.argument("path", default="")
@click.option("--one-person", is_flag=True, help="All of Hermes' users are one person: you.")
@click.pass_obj
def import_sessions(asked: Asked, /, path: str, *, one_person: bool) -> None:
    """Import sessions from PATH: Hermes' state.db, or lines of JSON (.jsonl). Without PATH the home's state.db."""
    path = path or os.path.join(asked.client.home.root, "state.db")
    asked.client.ping()  # before a large file is read for nothing
    imported = Imported(path)
    if path.endswith((".jsonl", ".ndjson")):
        _import_lines(asked, path, imported)
    else:
        _import_hermes(asked, path, imported, one_person=one_person)
    asked.answer(imported, _show)


def _import_hermes(asked: Asked, path: str, imported: Imported, *, one_person: bool) -> None:
    archive = HermesArchive(path)
    try:
        sessions = archive.sessions()
        with _progress(asked, sum(one.messages for one in sessions)) as bar:
            for one in sessions:
                about = About(one.id, one.source, one.parent, one.title, "" if one_person else one.principal)
                _import_session(asked, about, f"hermes:{about.principal}:{one.id}", archive.messages(one.id), imported)
                imported.sessions += 1
                bar.update(one.messages)
    finally:
        archive.close()


def _import_lines(asked: Asked, path: str, imported: Imported) -> None:
    try:
        count = jsonl.check(path)  # all of it, before the first is imported
    except OSError as error:
        raise ReadFailed(f"{path} cannot be read: {error.strerror}; nothing was imported", path=path) from error
    places: dict[tuple[str, str], int] = {}
    with _progress(asked, count) as bar:
        for about, messages in _runs(jsonl.lines(path)):
            key = (about.principal, about.id)
            start = places.get(key, 0)
            places[key] = start + len(messages)
            imported.sessions = len(places)
            _import_session(asked, about, f"jsonl:{about.principal}:{about.id}", messages, imported, start)
            bar.update(len(messages))


def _runs(lines: Iterable[jsonl.Line]) -> Iterator[tuple[About, list[dict[str, Any]]]]:
    """Lines of one session that follow each other, some thousands at most."""
    about, run = None, list[dict[str, Any]]()
    for line in lines:
        its = About(line.session, line.source, line.parent, line.title, line.principal)
        if about is not None and (its != about or len(run) >= 5_000):
            yield about, run
            run = []
        about = its
        run.append(line.message)
    if about is not None and run:
        yield about, run


def _import_session(
    asked: Asked, about: About, name: str, messages: Iterable[dict[str, Any]], imported: Imported, start: int = 0
) -> None:
    """The messages of one session, in portions that are named by where they begin.

    A portion that was recorded before says how many messages it had then, and the rest goes into a new one: so an
    import goes on where it was interrupted, and where a session has grown.
    """
    place, waiting = start, list[dict[str, Any]]()
    left = iter(messages)
    while True:
        waiting += _portion(left, CHUNK - len(waiting))
        if not waiting:
            break
        done = asked.client.record(
            about.id,
            waiting,
            operation=f"import:{name}:{place}"[:256],
            profile=asked.profile,
            principal=about.principal,
            source=about.source,
            parent=about.parent,
            title=about.title,
            timeout=max(asked.timeout, IMPORT_SECONDS),
        )
        taken = len(waiting) if done.new else done.count
        imported.new += done.count if done.new else 0
        imported.known += 0 if done.new else done.count
        for _ in range(taken - len(waiting)):
            next(left, None)
        waiting = waiting[taken:]
        place += taken


def _portion(messages: Iterator[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    characters = 0
    for message in islice(messages, max(0, most)):
        found.append(message)
        characters += len(str(message.get("content") or ""))
        if characters > CHUNK_CHARACTERS:
            break
    return found


class _Silent:
    """A bar that nobody sees."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, count: int) -> None:
        """Count on."""


def _progress(asked: Asked, count: int) -> Any:  # noqa: ANN401 - click's bar has no public type
    if asked.json:
        return _Silent()
    return progressbar(length=count, label="importing", file=sys.stderr)


def _show(page: "Page", imported: Imported) -> None:
    page.line(f"{imported.sessions} sessions, {imported.new} new messages; {imported.known} had been imported before")
