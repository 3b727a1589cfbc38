"""Supervised cold start: next-token loss on what an expert wrote at each stage.

A pass that takes long keeps what it has learnt every five minutes, beside its output: the same command resumes there,
with the figures that an undisturbed pass has.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path

import torch

from skill1.agent.profile import configured_profile
from skill1.config import TINY, SftConfig, Skill1Config
from skill1.env.registry import make_suite
from skill1.errors import CheckpointError, DataError, TrainingError, quoted
from skill1.models.files import WHOLE_MARK, file_hash
from skill1.models.packaged import model_source
from skill1.policy.load import load_model
from skill1.policy.logprobs import token_logprobs
from skill1.policy.protocol import longest_answer
from skill1.policy.random import generator
from skill1.policy.tokens import Tokens
from skill1.run.disk import require_writable, written
from skill1.run.locate import is_run
from skill1.run.progress import Progress, still
from skill1.schema import STAGES, TokenSample
from skill1.train import checkpoint
from skill1.train.batches import collate, micro_batches
from skill1.train.checkpoint import TrainerState
from skill1.train.demos import Demo, DemoRow, demos_to_learn
from skill1.train.start import begins_tiny, start_weights
from skill1.train.weights import Masters, adamw, give_back_memory

SAVE_SECONDS = 300.0  # between two savings of a pass that takes long
AVERAGED = 50  # updates, the last ones, that the losses are told of

Losses = dict[str, float]


def run_sft(config: Skill1Config, data: Path, output: Path, *, console=None) -> dict[str, float]:
    """Train ``config.model.path`` on a file of demonstrations and write the model folder ``output``.

    A pass that was cut off resumes, if nothing was changed since; otherwise it begins again.

    Raises:
        CheckpointError: the disk does not take what is kept on the way.
        DataError: there are no demonstrations in ``data``, they are of another tokenizer, there is no model, or
            ``output`` is a file, a run, a checkpoint or the folder of ``config.model.path``.
        StorageError: the disk does not take the model.
    """
    refuse_output(output, config)
    output = named(output)
    if not data.is_file():
        raise DataError(
            f"there are no demonstrations at {data}. Type: skill1 demos --env {config.env.name} --n 1000 --output "
            f"{quoted(data)}"
        )
    if config.train.threads:
        # Sums depend on it: the same figures need as many threads.
        torch.set_num_threads(config.train.threads)
    # Holds a new tiny policy, which is needed only until it is loaded.
    with tempfile.TemporaryDirectory() as scratch:
        source = _start(config, Path(scratch), console)
        tokens = Tokens.load(source)
        demos = demos_to_learn(config, data, tokens)
        kept = Kept(output.with_name(f".{output.name}.learning"), _identity(config, data), tokens)
        # What an earlier call has learnt takes the place of the start weights.
        begun = kept.find()
        model = load_model(config.model, kept.folder if begun else source)
        # `auto` may be another precision here than where the pass was cut off: as after any change, it begins again.
        if begun and checkpoint.made_in(kept.folder) not in (None, str(model.dtype).removeprefix("torch.")):
            del model  # or both would be in memory
            begun, model = None, load_model(config.model, source)
        if not begun and kept.folder.is_dir() and console is not None:
            console.print(_begins_again(kept), markup=False)
    _require_readable(config, model, demos, data)
    if config.train.gradient_checkpointing:
        model.gradient_checkpointing_enable()
    if console is not None:
        console.print(_plan(config, model, demos), markup=False)
    budget = config.train.micro_batch_tokens
    result = fit(model, demos, config.sft, tokens.pad_id, config.seed, budget, console, kept=kept, begun=begun)
    _write(model, tokens, output)
    # Last: until the model is in its place, the next call must find what was learnt.
    kept.forget()
    return result


def _require_readable(config: Skill1Config, model, demos: Sequence[Demo], data: Path) -> None:
    """Raises ``DataError`` for demonstrations that are longer than the model can read, or have tokens unknown to it."""
    longest = max(len(row.ids) for demo in demos for row in demo.rows)
    largest = max(max(row.ids) for demo in demos for row in demo.rows if row.ids)
    known = model.get_input_embeddings().num_embeddings
    if largest >= known:  # on a GPU an index error would leave a process that can only be ended
        raise DataError(
            f"{data} has the token number {largest}, and '{config.model.path}' has embeddings for {known} only. Put "
            "the tokenizer that belongs to the weights into the model's folder, and write the demonstrations again."
        )
    positions = model.config.max_position_embeddings
    if longest > positions:
        most = positions - longest_answer(config.sampling)
        raise DataError(
            f"{data} has rows of up to {longest} tokens, but '{config.model.path}' reads {positions}. Write the "
            f"demonstrations with --model.max_prompt_tokens {most}, as RL cuts prompts for this model."
        )


def refuse_output(output: Path, config: Skill1Config) -> None:
    """Raises ``DataError`` if a file, a run, a checkpoint or the start weights are where a model is to be written.

    ``StorageError`` if none can be made there. Asked before any work.
    """
    if output.exists() and not output.is_dir():
        raise DataError(f"{output} is a file, but a model is a folder. Type another --output.")
    # Its weights would take the place of those that were trained.
    if is_run(output) or (output / WHOLE_MARK).is_file():
        raise DataError(f"{output} is a run or a checkpoint, which is never changed. Type another --output.")
    # They may be the user's only ones. For `tiny` a new model is made, also where a folder has that name.
    source = model_source(config.model.path)
    if config.model.path != TINY and output.is_dir() and os.path.isdir(source) and output.samefile(source):
        raise DataError(
            f"{output} is the very folder of model.path = {config.model.path!r}, whose weights would be overwritten. "
            "Type another --output."
        )
    # Of the folder above: what is learnt on the way, and the model until it is whole, lie beside it.
    require_writable(named(output).parent)


def named(output: Path) -> Path:
    """The same folder by a name, which what is kept beside it begins with: ``.`` has none."""
    return output if output.name else output.absolute()


def _write(model, tokens: Tokens, output: Path) -> None:
    partial = output.with_name(f".{output.name}.partial")
    with written(output):
        shutil.rmtree(partial, ignore_errors=True)  # half written, by a killed process
        checkpoint.save_weights(partial, model, tokens)
        take_its_place(partial, output)


def take_its_place(model: Path, output: Path) -> None:
    """Name a model folder ``output``; in a folder that was there, its files take the place of others."""
    if not output.exists():
        os.replace(model, output)
        return
    # Not the folder: it is the user's, and may hold more than a model. But shards of another model would be loaded too.
    for stale in output.glob("*.safetensors*"):
        stale.unlink()
    shutil.copytree(model, output, copy_function=shutil.move, dirs_exist_ok=True)
    shutil.rmtree(model)


@dataclass(frozen=True)
class Kept:
    """What a pass has learnt so far, in a folder like a run's checkpoint.

    ``identity``: of everything its figures depend on; what was kept under another is not used.
    """

    folder: Path
    identity: str
    tokens: Tokens

    def find(self) -> TrainerState | None:
        """Where the pass was cut off; its ``writer`` holds the last losses."""
        checkpoint.put_back(self.folder)
        if not self.folder.is_dir() or checkpoint.problems(self.folder):
            return None
        try:
            state = checkpoint.load_state(self.folder)
        except CheckpointError:  # of another version of skill1: as after any change, it begins again
            return None
        return state if state.writer.get("identity") == self.identity else None

    def save(self, model, masters: Masters, optimizer, updates: int, history: Sequence[Losses]) -> None:
        """Replace what was kept before, whole or not at all. Raises ``CheckpointError``."""
        checkpoint.save(
            self.folder,
            model=model,
            tokens=self.tokens,
            optimizer=optimizer,
            masters=masters.copies,
            # In the fields of a run's state: updates are its steps, and a writer's part holds the rest.
            state=TrainerState(updates, 0, (), {"identity": self.identity, "history": [*history]}),
            library=None,
        )

    def forget(self) -> None:
        """The pass is over."""
        checkpoint.remove(self.folder)


def _identity(config: Skill1Config, data: Path) -> str:
    """Of the settings, the demonstrations, and the weights that the pass begins with."""
    # Weights by their content, for a folder may get others under its name. A hub's name has no files here.
    files = [data, *sorted(Path(model_source(config.model.path)).glob("*.safetensors"))]
    settings = [
        asdict(config.sft),
        config.seed,
        config.train.micro_batch_tokens,
        config.model.path,
        config.model.dtype,
    ]
    return hashlib.sha256(json.dumps([settings, [file_hash(file) for file in files]]).encode()).hexdigest()


def _plan(config: Skill1Config, model, demos: Sequence[Demo]) -> str:
    """What will be learnt, in a line."""
    rows = [row for demo in demos for row in demo.rows]
    size = sum(len(row.ids) for row in rows)
    learnt = sum(end - start for row in rows for _, start, end in row.spans)
    updates, warm = _updates(demos, config.sft), config.sft.warmup_updates
    never = f"; all {updates} updates are warm-up (--sft.warmup_updates {warm})" if updates < warm else ""
    return (
        f"teaching {config.model.path} ({str(model.dtype).removeprefix('torch.')}) {len(demos)} demonstrations, "
        f"{config.sft.epochs} times: {size:,} tokens, {learnt:,} of them to learn{never}"
    )


def _begins_again(kept: Kept) -> str:
    return (
        f"what a pass that was cut off kept in {kept.folder} is not used: its settings, weights, demonstrations or "
        "skill1 were others, or it is damaged. This pass begins anew and takes its place"
    )


def _updates(demos: Sequence[Demo], sft: SftConfig) -> int:
    """As many as `_batches` gives: what fills no batch of an epoch is left out of it."""
    return sft.epochs * (len(demos) // min(sft.batch_size, len(demos)))


def _start(config: Skill1Config, scratch: Path, console) -> str:
    """Where the weights to teach are: ``model.path``, or a new tiny policy if there is nothing to load."""
    if not begins_tiny(config):
        return config.model.path
    # A folder that is not there may be misspelt; `tiny` was asked for.
    if console is not None and config.model.path != TINY:
        console.print(f"no model in {config.model.path}: teaching a new tiny policy", markup=False)
    profile = configured_profile(config)
    tiny = replace(config, model=replace(config.model, path=TINY))
    return start_weights(tiny, scratch, make_suite(config.env), profile)


def fit(
    model,
    demos: Sequence[Demo],
    sft: SftConfig,
    pad_id: int,
    seed: int,
    budget_tokens: int,
    console=None,
    *,
    kept: Kept | None = None,
    begun: TrainerState | None = None,
) -> dict[str, float]:
    """Run ``epochs`` passes in seeded orders; returns the mean loss of each stage over the last 50 updates.

    ``kept``: where to keep what was learnt every ``SAVE_SECONDS``. ``begun``: what it kept of a pass that was cut off,
    whose weights ``model`` has.
    """
    masters = Masters(model)
    # Betas and decay of the recipe that tiny policies were first taught with; RL has others.
    optimizer = adamw(masters.stepped, sft.learning_rate, betas=(0.9, 0.98), weight_decay=0.01)
    total = _updates(demos, sft)
    history: list[Losses] = []
    first = 0
    if begun is not None and kept is not None:
        checkpoint.load_optimizer(kept.folder, optimizer, masters.copies)
        first, history = begun.step, list(begun.writer["history"])
    # As in the learner: transformers checkpoints gradients in this mode alone.
    model.train()
    saved = time.monotonic()
    with Progress("cold start", total, console, start=first) as progress:
        # Batches follow from the seed: those that a cut-off pass has learnt are passed over.
        for update, batch in enumerate(islice(_batches(demos, sft, seed), first, None), start=first):
            _set_rate(optimizer, sft, update, total)
            losses = _update(model, masters, optimizer, batch, pad_id, budget_tokens)
            # Only as many as are averaged: every saved state holds the whole list.
            history = [*history[1 - AVERAGED :], losses]
            progress.advance(loss=sum(losses.values()))
            # Not after the last update: the model itself is written next.
            if kept is not None and time.monotonic() - saved >= SAVE_SECONDS and update + 1 < total:
                kept.save(model, masters, optimizer, update + 1, history)
                saved = time.monotonic()
    model.eval()
    return _means(history) | {"updates": float(total)}


def _means(history: Sequence[Losses]) -> Losses:
    """Of each stage, over the updates that have it: one without it has no loss there, which is not a loss of 0."""
    found = {stage: [losses[stage] for losses in history if stage in losses] for stage in STAGES}
    return {stage: sum(values) / len(values) for stage, values in found.items() if values}


def _batches(demos: Sequence[Demo], sft: SftConfig, seed: int):
    size = min(sft.batch_size, len(demos))
    for epoch in range(sft.epochs):
        order = generator(seed, epoch).permutation(len(demos))
        for start in range(0, len(demos) - size + 1, size):
            yield [demos[i] for i in order[start : start + size]]


def _set_rate(optimizer, sft: SftConfig, update: int, total: int) -> None:
    # + 1: an update at a rate of 0 would teach nothing.
    warm = min(1.0, (update + 1) / sft.warmup_updates) if sft.warmup_updates else 1.0
    decay = max(sft.final_learning_rate, 1 - update / total)
    for group in optimizer.param_groups:
        group["lr"] = sft.learning_rate * warm * decay


@torch.inference_mode(False)
@torch.enable_grad()  # whatever code of others left behind in this process
def _update(model, masters: Masters, optimizer, batch: Sequence[Demo], pad_id: int, budget: int) -> Losses:
    """Loss = Σ over the stages of the mean over that stage's tokens: a ranking is as important as a long text.

    Returns the terms of the stages that the batch has.
    """
    learnt = [row for demo in batch for row in demo.rows]
    samples = _weighted(learnt)
    # Both, as in the learner: where there are masters the optimizer knows only theirs.
    model.zero_grad(set_to_none=True)
    optimizer.zero_grad(set_to_none=True)
    sums = torch.zeros(len(STAGES))
    batches = micro_batches(model, samples, budget)
    for number, rows in enumerate(batches, start=1):
        still(f"updating: micro-batch {number} of {len(batches)}")
        part = collate(rows, pad_id, model.device)
        # At temperature 1, whatever `sampling` says: these texts were not drawn from the policy.
        logp_P, _ = token_logprobs(model, part.ids_BT, part.where_BT, 1.0, with_entropy=False)
        terms_P = -part.weight_P * logp_P
        terms_P.sum().backward()
        masters.collect_gradients()
        sums.index_add_(0, part.stage_P.cpu(), terms_P.detach().cpu())
    norm = torch.nn.utils.clip_grad_norm_(masters.stepped, 1.0)
    # Before the step: a nan in the weights could not be taken back.
    if not torch.isfinite(norm):
        raise TrainingError("The cold start's gradient is not a number. Lower --sft.learning_rate.")
    optimizer.step()
    masters.round_to_model()
    give_back_memory(model)
    present = {stage for row in learnt for stage, start, end in row.spans if end > start}
    return {STAGES[stage]: sums[stage].item() for stage in sorted(present)}


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
                # Of the whole batch, not of the row: so micro-batches add up to the same mean however they are cut.
                stages[i], column[i] = stage, 1.0 / counts[stage]
        samples.append(
            # No RL: behaviour log-probs, advantages, KL weights, clip and group are 0.
            TokenSample(row.ids, tuple(stages), zeros, zeros, tuple(column), zeros, (0,) * len(row.ids), 0)
        )
    return samples
