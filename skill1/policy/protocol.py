"""The policy contract: token ids in, token ids and their log-probs out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from skill1.schema import FinishReason, RandomKey

if TYPE_CHECKING:
    from skill1.policy.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Sampling:
    """How one answer is drawn. ``temperature`` 0 is greedy; ``stop`` strings end an answer and stay in it."""

    temperature: float
    max_tokens: int
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Generation:
    """One answer. ``logprobs`` (nats) belong to ``token_ids`` under the distribution they were drawn from."""

    token_ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    finish_reason: FinishReason
    text: str


class Policy(Protocol):
    """Answers prompts for many episodes at once.

    A *session* is one episode: engines may keep its key-value cache between calls. ``attach`` before the first call of
    an episode and ``release`` after the last let an engine know who is still alive. ``view`` is what the prompt was
    rendered from; only scripted policies read it. ``max_positions``: tokens a prompt and its answer may have together;
    None: no limit.
    """

    tokens: Tokens
    version: int
    trainable: bool
    max_positions: int | None

    def attach(self, session: str) -> None: ...

    def release(self, session: str) -> None: ...

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation: ...
