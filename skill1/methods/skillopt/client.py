"""Chat clients in the manner of the PyPI package ``skillrl``: one call, a text and what it cost."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from skill1.config import EndpointConfig
from skill1.errors import DataError
from skill1.methods.teacher.question import FORM, Answer, Question, load_prompt
from skill1.policy.account import Account
from skill1.policy.address import AZURE_PATH
from skill1.rollout.group import run_to_end

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
        ConfigError: the address cannot be used.
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
        from skill1.policy.server import ModelServer

        self.model, self.default_temperature, self.timeout = model, default_temperature, timeout
        variables = ["AZURE_OPENAI_API_KEY", "OPENAI_API_KEY"] if azure_endpoint else ["OPENAI_API_KEY"]
        variable = next((name for name in variables if os.environ.get(name)), variables[0])
        url = base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI_URL
        if azure_endpoint:
            url = f"{azure_endpoint.rstrip('/').removesuffix(AZURE_PATH)}{AZURE_PATH}"
        self._server = ModelServer(
            EndpointConfig(url, model, variable, timeout_s=timeout, concurrency=CONCURRENCY), api_key
        )

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
            "max_tokens": max_completion_tokens,
        }
        if chosen is not None:
            request["temperature"] = chosen
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
        for _, account in answered:
            self.account += account
        return [answer for answer, _ in answered]

    def _answer(self, question: Question) -> tuple[Answer, Account]:
        system, user = self._messages(question)
        account, fault = Account(), ""
        for _ in range(TRIES):
            asked = f"{user}\n\nYour last answer could not be used: {fault}." if fault else user
            text, usage = self._client.chat(
                system=system,
                user=asked,
                max_completion_tokens=self._max_tokens,
                stage=_stage(question),
                retries=3,
            )
            account += Account(
                calls=1,
                prompt_tokens=usage.get("prompt_tokens", 0),
                completion_tokens=usage.get("completion_tokens", 0),
            )
            try:
                return Answer(question.form.read(text)), account
            except DataError as error:
                fault = str(error)
        return Answer(None, f"{self.name}: {fault}."), account + Account(unanswered=1)

    def _messages(self, question: Question) -> tuple[str, str]:
        own = self._overrides.get(_stage(question))
        values = {**question.fields, FORM: question.form.wording()}
        if own is None:
            return "", load_prompt(question.operation, question.fields, None).fill(values.__getitem__)
        return own, "\n\n".join(f"## {name}\n{value}" for name, value in values.items())


def _stage(question: Question) -> str:
    return question.operation.rpartition("/")[2]
