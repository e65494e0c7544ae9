"""A process that searches, or one that indexes: ``python -m memoryd.archive.worker ROLE DIRECTORY``.

Rules of this module. It works at nice 10, and speaks frames on its standard input and output with the thread that owns
it. It ends when its input does, so nothing outlives the daemon. Whatever goes wrong is an answer; only a bug ends it.
"""

import os
import sqlite3
import struct
import sys
from collections.abc import Callable
from typing import IO, Literal

import msgspec
from msgspec import Struct

from memoryd.archive.index.indexer import Indexer
from memoryd.archive.layout import archive_path
from memoryd.archive.reading import has_archive
from memoryd.archive.recording import Whose
from memoryd.archive.searching import Asker, Searcher
from memoryd_client import wire
from memoryd_client.errors import InvalidRequest, MemorydError, StoreError, UnknownSession
from memoryd_client.messages import Browse, Browsed, Found, Reply, Request, Scroll, Search

NICE = 10
SLICE_SECONDS = 1.0
"""For so long it indexes before it says how far it is."""

Role = Literal["search", "index"]


class Task(Struct, frozen=True, array_like=True):
    """What a worker is asked: ``kind`` names it, ``body`` is an encoded request, ``owners`` who may be seen."""

    kind: str
    body: bytes = b""
    owners: tuple[tuple[str, str], ...] = ()


class Answered(Struct, frozen=True, array_like=True):
    """What it answers: an encoded reply or failure, and what is wrong with the index, if anything is."""

    ok: bool
    body: bytes
    damaged: str = ""


class Progressed(Struct, frozen=True, array_like=True):
    """How far the index is: as `memoryd.archive.index.indexer.Progress`."""

    indexed: int
    pending: int
    removal: int
    rebuilt: str = ""


_encode = msgspec.msgpack.Encoder().encode
_decode_task = msgspec.msgpack.Decoder(Task).decode


def write_frame(stream: IO[bytes], body: bytes) -> None:
    """Write one frame."""
    stream.write(struct.pack(">I", len(body)) + body)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Read one frame; None at the end."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    (size,) = struct.unpack(">I", head)
    body = stream.read(size)
    return body if len(body) == size else None


class Desk:
    """Answers tasks of both roles; opens what it needs when it is first needed."""

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._searcher: Searcher | None = None
        self._indexer: Indexer | None = None

    def answer(self, task: Task) -> Answered:
        """Carry a task out."""
        try:
            return Answered(ok=True, body=self._run(task), damaged=self._damage())
        except MemorydError as error:
            return _failed(error)
        except (sqlite3.Error, OSError) as error:
            damaged = self._damage()
            self.close()
            return _failed(StoreError(f"the archive cannot be searched: {error}"), damaged)

    def close(self) -> None:
        """Close what is open."""
        for one in (self._searcher, self._indexer):
            if one:
                one.close()
        self._searcher = self._indexer = None

    def _run(self, task: Task) -> bytes:
        if task.kind in ("catch_up", "rebuild"):
            return self._index(task.kind)
        asker = Asker(tuple(Whose(*one) for one in task.owners))
        request = wire.decode_request(task.kind, task.body)
        if self._searcher is None:
            if not has_archive(archive_path(self._directory)):
                return wire.encode_reply(_nothing(request))
            self._searcher = Searcher(self._directory)
        match request:
            case Search():
                return wire.encode_reply(self._searcher.search(request, asker))
            case Scroll():
                return wire.encode_reply(self._searcher.scroll(request, asker))
            case Browse():
                return wire.encode_reply(self._searcher.browse(request, asker))
        raise InvalidRequest(f"a search worker does not know {task.kind!r}")

    def _index(self, kind: str) -> bytes:
        if self._indexer is None:
            self._indexer = Indexer(self._directory)
        if kind == "rebuild":
            self._indexer.rebuild()
        progress = self._indexer.catch_up(SLICE_SECONDS)
        return _encode(Progressed(progress.indexed, progress.pending, progress.removal, progress.rebuilt))

    def _damage(self) -> str:
        if self._searcher is None:
            return ""
        damaged, self._searcher.damaged = self._searcher.damaged, ""
        return damaged


def _nothing(request: Request) -> Reply:
    """The answer while nothing was ever recorded."""
    match request:
        case Search():
            return Found(notes=("no session was recorded yet",))
        case Browse():
            return Browsed()
        case Scroll():
            raise UnknownSession(f"no session {request.session!r} is known here", field="session")
    raise InvalidRequest("a search worker does not know this request")


def _failed(error: MemorydError, damaged: str = "") -> Answered:
    return Answered(ok=False, body=wire.encode_reply(error.failure()), damaged=damaged)


def serve(directory: str, stdin: IO[bytes], stdout: IO[bytes]) -> None:
    """Answer until the input ends."""
    desk = Desk(directory)
    write_frame(stdout, b"ready")
    while (frame := read_frame(stdin)) is not None:
        write_frame(stdout, _encode(desk.answer(_decode_task(frame))))
    desk.close()


def main(arguments: list[str], nice: Callable[[int], int] = os.nice) -> None:
    """Be a worker."""
    nice(NICE)
    serve(arguments[-1], sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main(sys.argv[1:])
