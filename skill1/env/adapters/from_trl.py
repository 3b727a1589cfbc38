"""An environment made for TRL's ``environment_factory``, played here: an action is a tool call written as text.

The contract is that of TRL 1.16 (``trl.GRPOTrainer``): ``reset(**row)`` returns None or a text, every other public
method is a tool, ``get_reward()`` scores the finished rollout. TRL has no word for the end of a task. Here a task ends
when the environment's attribute ``done`` is true (a convention of TRL's examples), after the action ``finish``,
or at ``env.max_steps``.
"""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any

from skill1.config import EnvConfig
from skill1.env.adapters.fixed_splits import FixedSplits
from skill1.env.adapters.tool_calls import CallError, Tool, parse_call, tools_of
from skill1.env.protocol import StepReturn, TextEnv
from skill1.errors import ConfigError, EnvironmentFault
from skill1.schema import Observation, Task

FINISH = "finish"
NO_TOOLS = ("reset", "get_reward")

Row = Mapping[str, Any]


class TrlSuite(FixedSplits):
    """A suite over one TRL environment, whose tasks are rows of a data set. Subclass it and name it ``module:Class``.

    Example::

        class WordSuite(TrlSuite):
            name = "words"
            environment = WordEnvironment
            rows = {"train": [{"prompt": "guess the word", "secret": "crane"}], "test": [...]}

    ``environment``: the class (a function needs ``staticmethod``), called without arguments. ``rows``: split name to
    rows; a row's ``prompt``, a text or a list of messages, is the task's instruction, and the whole row goes to
    ``reset``. Equal rows must give equal episodes. The last step's reward is the score, won is a score of at least
    ``success_reward``; r(τ) is the score clipped to [0, 1].

    Actions: ``guess crane`` (one parameter takes the whole rest of the line, several take a word each; int, float
    and bool are converted), or ``{"name": "guess", "arguments": {"word": "crane"}}``. The first observation lists the
    tools. Prompt profiles for chat models send actions in lower case. What a tool raises is told to the policy, as TRL
    does; only ``skill1.errors.EnvironmentFault`` ends the episode as an error. Not supported: coroutines, images.

    Raises (when made):
        ConfigError: something above is missing, or the environment has no ``reset`` or no tool.
    """

    environment: Callable[[], Any] | None = None
    rows: Mapping[str, Sequence[Row]] = {}
    success_reward: float = 1.0

    def __init__(self, config: EnvConfig) -> None:
        if self.environment is None or not self.rows:
            missing = "environment" if self.environment is None else "rows"
            raise ConfigError(f"{type(self).__name__} has no {missing}; see skill1.env.adapters.from_trl.")
        self.max_steps = config.max_steps
        super().__init__({split: self._listed(split) for split in self.rows})
        _require_contract(self.environment(), type(self).__name__)

    def make(self, split: str) -> TextEnv:
        return _ToolEnv(self, self.tasks(split), self.rows[split])

    def score(self, environment: Any) -> float:
        """Reward of a finished rollout: ``get_reward()``, else the attribute ``reward``; override for another rule."""
        if callable(getattr(environment, "get_reward", None)):
            return environment.get_reward()
        if hasattr(environment, "reward"):
            return environment.reward
        raise EnvironmentFault(f"{self.name} has neither get_reward() nor reward; override score in the suite.")

    def _listed(self, split: str) -> list[Task]:
        listed = []
        for index, row in enumerate(self.rows[split]):
            instruction = _prompt_text(row.get("prompt"))
            if not instruction:
                raise ConfigError(
                    f"{type(self).__name__}.rows[{split!r}][{index}] has the prompt {row.get('prompt')!r}; expected "
                    "a text, or messages with the text of a user."
                )
            listed.append(
                Task(f"{self.name}/{split}/{index:05d}", self.name, split, index, instruction, self.name)
            )
        return listed


class _ToolEnv:
    """Plays the rows of one split; the TRL environment is made at the first reset and used again, as TRL does."""

    def __init__(self, suite: TrlSuite, tasks: Sequence[Task], rows: Sequence[Row]) -> None:
        self._suite, self._tasks, self._rows = suite, tasks, rows
        self._environment: Any = None
        self._tools: dict[str, Tool] = {}
        self._left = 0
        self.task: Task | None = None

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        if task_index is None:
            task_index = random.Random(seed).randrange(len(self._tasks))
        if self._environment is None:
            assert self._suite.environment is not None  # checked when the suite was made
            self._environment = self._suite.environment()
            self._tools = tools_of(self._environment, without=NO_TOOLS)
        self.task, self._left = self._tasks[task_index], self._suite.max_steps
        seen = self._environment.reset(**self._rows[task_index])
        return Observation("\n".join(part for part in (_text(seen), self._usage()) if part), info={"won": False})

    def step(self, action: str) -> StepReturn:
        if self._left == 0:
            raise EnvironmentFault(f"{self._suite.name}: step without a running task. Call reset first.")
        self._left -= 1
        has_finished = FINISH not in self._tools and action.strip().lower() == FINISH
        text = "finished" if has_finished else self._called(action)
        terminated = has_finished or bool(getattr(self._environment, "done", False))
        if not terminated and self._left > 0:
            return Observation(text, info={"won": False}), 0.0, False, False, {"won": False}
        self._left = 0
        score = self._score()
        info = {"won": score >= self._suite.success_reward}
        return Observation(text, info=info), score, terminated, not terminated, info

    def close(self) -> None:
        self._left, self._environment = 0, None  # a method named close would be a tool of TRL's

    def _called(self, action: str) -> str:
        try:
            tool, arguments = parse_call(action, self._tools)
        except CallError as error:
            return f"error: {error}"
        try:
            result = tool.method(**arguments)
        except EnvironmentFault:
            raise  # the world itself is broken, and says so in our words
        except Exception as error:  # TRL hands what a tool raises to the model; its examples refuse moves this way
            return f"error: {error}"
        return _text(result) or "done"

    def _score(self) -> float:
        score = self._suite.score(self._environment)
        if isinstance(score, bool) or not isinstance(score, Real) or not math.isfinite(score):
            raise EnvironmentFault(f"{self._suite.name} scored {score!r}; expected a finite number.")
        return float(score)

    def _usage(self) -> str:
        lines = [tool.usage for tool in self._tools.values()]
        end = [] if FINISH in self._tools else [f"{FINISH} : End the task."]
        return "\n".join(["Commands:", *lines, *end])


def _text(result: Any) -> str:
    """What a tool or ``reset`` returned, as TRL writes it: texts as they are, text blocks joined, else ``str``."""
    if result is None:
        return ""
    if not isinstance(result, list):
        return str(result)
    for block in result:
        if not isinstance(block, Mapping) or block.get("type") != "text":
            raise EnvironmentFault(f"the environment returned {block!r:.80}; expected text or blocks of text.")
    return "\n".join(str(block.get("text", "")) for block in result)


def _prompt_text(prompt: Any) -> str:
    """A prompt's text: itself, or what the user says in its messages."""
    if isinstance(prompt, str):
        return prompt.strip()
    messages = prompt if isinstance(prompt, list) else []
    said = [m.get("content") for m in messages if isinstance(m, Mapping) and m.get("role") == "user"]
    return "\n".join(_text(content) for content in said).strip()


def _require_contract(environment: Any, owner: str) -> None:
    tools = tools_of(environment, without=NO_TOOLS)
    if not callable(getattr(environment, "reset", None)) or not tools:
        raise ConfigError(
            f"{owner}.environment makes a {type(environment).__name__} with the tools {sorted(tools)} and "
            f"{'a' if hasattr(environment, 'reset') else 'no'} reset; expected both."
        )
    methods = [tool.method for tool in tools.values()]
    methods += [getattr(environment, name) for name in NO_TOOLS if hasattr(environment, name)]
    for method in methods:
        if inspect.iscoroutinefunction(method):
            raise ConfigError(f"{owner}.environment: {method.__name__} is a coroutine; expected a plain method.")
