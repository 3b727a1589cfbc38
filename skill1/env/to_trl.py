"""Suites for TRL's ``GRPOTrainer(environment_factory=…)``: tools that a model calls, and a reward at the end.

TRL calls the factory without arguments and ``reset(**row)`` before each rollout, offers every other public method as a
tool, and leaves a rollout with the reward None out of its group's baseline. Its data set may be left out: then rows are
empty, and the environment says what the task is. As of TRL 1.16, which is not imported.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from skill1.env.loading import suite_class
from skill1.env.protocol import Suite, offered
from skill1.env.remote import BlockingSuite
from skill1.env.splits import task_position
from skill1.errors import ConfigError, EnvironmentFault
from skill1.schema import Observation


class _Rollout:
    """One rollout at a time of a split's tasks; ``done`` once it has ended. Its tools are methods of subclasses."""

    def __init__(self, suite: Suite, split: str, drawn: Callable[[], int] | None = None) -> None:
        self._tasks, self._drawn = suite.tasks(split), drawn
        self._env = BlockingSuite(suite).make(split)
        self.done, self._has_failed, self._total = True, False, 0.0

    def reset(self, **row: Any) -> str:
        """Begin the task at the row's ``task_index``, or one that is drawn, and say what is seen first.

        Raises:
            DataError: the row has no such index, and none is drawn. A failing environment does not raise: TRL would
                end the run.
        """
        index = row.get("task_index")
        if index is None and self._drawn is not None:
            index = self._drawn()
        index = task_position(self._tasks, index, "a row of the data set (use trl_rows, or group_size)")
        self.done, self._has_failed, self._total = False, False, 0.0
        try:
            # TRL puts this behind the last message of the prompt, without a break of its own.
            return "\n" + self._opening(index, prompt_text(row.get("prompt")))
        except Exception:  # the border to foreign code: this rollout is lost, not the run
            self.done = self._has_failed = True
            return "\nThe environment has failed."

    def get_reward(self) -> float | None:
        """r(τ): the sum of rewards clipped to [0, 1]; None if the environment failed."""
        return None if self._has_failed else min(1.0, max(0.0, self._total))

    def _opening(self, index: int, prompt: str) -> str:
        """What is seen first, after the instruction where neither it nor the prompt says that."""
        seen, instruction = _shown(self._env.reset(task_index=index)), self._tasks[index].instruction
        return seen if instruction in prompt or instruction in seen else f"{instruction}\n{seen}"

    def _do(self, action: str) -> str:
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


class SuiteEnvironment(_Rollout):
    """A rollout whose only tool is ``act``. Made by :func:`as_trl_environment`."""

    def act(self, action: str) -> str:
        """Do one thing in the world and see what happens.

        Args:
            action: The command, in plain words.

        Returns:
            What is seen afterwards.
        """
        return self._do(action)


def _with_tools(tools: Sequence[Callable[..., str]]) -> type[_Rollout]:
    """A class whose methods are the tools; each does the command that its function words."""
    # Its name is that of TRL's reward column, whatever the tools are.
    return type("SuiteEnvironment", (_Rollout,), {tool.__name__: _method(tool) for tool in tools})


def _method(tool: Callable[..., str]) -> Callable[..., str]:
    @functools.wraps(tool)
    def method(self: _Rollout, *arguments: Any, **named: Any) -> str:
        return self._do(tool(*arguments, **named))

    signature = inspect.signature(tool)
    itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    # What TRL makes the tool's JSON schema of, besides the docstring.
    method.__signature__ = signature.replace(parameters=[itself, *signature.parameters.values()])  # type: ignore[attr-defined]
    return method


class _Factory:
    """Makes the environments of a trainer, and draws their tasks where its rows name none.

    TRL takes them in the order in which they were made, ``group_size`` neighbours for one group, and resets each once
    a batch. So neighbours draw alike: the task depends on the group's place and on how often it has begun.
    """

    def __init__(self, kind: type[_Rollout], suite: Suite, split: str, group_size: int | None, seed: int) -> None:
        self._kind, self._suite, self._split = kind, suite, split
        self._group_size, self._seed, self._made = group_size, seed, 0

    def __call__(self) -> Any:
        self._made += 1
        if self._group_size is None:
            return self._kind(self._suite, self._split)
        group, rounds, size = (
            (self._made - 1) // self._group_size,
            itertools.count(),
            len(self._suite.tasks(self._split)),
        )

        def drawn() -> int:
            return random.Random(f"{self._seed}/{next(rounds)}/{group}").randrange(size)

        return self._kind(self._suite, self._split, drawn)


def _shown(observation: Observation) -> str:
    if observation.admissible is None:
        return observation.text
    return f"{observation.text}\nPossible actions: {'; '.join(observation.admissible)}"


def as_trl_environment(
    suite: Suite, split: str, *, named_tools: bool = False, group_size: int | None = None, seed: int = 0
) -> Callable[[], Any]:
    """What ``GRPOTrainer(environment_factory=…)`` takes, for the tasks of one split.

    Rollouts end when the model calls no tool any more: TRL knows no end of a task.

    Args:
        suite: in this process, in workers, or on a server (``env.url``).
        split: whose tasks are played.
        named_tools: the environment's own tools, such as ``go_to`` and ``take``; else the only one is ``act(action)``.
        group_size: the trainer's ``num_generations``: to train without a data set, the rollouts of a group then draw
            the same task. None: train on :func:`trl_rows`.
        seed: of those draws; with several processes another one in each.

    Raises:
        DataError: there is no such split.
        ConfigError: the environment has no named tools, or the group is smaller than 1.
    """
    # Raises now for a split that is not there, and not in the first rollout.
    suite.tasks(split)
    if group_size is not None and group_size < 1:
        raise ConfigError(f"group_size = {group_size}; expected the trainer's num_generations.")
    kind = _with_tools(tools_offered(suite)) if named_tools else SuiteEnvironment
    return _Factory(kind, suite, split, group_size, seed)


def tools_offered(suite: Suite) -> Sequence[Callable[..., str]]:
    """The tools of an environment, also of one played elsewhere. Raises ``ConfigError`` if it has none."""
    tools = offered(suite, "tools")
    with contextlib.suppress(ConfigError):  # a name that nothing here has: played elsewhere only
        tools = tools or offered(suite_class(suite.name), "tools")
    if not tools:
        raise ConfigError(f"{suite.name} has no named tools. Leave named_tools out: its tool is act(action).")
    return tools


def trl_rows(suite: Suite, split: str) -> list[dict[str, Any]]:
    """The rows of a data set (``datasets.Dataset.from_list``) that plays each task of a split.

    Each is ``{"prompt": [{"role": "user", "content": instruction}], "task_index": position}``. Without rows, and
    without ``group_size``, TRL's rollouts of one group would not play the same task, and group baselines would compare
    unlike things.
    """
    return [
        {"prompt": [{"role": "user", "content": task.instruction}], "task_index": position}
        for position, task in enumerate(suite.tasks(split))
    ]


def text_of(result: Any) -> str:
    """What a tool or ``reset`` returned, as TRL writes it: texts as they are, text blocks joined, else ``str``."""
    if result is None:
        return ""
    if not isinstance(result, list):
        return str(result)
    for block in result:
        if not isinstance(block, Mapping) or block.get("type") != "text":
            raise EnvironmentFault(f"the environment returned {block!r:.80}; expected text or blocks of text.")
    return "\n".join(str(block.get("text", "")) for block in result)


def prompt_text(prompt: Any) -> str:
    """A prompt's text: itself, or what the user says in its messages."""
    if isinstance(prompt, str):
        return prompt.strip()
    messages = prompt if isinstance(prompt, list) else []
    said = [m.get("content") for m in messages if isinstance(m, Mapping) and m.get("role") == "user"]
    return "\n".join(text_of(content) for content in said).strip()
