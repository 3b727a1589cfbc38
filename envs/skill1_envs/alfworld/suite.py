"""The suite ``alfworld``: finds the games of a data folder, lists them as tasks, makes environments.

Which games make up a split, and in which order, is said in ``splits``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from skill1.env.protocol import EnvConfig, Expert, TextEnv
from skill1.errors import ConfigError, DataError
from skill1.schema import SkillDraft, Task
from skill1_envs.alfworld import claims, service
from skill1_envs.alfworld.engine import EngineEnv, Engines
from skill1_envs.alfworld.env import AlfworldEnv, read_game
from skill1_envs.alfworld.experts import make_expert
from skill1_envs.alfworld.generate import homes_folder as homes
from skill1_envs.alfworld.simulator.game import Game, vocabulary_of
from skill1_envs.alfworld.splits import (
    HOW_TO_GET_GAMES,
    SPLITS,
    TASK_LABELS,
    Fact,
    describe_split,
    find_root,
    list_tasks,
)
from skill1_envs.alfworld.tools import TOOLS
from skill1_envs.kit.world_folder import DEMO_PREFIX, demo_worlds, passes

CACHED_GAMES = 512  # parsed games kept; about 0.1 MB each with their command strings


class AlfworldSuite:
    """Implements ``skill1.env.protocol.Suite`` over a folder of ALFWorld games.

    The folder is ``config.data`` or ``$ALFWORLD_DATA``: either the one that holds ``json_2.1.1`` or that one
    itself. It is looked at when first needed. Task ids are paths below ``json_2.1.1``.
    """

    name = "alfworld"
    # Of the class, because nobody makes a suite to ask for these; one that is made has the tools of its wording.
    data_folder, commands, tools = service.DATA_FOLDER, service.COMMANDS, TOOLS["0.4"]
    doctor = staticmethod(service.doctor)

    def __init__(self, config: EnvConfig) -> None:
        self._config, self.tools = config, TOOLS[config.text_version]
        # Made at once, so that a missing engine is an error of the suite, not of its first episode.
        self._engines = Engines(config) if config.engine == "textworld" else None
        self._tasks: dict[str, tuple[Task, ...]] = {}
        # For this suite alone. On the method the cache would keep every suite alive, and its games with it.
        self._game_of = lru_cache(maxsize=CACHED_GAMES)(self._read_game)

    @cached_property
    def root(self) -> Path:
        """The ``json_2.1.1`` folder. Raises ``DataError`` if there is none."""
        return find_root(self._config.data)

    @cached_property
    def _homes(self) -> homes.Homes | None:
        """What the folder's manifest says of homes with habits; None for any other folder."""
        return homes.read_homes(self.root)

    def splits(self) -> Mapping[str, int]:
        # Only once the files are read is it known how many games of a folder count.
        return {split: len(self.tasks(split)) for split in self._split_names()}

    def tasks(self, split: str) -> Sequence[Task]:
        """The split's games in the order of their trials; the first call reads all its files (about 1 ms a game)."""
        # Worlds made in memory; they are in no folder, so they are not looked for there.
        if self._is_demo(split):
            return homes.demo_tasks(self._homes, split)
        if split not in self._tasks:
            known = self._split_names()
            if split not in known:
                raise DataError(f"no split {split!r} in {self.root}; it has: {', '.join(known)}.")
            self._tasks[split] = list_tasks(self.root, split, self._config.goal_text)
        return self._tasks[split]

    def make(self, split: str) -> TextEnv:
        tasks = self.tasks(split)
        if not tasks:
            raise DataError(f"{self.root / split} holds no game that ALFWorld would play. {HOW_TO_GET_GAMES}")
        if self._is_demo(split):
            self._require_demo_wording()
        if self._engines is not None:
            return EngineEnv(tasks, lambda task: self.root / task.id, self._engines)
        return AlfworldEnv(tasks, self._game_of, self._config.max_steps)

    def expert(self, env: TextEnv | None, kind: str = "oracle", seed: int = 0) -> Expert:
        """A scripted player of ``experts.EXPERTS``; it is told of games by task and needs no ``env``.

        Raises ``ConfigError`` for an unknown kind.
        """
        return make_expert(kind, self._game_of, seed)

    def demo_worlds(self, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
        """Worlds for demonstrations, each a list of rounds of tasks, ``episodes`` tasks in all.

        In a folder of homes with habits every world has homes of its own, made in memory; elsewhere a world is a
        stretch of ``env.train_split``, which begins again when it is through.
        """
        if self._homes is not None:
            self._require_demo_wording()
            return demo_worlds(self.tasks, episodes, seed)
        return passes(self.tasks(self._config.train_split), episodes)

    def judge(self, task: Task, draft: SkillDraft) -> float:
        """How right a skill is for a task of a home: 1, 0 or -1 (``claims.value``); 0 for any other game."""
        return claims.value(self._game_of(task), task.instruction, draft)

    def polluting_draft(self, task: Task, rng: np.random.Generator) -> SkillDraft:
        """A poor skill for the library of demonstrations: a wrong place, no fact, or no home."""
        return claims.polluting_draft(self._game_of(task), task.instruction, rng)

    def vocabulary(self) -> Sequence[str]:
        """Every lower-case word, number and punctuation mark that the games of all splits can show or accept.

        In a folder of homes also what demonstrations can show; no game is read.
        """
        if self._homes is not None:
            return sorted({*homes.vocabulary(self._homes), *claims.SKILL_WORDS})
        folders = (self.root / task.id for split in self._split_names() for task in self.tasks(split))
        shown = vocabulary_of(folders, self._config.goal_text, self._config.text_version)
        return sorted({*shown, *claims.SKILL_WORDS})

    @classmethod
    def make_quickstart(
        cls, out: Path, *, seed: int, train: int, seen: int, unseen: int, on_task: Callable[[], None] | None = None
    ) -> None:
        """Writes the games of a quickstart: homes with habits."""
        homes.make_homes_games(out, seed=seed, train=train, seen=seen, unseen=unseen, on_game=on_task)

    @staticmethod
    def task_types() -> Mapping[str, str]:
        """Task types in the order of ALFWorld's tables, each with its name there, such as Pick."""
        return TASK_LABELS

    def split_source(self, split: str) -> Fact:
        """Which games a split has, such as "official valid_seen, 140 of 140 games", and a warning or ""."""
        if self._is_demo(split):
            return Fact(f"homes of demonstrations, made in memory: {len(self.tasks(split))} games")
        return describe_split(self.root, split, self.tasks(split))

    def check_data(self) -> Sequence[Fact]:
        """Of each split which games it has."""
        return [self.split_source(split) for split in self._split_names()]

    def _is_demo(self, split: str) -> bool:
        return split.startswith(DEMO_PREFIX) and self._homes is not None

    def _require_demo_wording(self) -> None:
        """Raises ``ConfigError``. Demonstration games are in no file, so only our simulator plays them."""
        config = self._config
        if (config.engine, config.text_version, config.goal_text) != ("native", "0.4", "templates"):
            raise ConfigError(
                "demonstrations in homes are made for env.engine native and worded by the templates of alfworld 0.4; "
                f"got env.engine {config.engine}, env.text_version {config.text_version} and env.goal_text "
                f"{config.goal_text}. Leave all three out."
            )

    def _split_names(self) -> tuple[str, ...]:
        # A folder may hold some of the splits only.
        return tuple(split for split in SPLITS if (self.root / split).is_dir())

    def _read_game(self, task: Task) -> Game:
        if self._is_demo(task.split):
            return homes.demo_game(self._homes, task)
        return read_game(self.root / task.id, self._config.goal_text, self._config.text_version)
