"""What the PyPI package ``skillrl`` takes besides its trainer: chat clients and environments, in its manner.

A client is asked by one call and gives a text and what it cost; an environment has items of three splits, each tried in
one call.
"""

from __future__ import annotations

import json
import math
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields
from typing import Any

from skill1.config import EndpointConfig
from skill1.config.address import AZURE_PATH, is_plain
from skill1.errors import ConfigError, DataError, PromptRefusedError
from skill1.methods.skillopt.trial import Trial
from skill1.methods.teacher.question import FORM, Answer, Question, shortened
from skill1.policy.account import Account
from skill1.policy.protocol import run_to_end

OPENAI_URL = "https://api.openai.com/v1"
CONCURRENCY = 64  # the callers' own workers are fewer
TRIES = 2  # an answer without the asked form is asked for once more
Usage = dict[str, Any]


class BaseLLMClient(ABC):
    """What optimizer and target must offer; ``model`` is its name in files."""

    model: str = ""

    @abstractmethod
    def chat(
        self,
        *,
        system: str,
        user: str,
        max_completion_tokens: int = 4096,
        temperature: float | None = None,
        stage: str = "",
        retries: int = 3,
        **kwargs: Any,
    ) -> tuple[str, Usage]:
        """One answer, and ``prompt_tokens``, ``completion_tokens`` and ``total_tokens`` of it."""


class OpenAIChatClient(BaseLLMClient):
    """A model behind an OpenAI-compatible server.

    Args:
        model: its name there.
        api_key: default: ``OPENAI_API_KEY``, for Azure first ``AZURE_OPENAI_API_KEY``.
        base_url: default: ``OPENAI_BASE_URL``, else OpenAI's own.
        azure_endpoint: address of an Azure resource; its ``/openai/v1`` is asked.
        api_version: accepted for old calls; that interface of Azure needs none.
        default_temperature: of calls that name none; None leaves it to the server.
        timeout: seconds of one answer.

    Raises:
        ConfigError: no model is named, or the address cannot be used.
        MissingExtraError: openai is not installed.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        azure_endpoint: str | None = None,
        api_version: str | None = None,
        default_temperature: float | None = None,
        timeout: float = 120.0,
    ) -> None:
        # Imported here: it needs an extra, which other clients do without.
        from skill1.policy.server import ModelServer

        self.model, self.default_temperature, self.timeout = model, default_temperature, timeout
        variables = ["AZURE_OPENAI_API_KEY", "OPENAI_API_KEY"] if azure_endpoint else ["OPENAI_API_KEY"]
        variable = next((name for name in variables if os.environ.get(name)), variables[0])
        url = base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI_URL
        if azure_endpoint:
            # The address is taken with its path and without.
            url = f"{azure_endpoint.rstrip('/').removesuffix(AZURE_PATH)}{AZURE_PATH}"
        if not (model and is_plain(url)):
            raise ConfigError(
                f"model = {model!r} with this base_url cannot be used; expected a model's name, and as the address "
                "http:// or https://, a host, a path and nothing else, such as http://127.0.0.1:8000/v1."
            )
        # No section: there is no configuration whose keys a message could name.
        config = EndpointConfig(url, model, variable, timeout_s=timeout, concurrency=CONCURRENCY)
        self._server = ModelServer(config, api_key, section=None)

    def chat(
        self,
        *,
        system: str,
        user: str,
        max_completion_tokens: int = 4096,
        temperature: float | None = None,
        stage: str = "",
        retries: int = 3,
        **kwargs: Any,
    ) -> tuple[str, Usage]:
        """One answer; ``retries`` tries in all.

        Raises:
            PolicyError: the server refuses access or the model, or gave no answer. An empty text in its place, as the
                package has it, would be scored as if the skill were to blame.
        """
        chosen = self.default_temperature if temperature is None else temperature
        request: dict[str, object] = {
            "messages": [{"role": "system", "content": system}] * bool(system)
            + [{"role": "user", "content": user}],
            # The server's client sends it as max_completion_tokens where a server asks for that.
            "max_tokens": max_completion_tokens,
        }
        if chosen is not None:
            request["temperature"] = chosen
        # The package counts all tries, the server's client only those after the first.
        reply = run_to_end(self._server.answer(request, retries=max(0, retries - 1)))
        prompt, completion = reply.prompt_tokens or 0, reply.completion_tokens or 0
        usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
        return reply.text.strip(), {**usage, "calls": 1, "stage": stage}


class ClientTeacher:
    """Satisfies :class:`skill1.methods.teacher.question.Teacher` through the ``chat`` of any client.

    Args:
        overrides: operation without its method (``ranking``) → system prompt in place of the packaged prompt; the
            fields of the question then follow as the user's message.
    """

    def __init__(
        self, client: BaseLLMClient, *, overrides: Mapping[str, str], max_tokens: int, workers: int
    ) -> None:
        self.name, self._client, self._overrides = client.model or type(client).__name__, client, dict(overrides)
        self._max_tokens, self._workers = max_tokens, max(1, workers)
        self.account = Account()

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """Answers in the order of the questions, up to ``workers`` at once."""
        if not questions:
            return []
        with ThreadPoolExecutor(self._workers, thread_name_prefix="skillopt-teacher") as threads:
            answered = list(threads.map(self._answer, questions))
        # Added up here, for the threads share nothing.
        for _, account in answered:
            self.account += account
        return [answer for answer, _ in answered]

    def _answer(self, question: Question) -> tuple[Answer, Account]:
        system, user = self._messages(question)
        account, fault = Account(), ""
        for _ in range(TRIES):
            # In one message again, for a client takes no conversation.
            asked = f"{user}\n\nYour last answer could not be used: {fault}." if fault else user
            try:
                text, usage = self._client.chat(
                    system=system,
                    user=asked,
                    max_completion_tokens=self._max_tokens,
                    stage=_stage(question),
                    retries=3,
                )
            except PromptRefusedError as error:  # after a resume it would end that run as well
                fault = str(error).rstrip(".")
                break
            # Paid for, whether or not the text can be used. A client need not count: None is noted as unreported.
            counted = usage or {}
            account += Account.of_call(counted.get("prompt_tokens"), counted.get("completion_tokens"))
            try:
                return Answer(question.form.read(text)), account
            except DataError as error:
                fault = str(error)
        return Answer(None, f"{self.name}: {fault}."), account + Account(unanswered=1)

    def _messages(self, question: Question) -> tuple[str, str]:
        own = self._overrides.get(_stage(question))
        # The packaged prompts are whole messages of a user, with the fields in their places.
        if own is None:
            return "", question.prompt(None)
        # The user's own text need not have places for the fields, so all of them follow, the form as well.
        values = {**question.fields, FORM: question.form.wording()}
        return own, "\n\n".join(f"## {name}\n{value}" for name, value in values.items())


def _stage(question: Question) -> str:
    return question.operation.rpartition("/")[2]


NO_SKILL = "You are a helpful assistant. Give a short answer to the question."
# As in the package, which also shortens each message before the whole transcript.
_MESSAGE_CHARS = 800


@dataclass
class RolloutResult:
    """One item tried: ``hard`` 0 or 1, ``soft`` in [0, 1]; what an environment adds is in ``extras``."""

    id: str
    hard: int = 0
    soft: float = 0.0
    n_turns: int = 0
    fail_reason: str = ""
    task_type: str = ""
    task_description: str = ""
    predicted_answer: str = ""
    question: str = ""
    reference_text: str = ""
    target_system_prompt: str = ""
    target_user_prompt: str = ""
    conversation: list[dict[str, Any]] = field(default_factory=list)
    extras: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> RolloutResult:
        """From :meth:`to_dict`; unknown keys become ``extras``. Raises ``TypeError`` for what is no mapping."""
        if not isinstance(record, Mapping):
            raise TypeError(f"expected a RolloutResult or a dict of its fields, got {record!r:.80}")
        known = {each.name for each in fields(cls)} - {"extras"}
        named = {key: value for key, value in record.items() if key in known}
        extras = {key: value for key, value in record.items() if key not in known}
        return cls(**{"id": "", **named}, extras=extras)

    def to_dict(self) -> dict[str, Any]:
        """For files: without what is empty, extras beside the rest."""
        # A zero in one of these is a result. Elsewhere it is nothing to tell.
        always = {"id": self.id, "hard": self.hard, "soft": self.soft}
        names = [each.name for each in fields(self) if each.name not in (*always, "extras")]
        return always | {name: getattr(self, name) for name in names if getattr(self, name)} | self.extras

    def trial(self) -> Trial:
        """As the document's machinery sees it. Raises ``ValueError`` for a score that is no finite number."""
        # Both come from the user's environment, where True, 1.0 and numpy's numbers are usual.
        hard, soft = int(bool(self.hard)), float(self.soft)
        # One NaN makes the mean NaN, and the gate would compare with that from then on.
        for name, score in (("hard", float(self.hard or 0)), ("soft", soft)):
            if not math.isfinite(score):
                raise ValueError(f"{name} = {score} is no score; expected a number in [0, 1]")
        told = {
            "Type": self.task_type,
            "Task": self.task_description,
            "Question": self.question,
            "Expected": self.reference_text,
            "Answer given": self.predicted_answer,
            "Why it failed": self.fail_reason,
        }
        # Head first, then each message shortened by itself: one long message must not push out the others.
        lines = [f"Task {self.id}: {'solved' if hard else 'failed'}, score {soft:.2f}"]
        lines += [f"{name}: {text}" for name, text in told.items() if text]
        for message in self.conversation:
            lines.append(
                f"[{message.get('role', '?')}] {shortened(str(message.get('content', '')), _MESSAGE_CHARS)}"
            )
        text = shortened("\n".join(lines))
        # As a file will hold it: what no file could would else end the run when a whole split has been played.
        told_all = {**self.to_dict(), "hard": hard, "soft": soft}
        record = json.loads(json.dumps(told_all, default=str, skipkeys=True))
        return Trial(record["id"], hard, soft, text, record.get("fail_reason", ""), record, self)


class SkillEnv(ABC):
    """A set of tasks on which a skill document is trained. Items are dicts; ``id`` names one in files."""

    task_types: list[str] = []  # noqa: RUF012 - subclasses of the package set it so
    name: str = "skill_env"

    @abstractmethod
    def get_items(self, split: str) -> list[dict[str, Any]]:
        """All items of ``train``, ``val`` or ``test``."""

    @abstractmethod
    def rollout_one(self, *, item: dict[str, Any], skill: str, target_client: BaseLLMClient) -> RolloutResult:
        """Try one item with a document; may be called from several threads."""

    def get_initial_skill(self) -> str:
        """The document that training starts from unless the trainer is given one."""
        return ""

    def get_task_types(self) -> list[str]:
        """The types that the test report tells apart."""
        return list(self.task_types)


class SimpleQAEnv(SkillEnv):
    """Questions with short answers: ``{"id", "question", "answers", "context"?, "task_type"?}``.

    An answer is right if it contains one of ``answers``, case and white space apart; else its soft score is the best
    F1 over their words.
    """

    name = "simple_qa"

    def __init__(
        self,
        *,
        train_items: list[dict[str, Any]],
        val_items: list[dict[str, Any]],
        test_items: list[dict[str, Any]],
        max_completion_tokens: int = 512,
        initial_skill: str = "",
    ) -> None:
        self._splits = {"train": list(train_items), "val": list(val_items), "test": list(test_items)}
        self.max_completion_tokens, self._initial_skill = max_completion_tokens, initial_skill
        items = [item for split in self._splits.values() for item in split]
        self.task_types = sorted({str(item["task_type"]) for item in items if item.get("task_type")})

    def get_initial_skill(self) -> str:
        return self._initial_skill

    def get_items(self, split: str) -> list[dict[str, Any]]:
        if split not in self._splits:
            raise KeyError(f"There is no split {split!r}; expected one of {list(self._splits)}.")
        return self._splits[split]

    def rollout_one(self, *, item: dict[str, Any], skill: str, target_client: BaseLLMClient) -> RolloutResult:
        question, context = str(item.get("question") or ""), str(item.get("context") or "")
        answers = item.get("answers") or []
        # A single answer may stand without a list.
        expected = [answers] if isinstance(answers, str) else [str(answer) for answer in answers]
        system = skill or NO_SKILL
        parts = [f"Context:\n{context}"] * bool(context) + [f"Question: {question}", "Answer:"]
        user = "\n\n".join(parts)
        text, _ = target_client.chat(
            system=system, user=user, max_completion_tokens=self.max_completion_tokens, stage="rollout", retries=2
        )
        given = text.strip()
        is_right = is_match(given, expected)
        return RolloutResult(
            id=str(item.get("id", "")),
            hard=int(is_right),
            # Rounded as in the package, so that mean scores come out equal.
            soft=1.0 if is_right else round(word_f1(given, expected), 4),
            n_turns=1,
            fail_reason="" if is_right else f"wrong answer: got {given[:80]!r}, expected {expected[:3]}",
            task_type=str(item.get("task_type") or ""),
            task_description=str(item.get("task_description") or ""),
            predicted_answer=given,
            question=question,
            reference_text=" | ".join(expected),
            target_system_prompt=system,
            target_user_prompt=user,
            conversation=[
                {"role": "system", "content": system},
                {"role": "user", "content": user},
                {"role": "assistant", "content": given},
            ],
        )


def is_match(given: str, expected: Iterable[str]) -> bool:
    """Whether one of the expected answers is a part of the given one."""
    answer = _plain(given)
    # An empty expected answer would be a part of every text.
    return any(_plain(each) in answer for each in expected if _plain(each))


def word_f1(given: str, expected: Sequence[str]) -> float:
    """Best F1 of the sets of words, precision over all words given and recall over all words expected."""
    words = _plain(given).split()
    best = 0.0
    for each in expected:
        wanted = _plain(each).split()
        # Repeated words count once here and each time below, as in the package.
        common = len(set(words) & set(wanted))
        if common:
            precision, recall = common / len(words), common / len(wanted)
            best = max(best, 2 * precision * recall / (precision + recall))
    return best


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
