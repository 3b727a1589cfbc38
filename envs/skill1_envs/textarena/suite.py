"""The suite ``textarena:<Game-v0>``: the seeds of one game as tasks in fixed splits.

``TextArenaEnv`` plays one of them, that is one seed, at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import MappingProxyType
from typing import Any

from skill1.env.protocol import EnvConfig, Observation, StepReturn, Task, chosen
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1_envs.textarena.games import Game, Games, Shown

WON = 1.0  # what TextArena pays for a game that is won


class TextArenaEnv:
    """Plays the seeds of one split.

    Actions are free text; what a game accepts is in its rules, and square brackets are added where there are none. The
    reward is 0 until the game ends, then TextArena's own, clipped to [0, 1]. ``info``: ``won`` (the game paid 1 or
    more), ``task_score`` (the reward so far) and ``invalid_move`` (the game was ended for a second invalid move in a
    row). The game's own turn limit ends it, ``terminated``; ``max_steps`` truncates it, which pays nothing.

    Args:
        games: where a copy of the game is taken from at the first reset, and given back to on closing.
        tasks: what ``task_index`` counts.
        seeds: the seed of each task, in the same order.
        max_steps: an episode is truncated after so many actions.
    """

    def __init__(self, games: Games, tasks: Sequence[Task], seeds: Sequence[int], max_steps: int) -> None:
        self._games = games
        self._game: Game | None = None
        self._tasks = tasks
        self._seeds = seeds
        self._max_steps = max_steps
        self._steps_left = 0
        self.task: Task | None = None

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        """Starts a task: by position, by a seeded draw, or the present one again (at first: position 0).

        Raises ``EnvironmentFault`` for a position outside the split, and if the game itself fails.
        """
        index = chosen(len(self._tasks), task_index, seed, self.task.index if self.task else 0)
        game, self._game = self._game or self._games.take(), None
        _, shown = game.start(self._seeds[index])
        # Only now: a copy that raised is forgotten, so nobody plays it again, and a step is refused.
        self._game, self.task, self._steps_left = game, self._tasks[index], self._max_steps
        return Observation(shown.text, None, _info(shown))

    def step(self, action: str) -> StepReturn:
        """Raises ``EnvironmentFault`` before ``reset``, after the end, and if the game itself fails."""
        if self._game is None or self._steps_left <= 0:
            raise EnvironmentFault("textarena: step was called without a running game. Call reset first.")
        game, self._game = self._game, None
        shown = game.play(action)
        self._game = game  # not if it raised, as in `reset`
        # A game that ends with the last action allowed has ended by itself, and pays.
        self._steps_left = 0 if shown.done else self._steps_left - 1
        info = _info(shown)
        truncated = not shown.done and self._steps_left == 0
        return Observation(shown.text, None, info), info["task_score"], shown.done, truncated, info

    def close(self) -> None:
        """Ends the running game, if any. May be called again."""
        self._steps_left = 0
        if self._game is not None:
            self._games.give_back(self._game)
            self._game = None


def _info(shown: Shown) -> dict[str, Any]:
    return {
        "won": shown.reward >= WON,
        "task_score": min(max(shown.reward, 0.0), 1.0),
        "invalid_move": shown.invalid,
    }


# From here on: the suite, with seeds of one game as tasks.
SEEDS: Mapping[str, range] = MappingProxyType(  # fixed for good: results are compared by them
    {"train": range(0, 500), "eval": range(10_000, 10_100), "test": range(20_000, 20_200)}
)
# Beginnings of names, so that the variants of a game are meant as well.
SAME_FOR_EVERY_SEED = ("Countdown-", "Cryptarithm-", "PegJump-", "TowerOfHanoi-")
RULES_COMPARED = 4  # seeds; a game whose rules are the same for these has one text of rules


class TextArenaSuite:
    """One single-player game of TextArena; ``config.name`` is ``textarena:`` and the game's registered name.

    A task is a seed. Its instruction is the game's rules, so that they stay in the prompt when history does not. Games
    are made when first needed; task ids are ``textarena/<game>/<split>/<seed>``, and the only type is the game.
    """

    def __init__(self, config: EnvConfig) -> None:
        self.name = config.name
        self._config = config
        self._game = config.name.partition(":")[2]
        if not self._game:
            raise ConfigError("environment 'textarena' needs a game. Type, for example: textarena:Mastermind-v0.")
        self._games = Games(self._game)
        self._tasks: dict[str, tuple[Task, ...]] = {}

    def splits(self) -> Mapping[str, int]:
        return {split: len(seeds) for split, seeds in SEEDS.items()}

    def tasks(self, split: str) -> Sequence[Task]:
        """The seeds of a split, in order; the first call starts the game a few times, to read its rules.

        Raises ``DataError`` for an unknown split, and what making and starting a :class:`Game` raises.
        """
        if split not in self._tasks:
            self._tasks[split] = self._list(split)
        return self._tasks[split]

    def make(self, split: str) -> TextArenaEnv:
        """An environment over a split; the game itself is made or used again at the first reset."""
        tasks = self.tasks(split)
        return TextArenaEnv(self._games, tasks, SEEDS[split], self._config.max_steps)

    def split_source(self, split: str) -> tuple[str, str]:
        """Which seeds a split has, and a warning where they make no difference."""
        seeds = _seeds(split)
        same = self._game.startswith(SAME_FOR_EVERY_SEED)
        warning = f"{self._game} is the same puzzle for every seed, so its splits do not differ." if same else ""
        return f"seeds {seeds.start} to {seeds.stop - 1} of TextArena's {self._game}", warning

    @cached_property
    def _shared_rules(self) -> str | None:
        """The rules, if they are the same for all seeds; a start may take a second."""
        with self._playing() as game:
            # A few starts tell whether one text serves all seeds. Starting each would take minutes in some games.
            rules = {game.start(seed)[0] for seed in range(RULES_COMPARED)}
        return rules.pop() if len(rules) == 1 else None

    def _list(self, split: str) -> tuple[Task, ...]:
        seeds, shared = _seeds(split), self._shared_rules
        if shared is not None:
            return tuple(self._task(split, index, seed, shared) for index, seed in enumerate(seeds))
        with self._playing() as game:
            return tuple(self._task(split, index, seed, game.start(seed)[0]) for index, seed in enumerate(seeds))

    @contextmanager
    def _playing(self) -> Iterator[Game]:
        # A copy that raised is not given back, so nobody plays it again.
        game = self._games.take()
        yield game
        self._games.give_back(game)

    def _task(self, split: str, index: int, seed: int, rules: str) -> Task:
        return Task(f"textarena/{self._game}/{split}/{seed}", self.name, split, index, rules, self._game)


def _seeds(split: str) -> range:
    if split not in SEEDS:
        raise DataError(f"textarena has no split {split!r}; expected one of {', '.join(SEEDS)}.")
    return SEEDS[split]
