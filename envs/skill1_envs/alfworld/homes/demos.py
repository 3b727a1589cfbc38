"""Demonstration worlds: homes and games made in memory, endless, for the supervised lessons of a tiny policy."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache

from skill1.errors import DataError
from skill1.schema import Task
from skill1_envs.alfworld.game import Game
from skill1_envs.alfworld.homes.folder import Homes
from skill1_envs.alfworld.homes.home import Chore, play_chore
from skill1_envs.alfworld.homes.streams import DEMO_ROUND_TASKS, demo_chores

DEMO_PREFIX = "demo:"
_SPLIT = re.compile(r"demo:(\d{1,18}):(\d{1,9})", re.ASCII)


def demo_worlds(settings: Homes, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
    """Worlds of six rounds of 32 tasks; the last one is cut so that exactly ``episodes`` tasks come out."""
    world, left = 0, episodes
    while left > 0:
        tasks = demo_tasks(settings, f"{DEMO_PREFIX}{seed}:{world}")[:left]
        yield [list(tasks[i : i + DEMO_ROUND_TASKS]) for i in range(0, len(tasks), DEMO_ROUND_TASKS)]
        world, left = world + 1, left - len(tasks)


@lru_cache(maxsize=8)
def demo_tasks(settings: Homes, split: str) -> tuple[Task, ...]:
    """The tasks of ``demo:<seed>:<world>``.

    Raises:
        DataError: the split is named otherwise, or the alfworld package, whose rooms they play in, is missing.
    """
    return tuple(
        Task(
            f"{split}/r{index // DEMO_ROUND_TASKS}/{_slug(chore)}/{index:04d}",
            "alfworld",
            split,
            index,
            f"{chore.task}.",
            chore.goal.task_type,
        )
        for index, chore in enumerate(_chores(settings, split))
    )


def demo_game(settings: Homes, task: Task) -> Game:
    """The game of a task of ``demo_tasks``, made in memory (about 3 ms). Raises ``DataError`` as that does."""
    chore = _chores(settings, task.split)[task.index]
    return play_chore(chore, "trial_demo", random.Random(f"alfworld homes {settings.seed} {task.id}")).game()


def _chores(settings: Homes, split: str) -> tuple[Chore, ...]:
    match = _SPLIT.fullmatch(split)
    if match is None:
        raise DataError(f"homes have no demonstration split {split!r}; expected {DEMO_PREFIX}<seed>:<world>.")
    return demo_chores(settings.seed, int(match[1]), int(match[2]))


def _slug(chore: Chore) -> str:
    return f"{chore.home.name.replace(' ', '-')}/{chore.goal.task_type}/{chore.goal.target}"
