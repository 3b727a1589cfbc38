"""A policy that is a scripted expert: the same episode coroutine then writes demonstrations and runs tests."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from skill1.policy.protocol import Generation, Policy, Sampling
from skill1.policy.random import generator
from skill1.policy.tokens import THOUGHT, THOUGHT_END, Tokens
from skill1.schema import STAGES, RandomKey, Stage

Answer = Callable[[Stage, object, np.random.Generator], str]


class ScriptedPolicy(Policy):
    """Answers with ``answer(stage, view, rng)``; there are no log-probs, so it cannot be trained on by RL."""

    version = 0
    max_positions = None

    def __init__(self, tokens: Tokens, answer: Answer) -> None:
        self.tokens, self.answer = tokens, answer

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        """The expert's text as tokens, with the end token, cut at the stage's limit like any answer."""
        text = self.answer(STAGES[key.stage], view, generator(*key))
        # A policy that learns from it would else learn to answer in a thought that never ends.
        if self.tokens.opens_thought(prompt_ids) and not text.startswith(THOUGHT):
            text = THOUGHT_END + text
        ids = (*self.tokens.answer(text, prompt_ids), self.tokens.end_id)
        if len(ids) > sampling.max_tokens:
            ids = ids[: sampling.max_tokens]
            return Generation(ids, (), "length", self.tokens.decode(ids))
        return Generation(ids, (), "stop", text)
