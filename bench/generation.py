"""Sampling speed of the local engine against ``transformers`` ``generate`` on the same model, prompts and lengths.

Two workloads on a tiny Qwen2 policy: ``one_answer`` (96 prompts of 64 tokens, 32 new tokens each) and ``episode``
(96 conversations of 8 turns, 3 new tokens a turn, every prompt extending the last: the peer encodes it anew each turn).
Both run in turn in one process; the ratio of each pair is reported, and the median over pairs is the figure.

    python bench/generation.py --pairs 7 --output bench/results/generation.json
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import shlex
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch

from skill1.config import ModelConfig
from skill1.policy.hf import HFPolicy
from skill1.policy.load import load_model
from skill1.policy.protocol import Sampling
from skill1.policy.random import generator
from skill1.policy.tiny import make_tiny_policy
from skill1.policy.tokens import Tokens
from skill1.run.directory import package_versions
from skill1.schema import RandomKey

ROWS = 96
Prompts = list[tuple[int, ...]]


def prompts(length: int, key: int) -> Prompts:
    """Random prompts of word ids."""
    rng = generator(key)
    return [tuple(int(i) for i in rng.integers(4, 180, length)) for _ in range(ROWS)]


def ours(policy: HFPolicy, turns: list[Prompts], new_tokens: int) -> None:
    """Each row is one episode that asks once a turn; its prompt grows by the turn's tokens."""

    async def episode(row: int) -> None:
        ids: tuple[int, ...] = ()
        for turn, added in enumerate(turns):
            ids += added[row]
            key = RandomKey(0, 0, row, 0, 2, turn)
            answer = await policy.generate(ids, Sampling(1.0, new_tokens), session=str(row), key=key)
            ids += answer.token_ids
        policy.release(str(row))

    async def play() -> None:
        for row in range(ROWS):
            policy.attach(str(row))
        await asyncio.gather(*(episode(row) for row in range(ROWS)))

    asyncio.run(play())


def peer(model, turns: list[Prompts], new_tokens: int) -> None:
    """The same with ``model.generate`` on the whole batch, turn by turn."""
    ids = torch.zeros(ROWS, 0, dtype=torch.long)
    for added in turns:
        ids = torch.cat([ids, torch.tensor(added)], dim=1)
        ids = model.generate(
            ids, attention_mask=torch.ones_like(ids), do_sample=True, max_new_tokens=new_tokens, eos_token_id=None
        )


def seconds(run: Callable[[], None]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def compare(ours_run: Callable[[], None], peer_run: Callable[[], None], pairs: int) -> dict[str, float]:
    """Warm both up, then time them in turn."""
    ours_run(), peer_run()
    times = [(seconds(ours_run), seconds(peer_run)) for _ in range(pairs)]
    return {
        "ours_s": statistics.median(a for a, _ in times),
        "transformers_s": statistics.median(b for _, b in times),
        "ratio_transformers_over_ours": statistics.median(b / a for a, b in times),
        "pairs": pairs,
    }


def main() -> None:
    """Measure both workloads and print them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    with tempfile.TemporaryDirectory() as folder:
        make_tiny_policy([f"w{i}" for i in range(180)], Path(folder), seed=0)
        tokens, model = Tokens.load(folder), load_model(ModelConfig(path=folder, device="cpu"))
        policy = HFPolicy(model, tokens, rows=ROWS)
        policy._end_ids = frozenset()  # both sides always write the full length
        workloads = {
            "one_answer": ([prompts(64, 1)], 32),
            "episode": ([prompts(40, 2), *[prompts(6, i) for i in range(7)]], 3),
        }
        report = {
            "command": shlex.join(["python", *sys.argv]),
            "machine": {"processor": platform.machine(), "threads": arguments.threads},
            "packages": package_versions(),
            "seed": 0,
        }
        for name, (turns, new_tokens) in workloads.items():
            with torch.inference_mode():
                report[name] = compare(
                    lambda t=turns, n=new_tokens: (policy.weights_changed(), ours(policy, t, n)),
                    lambda t=turns, n=new_tokens: peer(model, t, n),
                    arguments.pairs,
                )
    text = json.dumps(report, indent=1)
    if arguments.output:
        arguments.output.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
