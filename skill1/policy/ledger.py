"""What the model behind a server answered, on disk: a question that was paid for is not paid for again.

A run that was killed asks the questions of its unfinished step once more; their answers are here. Each answer keeps the
step that used it first, so the account of a resumed run is that of one which was never stopped. To an evaluation, all
of it is one step.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from skill1.config import Skill1Config
from skill1.errors import StorageError, refuse_planted_journal
from skill1.policy.account import Account

FILE_NAME = "endpoint.sqlite"
_BUSY_TIMEOUT_S = 30.0
_ANSWERS = """
CREATE TABLE IF NOT EXISTS answers (
    question TEXT PRIMARY KEY,          -- SHA-256 of model, path and all that was sent
    step INTEGER,                       -- that used it first; NULL: a step that the run went back before
    answer TEXT NOT NULL,               -- JSON
    prompt_tokens INTEGER,              -- as the server counted; NULL: it did not
    completion_tokens INTEGER
) WITHOUT ROWID;
"""
# What each server said of its model when it was asked last.
_MODELS = "CREATE TABLE IF NOT EXISTS models (name TEXT PRIMARY KEY, told TEXT NOT NULL) WITHOUT ROWID"
Answer = dict[str, Any]


def question_name(model: str, path: str, request: Mapping[str, object]) -> str:
    """SHA-256 of a question. Not of the address: a server may come back on another port."""
    # Sorted, so that the order in which a request was put together does not matter.
    return hashlib.sha256(json.dumps([model, path, request], sort_keys=True).encode()).hexdigest()


class Ledger:
    """Answers of one run or evaluation, and what they cost so far. ``step``: the one under way.

    Args:
        path: the file; None keeps everything in memory.
        step: completed steps. What later ones used is there, but not yet counted.

    Raises:
        StorageError: the file cannot be used.
    """

    def __init__(self, path: Path | None, step: int = 0) -> None:
        self.step, self._path = step, path
        self.found = Account()  # of the account: what was paid for before this object was made
        self._under_way: dict[str, asyncio.Future[Answer]] = {}
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                refuse_planted_journal(path)
            # A notebook's episodes run in another thread each time, never in two at once.
            # isolation_level None: each statement commits by itself, so a kill loses no answer that `_run` has noted.
            self._connection = sqlite3.connect(
                path or ":memory:", timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error
        self._run("PRAGMA journal_mode = WAL")
        self._run("PRAGMA synchronous = NORMAL")  # a killed process loses nothing; only a power cut may
        self._run(_ANSWERS)
        self._run(_MODELS)
        # Paid for in steps that the run went back before: they stay, and count once a step uses them again.
        self._run("UPDATE answers SET step = NULL WHERE step > ?", step)
        # After the steps were set right: an answer without a step is not counted.
        self.account = self._counted()

    async def answer(self, question: str, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer to a question by its name: the kept one, or what ``ask`` brings.

        It is JSON with ``prompt_tokens`` and ``completion_tokens``.
        """
        if question in self._under_way:  # asked twice at once, paid once
            self.account += Account(cached=1)
        elif (kept := self._taken(question)) is not None:
            return kept
        else:
            asked = self._under_way[question] = asyncio.ensure_future(self._paid(question, ask))
            # After an error, too: whoever asks next sends it again.
            asked.add_done_callback(lambda _: self._under_way.pop(question))
        # Shielded: one that waits may be cancelled, the first as well, and the others still get the answer.
        return await asyncio.shield(self._under_way[question])

    async def _paid(self, question: str, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """What ``ask`` brings, kept and counted."""
        answer = await ask()
        counts = (answer["prompt_tokens"], answer["completion_tokens"])
        # On disk before anybody uses it: after a kill it is not paid for again.
        self._run(
            "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)",
            *(question, self.step, json.dumps(answer), *counts),
        )
        self.account += Account.of_call(*counts)
        return answer

    def known(self, model: str, told: str | None) -> str:
        """What a server says of a model; where it does not answer (None), what it said last, if ever.

        ``model``: names server and model.
        """
        if told is not None:
            self._run("INSERT OR REPLACE INTO models VALUES (?, ?)", model, told)
            return told
        found = self._run("SELECT told FROM models WHERE name = ?", model)
        return found[0][0] if found else ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was ever answered."""
        return not self._run("SELECT 1 FROM answers LIMIT 1")

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def _taken(self, question: str) -> Answer | None:
        query = "SELECT step, answer, prompt_tokens, completion_tokens FROM answers WHERE question = ?"
        found = self._run(query, question)
        if not found:
            return None
        step, answer, *counts = found[0]
        # Counted like one that was just paid for, because without it this step would have paid.
        if step is None:
            self._run("UPDATE answers SET step = ? WHERE question = ?", self.step, question)
            self.account += Account.of_call(*counts)
            self.found += Account.of_call(*counts)
        else:
            self.account += Account(cached=1)
        return json.loads(answer)

    def _counted(self) -> Account:
        query = "SELECT prompt_tokens, completion_tokens FROM answers WHERE step IS NOT NULL"
        return sum((Account.of_call(*counts) for counts in self._run(query)), Account())

    def _run(self, query: str, *values: object) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> StorageError:
        return StorageError(
            f"{self._path} cannot be used for the answers of a model behind a server: {error}. Free disk space, or "
            "remove the file: unfinished work is then asked for again."
        )


def remove_answers(path: Path) -> None:
    """Remove a ledger's file, and what SQLite left beside it for another process."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def cost_metrics(policy: object, config: Skill1Config) -> dict[str, float]:
    """What the run has asked of its server so far; nothing without one."""
    ledger = getattr(policy, "ledger", None)
    if ledger is None:
        return {}
    account, prices = ledger.account, config.endpoint
    return {
        "endpoint/calls": float(account.calls),
        "endpoint/tokens": float(account.prompt_tokens + account.completion_tokens),
        "endpoint/cost": account.cost(prices.prompt_price, prices.completion_price),
        "endpoint/unreported": float(account.unreported),
    }
