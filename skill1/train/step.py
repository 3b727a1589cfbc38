"""One training step in the order of Algorithm 1: tasks, episodes, commit, credit, update, records.

Inside a step policy and library are frozen; both change at its end. ``train_step`` is called by
:class:`skill1.train.trainer.Skill1Trainer` and is the same on both backends: a cluster lends other parts.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from skill1.credit.credit import Credit, StepFacts
from skill1.credit.rows import training_rows
from skill1.errors import LibraryError, TrainingError, quoted
from skill1.library.curation_queue import apply_queue
from skill1.policy.ledger import cost_metrics
from skill1.rollout.group import require_played
from skill1.rollout.metrics import (
    VALIDATION_TIME,
    credit_metrics,
    episode_metrics,
    library_metrics,
    oracle_metrics,
    similarity_metrics,
)
from skill1.schema import Group, Task, TokenSample
from skill1.train.border import sound
from skill1.train.task_order import step_tasks

if TYPE_CHECKING:
    from skill1.train.run import Run

Row = dict[str, float]
Became = Mapping[str, str | None]  # episode id → id of the skill its draft became


def train_step(run: Run) -> Row:
    """Carry out the next step of a run; returns its row of metrics.

    Raises:
        TrainingError: every episode ended in an error, or the loss is not a number.
        LibraryError: the library could not be committed; nothing of the step was.
        StorageError, CheckpointError: the disk does not take the step's records.
    """
    started, step, generated = time.perf_counter(), run.step + 1, run.policy.tokens_generated
    tasks = step_tasks(run.sources, run.config.seed, step, run.config.train.tasks_per_step)
    groups = play(run, tasks, step)
    rollout_s = time.perf_counter() - started
    # Now: what gates and validations of this step sample takes other time than the rollout's.
    generated = run.policy.tokens_generated - generated

    # Before the commit, while the library is what the episodes saw.
    row = episode_metrics(groups, run.envs) | oracle_metrics(run.suite, groups, run.library)
    row |= similarity_metrics(groups, run.library)
    row |= run.validation.finished() if run.validation is not None else {}
    # Before credit: `trend`, `matched` and `realised` read utilities after this step's update. Eq. 6 and 7 read those
    # that the candidates carry, from before it, so the order does not touch them.
    became, committed = commit(run, groups, step)
    # After the commit, so that a writer judges skills by numbers that this step is in; before the update, so that
    # its gates compare log-probs under the weights that played.
    if run.writing is not None:  # a method whose skills someone else writes
        row |= run.writing.write(groups, step, run.library, row)
    # After the writer, so that a row counts the skills that the next step finds.
    row |= library_metrics(run.library, run.envs) if run.library is not None else {}

    facts = StepFacts(groups, step, run.library, became, run.buffer)
    credits, buffer = sound(run.recipe.assign, facts, run.config.method)
    # While the library fills no skill fits, and an update would teach to leave skills alone.
    is_trained = step > run.config.train.library_steps
    samples = training_rows(credits, groups, run.config.loss, run.config.train.mini_batches) if is_trained else []

    before_update = time.perf_counter()
    row |= update(run, samples, groups, credits)
    # Only now: the update counts completed steps, and one that fails leaves the step undone.
    run.step, run.buffer = step, buffer

    row |= {"step": step, **committed, **credit_metrics(credits)}
    row["time/rollout_s"] = rollout_s
    row["time/update_s"] = time.perf_counter() - before_update
    row["time/tokens_per_s"] = generated / rollout_s
    # After `run.step` has moved on: what is due is counted in completed steps, and judged are the new weights.
    if run.validation is not None:
        row |= run.validation.after(run.step, run.library)
    row |= cost_metrics(run.policy, run.config)
    # Without it, so that steps with and without a validation can be compared.
    row["time/step_s"] = time.perf_counter() - started - row.get(VALIDATION_TIME, 0.0)
    # Last: the checkpoint it may write must hold weights, library and buffer of the same step.
    run.record(row, groups, credits)
    return row


def play(run: Run, tasks: Sequence[Task], step: int) -> list[Group]:
    """G episodes of each task: select, act, distil."""
    config = run.config
    groups = run.roller.play_groups(
        tasks, run.library, seed=config.seed, step=step, group_size=config.train.group_size
    )
    episodes = [episode for group in groups for episode in group.episodes]
    # A single failure is a record that training leaves out. A step of nothing else would pass as done.
    require_played(episodes, f"step {step}", config.env.name)
    run.tell_first_error(episodes, step)
    return groups


def commit(run: Run, groups: Sequence[Group], step: int) -> tuple[Became, Row]:
    """Commit a step's episodes; returns what each draft became, and figures. Nothing without a library.

    Raises:
        LibraryError: the file does not take it; nothing of the step is in it.
    """
    if run.library is None:
        return {}, {}
    # A bank that is only read: no utility moves and nothing is admitted, but people may ask for changes.
    became, figures = ({}, {}) if run.config.library.frozen else _committed(run, groups, step)
    # After the episodes: what people banned or edited must hold against what was just written.
    # Not strict: a request that no longer fits says so in its outcome and does not end the run.
    terms = {"step": step, "policy_version": run.policy.version, "strict": False}
    apply_queue(run.run_dir, step, partial(run.library.curate, **terms))
    return became, figures


def _committed(run: Run, groups: Sequence[Group], step: int) -> tuple[Became, Row]:
    episodes = [episode for group in groups for episode in group.episodes]
    try:
        done = run.library.commit(episodes, step=step, policy_version=run.policy.version)
    except LibraryError as error:
        raise LibraryError(
            f"{error} Nothing of step {step} was committed. If the disk is full (df -h), free some space; then "
            f"type: skill1 train --run-dir {quoted(run.run_dir)} --resume (from the last whole checkpoint)."
        ) from error
    figures = {"library/retired": len(done.retired), "distill/admitted": done.added, "distill/merged": done.merged}
    return {edit.episode: edit.skill for edit in done.edits}, {key: float(n) for key, n in figures.items()}


def update(run: Run, samples: Sequence[TokenSample], groups: Sequence[Group], credits: Sequence[Credit]) -> Row:
    """One pass over the samples, in ``train.mini_batches`` optimizer updates; then everyone samples the new weights."""
    if run.recipe.credit is not None:  # nobody would wake the engine of a frozen policy
        run.policy.rest()  # frees the KV cache before the update
    try:
        figures = run.learner.update(samples, run.step)
    except TrainingError as error:
        # Kept whatever ``episodes_every`` says: the reason is to be found in them.
        file = run.records.write_episodes(run.step + 1, groups, credits, always=True)
        where = f"They are in {file}." if file else "They could not be written."
        raise TrainingError(f"{error} {where}") from error
    if run.recipe.credit is not None:  # a frozen policy keeps its version, as its weights are the same
        run.policy.weights_changed()
    return figures
