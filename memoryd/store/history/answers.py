"""Each question to the history, and which function answers it."""

import sqlite3

from memoryd.core.guard import Guard
from memoryd.store.history import proof, questions
from memoryd.store.history.questions import Keys
from memoryd_client.messages import Blame, History, Reply, Request, Show, Verify


def answer(db: sqlite3.Connection, request: Request, keys: Keys, guard: Guard) -> Reply:
    """What the history says; raises `ChangeNotFound`."""
    match request:
        case History():
            return questions.changes(db, request, keys, guard)
        case Show():
            return questions.show(db, request, keys, guard)
        case Blame():
            return questions.blame(db, next(iter(keys)), guard)
        case Verify():
            return proof.verify(db)
    raise TypeError(request)
