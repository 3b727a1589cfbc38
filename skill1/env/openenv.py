"""OpenEnv's form of a suite: what its messages hold, and a session, which plays one episode at a time.

OpenEnv is the protocol of https://github.com/huggingface/OpenEnv, by which TRL, verifiers and others play environments
on a server; as of its releases 0.3 and 0.10. An action is ``{"command": text}``. What is shown is ``{"text",
"instruction", "admissible"}``. Everything else about a step is in ``metadata``, which clients do not put into prompts.

Rewards are paid at the end: 0 for each step before, then r(τ), the clipped sum of the environment's own rewards.
Clients may add up what they get and have r(τ).
"""

from __future__ import annotations

import contextlib
import secrets
import uuid
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from skill1.config import EnvConfig
from skill1.env.border import environment_border
from skill1.env.protocol import Suite, TextEnv
from skill1.env.remote import settle
from skill1.env.splits import task_position, tasks_of
from skill1.env.wire import encode_observation, encode_step, settings_of
from skill1.errors import ConfigError, DataError, EnvironmentFault, Skill1Error
from skill1.schema import Task

API_VERSION = "1.0.0"  # of OpenEnv's HTTP interface
# Characters of an episode's name: as many as OpenEnv's own requests allow.
LONGEST_ID = 255
PURPOSES = ("train", "validation", "test")  # of splits, the one to train on first
SEEDS = 2**31  # to draw from where a client names none

_METADATA = {"type": "object", "default": {}, "description": "Anything; it is ignored."}
# One required field, and that a text: clients such as verifiers then send a model's answer as it is.
ACTION_SCHEMA = {
    "title": "CommandAction",
    "type": "object",
    "properties": {
        "command": {"type": "string", "description": "What to do, in the environment's own words."},
        "metadata": _METADATA,
    },
    "required": ["command"],
    "additionalProperties": False,
}
OBSERVATION_SCHEMA = {
    "title": "TextObservation",
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "What is seen."},
        "instruction": {"type": "string", "description": "The task."},
        "admissible": {
            "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}],
            "description": "Commands that are possible now; null where the environment does not list them.",
        },
        "done": {"type": "boolean", "default": False},
        "reward": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": None},
        "metadata": _METADATA,
    },
    "required": ["text", "instruction"],
}
STATE_SCHEMA = {
    "title": "EpisodeState",
    "type": "object",
    "properties": {
        "episode_id": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        "step_count": {"type": "integer", "minimum": 0, "default": 0},
        "max_steps": {"type": "integer", "minimum": 1},
        "env": {"type": "string", "description": "What env.name was set to."},
        "settings": {"type": "object", "description": "Keys of env by which its episodes differ."},
    },
    "additionalProperties": True,
}


class Refused(EnvironmentFault):
    """A message that a session does not take; ``code`` is OpenEnv's word for it."""

    def __init__(self, message: str, code: str = "VALIDATION_ERROR") -> None:
        super().__init__(message)
        self.code = code


def code_of(error: BaseException) -> str:
    """OpenEnv's code for what was raised: a wrong message, or an environment that failed."""
    if isinstance(error, Refused):
        return error.code
    return "VALIDATION_ERROR" if isinstance(error, DataError | ConfigError) else "EXECUTION_ERROR"


class ServedSuite:
    """A suite, what is said of it, and whose turn it is to ask it.

    Args:
        suite: is asked one thing at a time unless ``turn`` lets several in.
        config: what it was made of; ``train_split`` is played where a client names none.
        turn: held while the suite is asked.
    """

    def __init__(self, suite: Suite, config: EnvConfig, turn: AbstractContextManager[Any]) -> None:
        self.suite, self.config, self.turn = suite, config, turn
        sizes = suite.splits()
        # Trainers name no split, and must not be trained on what is kept for testing. A small catalogue, say, has no
        # split of the configured name, and lists the one for testing first.
        likest = min(sizes, key=lambda split: PURPOSES.index(_purpose(split)), default="")
        self.default_split = config.train_split if config.train_split in sizes else likest
        # What takes long at first, such as an index of a catalogue, is done before anybody waits for it: OpenEnv's
        # clients give a reset a minute.
        if sizes.get(self.default_split):
            _open(suite, self.default_split, max(1, config.workers))
        self._tasks: dict[str, Sequence[Task]] = {}

    def tasks(self, split: str) -> Sequence[Task]:
        """The tasks of a split. Raises ``DataError`` for one that is empty or not there."""
        if split not in self._tasks:
            self._tasks[split] = tasks_of(self.suite, self.suite.name, split)
        return self._tasks[split]

    def metadata(self) -> dict[str, Any]:
        """Name and one sentence, as ``GET /metadata`` answers."""
        sizes = ", ".join(f"{split} {size}" for split, size in self.suite.splits().items())
        described = f"The text environment {self.suite.name}, played with commands. Tasks: {sizes}."
        return {"name": self.suite.name, "description": described, "author": "skill1"}

    def listed_splits(self) -> list[dict[str, str]]:
        """The splits, each with what it is for: train, validation or test."""
        return [{"name": split, "type": _purpose(split)} for split in self.suite.splits()]

    def listed_tasks(self, split: str) -> list[dict[str, Any]]:
        """The tasks of a split; each holds what ``reset`` takes to play it. Raises ``DataError`` for no split."""
        return [
            {"id": t.id, "instruction": t.instruction, "type": t.type, "split": split, "task_index": place}
            # Not `self.tasks`: an empty split can be listed, though not played.
            for place, t in enumerate(self.suite.tasks(split))
        ]


def _open(suite: Suite, split: str, places: int) -> None:
    """Begin an episode in each of so many workers, which take turns and read nothing before they are asked for one.

    What fails in a first task is forgiven: another one may be whole. Our own errors say what is to be mended, and pass.
    """
    with contextlib.suppress(EnvironmentFault), environment_border("opening", passed=Skill1Error):
        envs = [suite.make(split) for _ in range(places)]
        # All are asked before any answer is waited for: they read at once.
        for answer in [env.reset(task_index=0) for env in envs]:
            settle(answer)
        for env in envs:
            env.close()


def _purpose(split: str) -> str:
    # By the name: product_disjoint_test is for testing, valid_seen for validation.
    return next((kind for kind in ("train", "test") if kind in split), "validation")


class Session:
    """One client's environment. Asked one thing at a time; its answers are ready for JSON."""

    def __init__(self, served: ServedSuite) -> None:
        self._served = served
        self._env: TextEnv | None = None
        self._split = ""  # of that environment
        self._is_running, self._total, self._steps = False, 0.0, 0
        self._task: Task | None = None
        self._episode_id: str | None = None

    def reset(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Begin an episode.

        Args:
            options: ``task_index`` of a ``split``, or a ``seed`` (a whole number from 0) that draws one, and
                ``episode_id``; each may be left out. Without the first two any task is drawn. Other options are
                ignored, as OpenEnv's own servers do.

        Raises:
            Refused, DataError: there is no such task or split, or an option is of another type.
            EnvironmentFault: the environment failed.
        """
        split = option(options, "split", str) or self._served.default_split
        index, seed = option(options, "task_index", int), option(options, "seed", int)
        episode_id = option(options, "episode_id", str) or uuid.uuid4().hex
        if index is None and seed is None:
            # As trainers do, again and again; an environment that is asked for nothing begins at its first task.
            seed = secrets.randbelow(SEEDS)
        if len(episode_id) > LONGEST_ID:
            raise Refused(f"episode_id has {len(episode_id)} characters; expected at most {LONGEST_ID}.")
        with self._served.turn:
            if index is not None:
                # Before anything is touched: a wrong index leaves the running episode as it is.
                task_position(self._served.tasks(split), index, f"reset of split {split!r}")
            # The same environment for the next task of a split: trainers reset one session again and again.
            env = self._env_over(split)
            # A reset that fails has ended the episode before it all the same.
            self._is_running = False
            shown = encode_observation(settle(env.reset(task_index=index, seed=seed)))
            task = env.task
        if task is None:
            raise EnvironmentFault(f"{self._served.suite.name} has no task after its reset.")
        # Set only now: after a failed reset the state still tells of the episode that was played.
        self._task, self._episode_id = task, episode_id
        self._is_running, self._total, self._steps = True, 0.0, 0
        about = {"observation_info": shown.pop("info"), **self._named()}
        return self._answer(shown, None, False, about)

    def step(self, action: Any) -> dict[str, Any]:
        """Send a command.

        Raises:
            Refused: the action is not ``{"command": text}``, or no episode is running.
            EnvironmentFault: the environment failed; that episode is over.
        """
        command = command_of(action)
        if not self._is_running or self._env is None:
            raise Refused("no episode is running: send reset first.", "EXECUTION_ERROR")
        with self._served.turn:
            self._is_running = False  # whatever fails from here on ends the episode
            told = encode_step(settle(self._env.step(command)))
        done = bool(told["terminated"] or told["truncated"])
        self._is_running, self._total, self._steps = not done, self._total + told["reward"], self._steps + 1
        shown, info = told["observation"], told["info"]
        about = {"won": info.get("won"), "truncated": told["truncated"], "info": info}
        about["observation_info"] = shown.pop("info")
        return self._answer(shown, min(1.0, max(0.0, self._total)) if done else 0.0, done, about)

    def state(self) -> dict[str, Any]:
        """Which episode is played, and how far it is."""
        config = self._served.config
        played = {"step_count": self._steps, "max_steps": config.max_steps, "env": config.name}
        return {**self._named(), **played, "settings": settings_of(config)}

    def close(self) -> None:
        """Free the environment."""
        # Let go of first: one that cannot be closed is not closed again.
        self._is_running, env, self._env = False, self._env, None
        if env is not None:
            with self._served.turn:
                env.close()

    def _env_over(self, split: str) -> TextEnv:
        if self._env is None or self._split != split:
            self._served.tasks(split)  # names the known splits
            # Let go of first: where closing or making fails, the next reset makes another.
            before, self._env = self._env, None
            if before is not None:
                before.close()
            self._env, self._split = self._served.suite.make(split), split
        return self._env

    def _named(self) -> dict[str, Any]:
        task = self._task
        if task is None:
            return {"episode_id": self._episode_id}
        place = {"split": task.split, "task_index": task.index, "task_id": task.id, "task_type": task.type}
        return {"episode_id": self._episode_id, **place}

    def _answer(
        self, shown: Mapping[str, Any], reward: float | None, done: bool, about: Mapping
    ) -> dict[str, Any]:
        assert self._task is not None
        seen = {"text": shown["text"], "instruction": self._task.instruction, "admissible": shown["admissible"]}
        return {"observation": seen, "reward": reward, "done": done, "metadata": dict(about)}


def command_of(action: Any) -> str:
    """The command of an action.

    Raises:
        Refused: it is something else than ``{"command": text}``; ``metadata`` beside it is allowed.
    """
    if not isinstance(action, Mapping) or not isinstance(action.get("command"), str):
        raise Refused(f'the action is {str(action)[:80]!r}; expected {{"command": a text}}.')
    more = sorted(str(name) for name in set(action) - {"command", "metadata"})
    if more:
        raise Refused(f"the action holds {', '.join(more)[:80]}; expected nothing but command and metadata.")
    return action["command"]


def option(options: Mapping[str, Any], name: str, kind: type) -> Any:
    """A value of a message, or None if it is left out. Raises ``Refused`` for one of another type."""
    value = options.get(name)
    # True is an int to isinstance.
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        expected = "a whole number" if kind is int else "a text"
        raise Refused(f"{name} is {str(value)[:80]!r}; expected {expected}.")
    if name == "seed" and value is not None and value < 0:
        raise Refused(f"seed is {value}; expected a whole number from 0.")
    return value
