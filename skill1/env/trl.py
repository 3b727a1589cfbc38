"""TRL's environments played here, and suites for TRL's ``GRPOTrainer``, both through its ``environment_factory``.

The contract is that of TRL 1.16, which is not imported: the factory is called without arguments, ``reset(**row)``
begins a rollout and returns None or a text, every other public method is a tool, ``get_reward()`` scores the finished
rollout. TRL has no word for the end of a task. In an environment of TRL's that is played here, a task ends when the
attribute ``done`` is true (a convention of TRL's examples), after the action ``finish``, or at ``env.max_steps``.

For TRL, a suite is tools that a model calls, and a reward at the end; a rollout with the reward None is left out of its
group's baseline. The data set may be left out: then rows are empty, and the environment says what the task is.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import itertools
import json
import math
import random
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from skill1.config import EnvConfig
from skill1.env.border import GuardedSuite
from skill1.env.loading import suite_class
from skill1.env.protocol import StepReturn, Suite, TextEnv, chosen, offered
from skill1.env.remote import BlockingSuite
from skill1.env.splits import FixedSplits, task_position
from skill1.env.wire import decode_step, encode_step
from skill1.errors import ConfigError, EnvironmentFault
from skill1.schema import Observation, Task

# TRL has no word for the end of a task: this action is ours.
FINISH = "finish"
# Methods of TRL's contract. Every other public one is a tool.
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
        # One is made to be looked at: what it lacks is an error now and not in the first episode.
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
        task_index = chosen(len(self._tasks), task_index, seed)
        if self._environment is None:
            assert self._suite.environment is not None  # checked when the suite was made
            self._environment = self._suite.environment()
            self._tools = tools_of(self._environment)
        # The limit is kept here: TRL's environments have none.
        self.task, self._left = self._tasks[task_index], self._suite.max_steps
        # A copy: TRL's rows come from a data set, new for each rollout, and an environment may use one up.
        seen = self._environment.reset(**copy.deepcopy(dict(self._rows[task_index])))
        return Observation("\n".join(part for part in (text_of(seen), self._usage()) if part), info={"won": False})

    def step(self, action: str) -> StepReturn:
        if self._left == 0:
            raise EnvironmentFault(f"{self._suite.name}: step without a running task. Call reset first.")
        self._left -= 1
        # A tool of the environment's own by that name comes first.
        has_finished = FINISH not in self._tools and action.strip().lower() == FINISH
        text = "finished" if has_finished else self._called(action)
        # Asked after the call, which is what sets it.
        terminated = has_finished or bool(getattr(self._environment, "done", False))
        if not terminated and self._left > 0:
            return Observation(text, info={"won": False}), 0.0, False, False, {"won": False}
        self._left = 0
        # Once, at the end: TRL scores finished rollouts only.
        score, success = self._score(), self._suite.success_reward
        # Ten rewards of 0.1 add up to a little less than 1.
        info = {"won": score > success or math.isclose(score, success)}
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
        # A tool may return nothing, while an observation is never empty.
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
    tools = tools_of(environment)
    if not callable(getattr(environment, "reset", None)) or not tools:
        raise ConfigError(
            f"{owner}.environment makes a {type(environment).__name__} with the tools {sorted(tools)} and "
            f"{'a' if hasattr(environment, 'reset') else 'no'} reset; expected both."
        )
    methods = [tool.method for tool in tools.values()]
    # These are no tools, but they are called as well.
    methods += [getattr(environment, name) for name in NO_TOOLS if hasattr(environment, name)]
    for method in methods:
        if inspect.iscoroutinefunction(method):
            raise ConfigError(f"{owner}.environment: {method.__name__} is a coroutine; expected a plain method.")


# From here on: how a line of the policy becomes the call of a tool.
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
        # TRL's models read the whole docstring in a schema; here it has to fit a line of the first observation.
        first_line = (inspect.getdoc(self.method) or "").partition("\n")[0]
        form = " ".join([self.name, *(name.upper() for name in self.parameters)])
        return f"{form} : {first_line}" if first_line else form

    @property
    def parameters(self) -> Sequence[str]:
        return tuple(inspect.signature(self.method).parameters)

    def bound(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments, if the method takes them."""
        try:
            # Before the call: a TypeError of the call itself could come from within the tool.
            inspect.signature(self.method).bind(**arguments)
        except TypeError as error:
            raise CallError(f"{self.name}: {error}; expected {self.usage}") from None
        return dict(arguments)

    def from_words(self, rest: str) -> dict[str, Any]:
        """Arguments of the short form: one parameter takes the whole rest, several take a word each, in order."""
        names = self.parameters
        words = [rest] if len(names) == 1 and rest else rest.split()
        if len(words) > len(names):
            told = f"{self.name} takes {len(names)} words, got {len(words)}; expected {self.usage}"
            # Only so can one of several arguments have a blank in it, and the list of commands does not say so.
            form = json.dumps({"name": self.name, "arguments": dict.fromkeys(names, "...")})
            raise CallError(f"{told}, or with more words in one: {form}" if names else told)
        types = _types(self.method)
        # There may be fewer words than parameters: `bound` knows which of them have defaults.
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


def tools_of(environment: Any) -> dict[str, Tool]:
    """The public methods of an environment's class, by lower-cased name: what TRL offers as tools."""
    # Of the class: asking an instance would run its properties.
    members = inspect.getmembers(type(environment), inspect.isfunction)
    names = [name for name, _ in members if not name.startswith("_") and name not in NO_TOOLS]
    # Keys in lower case, for prompt profiles of chat models send actions so.
    return {name.lower(): Tool(name, getattr(environment, name)) for name in names}


def parse_call(line: str, tools: Mapping[str, Tool]) -> tuple[Tool, dict[str, Any]]:
    """The tool and arguments that a line names: ``guess crane`` or ``{"name": "guess", "arguments": {…}}``.

    Any text gives a call or ``CallError``. Names of tools match in any case.
    """
    line = line.strip()
    if line.startswith("{"):
        name, arguments = _from_json(line)
        tool = _tool(name, tools)
        return tool, tool.bound(arguments)
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
        raise CallError("that is not JSON") from None
    # The line began with a brace, so this is an object.
    name, arguments = content.get("name"), content.get("arguments", {})
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise CallError('expected {"name": a command, "arguments": {…}}')
    return name, arguments


def _types(method: Callable[..., Any]) -> Mapping[str, Any]:
    try:
        hints = typing.get_type_hints(method)
    except Exception:  # annotations that cannot be resolved here: arguments stay texts
        return {}
    return {name: _without_none(kind) for name, kind in hints.items()}


def _without_none(kind: Any) -> Any:
    """``int`` of ``int | None``: a word is never None."""
    match [each for each in typing.get_args(kind) if each is not type(None)]:
        case [single] if type(None) in typing.get_args(kind):
            return single
    return kind


# From here on: the other way, our suites for TRL's trainer.
class _Rollout:
    """One rollout at a time of a task; ``done`` once it has ended. Its tools are methods of subclasses."""

    def __init__(self, suite: Suite, split: str, drawn: Callable[[], int] | None = None) -> None:
        self._suite, self._usual, self._drawn = BlockingSuite(suite), split, drawn
        self._split, self._tasks, self._env = split, suite.tasks(split), self._suite.make(split)
        # Over before it has begun: a tool that is called before the first reset reaches no environment.
        self.done, self._has_failed, self._total = True, False, 0.0

    def reset(self, **row: Any) -> str:
        """Begin the task at the row's ``task_index``, or one that is drawn, and say what is seen first.

        Raises:
            DataError: the row has no such index, and none is drawn, or its split is not there. A failing environment
                does not raise: TRL would end the run.
        """
        # A trainer plays its eval_dataset, too, in the environments that were made for training.
        split, index = row.get("split") or self._usual, row.get("task_index")
        tasks = self._tasks if split == self._split else self._suite.tasks(split)
        if index is None and self._drawn is not None:
            index = self._drawn()
        # Outside the try below: a wrong row is a mistake in the data set, which would fail every rollout in
        # silence.
        index = task_position(tasks, index, "a row of the data set (use trl_rows, or group_size)")
        self.done, self._has_failed, self._total = False, False, 0.0
        try:
            if split != self._split:
                env = self._suite.make(split)  # first: where it fails, the one that is here stays
                self._env.close()
                self._split, self._tasks, self._env = split, tasks, env
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
            # Models write numbers where a text is asked for: `act(50)`.
            answer = self._env.step(str(action))
            # Refuses what is of another form: the clip would make a zero of a nan.
            observation, reward, terminated, truncated, _ = decode_step(encode_step(answer))
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
        split: whose tasks are played, but for rows that name another.
        named_tools: the environment's own tools, such as ``go_to`` and ``take``; else the only one is ``act(action)``.
        group_size: the trainer's ``num_generations``: to train without a data set, the rollouts of a group then draw
            the same task. None: train on :func:`trl_rows`.
        seed: of those draws; with several processes another one in each, as long as none of them shares a group.

    Raises:
        DataError: there is no such split.
        ConfigError: the environment has no named tools, or the group is smaller than 1.
    """
    # Raises now for a split that is not there, and not in the first rollout.
    suite.tasks(split)
    if group_size is not None and group_size < 1:
        raise ConfigError(f"group_size = {group_size}; expected the trainer's num_generations.")
    kind, made = _with_tools(_tools_offered(suite)) if named_tools else SuiteEnvironment, itertools.count()

    def make() -> Any:
        if group_size is None:
            return kind(suite, split)
        # TRL takes environments in the order in which they were made, `group_size` neighbours for one group, and
        # resets each once a batch. So neighbours draw alike: by the group's place and how often it has begun.
        group, rounds, size = next(made) // group_size, itertools.count(), len(suite.tasks(split))
        # Seeded by a text: hash() of a tuple with one would differ between the processes of a trainer.
        return kind(suite, split, lambda: random.Random(f"{seed}/{next(rounds)}/{group}").randrange(size))

    return make


def _tools_offered(suite: Suite) -> Sequence[Callable[..., str]]:
    """The tools of an environment, also of one played elsewhere. Raises ``ConfigError`` if it has none."""
    tools = offered(suite, "tools")
    # By the name that was asked for: a suite of one's own may call itself by a word that names no class.
    name = suite.env if isinstance(suite, GuardedSuite) else suite.name
    with contextlib.suppress(ConfigError):  # a name that nothing here has: played elsewhere only
        tools = tools or offered(suite_class(name), "tools")
    if not tools:
        raise ConfigError(f"{suite.name} has no named tools. Leave named_tools out: its tool is act(action).")
    return tools


def trl_rows(suite: Suite, split: str) -> list[dict[str, Any]]:
    """The rows of a data set (``datasets.Dataset.from_list``) that plays each task of a split.

    Each is ``{"prompt": [{"role": "user", "content": instruction}], "task_index": position, "split": split}``, and is
    played in that split, whichever the environments were made for: so rows of another split serve as ``eval_dataset``.
    Without rows, and without ``group_size``, TRL's rollouts of one group would not play the same task, and group
    baselines would compare unlike things.
    """
    return [
        {"prompt": [{"role": "user", "content": task.instruction}], "task_index": position, "split": split}
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
