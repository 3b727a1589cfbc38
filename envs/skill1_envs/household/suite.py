"""The household suite: what ``skill1.envs`` finds under the name ``household``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from skill1.config import EnvConfig
from skill1.env.protocol import TextEnv
from skill1.errors import ConfigError, DataError
from skill1.schema import SkillDraft, Task
from skill1_envs.household import judge, tasks, world
from skill1_envs.household.env import HouseholdEnv
from skill1_envs.household.expert import EXPERTS, HouseholdExpert, polluting_draft
from skill1_envs.kit.players import ExplorerParams


class HouseholdSuite:
    """Four fixed splits, and demonstration worlds under ``demo:<seed>:<world>``."""

    name = "household"

    def __init__(self, config: EnvConfig) -> None:
        self._config = config

    def splits(self) -> Mapping[str, int]:
        """Split name → number of tasks; demonstration worlds are not listed."""
        return {name: len(tasks.load_split(name).tasks) for name in tasks.FIXED_SPLITS}

    def tasks(self, split: str) -> Sequence[Task]:
        """The fixed, ordered tasks. ``train`` is a stream: its order moves homes in and out."""
        return tasks.load_split(split).tasks

    def make(self, split: str) -> HouseholdEnv:
        """An environment over a fixed split or a demonstration world; a few microseconds."""
        return HouseholdEnv(tasks.load_split(split), self._config.max_steps)

    def judge(self, task: Task, draft: SkillDraft) -> float:
        """How right a skill is for a task: 1, 0.5, 0 or -1 (``judge.value``). ``DataError`` for a foreign task."""
        split = tasks.load_split(task.split)
        if not (0 <= task.index < len(split.tasks) and split.tasks[task.index].id == task.id):
            raise DataError(f"{task.id!r} is not task {task.index} of household split {task.split!r}.")
        return judge.value(split.chores[task.index], draft)

    def vocabulary(self) -> list[str]:
        """Every word a tiny policy needs, sorted, without special tokens."""
        return world.vocabulary()

    def expert(self, env: TextEnv | None, kind: str = "oracle", seed: int = 0) -> HouseholdExpert:
        """A scripted player. It never reads ``env``: all it knows comes from the view it is shown."""
        return HouseholdExpert(_params(kind), seed)

    def demo_worlds(self, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
        """Worlds for demonstrations, each a list of rounds of tasks, ``episodes`` tasks in all.

        The worlds are the same for every kind. ``make(task.split)`` plays them.
        """
        _params(kind)
        return tasks.demo_worlds(episodes, seed)

    def polluting_draft(self, task: Task, rng: np.random.Generator) -> SkillDraft:
        """A poor skill for the library of an oracle's demonstrations: wrong spots, no facts, or no home."""
        return polluting_draft(task, rng)


def _params(kind: str) -> ExplorerParams:
    if kind not in EXPERTS:
        raise ConfigError(f"household has no expert {kind!r}; expected one of {', '.join(EXPERTS)}.")
    return EXPERTS[kind]
