"""Answers of a teacher on disk: a question that was paid for once is not paid for again, also after a kill."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from skill1.errors import StorageError
from skill1.policy.account import Account

FILE_NAME = "teacher.sqlite"
_BUSY_TIMEOUT_S = 30.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS replies (
    question TEXT PRIMARY KEY,          -- SHA-256 of all that was sent
    operation TEXT NOT NULL,
    text TEXT NOT NULL,
    prompt_tokens INTEGER,
    completion_tokens INTEGER
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class StoredReply:
    """What the model wrote, and what the server counted (None: nothing)."""

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None


class ReplyCache:
    """A file of replies, shared by any number of processes. ``path`` None keeps them in memory."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._run(lambda connection: connection.executescript(f"PRAGMA journal_mode = WAL; {_SCHEMA}"))

    def get(self, name: str) -> StoredReply | None:
        """The reply to a question by its name (:func:`question_name`)."""
        query = "SELECT text, prompt_tokens, completion_tokens FROM replies WHERE question = ?"
        row = self._run(lambda connection: connection.execute(query, (name,)).fetchone())
        return None if row is None else StoredReply(*row)

    def put(self, name: str, operation: str, reply: StoredReply) -> None:
        """Keep a reply; on disk when this returns."""
        values = (name, operation, reply.text, reply.prompt_tokens, reply.completion_tokens)
        self._run(
            lambda connection: connection.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?)", values)
        )

    def paid(self) -> Account:
        """What the replies of the file cost, whoever asked for them."""
        query = """SELECT COUNT(*), COUNT(*) FILTER (WHERE prompt_tokens IS NULL OR completion_tokens IS NULL),
            COALESCE(SUM(prompt_tokens), 0), COALESCE(SUM(completion_tokens), 0) FROM replies"""
        calls, unreported, prompt, completion = self._run(lambda connection: connection.execute(query).fetchone())
        return Account(calls=calls, unreported=unreported, prompt_tokens=prompt, completion_tokens=completion)

    def _run(self, work):
        if self._path is None:
            return work(self._memory())
        try:
            with closing(self._connect()) as connection:
                return work(connection)
        except sqlite3.Error as error:
            raise StorageError(
                f"{self._path} cannot be used as the cache of a teacher: {error}. Remove it to ask everything again, "
                "or free disk space."
            ) from error

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)

    def _memory(self) -> sqlite3.Connection:
        if not hasattr(self, "_held"):
            self._held = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        return self._held


def question_name(url: str, model: str, request: Mapping[str, object]) -> str:
    """SHA-256 of address, model and the whole request: one letter more is another question."""
    return hashlib.sha256(json.dumps([url, model, request], sort_keys=True).encode()).hexdigest()
