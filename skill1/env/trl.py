"""Environments made for TRL's ``environment_factory``, played here: an action is a tool call written as text.

The contract is that of TRL 1.16 (``trl.GRPOTrainer``): ``reset(**row)`` returns None or a text, every other public
method is a tool, ``get_reward()`` scores the finished rollout. TRL has no word for the end of a task. Here a task ends
when the environment's attribute ``done`` is true (a convention of TRL's examples), after the action ``finish``,
or at ``env.max_steps``.

The other way is :mod:`skill1.env.to_trl`; its names are here, too. TRL itself is not imported.
"""

from __future__ import annotations

import inspect
import json
import math
import random
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from skill1.config import EnvConfig
from skill1.env.protocol import StepReturn, TextEnv
from skill1.env.splits import FixedSplits
from skill1.env.to_trl import SuiteEnvironment, as_trl_environment, prompt_text, text_of, trl_rows
from skill1.errors import ConfigError, EnvironmentFault
from skill1.schema import Observation, Task

__all__ = [
    "CallError",
    "SuiteEnvironment",
    "Tool",
    "TrlSuite",
    "as_trl_environment",
    "parse_call",
    "tools_of",
    "trl_rows",
]

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
            raise ConfigError(f"{type(self).__name__} has no {missing}; see skill1.env.trl.")
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
            instruction = prompt_text(row.get("prompt"))
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
        return Observation("\n".join(part for part in (text_of(seen), self._usage()) if part), info={"won": False})

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
        return text_of(result) or "done"

    def _score(self) -> float:
        score = self._suite.score(self._environment)
        if isinstance(score, bool) or not isinstance(score, Real) or not math.isfinite(score):
            raise EnvironmentFault(f"{self._suite.name} scored {score!r}; expected a finite number.")
        return float(score)

    def _usage(self) -> str:
        lines = [tool.usage for tool in self._tools.values()]
        end = [] if FINISH in self._tools else [f"{FINISH} : End the task."]
        return "\n".join(["Commands:", *lines, *end])


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


_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


class CallError(ValueError):
    """The line is no call of a known tool; the message is written for the policy."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A method offered to the policy."""

    name: str
    method: Callable[..., Any]

    @property
    def usage(self) -> str:
        """``guess WORD : Guess a word.``: the short form and the first line of the docstring."""
        first_line = (inspect.getdoc(self.method) or "").partition("\n")[0]
        form = " ".join([self.name, *(name.upper() for name in self.parameters)])
        return f"{form} : {first_line}" if first_line else form

    @property
    def parameters(self) -> Sequence[str]:
        return tuple(inspect.signature(self.method).parameters)

    def bound(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments, if the method takes them."""
        try:
            inspect.signature(self.method).bind(**arguments)
        except TypeError as error:
            raise CallError(f"{self.name}: {error}; expected {self.usage}") from None
        return dict(arguments)

    def from_words(self, rest: str) -> dict[str, Any]:
        """Arguments of the short form: one parameter takes the whole rest, several take a word each, in order."""
        names = self.parameters
        words = [rest] if len(names) == 1 and rest else rest.split()
        if len(words) > len(names):
            raise CallError(f"{self.name} takes {len(names)} words, got {len(words)}; expected {self.usage}")
        types = _types(self.method)
        return self.bound(
            {name: self._typed(name, word, types.get(name)) for name, word in zip(names, words, strict=False)}
        )

    def _typed(self, name: str, word: str, kind: Any) -> Any:
        try:
            # bool("false") is True.
            if kind is bool:
                return _TRUTHS[word.lower()]
            return kind(word) if kind in (int, float) else word
        except (KeyError, ValueError):
            raise CallError(f"{self.name}: {name} is {word!r}; expected {kind.__name__}") from None


def tools_of(environment: Any, *, without: Sequence[str]) -> dict[str, Tool]:
    """The public methods of an environment's class, by lower-cased name: what TRL offers as tools."""
    # Of the class: asking an instance would run its properties.
    members = inspect.getmembers(type(environment), inspect.isfunction)
    names = [name for name, _ in members if not name.startswith("_") and name not in without]
    return {name.lower(): Tool(name, getattr(environment, name)) for name in names}


def parse_call(line: str, tools: Mapping[str, Tool]) -> tuple[Tool, dict[str, Any]]:
    """The tool and arguments that a line names: ``guess crane`` or ``{"name": "guess", "arguments": {…}}``.

    Any text gives a call or ``CallError``. Names of tools match in any case.
    """
    line = line.strip()
    if line.startswith("{"):
        name, arguments = _from_json(line)
        return _tool(name, tools), _tool(name, tools).bound(arguments)
    name, _, rest = line.partition(" ")
    tool = _tool(name, tools)
    return tool, tool.from_words(rest.strip())


def _tool(name: str, tools: Mapping[str, Tool]) -> Tool:
    if name.lower() not in tools:
        raise CallError(f"there is no command {name[:40]!r}; known: {', '.join(tools)}")
    return tools[name.lower()]


def _from_json(line: str) -> tuple[str, dict[str, Any]]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise CallError("that is no JSON") from None
    name, arguments = content.get("name"), content.get("arguments", {})
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise CallError('expected {"name": a command, "arguments": {…}}')
    return name, arguments


def _types(method: Callable[..., Any]) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(method)
    except Exception:  # annotations that cannot be resolved here: arguments stay texts
        return {}
