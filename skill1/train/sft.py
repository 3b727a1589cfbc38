"""Supervised cold start: next-token loss on what an expert wrote at each stage."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch

from skill1.agent.mixture import configured_profile
from skill1.config import TINY, SftConfig, Skill1Config
from skill1.env.registry import make_suite
from skill1.errors import DataError, TrainingError
from skill1.policy.load import load_model
from skill1.policy.logprobs import token_logprobs
from skill1.policy.random import generator
from skill1.policy.tokens import Tokens
from skill1.run.progress import Progress
from skill1.schema import STAGES, TokenSample
from skill1.train.demos import Demo, DemoRow, read_demos
from skill1.train.learner import Masters, collate, micro_batches
from skill1.train.start import begins_tiny, start_weights


def run_sft(config: Skill1Config, data: Path, output: Path, *, console=None) -> dict[str, float]:
    """Train ``config.model.path`` on a file of demonstrations and write the model folder ``output``.

    Raises:
        DataError: there are no demonstrations in ``data``, they are of another tokenizer, or there is no model.
    """
    if not data.is_file():
        raise DataError(
            f"there are no demonstrations at {data}. Type: skill1 demos --env {config.env.name} --n 1000 --output "
            f"{data}"
        )
    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    with tempfile.TemporaryDirectory() as scratch:
        source = _start(config, Path(scratch), console)
        tokens = Tokens.load(source)
        demos = read_demos(data, tokens)
        if not demos:
            raise DataError(f"{data} holds no demonstrations. Type: skill1 demos --n 1000 --output {data}")
        model = load_model(config.model, source)
    if console is not None:
        console.print(_plan(config, model, demos), markup=False)
    result = fit(model, demos, config.sft, tokens.pad_id, config.seed, config.train.micro_batch_tokens, console)
    model.save_pretrained(output)
    tokens.tokenizer.save_pretrained(output)
    return result


def _plan(config: Skill1Config, model, demos: Sequence[Demo]) -> str:
    """What will be learnt, in a line."""
    rows = [row for demo in demos for row in demo.rows]
    size, learnt = (
        sum(len(row.ids) for row in rows),
        sum(end - start for row in rows for _, start, end in row.spans),
    )
    return (
        f"teaching {config.model.path} ({str(model.dtype).removeprefix('torch.')}) {len(demos)} demonstrations, "
        f"{config.sft.epochs} times: {size:,} tokens, {learnt:,} of them to learn"
    )


def _start(config: Skill1Config, scratch: Path, console) -> str:
    """Where the weights to teach are: ``model.path``, or a new tiny policy if there is nothing to load."""
    if not begins_tiny(config):
        return config.model.path
    if console is not None and config.model.path != TINY:
        console.print(f"no model in {config.model.path}: teaching a new tiny policy", markup=False)
    profile = configured_profile(config)
    tiny = replace(config, model=replace(config.model, path=TINY))
    return start_weights(tiny, scratch, make_suite(config.env), profile)


def fit(
    model, demos: Sequence[Demo], sft: SftConfig, pad_id: int, seed: int, budget_tokens: int, console=None
) -> dict[str, float]:
    """Run ``epochs`` passes in seeded orders; returns the mean loss by stage over the last 50 updates."""
    masters = Masters(model)
    optimizer = torch.optim.AdamW(masters.stepped, sft.learning_rate, betas=(0.9, 0.98), weight_decay=0.01)
    total = sft.epochs * (len(demos) // min(sft.batch_size, len(demos)))
    model.train()
    history = []
    with Progress("cold start", total, console) as progress:
        for update, batch in enumerate(_batches(demos, sft, seed)):
            _set_rate(optimizer, sft, update, total)
            losses = _update(model, masters, optimizer, batch, pad_id, budget_tokens)
            history.append(losses)
            progress.advance(loss=sum(losses.values()))
    model.eval()
    recent = history[-50:]
    return {name: sum(h[name] for h in recent) / len(recent) for name in recent[0]} | {"updates": float(total)}


def _batches(demos: Sequence[Demo], sft: SftConfig, seed: int):
    size = min(sft.batch_size, len(demos))
    for epoch in range(sft.epochs):
        order = generator(seed, epoch).permutation(len(demos))
        for start in range(0, len(demos) - size + 1, size):
            yield [demos[i] for i in order[start : start + size]]


def _set_rate(optimizer, sft: SftConfig, update: int, total: int) -> None:
    warm = min(1.0, (update + 1) / sft.warmup_updates) if sft.warmup_updates else 1.0
    decay = max(sft.final_learning_rate, 1 - update / total)
    for group in optimizer.param_groups:
        group["lr"] = sft.learning_rate * warm * decay


@torch.inference_mode(False)
@torch.enable_grad()
def _update(
    model, masters: Masters, optimizer, batch: Sequence[Demo], pad_id: int, budget: int
) -> dict[str, float]:
    """Loss = Σ over the four stages of the mean over that stage's tokens: a ranking is as important as a long text."""
    samples = _weighted([row for demo in batch for row in demo.rows])
    model.zero_grad(set_to_none=True)
    optimizer.zero_grad(set_to_none=True)
    sums = torch.zeros(len(STAGES))
    for rows in micro_batches(samples, budget):
        part = collate(rows, pad_id, model.device)
        logp_P, _ = token_logprobs(model, part.ids_BT, part.where_BT, 1.0, with_entropy=False)
        terms_P = -part.weight_P * logp_P
        terms_P.sum().backward()
        masters.collect_gradients()
        sums.index_add_(0, part.stage_P.cpu(), terms_P.detach().cpu())
    norm = torch.nn.utils.clip_grad_norm_(masters.stepped, 1.0)
    if not torch.isfinite(norm):
        raise TrainingError("The cold start's gradient is not a number. Lower --sft.learning_rate.")
    optimizer.step()
    masters.round_to_model()
    return dict(zip(STAGES, sums.tolist(), strict=True))


def _weighted(rows: Sequence[DemoRow]) -> list[TokenSample]:
    """Rows as samples whose weights average over each stage's tokens in the batch."""
    counts = [0] * len(STAGES)
    for row in rows:
        for stage, start, end in row.spans:
            counts[stage] += end - start
    samples = []
    for row in rows:
        zeros = (0.0,) * len(row.ids)
        stages, column = [-1] * len(row.ids), [0.0] * len(row.ids)
        for stage, start, end in row.spans:
            for i in range(start, end):
                stages[i], column[i] = stage, 1.0 / counts[stage]
        samples.append(
            TokenSample(row.ids, tuple(stages), zeros, zeros, tuple(column), zeros, (0,) * len(row.ids), 0)
        )
    return samples
