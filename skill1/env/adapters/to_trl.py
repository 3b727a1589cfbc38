"""A suite as environments for TRL's ``GRPOTrainer(environment_factory=…)``; TRL itself is not imported.

The contract is that of TRL 1.16: the trainer calls the factory without arguments, then ``reset(**row)`` before each
rollout, offers every other public method as a tool, and asks ``get_reward()`` at the end. What ``reset`` returns
is appended to the last user message. A reward of None leaves the rollout out of its group's baseline.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from skill1.env.adapters.fixed_splits import task_position
from skill1.env.pending import BlockingSuite
from skill1.env.protocol import Suite
from skill1.schema import Observation


class SuiteEnvironment:
    """One rollout at a time of a split's tasks; ``done`` once it has ended. Made by :func:`as_trl_environment`."""

    def __init__(self, suite: Suite, split: str) -> None:
        self._tasks = suite.tasks(split)
        self._env = BlockingSuite(suite).make(split)
        self.done, self._has_failed, self._total = True, False, 0.0

    def reset(self, **row: Any) -> str:
        """Begin the task at the row's ``task_index`` and say what is seen first.

        Raises:
            DataError: the row has no such index. A failing environment does not raise: TRL would end the run.
        """
        index = task_position(self._tasks, row.get("task_index"), "a row of the data set (use trl_rows)")
        self.done, self._has_failed, self._total = False, False, 0.0
        try:
            return "\n" + _shown(self._env.reset(task_index=index))
        except Exception:  # the border to foreign code: this rollout is lost, not the run
            self.done = self._has_failed = True
            return "\nThe environment has failed."

    def act(self, action: str) -> str:
        """Do one thing in the world and see what happens.

        Args:
            action: The command, in plain words.

        Returns:
            What is seen afterwards.
        """
        if self.done:
            return "The task is over."
        try:
            observation, reward, terminated, truncated, _ = self._env.step(action)
        except Exception:
            self.done = self._has_failed = True
            raise  # TRL tells the model and counts it
        self._total += float(reward)
        self.done = terminated or truncated
        return _shown(observation) + ("\nThe task is over." if self.done else "")

    def get_reward(self) -> float | None:
        """r(τ): the sum of rewards clipped to [0, 1]; None if the environment failed."""
        return None if self._has_failed else min(1.0, max(0.0, self._total))


def _shown(observation: Observation) -> str:
    if observation.admissible is None:
        return observation.text
    return f"{observation.text}\nPossible actions: {'; '.join(observation.admissible)}"


def as_trl_environment(suite: Suite, split: str) -> Callable[[], SuiteEnvironment]:
    """What ``GRPOTrainer(environment_factory=…)`` takes, for the tasks of one split; train it on :func:`trl_rows`.

    The only tool is ``act(action)``. Rollouts end when the model calls no tool any more: TRL knows no end of a task.

    Raises:
        DataError: there is no such split.
    """
    suite.tasks(split)
    return functools.partial(SuiteEnvironment, suite, split)


def trl_rows(suite: Suite, split: str) -> list[dict[str, Any]]:
    """The rows of a data set (``datasets.Dataset.from_list``) that plays each task of a split.

    Each is ``{"prompt": [{"role": "user", "content": instruction}], "task_index": position}``. Without rows TRL's
    rollouts of one group would not play the same task, and group baselines would compare unlike things.
    """
    return [
        {"prompt": [{"role": "user", "content": task.instruction}], "task_index": position}
        for position, task in enumerate(suite.tasks(split))
    ]
