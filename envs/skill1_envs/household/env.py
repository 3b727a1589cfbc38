"""The household as a ``TextEnv``: one task at a time, rewards 0 or 1, a tight step budget."""

from __future__ import annotations

import random

from skill1.env.protocol import StepReturn
from skill1.errors import EnvironmentFault
from skill1.schema import Observation, Task
from skill1_envs.household.tasks import Split
from skill1_envs.household.world import START, Chore, State, admissible, apply, initial_state


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
        index, num_tasks = self._choose(task_index, seed), len(self._split.tasks)
        if not 0 <= index < num_tasks:
            raise EnvironmentFault(f"task_index = {index} is outside the split; expected 0 to {num_tasks - 1}.")
        self._next_index = (index + 1) % num_tasks
        self.task, self.chore = self._split.tasks[index], self._split.chores[index]
        self._state = initial_state(self.chore.request)
        self.limit = min(self.chore.request.budget, self._max_steps)
        self._steps_left, self._running = self.limit, True
        return Observation(START, admissible(self.chore, self._state), {"won": False})

    def _choose(self, task_index: int | None, seed: int | None) -> int:
        if task_index is not None:
            return task_index
        return self._next_index if seed is None else random.Random(seed).randrange(len(self._split.tasks))

    def step(self, action: str) -> StepReturn:
        """Plays one command; a text that is none answers ``nothing happens`` and costs a step.

        Raises ``EnvironmentFault`` before ``reset`` and after the end.
        """
        if not self._running or self.chore is None:
            raise EnvironmentFault("household: step was called without a running task. Call reset first.")
        self._state, text, won = apply(self.chore, self._state, action)
        self._steps_left -= 1
        truncated = not won and self._steps_left <= 0
        self._running = not (won or truncated)
        info = {"won": won}
        observation = Observation(text, admissible(self.chore, self._state) if self._running else (), info)
        return observation, float(won), won, truncated, info

    def close(self) -> None:
        """Ends the running task, if any. May be called again."""
        self._running = False
