"""One training step in the order of Algorithm 1: tasks, episodes, commit, credit, update, records.

Inside a step policy and library are frozen; both change at its end. ``train_step`` is called by
:class:`skill1.train.trainer.Skill1Trainer` and is the same on both backends: a cluster lends another roller, library
and learner.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from skill1.credit.credit import Credit, StepCredit, StepFacts, by_episode, by_stage
from skill1.credit.rows import to_samples, weighed
from skill1.errors import LibraryError, TrainingError
from skill1.library.curation import Curation, Outcome, apply_queue
from skill1.policy.ledger import cost_metrics
from skill1.rollout.metrics import (
    VALIDATION_TIME,
    credit_metrics,
    episode_metrics,
    mean,
    oracle_metrics,
    similarity_metrics,
)
from skill1.schema import Group, Task, TokenSample
from skill1.train.task_order import step_tasks

if TYPE_CHECKING:
    from skill1.train.run import Run

Row = dict[str, float]
Became = Mapping[str, str | None]  # episode id → id of the skill its draft became
logger = logging.getLogger(__name__)


def train_step(run: Run) -> Row:
    """Carry out the next step of a run; returns its row of metrics.

    Raises:
        TrainingError: every episode ended in an error, or the loss is not a number.
        LibraryError: the library could not be committed; nothing of the step was.
        StorageError, CheckpointError: the disk does not take the step's records.
    """
    started, step = time.perf_counter(), run.step + 1
    generated = run.policy.tokens_generated
    tasks = step_tasks(run.sources, run.config.seed, step, run.config.train.tasks_per_step)
    groups = play(run, tasks, step)
    rollout_s = time.perf_counter() - started
    # Now: what gates and validations of this step sample takes other time than the rollout's.
    generated = run.policy.tokens_generated - generated

    row = measure(run, groups)  # before the commit, while the library is what the episodes saw
    row |= run.validation.finished() if run.validation is not None else {}
    # Before credit: `trend`, `matched` and `realised` read utilities after this step's update. Eq. 6 and 7 read those
    # that the candidates carry, from before it, so the order does not touch them.
    became, committed = commit(run, groups, step)
    # After the commit, so that a writer judges skills by numbers that this step is in; before the update, so that
    # its gates compare log-probs under the weights that played.
    if run.writing is not None:  # a method whose skills someone else writes
        row |= run.writing.write(groups, step, run.library)

    credits, buffer = assign(run, StepFacts(groups, step, run.library, became, run.buffer))
    # While the library fills no skill fits, and an update would teach to leave skills alone.
    samples = training_rows(run, credits, groups) if step > run.config.train.library_steps else []

    before_update = time.perf_counter()
    row |= update(run, samples, groups, credits)
    # Only now: the update counts completed steps, and one that fails leaves the step undone.
    run.step, run.buffer = step, buffer

    row |= {"step": step, **committed, **credit_metrics(credits)}
    row["time/rollout_s"] = rollout_s
    row["time/update_s"] = time.perf_counter() - before_update
    row["time/tokens_per_s"] = generated / rollout_s
    # After `run.step` has moved on: what is due is counted in completed steps, and judged are the new weights.
    row |= validate(run)
    row |= cost_metrics(run.policy, run.config)
    # Steps with and without a validation are to be compared.
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
    if not any(episode.ok for episode in episodes):
        raise TrainingError(
            f"All {len(episodes)} episodes of step {step} ended in an error, each tried twice. The first: "
            f"{episodes[0].error}\nCheck the environment: skill1 envs check {config.env.name}"
        )
    return groups


def measure(run: Run, groups: Sequence[Group]) -> Row:
    """What the episodes came to, and how near the skills were to what the tasks needed."""
    figures = episode_metrics(groups, run.envs)
    return figures | oracle_metrics(run.suite, groups, run.library) | similarity_metrics(groups, run.library)


def commit(run: Run, groups: Sequence[Group], step: int) -> tuple[Became, Row]:
    """Commit a step's episodes; returns what each draft became, and figures. Nothing without a library.

    Raises:
        LibraryError: the file does not take it; nothing of the step is in it.
    """
    if run.library is None:
        return {}, {}
    # A bank that is only read: no utility moves and nothing is admitted, but its figures belong in the row.
    if run.config.library.frozen:
        return {}, library_figures(run)
    episodes = [episode for group in groups for episode in group.episodes]
    try:
        report = run.library.commit(episodes, step=step, policy_version=run.policy.version)
    except LibraryError as error:
        raise LibraryError(
            f"{error} Nothing of step {step} was committed. If the disk is full (df -h), free some space; then "
            f"type: skill1 train --run-dir {run.run_dir} --resume (from the last whole checkpoint)."
        ) from error
    # After the episodes: what people banned or edited must hold against what was just written.
    curate(run, step)
    return {edit.episode: edit.skill for edit in report.edits}, {
        **library_figures(run),
        "library/retired": float(len(report.retired)),
        "distill/admitted": float(report.added),
        "distill/merged": float(report.merged),
    }


def library_figures(run: Run) -> Row:
    """Size, mean utility and trends, and the size of each environment's part in a run of several."""
    skills = run.library.skills()
    return {
        "library/size": float(len(run.library)),
        "library/mean_utility": mean([skill.utility for skill in skills]) or 0.0,
        "library/success_trend": run.library.success_trend,
        **{f"library/size/{env}": float(sum(s.env == env for s in skills)) for env in run.envs},
    }


def curate(run: Run, step: int) -> None:
    """What people asked of the library. A run resumed from a checkpoint does the same at the same step."""

    def in_library(requests: Sequence[Curation]) -> Sequence[Outcome]:
        # Not strict: a request that no longer fits says so in its outcome and does not end the run.
        return run.library.curate(requests, step=step, policy_version=run.policy.version, strict=False)

    for done in apply_queue(run.run_dir, step, in_library):
        logger.info("library, step %d: %s %s: %s", step, done.request.kind, done.request.skill, done.outcome)


def assign(run: Run, facts: StepFacts) -> StepCredit:
    """A record of credit for each segment to be trained; none if the policy is frozen."""
    return run.recipe.credit(facts) if run.recipe.credit is not None else ([], ())


def training_rows(run: Run, credits: Sequence[Credit], groups: Sequence[Group]) -> list[TokenSample]:
    """Token rows with their weights. A stage without any advantage is trained only where a KL term needs it."""
    loss, updates = run.config.loss, run.config.train.mini_batches
    # B of Eq. 8-10: episodes that ended in an error do not count.
    num_episodes = sum(len(group.survivors) for group in groups)
    played = {episode.id: episode.segments for group in groups for episode in group.episodes}
    active = [
        credit
        # Weighed first: what is left out below has counted in the means, so leaving it out changes no gradient.
        # Rows whose advantages are all 0 would be computed only to be multiplied by it.
        for of_stage in by_stage(weighed(credits, num_episodes, loss.normalise, updates))
        if loss.kl_coefficient or any(credit.total for credit in of_stage)
        for credit in of_stage
        # λ = 0 makes the stage context.
        if credit.weight
    ]
    return [
        sample
        for episode, own in by_episode(active).items()
        # Realised credit trains texts of earlier steps, whose other segments are gone.
        for sample in to_samples(played.get(episode) or [credit.segment for credit in own], own)
    ]


def update(
    run: Run, samples: Sequence[TokenSample], groups: Sequence[Group], credits: Sequence[Credit]
) -> Mapping[str, float]:
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


def validate(run: Run) -> Row:
    """Figures of the new weights and library on fixed tasks, if due; on a cluster they come with a later row."""
    if run.validation is None or not run.validation.is_due(run.step):
        return {}
    return run.validation.after(run.step, run.library)
