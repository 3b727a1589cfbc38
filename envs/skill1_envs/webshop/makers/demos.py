"""Demonstration worlds: the same products made by others, in memory, endless, for lessons of a tiny policy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from skill1.errors import DataError
from skill1.schema import Task
from skill1_envs.webshop.catalogue import Catalogue
from skill1_envs.webshop.goals import Goal
from skill1_envs.webshop.makers import goods
from skill1_envs.webshop.makers.folder import Makers
from skill1_envs.webshop.makers.streams import DEMO_ROUND_TASKS, demo_makers, demo_wishes

DEMO_PREFIX = "demo:"
_SPLIT = re.compile(r"demo:(\d{1,18}):(\d{1,9})", re.ASCII)


def demo_worlds(settings: Makers, catalogue: Catalogue, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
    """Worlds of six rounds of 32 tasks; the last one is cut so that exactly ``episodes`` tasks come out."""
    world, left = 0, episodes
    while left > 0:
        tasks = demo_tasks(settings, catalogue, f"{DEMO_PREFIX}{seed}:{world}")[0][:left]
        yield [list(tasks[i : i + DEMO_ROUND_TASKS]) for i in range(0, len(tasks), DEMO_ROUND_TASKS)]
        world, left = world + 1, left - len(tasks)


def demo_tasks(settings: Makers, catalogue: Catalogue, split: str) -> tuple[tuple[Task, ...], tuple[Goal, ...]]:
    """The tasks of ``demo:<seed>:<world>`` with their goals.

    Raises:
        DataError: any other name, or the catalogue is not that of the settings.
    """
    seed, world = _numbers(split)
    goods.require_products(catalogue, settings.seed)
    makers = {maker.name: maker for maker in demo_makers(settings.seed, seed, world)}
    wishes = demo_wishes(settings.seed, seed, world)
    goals = tuple(goods.goal_of(i, wish, makers, catalogue, settings.seed) for i, wish in enumerate(wishes))
    tasks = tuple(
        Task(
            f"{split}/r{i // DEMO_ROUND_TASKS}/{wishes[i].scenario.replace(' ', '-')}/{i:04d}",
            "webshop",
            split,
            i,
            goal.instruction_text,
            goal.category,
        )
        for i, goal in enumerate(goals)
    )
    return tasks, goals


def demo_catalogue(settings: Makers, catalogue: Catalogue, split: str) -> Catalogue:
    """The products of a demonstration world."""
    return goods.remade(catalogue, demo_makers(settings.seed, *_numbers(split)))


@lru_cache(maxsize=64)
def _numbers(split: str) -> tuple[int, int]:
    match = _SPLIT.fullmatch(split)
    if match is None:
        raise DataError(
            f"a shop of makers has no split {split!r}; demonstrations are {DEMO_PREFIX}<seed>:<world>."
        )
    return int(match[1]), int(match[2])
