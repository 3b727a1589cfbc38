"""A suite as a Gymnasium environment: text in, text out. Importing this module needs gymnasium."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any

from skill1.env.protocol import Suite
from skill1.env.remote import BlockingSuite
from skill1.env.splits import task_position
from skill1.errors import DataError, MissingExtraError
from skill1.schema import Observation

try:
    import gymnasium
except ImportError as error:
    raise MissingExtraError("gymnasium", "gymnasium", "A suite as a Gymnasium environment") from error

MAX_ACTION_CHARS = 500  # as much as the agent's own parsers let through


class UnicodeText(gymnasium.spaces.Text):
    """Any text of at most ``max_length`` characters; samples are printable ASCII.

    Gymnasium's own ``Text`` holds only characters listed beforehand, which no text world can promise.
    """

    def __init__(self, max_length: int, seed: Any = None) -> None:
        super().__init__(max_length, min_length=0, charset=string.printable, seed=seed)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.max_length


class SuiteEnv(gymnasium.Env[str, str]):
    """Plays one split of a suite. Made by :func:`as_gymnasium`."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, suite: Suite, split: str, max_chars: int) -> None:
        self._tasks = suite.tasks(split)
        if not self._tasks:
            raise DataError(f"split {split!r} of {suite.name} is empty; expected at least one task.")
        self._env = BlockingSuite(suite).make(split)
        self.observation_space = UnicodeText(max_chars)
        self.action_space = UnicodeText(MAX_ACTION_CHARS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """The instruction and the first observation. Raises ``DataError`` for a task that is not there."""
        super().reset(seed=seed)
        unknown = set(options or {}) - {"task_index"}
        if unknown:
            raise DataError(f"reset: options hold {sorted(unknown)}; expected nothing but task_index.")
        # Drawn also where an index is given: later draws of a seeded run do not depend on it.
        drawn = int(self.np_random.integers(len(self._tasks)))
        index = task_position(self._tasks, (options or {}).get("task_index", drawn), "reset")
        observation = self._env.reset(task_index=index)
        task = self._tasks[index]
        told = {"task_id": task.id, "instruction": task.instruction, "won": False}
        # Gymnasium has no other place for the task that an agent is sure to read.
        return self._cut(f"{task.instruction}\n{observation.text}"), _details(observation, told)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """What the action led to. Raises ``DataError`` for an action that is no text."""
        # Worlds look at texts alone: what another value would do there is anybody's guess.
        if not isinstance(action, str):
            raise DataError(f"step: the action is {action!r:.80}, a {type(action).__name__}; expected a text.")
        observation, reward, terminated, truncated, info = self._env.step(action)
        return self._cut(observation.text), float(reward), terminated, truncated, _details(observation, info)

    def close(self) -> None:
        self._env.close()

    def _cut(self, text: str) -> str:
        return text[: self.observation_space.max_length]


def _details(observation: Observation, told: Mapping[str, Any]) -> dict[str, Any]:
    # The later wins: the step's own info over the observation's, and our list over both.
    return {**observation.info, **told, "admissible": observation.admissible}


def as_gymnasium(suite: Suite, split: str, *, max_chars: int = 32_768) -> gymnasium.Env[str, str]:
    """One split of a suite as a ``gymnasium.Env``; observations and actions are texts.

    ``reset(options={"task_index": 3})`` plays that task, ``reset(seed=7)`` a seeded draw. The first observation begins
    with the task's instruction. ``info`` holds ``task_id`` and ``instruction`` after ``reset``, ``won`` and
    ``admissible`` (a tuple of texts, or None) always. Observations longer than ``max_chars`` are cut.
    ``gymnasium.vector.AsyncVectorEnv`` needs ``shared_memory=False``: its shared buffers lose these texts.

    Raises:
        DataError: there is no such split, or it is empty.
    """
    return SuiteEnv(suite, split, max_chars)
