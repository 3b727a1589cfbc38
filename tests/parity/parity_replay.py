"""Recorded answers of a policy, given again: to the local backend as a policy, to the cluster as verl's server client.

Answers are kept as words, so that a new word in the environment does not move them, and are found by their key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import torch

from skill1.policy.logprobs import token_logprobs
from skill1.policy.protocol import Generation, Sampling
from skill1.policy.random import generator
from skill1.policy.tokens import Tokens
from skill1.schema import RandomKey

RECORDING = Path(__file__).resolve().parent.parent / "golden" / "parity" / "household.json"
RECORD = "python tests/parity/record.py"
Answers = dict[RandomKey, Generation]


def read_answers(tokens: Tokens) -> Answers:
    """The recorded answers, as yet without log-probs."""
    entries = json.loads(RECORDING.read_text(encoding="utf-8"))
    return {RandomKey(*key): answer_of(words, reason, tokens) for key, words, reason in entries}


def answer_of(words: str, reason: str, tokens: Tokens) -> Generation:
    """An answer from its words; the end token is one of them."""
    ids = tuple(tokens.tokenizer.convert_tokens_to_ids(words.split(" ")))
    return Generation(ids, (), reason, tokens.decode(ids))


def write_answers(answers: Mapping[RandomKey, Generation], tokens: Tokens) -> None:
    """One line an answer, in the order of the keys."""
    spelt = tokens.tokenizer.convert_ids_to_tokens
    lines = [
        json.dumps([list(key), " ".join(spelt(list(said.token_ids))), said.finish_reason])
        for key, said in sorted(answers.items())
    ]
    RECORDING.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def require(answers: Mapping, key: object) -> Generation:
    """The answer; a run that asks for another one than was recorded has changed its prompts or its stages."""
    if key not in answers:
        raise LookupError(
            f"No answer was recorded for {key}. If skill1 is meant to ask for it now, type: {RECORD}"
        )
    return answers[key]


class Replay:
    """A policy of the local backend that gives recorded answers."""

    max_positions, max_rows, tokens_generated = None, 128, 0

    def __init__(self, answers: Answers, tokens: Tokens, version: int = 0) -> None:
        self.answers, self.tokens, self.version = answers, tokens, version

    def attach(self, session: str) -> None: ...

    def release(self, session: str) -> None: ...

    def rest(self) -> None: ...

    def close(self) -> None: ...

    def weights_changed(self) -> None:
        self.version += 1

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        return require(self.answers, key)


class Scored(Replay):
    """Also finds the log-probs of the answers under a model, and keeps them in ``scored``."""

    def __init__(self, answers: Answers, tokens: Tokens, model, temperature: float) -> None:
        super().__init__(answers, tokens)
        self.model, self.temperature, self.scored = model, temperature, {}

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        said = require(self.answers, key)
        ids = torch.tensor([[*prompt_ids, *said.token_ids]])
        where = torch.arange(ids.shape[1])[None] >= len(prompt_ids)
        with torch.no_grad():
            logprobs, _ = token_logprobs(self.model, ids, where, self.temperature, with_entropy=False)
        self.scored[key] = Generation(said.token_ids, tuple(logprobs.tolist()), said.finish_reason, said.text)
        return self.scored[key]


class ReplayClient:
    """In the place of verl's client of its inference servers: what was recorded under the key that made the seed."""

    def __init__(self, answers: Answers) -> None:
        self.by_seed = {int(generator(*key).integers(2**31)): (key, said) for key, said in answers.items()}
        assert len(self.by_seed) == len(answers)

    async def generate(self, request_id: str, *, prompt_ids: list[int], sampling_params: dict, **_unused):
        from verl.workers.rollout.replica import TokenOutput

        key, said = require(self.by_seed, sampling_params["seed"])
        return TokenOutput(
            token_ids=list(said.token_ids),
            log_probs=list(said.logprobs),
            stop_reason="completed",
            extra_fields={"max_global_steps": key.step - 1, "min_global_steps": key.step - 1},
        )
