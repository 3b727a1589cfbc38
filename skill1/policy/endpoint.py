"""A frozen policy behind an OpenAI-compatible server: text in, text out.

The player's token ids become one user message again; the server's answer becomes ids of the same kind. Its answers have
no log-probs, so the weights cannot be trained; what can is a library. Token numbers are estimates
(:mod:`skill1.policy.endpoint_tokens`), apart from those the server counted: :attr:`EndpointPolicy.usage`, and a run's
:class:`~skill1.policy.ledger.Ledger`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import cycle
from typing import TYPE_CHECKING, Any

from skill1.config import EndpointConfig
from skill1.errors import NoLogprobsError, PolicyError, UnansweredError
from skill1.policy.account import Account, Pace
from skill1.policy.endpoint_logprobs import WAYS, Way, of_answer
from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.ledger import Ledger, question_name
from skill1.policy.protocol import Generation, Policy, Sampling
from skill1.policy.random import server_seed
from skill1.policy.reply import NO_ANSWER, Reply, is_cut_in_thought, with_stop
from skill1.schema import RandomKey, storable

if TYPE_CHECKING:
    from skill1.policy.server import ModelServer


OUTAGE = 5  # this many calls in a row without an answer are no single failure any more
NOT_OFFERED = (400, 404, 405, 422, 501)  # statuses by which a server says that it does not know a request


def open_endpoint(config: EndpointConfig, ledger: Ledger | None = None) -> EndpointPolicy:
    """The policy at ``config.url``; the key is read from the variable ``config.api_key_variable``. Nothing is sent yet.

    ``ledger``: keeps a run's answers; without one every question is sent.

    Raises:
        ConfigError: url, model or key cannot be used.
        MissingExtraError: openai is not installed.
    """
    from skill1.policy.server import ModelServer

    return EndpointPolicy(ModelServer(config), config, ledger)


def another(config: EndpointConfig, model: str, url: str | None, api_key_variable: str | None) -> EndpointConfig:
    """The settings of another model. A server of its own gets its own key, never the first one's."""
    if url is None:
        return replace(config, model=model)
    return replace(config, model=model, url=url, api_key_variable=api_key_variable)


class EndpointPolicy(Policy):
    """``max_rows``: requests under way at once.

    ``tokens_generated``: estimated tokens of all answers so far, kept ones as well.
    """

    version = 0
    max_positions = None  # not known here; the server refuses what is too long

    def __init__(self, server: ModelServer, config: EndpointConfig, ledger: Ledger | None = None) -> None:
        self.tokens, self.max_rows, self._account = TextTokens(), config.concurrency, Account()
        self.ledger, self.tokens_generated, self._unanswered = ledger, 0, 0
        self._server, self._model = server, str(config.model)
        self._name: str | None = None
        self._telling: asyncio.Future[str | None] | None = None
        self._pace, self._ways = Pace(config.requests_per_minute), WAYS
        self._config, self._others = config, dict[tuple[str, str | None], EndpointPolicy]()

    def with_model(
        self, model: str, url: str | None = None, api_key_variable: str | None = None
    ) -> EndpointPolicy:
        """The policy of another model, on the same server or the one at ``url``, kept in the same ledger."""
        # One policy for each model: it holds connections, and what its server was found to understand.
        if (model, url) not in self._others:
            other = open_endpoint(another(self._config, model, url, api_key_variable), self.ledger)
            if url is None:
                other._pace = self._pace  # the limit is the server's
            self._others[model, url] = other
        return self._others[model, url]

    @property
    def usage(self) -> Account:
        """Of all models asked here; with what an evaluation that was cut off paid for and this one used."""
        found = self.ledger.found if self.ledger is not None else Account()
        return sum((policy._account for policy in (self, *self._others.values())), found)

    def rest(self) -> None:
        """Nothing to free."""

    def close(self) -> None:
        """Ends the connections, closes the ledger."""
        for policy in (self, *self._others.values()):
            policy._server.close()
        if self.ledger is not None:
            self.ledger.close()

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        """One answer; a stop string that the server cut off is put back, and none ends a thought.

        Raises:
            UnansweredError: no try gave a usable answer, though the server has answered other questions.
            PromptRefusedError: this prompt is too long, or a filter refuses it.
            PolicyError: the server refuses, has not answered yet, or is out for ``OUTAGE`` calls in a row.
        """
        messages = self._messages(prompt_ids)
        reply = await self._reply(_request(messages, sampling, key))
        if is_cut_in_thought(reply, sampling.stop):
            # Once more without: a model that thinks ends its answer by itself.
            sampling = replace(sampling, stop=())
            reply = await self._reply(_request(messages, sampling, key))
        text = with_stop(reply, sampling.stop, self.tokens.messages(prompt_ids)[1])
        ids = self.tokens.encode(text)
        # As of every engine: an answer that ended by itself includes its end token.
        end = (self.tokens.eos_id,) if reply.finish_reason == "stop" else ()
        self.tokens_generated += len(ids) + len(end)
        return Generation((*ids, *end), (), reply.finish_reason, text)

    async def _reply(self, request: Mapping[str, object]) -> Reply:
        return Reply(**await self._paid("/chat/completions", request, lambda: self._answered(request)))

    async def score(self, prompt_ids: tuple[int, ...], answer: str) -> tuple[float, ...]:
        """Log-probs (nats) of the server's own tokens of ``answer`` after a prompt: :func:`of_answer`.

        Raises:
            NoLogprobsError: it gives none, in whatever way it is asked.
            PromptRefusedError: prompt and answer do not fit the model's context, or a filter refuses them.
            PolicyError: it gives no usable answer however often it is asked.
        """
        messages = [*self._messages(prompt_ids), {"role": "assistant", "content": storable(answer)}]
        for way in self._ways:
            pieces = await self._scored(way, messages)
            if pieces is not None:
                # What this server has is known now: the other way is not tried again.
                self._ways = (way,)
                return of_answer(pieces, answer)
        raise NoLogprobsError(
            f"The model {self._model!r} behind {self._server.url} gives no log-probs of a given answer, neither as "
            "prompt_logprobs of /chat/completions nor as echo with logprobs of /completions."
        )

    async def _scored(self, way: Way, messages: Sequence[Mapping[str, str]]) -> list[Any] | None:
        """The tokens of a conversation with their log-probs; None where the server has not this way."""
        from skill1.policy.server import ServerError

        request = way.request(messages)
        try:
            found = await self._paid(way.path, request, lambda: self._server.ask(way.path, request, way.read))
        except ServerError as error:
            if error.status not in NOT_OFFERED:
                raise
            return None
        return found["pieces"]

    def _messages(self, prompt_ids: tuple[int, ...]) -> list[dict[str, str]]:
        """The chat that a prompt means. There is no common way to open an answer, so that is asked for in words."""
        asked = self.tokens.messages(prompt_ids)
        if asked is None:
            raise PolicyError(
                "An endpoint takes chat messages, but this prompt profile writes raw text for a word-level policy. "
                "Type: --agent.profile skill1"
            )
        (*earlier, last), prefill = asked
        if prefill:
            last += f"\n\nBegin your answer with {prefill}"
        roles = cycle(("user", "assistant"))
        return [
            # Mistral and Claude refuse an earlier answer without text.
            {"role": role, "content": storable(content) if content.strip() or role == "user" else NO_ANSWER}
            for role, content in zip(roles, (*earlier, last), strict=False)
        ]

    async def _answered(self, request: Mapping[str, object]) -> dict[str, Any]:
        from skill1.policy.server import ServerError

        try:
            reply = await self._server.answer(request)
        except ServerError as error:
            self._unanswered += 1
            # One that has answered nothing yet may be misspelt or not running, which must not cost episode by episode.
            if error.is_refusal or not self._account.calls or self._unanswered >= OUTAGE:
                raise
            raise UnansweredError(str(error), is_unusable=error.is_unusable) from error
        self._unanswered = 0
        self._account += Account.of_call(reply.prompt_tokens, reply.completion_tokens)
        # As plain JSON, which the ledger can keep.
        return asdict(reply)

    async def _paid(
        self, path: str, request: Mapping[str, object], ask: Callable[[], Awaitable[dict[str, Any]]]
    ) -> dict[str, Any]:
        """An answer that is asked for at the pace allowed, and only once in a run."""

        async def in_turn() -> dict[str, Any]:
            # In here, so that an answer that is kept already waits for nobody.
            await self._pace.wait()
            return await ask()

        if self.ledger is None:
            return await in_turn()
        return await self.ledger.answer(question_name(await self._named(), path, request), in_turn)

    async def _named(self) -> str:
        """The model's name, with what the server says of it: another one may be served under the same name later."""
        if self._name is None:
            # One question, however many episodes wait for its answer.
            self._telling = self._telling or asyncio.ensure_future(self._server.told())
            try:
                # Shielded: an episode that is cancelled takes the answer from nobody else.
                told = await asyncio.shield(self._telling)
            finally:
                # It belongs to this event loop, and another one may ask next.
                self._telling = None
            # By address, too: another server's model of this name is another one.
            said = self.ledger.known(f"{self._server.url} {self._model}", told)
            # Whoever was first: all of a run's questions have one name.
            self._name = self._name or self._model + said
        return self._name


def _request(messages: Sequence[Mapping[str, str]], sampling: Sampling, key: RandomKey) -> dict[str, object]:
    """The body but for the model's name."""
    request: dict[str, object] = {
        "messages": messages,
        "temperature": sampling.temperature,
        "max_tokens": sampling.max_tokens,
        # Also tells rollouts of one prompt apart: to the ledger, equal requests are one question.
        "seed": server_seed(key),
    }
    return request | ({"stop": list(sampling.stop)} if sampling.stop else {})
