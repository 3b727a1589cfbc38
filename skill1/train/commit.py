"""The library's step boundary: what episodes wrote goes in, utilities move, people's requests are carried out."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from skill1.errors import LibraryError
from skill1.library.curation import Curation, Outcome, apply_queue
from skill1.rollout.metrics import mean
from skill1.schema import Group

if TYPE_CHECKING:
    from skill1.train.run import Run

logger = logging.getLogger(__name__)
Became = Mapping[str, str | None]  # episode id → id of the skill its draft became


def commit(run: Run, groups: Sequence[Group], step: int) -> tuple[Became, dict[str, float]]:
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


def library_figures(run: Run) -> dict[str, float]:
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
