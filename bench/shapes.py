"""What one GPU does with language models of real sizes: tokens a second, share of its peak, memory; random weights.

Episodes are those of a text environment: members of a group share their first prompt, each turn adds an observation and
an answer. ``sampling`` plays them with our engine, ``update`` trains the same rows with our learner, layers frozen
where a card cannot hold an optimizer's state of all. The peak is that of a product of square matrices, measured here.

    python bench/shapes.py --output bench/results/shapes.json
    python bench/shapes.py smollm2-135m --episodes 4 --turns 2 --device cpu
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from engine import matrix_peak
from made import made_by, publish

from skill1.config import LossConfig, TrainConfig
from skill1.policy.attention import STABLE_ATTENTION, register_attention
from skill1.policy.hf import HFPolicy
from skill1.policy.packing import pack
from skill1.policy.protocol import Sampling
from skill1.schema import RandomKey, TokenSample
from skill1.train.batches import micro_batches
from skill1.train.learner import LocalLearner

GROUP = 4
FIRST_PROMPT, OBSERVATION, ANSWER = 500, 30, 12  # tokens, about those of an ALFWorld episode in SmolLM2's
ACT = 2  # its index in STAGES


@dataclass(frozen=True)
class Shape:
    """Sizes of a published model; ``frozen``: of its layers, in the update."""

    family: str  # of transformers
    hidden: int
    inner: int
    layers: int
    heads: int
    key_value_heads: int
    words: int
    is_tied: bool
    frozen: int = 0

    def model(self, device: torch.device):
        """Random weights in bfloat16, made on the device."""
        from transformers import AutoConfig, AutoModelForCausalLM

        register_attention()
        config = AutoConfig.for_model(
            self.family,
            hidden_size=self.hidden,
            intermediate_size=self.inner,
            num_hidden_layers=self.layers,
            num_attention_heads=self.heads,
            num_key_value_heads=self.key_value_heads,
            vocab_size=self.words,
            tie_word_embeddings=self.is_tied,
            max_position_embeddings=8192,
        )
        with torch.device(device):
            return AutoModelForCausalLM.from_config(
                config, dtype=torch.bfloat16, attn_implementation=STABLE_ATTENTION
            )

    def update_flops(self, nodes: int, trained: int) -> float:
        """Products of weights: forward through all layers, twice as much back through those that are trained."""
        size = self.hidden // self.heads
        attention = 2 * self.hidden * size * (self.heads + self.key_value_heads)
        layer = attention + 3 * self.hidden * self.inner
        passes = 2 * self.layers + 4 * (self.layers - self.frozen)
        # The output layer sees trained positions only.
        return layer * passes * nodes + 6 * self.hidden * self.words * trained


SHAPES = {
    "smollm2-135m": Shape("llama", 576, 1536, 30, 9, 3, 49_152, True),
    "qwen2.5-1.5b": Shape("qwen2", 1536, 8960, 28, 12, 2, 151_936, True),
    # An optimizer's state of all 7.6 billion weights takes 12 bytes each: more than one card has.
    "qwen2.5-7b": Shape("qwen2", 3584, 18_944, 28, 28, 4, 152_064, False, frozen=20),
}


class NoWords:
    """In a tokenizer's place: nothing ends an answer but its length."""

    pad_id = 0

    def end_ids(self, _settings) -> frozenset[int]:
        return frozenset()

    def decode(self, _ids) -> str:
        return ""


def played(policy: HFPolicy, episodes: int, turns: int, words: int) -> list[list[int]]:
    """The rows of all episodes; the engine's answers stand in them."""
    rng = np.random.default_rng(0)
    groups = -(-episodes // GROUP)
    first = [rng.integers(1, words, FIRST_PROMPT).tolist() for _ in range(groups)]
    seen = rng.integers(1, words, (episodes, turns, OBSERVATION)).tolist()

    async def episode(number: int) -> list[int]:
        row = list(first[number // GROUP])
        for turn in range(turns):
            row += seen[number][turn]
            key = RandomKey(0, 0, number // GROUP, number % GROUP, ACT, turn)
            answer = await policy.generate(tuple(row), Sampling(1.0, ANSWER), session=str(number), key=key)
            row += answer.token_ids
        policy.release(str(number))
        return row

    async def all_of_them() -> list[list[int]]:
        for number in range(episodes):
            policy.attach(str(number))
        return await asyncio.gather(*map(episode, range(episodes)))

    policy.weights_changed()
    return asyncio.run(all_of_them())


def samples_of(rows: list[list[int]], turns: int) -> list[TokenSample]:
    """Every answer is trained, half of the episodes with a gain and half with a loss."""
    trained = np.zeros(len(rows[0]), bool)
    for turn in range(turns):
        start = FIRST_PROMPT + (turn + 1) * OBSERVATION + turn * ANSWER
        trained[start : start + ANSWER] = True
    weights = trained / (trained.sum() * len(rows))
    none, stages = (0.0,) * len(trained), tuple(np.where(trained, ACT, -1).tolist())
    return [
        TokenSample(
            ids=tuple(row),
            stages=stages,
            logprobs=tuple((-5.0 * trained).tolist()),
            advantages=tuple((trained * (-1.0) ** i).tolist()),
            weights=tuple(weights.tolist()),
            kl_weights=none,
            clipped=tuple(trained.astype(int).tolist()),
            group=i // GROUP,
        )
        for i, row in enumerate(rows)
    ]


def measured(shape: Shape, device: torch.device, given: argparse.Namespace, peak: float) -> dict[str, object]:
    """Sampling and update of one shape."""
    _forget_memory(device)
    model = shape.model(device)
    parameters = sum(p.numel() for p in model.parameters())
    policy = HFPolicy(model, NoWords(), rows=given.episodes)
    rows = played(policy, given.episodes, given.turns, shape.words)
    play = partial(played, policy, given.episodes, given.turns, shape.words)
    sampling_s = _median_seconds(play, device, given.times)
    sampling = {"seconds": sampling_s, "tokens_a_second": given.episodes * given.turns * ANSWER / sampling_s}
    sampling["memory_gb"] = _peak_memory(device)
    policy.rest()
    _forget_memory(device)
    train = TrainConfig(
        mini_batches=1, micro_batch_tokens=given.micro_batch_tokens, frozen_layers=shape.frozen, learning_rate=0.0
    )
    learner = LocalLearner(model, None, LossConfig(kl_coefficient=0.0), train, pad_id=0, temperature=1.0)
    samples = samples_of(rows, given.turns)
    learner.update(samples, 0)
    update_s = _median_seconds(partial(learner.update, samples, 0), device, given.times)
    nodes = sum(_nodes(batch) for batch in micro_batches(model, samples, given.micro_batch_tokens))
    trained = given.episodes * given.turns * ANSWER
    flops = shape.update_flops(nodes, trained)
    return {
        "parameters": parameters,
        "frozen_layers": shape.frozen,
        "sampling": sampling,
        "update": {
            "seconds": update_s,
            "row_tokens": sum(map(len, rows)),
            "computed_tokens": nodes,
            "row_tokens_a_second": sum(map(len, rows)) / update_s,
            "tflops": flops / update_s / 1e12,
            "share_of_peak": flops / update_s / 1e12 / peak,
            "memory_gb": _peak_memory(device),
        },
    }


def _nodes(batch: list[TokenSample]) -> int:
    """Tokens of a batch, those of shared beginnings once, with their padding."""
    ids = torch.tensor([sample.ids for sample in batch])
    return len(pack(ids, [len(sample.ids) for sample in batch]).ids_N)


def _median_seconds(run: Callable[[], object], device: torch.device, times: int) -> float:
    return statistics.median(_seconds(run, device) for _ in range(times))


def _seconds(run: Callable[[], object], device: torch.device) -> float:
    _wait(device)
    start = time.perf_counter()
    run()
    _wait(device)
    return time.perf_counter() - start


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def _forget_memory(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats(device)


def _peak_memory(device: torch.device) -> float | None:
    return torch.cuda.max_memory_allocated(device) / 1e9 if device.type == "cuda" else None


def main() -> None:
    """Measure, print and perhaps write the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=f"default: all of {', '.join(SHAPES)}")
    parser.add_argument("--episodes", type=int, default=64)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--times", type=int, default=3, help="each figure is the median of so many")
    parser.add_argument("--micro-batch-tokens", type=int, default=16_384)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    names = given.shapes or list(SHAPES)
    if unknown := sorted(set(names) - set(SHAPES)):
        parser.error(f"unknown shape {unknown[0]!r}; expected one of {', '.join(SHAPES)}")
    device = torch.device(given.device)
    card = torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu"
    peak = matrix_peak(device, torch.bfloat16) / 1e3
    found = {name: measured(SHAPES[name], device, given, peak) for name in names}
    settings = {"episodes": given.episodes, "turns": given.turns, "micro_batch_tokens": given.micro_batch_tokens}
    publish(made_by(device=card) | {"peak_tflops": peak, **settings, "shapes": found}, given.output)


if __name__ == "__main__":
    main()
