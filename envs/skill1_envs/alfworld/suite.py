"""The suite ``alfworld``: finds the games of a data folder, lists them as tasks, makes environments.

A split is a folder of games. Which games count, and that a split is nothing more, follows ALFWorld's own
collection; the order is by trial, whose names are time stamps, because the original's is whatever the file system
answers. Any stretch of a split then mixes the task types, and generated streams of games keep their order.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import cycle, islice
from pathlib import Path
from types import MappingProxyType

import numpy as np

from skill1.config import EnvConfig
from skill1.env.protocol import Expert, TextEnv
from skill1.errors import DataError
from skill1.schema import SkillDraft, Task
from skill1_envs.alfworld import homes
from skill1_envs.alfworld.env import AlfworldEnv, read_game
from skill1_envs.alfworld.experts import claims, make_expert
from skill1_envs.alfworld.files import GAME_FILE, TRAJECTORY_FILE, read_game_file, read_task_type
from skill1_envs.alfworld.game import Game
from skill1_envs.alfworld.vocabulary import vocabulary_of

SPLITS = ("train", "valid_seen", "valid_unseen")
DATA_FOLDER = "json_2.1.1"
TASK_TYPES = (
    "pick_and_place_simple",
    "look_at_obj_in_light",
    "pick_clean_then_place_in_recep",
    "pick_heat_then_place_in_recep",
    "pick_cool_then_place_in_recep",
    "pick_two_obj_and_place",
)
CACHED_GAMES = 512  # parsed games kept; about 0.1 MB each with their command strings
DEMO_ROUND_TASKS = 32


class AlfworldSuite:
    """Implements ``skill1.env.protocol.Suite`` over a folder of ALFWorld games.

    The folder is ``config.data`` or ``$ALFWORLD_DATA``: either the one that holds ``json_2.1.1`` or that one
    itself. It is looked at when first needed. Task ids are paths below ``json_2.1.1``.
    """

    name = "alfworld"

    def __init__(self, config: EnvConfig) -> None:
        self._config = config
        self._tasks: dict[str, tuple[Task, ...]] = {}
        self._root: Path | None = None
        self._game_of = lru_cache(maxsize=CACHED_GAMES)(self._read_game)

    @property
    def root(self) -> Path:
        """The ``json_2.1.1`` folder. Raises ``DataError`` if there is none."""
        if self._root is None:
            self._root = find_root(self._config.data)
        return self._root

    @cached_property
    def _homes(self) -> homes.Homes | None:
        """What the folder's manifest says of homes with habits; None for any other folder."""
        return homes.read_homes(self.root)

    def splits(self) -> Mapping[str, int]:
        return MappingProxyType({split: len(self.tasks(split)) for split in self._split_names()})

    def tasks(self, split: str) -> Sequence[Task]:
        """The split's games in the order of their trials; the first call reads all its files (about 1 ms a game)."""
        if split.startswith(homes.DEMO_PREFIX) and self._homes is not None:
            return homes.demo_tasks(self._homes, split)
        if split not in self._tasks:
            known = self._split_names()
            if split not in known:
                raise DataError(f"no split {split!r} in {self.root}; it has: {', '.join(known)}.")
            self._tasks[split] = collect(self.root, split)
        return self._tasks[split]

    def make(self, split: str) -> AlfworldEnv:
        tasks = self.tasks(split)
        if not tasks:
            raise DataError(f"{self.root / split} holds no game that ALFWorld would play; type: alfworld-download")
        return AlfworldEnv(tasks, self._game_of, self._config.max_steps)

    def expert(self, env: TextEnv | None, kind: str = "oracle", seed: int = 0) -> Expert:
        """A scripted player of ``experts.EXPERTS``; it is told of games by task and needs no ``env``.

        Raises ``ConfigError`` for an unknown kind.
        """
        return make_expert(kind, self._game_of, seed)

    def demo_worlds(self, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
        """Worlds for demonstrations, each a list of rounds of tasks, ``episodes`` tasks in all.

        In a folder of homes with habits every world has homes of its own, made in memory; elsewhere a world is a
        stretch of the training split, which begins again when it is through.
        """
        if self._homes is not None:
            return homes.demo_worlds(self._homes, episodes, seed)
        return _training_worlds(self.tasks("train"), episodes)

    def judge(self, task: Task, draft: SkillDraft) -> float:
        """How right a skill is for a task of a home: 1, 0 or -1 (``claims.value``); 0 for any other game."""
        return claims.value(self._game_of(task), task.instruction, draft)

    def polluting_draft(self, task: Task, rng: np.random.Generator) -> SkillDraft:
        """A poor skill for the library of demonstrations: a wrong place, no fact, or no home."""
        return claims.polluting_draft(self._game_of(task), task.instruction, rng)

    def vocabulary(self) -> Sequence[str]:
        """Every lower-case word, number and punctuation mark that the games of all splits can show or accept."""
        folders = (self.root / task.id for split in self._split_names() for task in self.tasks(split))
        return vocabulary_of(folder / GAME_FILE for folder in folders)

    def _split_names(self) -> tuple[str, ...]:
        return tuple(split for split in SPLITS if (self.root / split).is_dir())

    def _read_game(self, task: Task) -> Game:
        if task.split.startswith(homes.DEMO_PREFIX) and self._homes is not None:
            return homes.demo_game(self._homes, task)
        return read_game(self.root / task.id)


def find_root(data: str | None) -> Path:
    """The folder of the splits. Raises ``DataError`` saying what was looked for and what to type."""
    given = data or os.environ.get("ALFWORLD_DATA")
    advice = (
        "Type: --env.data DIR, or export ALFWORLD_DATA=DIR, with the folder that `alfworld-download` of the "
        "alfworld package makes (by default ~/.cache/alfworld)."
    )
    if not given:
        raise DataError(f"the ALFWorld games: no folder is given. {advice}")
    folder = Path(given).expanduser()
    for root in (folder / DATA_FOLDER, folder):
        if any((root / split).is_dir() for split in SPLITS):
            return root
    looked_for = f"looked for {DATA_FOLDER}/ with {', '.join(SPLITS)} in it"
    raise DataError(f"no ALFWorld games in {folder}: {looked_for}. {advice}")


def collect(root: Path, split: str) -> tuple[Task, ...]:
    """The games that ALFWorld's own loader would play, by trial name, then path.

    A folder counts if it has ``traj_data.json`` with one of the six task types and a solvable ``game.tw-pddl``,
    and its path mentions neither "movable" nor "Sliced" (tasks that ALFWorld leaves out).
    """
    found: list[tuple[str, str, str]] = []
    for folder, _, files in os.walk(root / split):
        path = Path(folder).relative_to(root).as_posix()
        if TRAJECTORY_FILE not in files or GAME_FILE not in files or "movable" in path or "Sliced" in path:
            continue
        task_type = read_task_type(Path(folder))
        if task_type in TASK_TYPES:
            game = read_game_file(Path(folder) / GAME_FILE)
            if game.solvable:
                found.append((path, f"{game.task}.", task_type))
    return tuple(
        Task(path, AlfworldSuite.name, split, index, instruction, task_type)
        for index, (path, instruction, task_type) in enumerate(sorted(found, key=_trial_then_path))
    )


def _trial_then_path(entry: tuple[str, str, str]) -> tuple[str, str]:
    path = entry[0]
    return path.rpartition("/")[2], path


def _training_worlds(tasks: Sequence[Task], episodes: int) -> Iterator[list[list[Task]]]:
    """One world a pass over the tasks, in rounds."""
    if not tasks:
        raise DataError("the split 'train' is empty, so there is nothing to demonstrate on.")
    endless = cycle(tasks)
    while episodes > 0:
        world = list(islice(endless, min(episodes, len(tasks))))
        yield [world[i : i + DEMO_ROUND_TASKS] for i in range(0, len(world), DEMO_ROUND_TASKS)]
        episodes -= len(world)
