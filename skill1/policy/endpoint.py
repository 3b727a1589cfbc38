"""A frozen policy behind an OpenAI-compatible server: text in, text out, for evaluation only.

The player's token ids become one user message again; the server's answer becomes ids of the same kind. There are no
log-probs, so nothing can be trained on it. Token numbers are estimates (:mod:`skill1.policy.endpoint_tokens`), apart
from :attr:`EndpointPolicy.usage`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING

from skill1.config import EndpointConfig
from skill1.errors import PolicyError
from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.protocol import Generation, Sampling
from skill1.policy.random import generator
from skill1.policy.reply import Reply, with_stop
from skill1.schema import RandomKey

if TYPE_CHECKING:
    from skill1.policy.server import ModelServer


@dataclass(frozen=True, slots=True)
class Usage:
    """What the server counted so far. ``unreported``: answers that came without a usable count."""

    answers: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    unreported: int = 0


def open_endpoint(config: EndpointConfig) -> EndpointPolicy:
    """The policy at ``config.url``; the key is read from the variable ``config.api_key_variable``. Nothing is sent yet.

    Raises:
        ConfigError: url, model or key cannot be used.
        MissingExtraError: openai is not installed.
    """
    from skill1.policy.server import ModelServer

    return EndpointPolicy(ModelServer(config), config.concurrency)


class EndpointPolicy:
    """Satisfies :class:`skill1.policy.protocol.Policy`. ``max_rows``: requests under way at once."""

    trainable = False
    version = 0
    max_positions = None  # not known here; the server refuses what is too long

    def __init__(self, server: ModelServer, concurrency: int) -> None:
        self.tokens, self.max_rows, self.usage = TextTokens(), concurrency, Usage()
        self._server = server

    def attach(self, session: str) -> None:
        """Nothing to keep between calls."""

    def release(self, session: str) -> None:
        """Nothing to free."""

    def close(self) -> None:
        """Ends the connections."""
        self._server.close()

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        """One answer; a stop string that the server cut off is put back.

        Raises:
            PolicyError: the server refuses, or gives no usable answer however often it is asked.
        """
        asked = self.tokens.messages(prompt_ids)
        if asked is None:
            raise PolicyError(
                "An endpoint takes chat messages, but this prompt profile writes raw text for a word-level policy. "
                "Type: --agent.profile skill1"
            )
        contents, prefill = asked
        reply = await self._server.answer(_request(contents, prefill, sampling, key))
        self._count(reply)
        text = with_stop(reply, sampling.stop, prefill)
        ids = self.tokens.encode(text)
        end = (self.tokens.eos_id,) if reply.finish_reason == "stop" else ()
        return Generation((*ids, *end), (), reply.finish_reason, text)

    def _count(self, reply: Reply) -> None:
        counted, was = (reply.prompt_tokens, reply.completion_tokens), self.usage
        self.usage = Usage(
            answers=was.answers + 1,
            prompt_tokens=was.prompt_tokens + (counted[0] or 0),
            completion_tokens=was.completion_tokens + (counted[1] or 0),
            unreported=was.unreported + (None in counted),
        )


def _request(contents: Sequence[str], prefill: str, sampling: Sampling, key: RandomKey) -> dict[str, object]:
    """The body but for the model's name. There is no common way to open an answer, so that is asked for in words."""
    *earlier, last = contents
    if prefill:
        last += f"\n\nBegin your answer with {prefill}"
    request: dict[str, object] = {
        "messages": [
            # Half surrogate pairs become "?": no JSON text can hold them.
            {"role": role, "content": content.encode("utf-8", "replace").decode("utf-8")}
            for role, content in zip(cycle(("user", "assistant")), (*earlier, last), strict=False)
        ],
        "temperature": sampling.temperature,
        "max_tokens": sampling.max_tokens,
        "seed": int(generator(*key).integers(2**31)),
    }
    return request | ({"stop": list(sampling.stop)} if sampling.stop else {})
