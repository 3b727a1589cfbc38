"""The household suite: what ``skill1.envs`` finds under the name ``household``.

``HouseholdEnv`` plays one task at a time: rewards 0 or 1, a tight step budget.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from skill1.env.protocol import EnvConfig, Observation, SkillDraft, StepReturn, Task, TextEnv, chosen
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1_envs.household import tasks, world
from skill1_envs.household.expert import EXPERTS, HouseholdExpert, polluting_draft, value
from skill1_envs.household.tasks import Split
from skill1_envs.household.world import START, Chore, State, admissible, apply, initial_state
from skill1_envs.kit.players import ExplorerParams
from skill1_envs.kit.world_folder import demo_worlds


class HouseholdEnv:
    """Plays tasks of one split. ``max_steps`` caps the budget that comes with each task (optimum + 2)."""

    def __init__(self, split: Split, max_steps: int) -> None:
        self._split = split
        self._max_steps = max_steps
        self._running = False
        self._state = State(None, 0, False)
        self._steps_left = 0
        self._next_index = 0
        self.task: Task | None = None
        self.chore: Chore | None = None  # holds the hidden facts: for metrics and tests, never for a policy
        self.limit = 0  # steps allowed in the present task

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        """Starts a task: by position, else by a seeded draw, else the next one in order.

        Raises ``EnvironmentFault`` for a position outside the split.
        """
        index = chosen(len(self._split.tasks), task_index, seed, self._next_index)
        # However this task was chosen, a reset that names none takes the next one.
        self._next_index = (index + 1) % len(self._split.tasks)
        self.task, self.chore = self._split.tasks[index], self._split.chores[index]
        self._state = initial_state(self.chore.request)
        self.limit = min(self.chore.request.budget, self._max_steps)
        self._steps_left, self._running = self.limit, True
        return Observation(START, admissible(self.chore, self._state), {"won": False})

    def step(self, action: str) -> StepReturn:
        """Plays one command; a text that is none answers ``nothing happens`` and costs a step.

        Raises ``EnvironmentFault`` before ``reset`` and after the end.
        """
        if not self._running or self.chore is None:
            raise EnvironmentFault("household: step was called without a running task. Call reset first.")
        self._state, text, won = apply(self.chore, self._state, action)
        self._steps_left -= 1
        # A win with the last command allowed is a win, not a truncation.
        truncated = not won and self._steps_left <= 0
        self._running = not (won or truncated)
        info = {"won": won}
        # After the end no command does anything, so none is offered.
        observation = Observation(text, admissible(self.chore, self._state) if self._running else (), info)
        return observation, float(won), won, truncated, info

    def close(self) -> None:
        """Ends the running task, if any. May be called again."""
        self._running = False


class HouseholdSuite:
    """Four fixed splits, ``<split>:<home>:<type>`` of each, and demonstration worlds ``demo:<seed>:<world>``."""

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
        """How right a skill is for a task: 1, 0.5, 0 or -1 (``expert.value``). ``DataError`` for a foreign task."""
        split = tasks.load_split(task.split)
        # A task of the same place in another version of the splits would be judged by wrong facts.
        if not (0 <= task.index < len(split.tasks) and split.tasks[task.index].id == task.id):
            raise DataError(f"{task.id!r} is not task {task.index} of household split {task.split!r}.")
        return value(split.chores[task.index], draft)

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
        # For its error alone: the worlds are the same for every kind.
        _params(kind)
        return demo_worlds(self.tasks, episodes, seed)

    def polluting_draft(self, task: Task, rng: np.random.Generator) -> SkillDraft:
        """A poor skill for the library of an oracle's demonstrations: wrong spots, no facts, or no home."""
        return polluting_draft(task, rng)


def _params(kind: str) -> ExplorerParams:
    if kind not in EXPERTS:
        raise ConfigError(f"household has no expert {kind!r}; expected one of {', '.join(EXPERTS)}.")
    return EXPERTS[kind]
