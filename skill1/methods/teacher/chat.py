"""A language model behind an OpenAI-compatible server as teacher: asks, validates, asks once more, keeps accounts.

Its answers are kept on disk: a question that was paid for once is not paid for again, also after a kill.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from skill1.errors import DataError, PromptRefusedError, StorageError, refuse_planted_journal
from skill1.methods.teacher.question import Answer, Form, Question
from skill1.methods.teacher.settings import TeacherConfig
from skill1.policy.account import Account, Pace
from skill1.policy.endpoint import OUTAGE
from skill1.policy.protocol import run_to_end
from skill1.policy.reply import NO_ANSWER
from skill1.run.progress import telling

FILE_NAME = "teacher.sqlite"
# How long a process waits for another that writes to the same file.
_BUSY_TIMEOUT_S = 30.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS replies (
    question TEXT PRIMARY KEY,          -- SHA-256 of all that was sent, and the occasion
    operation TEXT NOT NULL,
    text TEXT NOT NULL,
    prompt_tokens INTEGER,
    completion_tokens INTEGER
) WITHOUT ROWID;
"""
# Of a run's own file alone: a shared one may be read-only, and is no account of anybody.
_ACCOUNT_SCHEMA = "CREATE TABLE IF NOT EXISTS unanswered (question TEXT PRIMARY KEY) WITHOUT ROWID"


@dataclass(frozen=True, slots=True)
class StoredReply:
    """What the model wrote, and what the server counted (None: nothing)."""

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None


class ReplyCache:
    """A file of replies, shared by any number of processes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._run(lambda connection: connection.executescript(f"PRAGMA journal_mode = WAL; {_SCHEMA}"))

    def get(self, name: str) -> StoredReply | None:
        """The reply to a question by its name (:func:`question_name`)."""
        query = "SELECT text, prompt_tokens, completion_tokens FROM replies WHERE question = ?"
        row = self._run(lambda connection: connection.execute(query, (name,)).fetchone())
        return None if row is None else StoredReply(*row)

    def put(self, name: str, operation: str, reply: StoredReply) -> None:
        """Keep a reply; on disk when this returns."""
        # Replaced where another process asked the same meanwhile: both answers are good.
        values = (name, operation, reply.text, reply.prompt_tokens, reply.completion_tokens)
        self._run(
            lambda connection: connection.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?)", values)
        )

    def note(self, name: str, *, is_answered: bool) -> int:
        """Keep whether a question had a usable answer; returns by how many more had none. Only after :meth:`paid`."""
        if is_answered:  # of one that had none before a resume: the server may have been mended since
            return -self._changed("DELETE FROM unanswered WHERE question = ?", name)
        return self._changed("INSERT OR IGNORE INTO unanswered VALUES (?)", name)

    def paid(self) -> Account:
        """What the replies of the file cost, and how many questions had no usable one, whoever asked."""
        self._changed(_ACCOUNT_SCHEMA)
        query = """SELECT COUNT(*), (SELECT COUNT(*) FROM unanswered),
            COUNT(*) FILTER (WHERE prompt_tokens IS NULL OR completion_tokens IS NULL),
            COALESCE(SUM(prompt_tokens), 0), COALESCE(SUM(completion_tokens), 0) FROM replies"""
        calls, unanswered, unreported, *tokens = self._run(lambda connection: connection.execute(query).fetchone())
        return Account(calls, 0, unanswered, unreported, *tokens)

    def _changed(self, statement: str, *values: str) -> int:
        return self._run(lambda connection: connection.execute(statement, values).rowcount)

    def _run(self, work):
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            refuse_planted_journal(self._path)
            # No isolation level: each statement is a transaction of its own, committed when it returns.
            # A new connection for each call: it belongs to one thread, and a notebook uses another thread each time.
            opened = sqlite3.connect(self._path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
            with closing(opened) as connection:
                return work(connection)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"{self._path} cannot be used as the cache of a teacher: {error}. Remove it to ask everything again, "
                "or free disk space."
            ) from error


def question_name(url: str, model: str, request: Mapping[str, object], occasion: str = "") -> str:
    """SHA-256 of address, model, the whole request and the occasion: one letter more is another question."""
    # Without an occasion as before there were any: what was paid for then is found.
    told = [url, model, request, *[occasion] * bool(occasion)]
    # Keys are sorted: the order in which a request was put together is no part of it.
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


TRIES = 2  # a reply that has not the form is answered once with what is wrong with it


class ChatTeacher:
    """Satisfies :class:`skill1.methods.teacher.question.Teacher`.

    Args:
        config: service, model, limits and prices.
        prompts: the folder of ``agent.prompts``, or None.
        cache: file of answers that were paid for. The account continues from what it holds already, so that a run
            that was killed counts all it paid; a file of ``teacher.cache`` may be shared, so there it begins with
            nothing.

    Raises:
        ConfigError: address, model or key cannot be used.
        MissingExtraError: openai is not installed.
    """

    def __init__(self, config: TeacherConfig, *, prompts: str | None, cache: Path) -> None:
        # Imported here: it needs an extra that other teachers do without.
        from skill1.policy.server import ModelServer

        self._config, self._prompts, self._endpoint = config, prompts, config.endpoint()
        self._server = ModelServer(self._endpoint, section="teacher")
        self._cache, self._pace = ReplyCache(cache), Pace(config.requests_per_minute)
        self.account = Account() if config.cache else self._cache.paid()
        self.name, self._unusable = str(self._endpoint.model), 0

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """Answers in the order of the questions.

        Raises:
            PolicyError: the server refuses access or the model, gives no answer however often it is asked, or none
                that can be used to ``OUTAGE`` questions in a row. What was answered before is in the cache, so that a
                second try continues from there.
        """
        return run_to_end(self._ask_all(questions))

    async def _ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        async with telling(lambda: f"asking {self.name} {len(questions)} questions"):
            gathered = await asyncio.gather(
                *(self._answer(question) for question in questions), return_exceptions=True
            )
        for outcome in gathered:  # after all have ended: each answer that came is then in the cache
            if isinstance(outcome, BaseException):
                raise outcome
        return list(gathered)

    async def _answer(self, question: Question) -> Answer:
        from skill1.policy.server import ServerError

        messages = [{"role": "user", "content": question.prompt(self._prompts)}]
        name, fault = self._name(question, messages), ""
        for _ in range(TRIES):
            try:
                reply = await self._reply(question, messages)
                answer = Answer(question.form.read(reply.text))
                self._count(name, is_answered=True)
                return answer
            except PromptRefusedError as error:  # asked again after a resume it would end that run as well
                fault = str(error).rstrip(".")
                break
            except ServerError as error:
                self._unusable += error.is_unusable
                # One alone is this question's; many in a row are a server that is none, such as a page to log in.
                if not error.is_unusable or self._unusable >= OUTAGE:
                    raise
                fault = str(error).rstrip(".")
                break
            except DataError as error:
                fault = str(error)
            # The conversation grows, so the second try is another request for the cache, too.
            # Some servers refuse an earlier answer without text.
            given = {"role": "assistant", "content": reply.text if reply.text.strip() else NO_ANSWER}
            messages = [*messages, given, _correction(fault, question.form)]
        self._count(name, is_answered=False)
        return Answer(None, f"{self.name} gave no usable answer to {question.operation}: {fault}.")

    def _count(self, name: str, *, is_answered: bool) -> None:
        # A resumed run asks again what the account has counted already, unless that began with nothing.
        more = int(not is_answered) if self._config.cache else self._cache.note(name, is_answered=is_answered)
        self.account += Account(unanswered=more)

    def _request(self, messages: list[dict[str, str]]) -> dict[str, object]:
        return {
            "messages": messages,
            "temperature": self._config.temperature,
            "max_tokens": self._config.max_tokens,
        }

    def _name(self, question: Question, messages: list[dict[str, str]]) -> str:
        return question_name(str(self._endpoint.url), self.name, self._request(messages), question.occasion)

    async def _reply(self, question: Question, messages: list[dict[str, str]]) -> StoredReply:
        name = self._name(question, messages)
        stored = self._cache.get(name)
        if stored is not None:
            self.account += Account(cached=1)
            return stored
        # Only now: an answer that is on disk takes no part of the limit.
        await self._pace.wait()
        answer = await self._server.answer(self._request(messages))
        self._unusable = 0
        reply = StoredReply(answer.text, answer.prompt_tokens, answer.completion_tokens)
        # Before it is read: it was paid for, even if it cannot be used. The next occasion asks anew.
        self._cache.put(name, question.operation, reply)
        self.account += Account.of_call(reply.prompt_tokens, reply.completion_tokens)
        return reply


def _correction(fault: str, form: Form) -> dict[str, str]:
    text = (
        f"That answer cannot be used: {fault}. Answer again with one JSON object of this form and nothing else:\n"
    )
    return {"role": "user", "content": text + form.wording()}
