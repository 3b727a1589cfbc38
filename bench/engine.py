"""Rollout and update of one real training step: our engine against others and against itself without sharing.

The episodes of a first step are played and recorded. Then, in turn in one process and on the same weights:
``rollout``: every call of every episode again, by our engine (keys and values are kept, a group's first prompt is
computed once) and by ``transformers`` ``generate`` (one batch for each turn, prompts anew each time, as many new tokens
as the recorded answers have). ``update``: forward and backward over the step's rows, packed and with padding.
The figures are medians over pairs.

With ``--peers`` also by its continuous batching, with ``--vllm-python`` by vLLM, which another environment has (made
by ``launch_scripts/setup.sh verl-cpu``). A turn's calls are one batch there too, prefixes are cached, and answers have
the recorded lengths. Where another engine cannot do it, the record says why.

    python bench/engine.py household/skill1 --model.path runs/household-cold-start
    python bench/engine.py household/skill1 --model.path runs/household-cold-start --peers \
        --vllm-python .venv-verl/bin/python
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

import torch
from engine_peers import VLLM, continuous
from made import made_by, peak_mib, publish
from peer import against, take_turns, turns
from recorded import Recorded, record

from skill1.policy.attention import can_pack
from skill1.train.batches import micro_batches
from skill1.train.run import Run


def ours(recorded: Recorded) -> None:
    """Every episode asks again what it asked; answers follow from keys and weights, so they are the same."""
    policy = recorded.run.policy
    policy.weights_changed()  # nothing may be left of the time before

    async def episode(session: str) -> None:
        for asked in recorded.episodes[session]:
            answer = await policy.generate(asked.prompt_ids, asked.sampling, session=session, key=asked.key)
            # A GPU's kernels do not promise equal bits.
            is_same = answer.token_ids == asked.answer.token_ids
            assert is_same or policy.model.device.type != "cpu", "the engine gave another answer than before"
        policy.release(session)

    async def play() -> None:
        for session in recorded.episodes:
            policy.attach(session)
        await asyncio.gather(*map(episode, recorded.episodes))

    asyncio.run(play())


@torch.inference_mode()
def generate(recorded: Recorded) -> None:
    """The same calls with ``model.generate``: the n-th of all episodes are one batch, padded on the left."""
    model, pad = recorded.run.model, recorded.run.tokens.pad_id
    for calls in turns(recorded.episodes):
        width = max(len(asked.prompt_ids) for asked in calls)
        ids = [[pad] * (width - len(a.prompt_ids)) + list(a.prompt_ids) for a in calls]
        mask = [[0] * (width - len(a.prompt_ids)) + [1] * len(a.prompt_ids) for a in calls]
        ids, mask = (torch.tensor(rows, device=model.device) for rows in (ids, mask))
        longest = max(len(asked.answer.token_ids) for asked in calls)
        # top_k 0: its default would sort all words for each token, which no other engine here does.
        how = {"do_sample": True, "top_k": 0, "eos_token_id": None, "pad_token_id": pad}
        model.generate(ids, attention_mask=mask, max_new_tokens=longest, **how)


def update(recorded: Recorded, *, is_packed: bool) -> None:
    """An optimizer step at a learning rate of 0, so that the weights stay."""
    run = recorded.run
    off = patch("skill1.policy.logprobs.can_pack", return_value=False)
    also_off = patch("skill1.train.batches.can_pack", return_value=False)
    if is_packed:
        run.learner.update(recorded.samples, 0)
        return
    with off, also_off:
        run.learner.update(recorded.samples, 0)


def gradient_gap(recorded: Recorded) -> float:
    """Largest difference of the two ways' gradients, as a share of the largest gradient."""
    learner = recorded.run.learner
    found: dict[bool, list[torch.Tensor]] = {True: [], False: []}
    for is_packed, gradients in found.items():
        with patch.object(
            learner, "_step", lambda g=gradients: g.extend(p.grad.clone() for p in learner._stepped)
        ):
            update(recorded, is_packed=is_packed)
    largest = max((float(gradient.abs().max()) for gradient in found[True]), default=0.0)
    differences = [float((a - b).abs().max()) for a, b in zip(*found.values(), strict=True)]
    return max(differences) / largest if largest else 0.0  # without a win there may be nothing to learn


def sizes(recorded: Recorded) -> dict[str, float]:
    """Tokens of the update: of the rows, with their padding, and of the trees."""
    budget = recorded.run.config.train.micro_batch_tokens
    with patch("skill1.train.batches.can_pack", return_value=False):
        padded = micro_batches(recorded.run.model, recorded.samples, budget)
    trees = micro_batches(recorded.run.model, recorded.samples, budget)
    beginnings = [{s.ids[: t + 1] for s in batch for t in range(len(s.ids))} for batch in trees]
    return {
        "rows": len(recorded.samples),
        "row_tokens": sum(len(s.ids) for s in recorded.samples),
        "padded_tokens": sum(len(batch) * max(len(s.ids) for s in batch) for batch in padded),
        "tree_tokens": sum(map(len, beginnings)),
        "trained_tokens": sum(sum(w != 0 for w in s.weights) for s in recorded.samples),
    }


def rollouts(recorded: Recorded, arguments: argparse.Namespace, folder: Path) -> dict[str, object]:
    """Our engine against each other one; all take turns. What is asked for but does not run here says why."""
    engines = {name: partial(_seconds, partial(play, recorded)) for name, play in PLAYERS.items()}
    if arguments.peers:
        engines["continuous_batching"] = partial(continuous, recorded)
    with contextlib.ExitStack() as stack:
        if arguments.vllm_python:
            vllm = VLLM(recorded, arguments.vllm_python, folder, threads=arguments.threads)
            stack.callback(vllm.close)
            engines["vllm"] = vllm.seconds
        figures = take_turns(engines, arguments.pairs)
    others = [name for name in engines if name != "ours"]
    found: dict[str, object] = {f"rollout_against_{name}": against(figures, name) for name in others}
    return found | ({"vllm": vllm.facts} if arguments.vllm_python else {})


def updates(recorded: Recorded, pairs: int) -> dict[str, object]:
    """Packed rows against padded ones."""
    ways = {
        "ours": partial(update, recorded, is_packed=True),
        "padding": partial(update, recorded, is_packed=False),
    }
    return against(take_turns({name: partial(_seconds, way) for name, way in ways.items()}, pairs), "padding")


PLAYERS = {"ours": ours, "generate": generate}


def _seconds(run: Callable[[], None]) -> float:
    start = time.perf_counter()
    run()
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return time.perf_counter() - start


def matrix_peak(device: torch.device, dtype: torch.dtype) -> float:
    """Products of square matrices that this machine reaches in a precision, in GFLOP/s."""
    size = 8192 if device.type == "cuda" else 2048
    a, b = (torch.rand(size, size, device=device, dtype=dtype) for _ in range(2))
    return 2 * size**3 / min(_seconds(lambda: a @ b) for _ in range(5)) / 1e9


def update_flops(run: Run, nodes: float, trained: float) -> float:
    """Products of weights in an update of so many nodes: forward, and twice as much back where layers are trained.

    The reference goes forward only. Output layers see trained positions only. Attention is not counted.
    """
    layers = list(run.model.base_model.layers.parameters())
    blocks = sum(p.numel() for p in layers)
    learning = sum(p.numel() for p in layers if p.requires_grad)
    head = run.model.get_output_embeddings().weight.numel()
    passes = 2 + 2 * (run.config.loss.kl_coefficient > 0)
    return nodes * (passes * blocks + 4 * learning) + trained * (passes + 4) * head


def main() -> None:
    """Measure, print and perhaps write the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", help="a configuration, such as household/skill1")
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--peers", action="store_true", help="also transformers' continuous batching")
    parser.add_argument("--vllm-python", type=Path, help="the Python of an environment with vllm: also its engine")
    parser.add_argument("--output", type=Path)
    arguments, overrides = parser.parse_known_args()  # whatever else is there are configuration keys
    with tempfile.TemporaryDirectory() as folder:
        overrides = [*overrides, "--train.threads=null", "--train.learning_rate=0"]
        torch.set_num_threads(arguments.threads)
        recorded = record(arguments.config, overrides, Path(folder) / "run")
        model = recorded.run.model
        assert can_pack(model), "this model's rows are not packed"
        report = {
            **made_by(threads=arguments.threads),
            "parameters": model.num_parameters(),
            "episodes": len(recorded.episodes),
            "calls": sum(map(len, recorded.episodes.values())),
            "prompt_tokens": recorded.prompted,
            "generated_tokens": recorded.generated,
            "sizes": sizes(recorded),
            "gradient_gap": gradient_gap(recorded),
            **rollouts(recorded, arguments, Path(folder) / "vllm"),
            "update_against_padding": updates(recorded, arguments.pairs),
        }
        peak = matrix_peak(model.device, model.dtype)
        flops = update_flops(recorded.run, report["sizes"]["tree_tokens"], report["sizes"]["trained_tokens"])
        report["matrix_peak_gflops"] = peak
        report["update_share_of_peak"] = flops / report["update_against_padding"]["ours_s"] / 1e9 / peak
        report["peak_memory_mb"] = peak_mib()
        recorded.run.close()
    publish(report, arguments.output)


if __name__ == "__main__":
    main()
