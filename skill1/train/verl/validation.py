"""Validation on a cluster: the servers play it beside the next step's episodes, so that no GPU waits for it to begin.

From the moment the servers have the weights after a step until the next step's episodes have ended, weights and library
are what that step left. Checkpoint, training episodes and validation share this time; only the last of them to end
is waited for. Knows nothing of verl.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from skill1.config import Skill1Config
from skill1.env.protocol import Suite
from skill1.library import Library
from skill1.rollout.metrics import VALIDATED_STEP
from skill1.schema import Episode, Group
from skill1.train.validation import Validation


class Players(Protocol):
    """What a validation asks of the cluster."""

    def begin_validation(self, step: int, indices: Sequence[int]) -> None:
        """Begin an episode of each task of the validation split, with the weights after ``step``."""
        ...

    def validated(self) -> list[Episode]:
        """Wait for those episodes; in the order of their tasks."""
        ...


class ClusterValidation(Validation):
    """As its base class, whose figures come with the row of the next step, and ``validate/step`` beside them.

    After the last step it is waited for. The last step but one has none: their figures would share a row.
    """

    def __init__(self, config: Skill1Config, suite: Suite, cluster: Players) -> None:
        self._choose(config, suite)
        self._cluster = cluster
        self._under_way: int | None = None

    def after(self, step: int, library: Library | None) -> dict[str, float]:
        """Begin it; only after the last step there is nothing beside which it could be played."""
        last = self._config.train.steps
        if step == last - 1:
            return {}
        self._begin(step)
        return self.finished() if step == last else {}

    def catch_up(self, step: int, rows: Iterable[Mapping[str, float]]) -> None:
        """Begin what a resumed run has lost: the row with its checkpoint's figures is played again, or never was."""
        known = {row.get(VALIDATED_STEP) for row in rows}
        if 0 < step < self._config.train.steps and self.is_due(step) and step not in known:
            self.after(step, None)

    def finished(self) -> dict[str, float]:
        """The figures of what is under way, and the seconds that the run waited for it."""
        if self._under_way is None:
            return {}
        started, step, self._under_way = time.perf_counter(), self._under_way, None
        (sample,) = self.samples
        episodes = self._cluster.validated()
        groups = [Group(task, (episode,)) for task, episode in zip(sample.tasks, episodes, strict=True)]
        return self._judged(groups, started) | {VALIDATED_STEP: step}

    def _begin(self, step: int) -> None:
        (sample,) = self.samples  # a cluster has one environment
        self._cluster.begin_validation(step, [task.index for task in sample.tasks])
        self._under_way = step
