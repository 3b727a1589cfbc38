"""An environment made for Gymnasium, played here: text observations, and text or named discrete actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from skill1.config import EnvConfig
from skill1.env.protocol import StepReturn, TextEnv, chosen
from skill1.env.splits import FixedSplits
from skill1.errors import ConfigError, EnvironmentFault, MissingExtraError
from skill1.schema import Observation, Task


class GymnasiumSuite(FixedSplits):
    """A suite over one Gymnasium environment, whose tasks are seeds. Subclass it and name it ``module:Class``.

    Example::

        class ChopSuite(GymnasiumSuite):
            name = "chop"
            env_id = "my_package:Chop-v0"
            instruction = "chop down the oldest tree"
            seeds = {"train": range(1000), "test": range(1000, 1100)}

    ``env_id``: what ``gymnasium.make`` takes; override ``make_env`` for wrappers (other rewards, other observations)
    or an unregistered class. Observations are a ``Text`` space, or a ``Dict`` with one under ``text_key``. Actions are
    a ``Text`` space, or ``Discrete`` with one of ``action_names`` per number. ``success_key`` names the entry of
    ``info`` that says whether the task is won; None: won is an episode that terminated with a positive last reward.
    The step limit is ``env.max_steps``. Rewards pass unchanged; r(τ) is their sum clipped to [0, 1].

    Raises (when made):
        ConfigError: something above is missing, spaces do not fit, or a seed is in two splits.
        MissingExtraError: gymnasium is not installed.
    """

    env_id: str = ""
    instruction: str = ""
    seeds: Mapping[str, Sequence[int]] = {}
    text_key: str | None = None
    action_names: Sequence[str] | None = None
    success_key: str | None = None

    def __init__(self, config: EnvConfig) -> None:
        if not self.instruction or not self.seeds:
            missing = "instruction" if not self.instruction else "seeds"
            raise ConfigError(f"{type(self).__name__} has no {missing}; see skill1.env.from_gymnasium.")
        self.max_steps = config.max_steps
        # A seed is the whole task: in two splits it would be trained on and tested on.
        _require_disjoint(self.seeds, type(self).__name__)
        super().__init__({split: self._listed(split) for split in self.seeds})
        # Looked at now: a space that does not fit is an error before training, not in its first episode.
        probe = self.make_env()
        try:
            _require_spaces(probe, self)
        finally:
            probe.close()

    def make_env(self) -> Any:
        """A new ``gymnasium.Env``. Raises ``ConfigError`` if ``env_id`` names none."""
        gymnasium = _import_gymnasium()
        try:
            return gymnasium.make(self.env_id, disable_env_checker=True)  # `skill1 envs check` looks instead
        except (gymnasium.error.Error, ImportError) as error:
            raise ConfigError(
                f"{type(self).__name__}: gymnasium cannot make env_id = {self.env_id!r}: {error}. Expected an id "
                "such as 'my_package:MyEnv-v0', or override make_env."
            ) from error

    def make(self, split: str) -> TextEnv:
        return _SeededEnv(self, self.tasks(split), self.seeds[split])

    def _listed(self, split: str) -> list[Task]:
        return [
            Task(f"{self.name}/{split}/{seed}", self.name, split, index, self.instruction, self.name)
            for index, seed in enumerate(self.seeds[split])
        ]


class _SeededEnv:
    """Plays the tasks of one split; the Gymnasium environment is made at the first reset."""

    def __init__(self, suite: GymnasiumSuite, tasks: Sequence[Task], seeds: Sequence[int]) -> None:
        self._suite, self._tasks, self._seeds = suite, tasks, seeds
        self._names = None if suite.action_names is None else tuple(suite.action_names)
        self._env: Any = None
        self._left = 0
        self.task: Task | None = None

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        task_index = chosen(len(self._tasks), task_index, seed)
        if self._env is None:
            self._env = self._suite.make_env()
        self.task, self._left = self._tasks[task_index], self._suite.max_steps
        # int: seeds may be numpy's, and Gymnasium takes Python's whole numbers only.
        seen, info = self._env.reset(seed=int(self._seeds[task_index]))
        # Ours last: an entry `won` of the environment's own need not mean what `success_key` names.
        return Observation(self._text(seen), self._names, {**info, "won": False})

    def step(self, action: str) -> StepReturn:
        if self._left == 0:
            raise EnvironmentFault(f"{self._suite.name}: step without a running task. Call reset first.")
        self._left -= 1
        sent = self._sent(action)
        if sent is None:
            return self._refused(action)
        seen, reward, terminated, truncated, info = self._env.step(sent)
        reward = float(reward)
        won = self._won(reward, bool(terminated), info)
        # Never both: what ends by itself in its last turn was not cut off.
        over = not terminated and (bool(truncated) or self._left == 0)
        # 0 also where it ended early: a further step is then refused.
        self._left = 0 if terminated or over else self._left
        details = {**info, "won": won}
        return Observation(self._text(seen), self._names, details), reward, bool(terminated), over, details

    def close(self) -> None:
        self._left = 0
        if self._env is not None:
            self._env.close()
            self._env = None

    def _sent(self, action: str) -> Any:
        """The action as the environment takes it, or None for one outside its action space."""
        space = self._env.action_space
        if self._names is None:
            return action if space.contains(action) else None
        # Prompt profiles for chat models send actions in lower case.
        names = [_plain(name) for name in self._names]
        # A Discrete space need not begin at 0.
        return int(space.start) + names.index(_plain(action)) if _plain(action) in names else None

    def _refused(self, action: str) -> StepReturn:
        """A turn is used up, the world does not move: Gymnasium says nothing about actions outside the space."""
        text = f"that is not an action of this environment{self._reason(action)}"
        return Observation(text, self._names, {"won": False}), 0.0, False, self._left == 0, {"won": False}

    def _reason(self, action: str) -> str:
        """What a Text space has against an action: by default it takes letters and digits alone, and no blank."""
        space = self._env.action_space
        if self._names is not None:
            return ""
        strange = next((sign for sign in action if sign not in space.character_set), None)
        if strange is not None:
            return f": its action space has no {strange!r}"
        return f": it takes {space.min_length} to {space.max_length} characters"

    def _text(self, seen: Any) -> str:
        text = seen if self._suite.text_key is None else seen[self._suite.text_key]
        if not isinstance(text, str):
            raise EnvironmentFault(f"{self._suite.name} observed a {type(text).__name__}; expected a text.")
        return text

    def _won(self, reward: float, terminated: bool, info: Mapping[str, Any]) -> bool:
        key = self._suite.success_key
        if key is None:
            return terminated and reward > 0
        # An environment may say it at the end only: until then silence means no.
        if terminated and key not in info:
            raise EnvironmentFault(f"{self._suite.name}: info of the last step has no {key!r}; see success_key.")
        return bool(info.get(key, False))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _import_gymnasium() -> Any:
    try:
        import gymnasium
    except ImportError as error:
        raise MissingExtraError("gymnasium", "gymnasium", "An environment made for Gymnasium") from error
    return gymnasium


def _require_disjoint(seeds: Mapping[str, Sequence[int]], owner: str) -> None:
    split_of: dict[int, str] = {}
    for split, listed in seeds.items():
        for seed in listed:
            if seed in split_of:
                raise ConfigError(
                    f"{owner}.seeds: {seed} is in {split_of[seed]} and in {split}; expected one split."
                )
            split_of[seed] = split


def _require_spaces(env: Any, suite: GymnasiumSuite) -> None:
    spaces = _import_gymnasium().spaces
    seen, acted, owner = env.observation_space, env.action_space, type(suite).__name__
    if suite.text_key is not None and isinstance(seen, spaces.Dict):
        seen = seen.spaces.get(suite.text_key)
    if not isinstance(seen, spaces.Text):
        raise ConfigError(
            f"{owner}: observations are {env.observation_space} (text_key = {suite.text_key!r}); expected a Text "
            "space, or a Dict space with a Text space under text_key. A wrapper in make_env can write the text."
        )
    names = suite.action_names
    if names is None and not isinstance(acted, spaces.Text):
        raise ConfigError(f"{owner}: actions are {acted}; expected Text, or Discrete together with action_names.")
    if names is not None and not (isinstance(acted, spaces.Discrete) and int(acted.n) == len(names)):
        raise ConfigError(f"{owner}: actions are {acted}; expected Discrete({len(names)}) for {len(names)} names.")
    # As actions are compared: names that differ in case or spaces alone could not be told apart.
    if names is not None and len({_plain(name) for name in names}) != len(names):
        raise ConfigError(f"{owner}.action_names are {list(names)}; expected names that differ.")
