"""The order in which homes, kinds and goals appear: training, evaluation and demonstrations.

Every stream depends on a seed alone, so a longer one begins with the shorter one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import count

from skill1_envs.alfworld.generate.goals import LOOK, Goal
from skill1_envs.alfworld.homes.home import (
    HELDOUT_KITCHENS,
    HELDOUT_LAMP_ROOMS,
    KITCHENS,
    LAMP_ROOMS,
    PLACES,
    TYPE_WEIGHTS,
    Chore,
    Home,
    draw_chore,
    draw_goal,
    draw_home,
    draw_names,
)
from skill1_envs.kit.draws import TREES, draw_alike, pick, shuffled

ACTIVE_HOMES = 8  # one deck has all their kinds, six each; then the oldest of them gives way to the next
HELDOUT_REPEATS = 3  # a round plays each kind of each held-out home so often
# A kind has only one goal with the lamp: once that is kept back, training never looks at the kind in this home.
_KEPT_BACK_WEIGHTS = {**TYPE_WEIGHTS, LOOK: 1}
DEMO_HOMES = 4
DEMO_ROUNDS, DEMO_ROUND_TASKS = 6, 32


def _generator(*parts: object) -> random.Random:
    return random.Random("/".join(map(str, ("alfworld homes", *parts))))


@cache
def training_homes(seed: int) -> tuple[Home, ...]:
    """The homes of ``train`` and ``valid_seen``; kitchens and lamp rooms take turns."""
    return _homes(seed, draw_names(seed).train, KITCHENS, LAMP_ROOMS)


@cache
def heldout_homes(seed: int) -> tuple[Home, ...]:
    """The homes of ``valid_unseen``: names, habits and rooms occur nowhere else."""
    return _homes(seed, draw_names(seed).heldout, HELDOUT_KITCHENS, HELDOUT_LAMP_ROOMS)


def _homes(
    seed: int, names: Sequence[str], kitchens: Sequence[int], lamp_rooms: Sequence[int]
) -> tuple[Home, ...]:
    kinds = (kitchens, lamp_rooms)
    scenes = [kinds[i % 2][i // 2 % len(kinds[i % 2])] for i in range(len(names))]
    return tuple(
        draw_home(name, scene, _generator(seed, "home", name)) for name, scene in zip(names, scenes, strict=True)
    )


def round_size(seed: int) -> int:
    """Games of one round of ``valid_unseen``: every kind of every home equally often."""
    return HELDOUT_REPEATS * sum(len(home.kinds) for home in heldout_homes(seed))


def train_chores(seed: int) -> Iterator[Chore]:
    """Endless: shuffled decks of (home, kind) of the active homes; homes come back when all have had their turn."""
    rng, pool = _generator(seed, "train"), training_homes(seed)
    for move in count():
        active = [pool[(move + i) % len(pool)] for i in range(ACTIVE_HOMES)]
        for home, kind in shuffled(rng, _cards(active)):
            kept_back = _kept_back(seed, home, kind)
            yield draw_chore(home, [goal for goal in home.goals[kind] if goal != kept_back], rng)


def seen_chores(seed: int) -> Iterator[Chore]:
    """Endless: training homes, but of each (home, kind) the one goal that training never asks for."""
    rng = _generator(seed, "seen")
    while True:
        for home, kind in shuffled(rng, _cards(training_homes(seed))):
            yield draw_chore(home, [_kept_back(seed, home, kind)], rng)


def unseen_chores(seed: int) -> Iterator[Chore]:
    """Endless rounds of ``round_size`` chores of the held-out homes."""
    rng = _generator(seed, "unseen")
    while True:
        for home, kind in shuffled(rng, _cards(heldout_homes(seed)) * HELDOUT_REPEATS):
            yield draw_chore(home, home.goals[kind], rng)


@lru_cache(maxsize=8)
def demo_chores(seed: int, demo_seed: int, world: int) -> tuple[Chore, ...]:
    """A world of its own: four homes redrawn, so that weights cannot hold habits; no held-out name or room."""
    rng = _generator(seed, "demo", demo_seed, world)
    rooms = (KITCHENS, LAMP_ROOMS)
    pool = [draw_home(name, pick(rng, rooms[i % 2]), rng) for i, name in enumerate(_demo_names(seed, rng))]
    chores = []
    for _ in range(DEMO_ROUNDS * DEMO_ROUND_TASKS):
        home = pick(rng, pool)
        chores.append(draw_chore(home, home.goals[pick(rng, home.kinds)], rng))
    return tuple(chores)


def _demo_names(seed: int, rng: random.Random) -> list[str]:
    """Names that share words where possible: demonstrations too must need both words."""
    return draw_alike(TREES, PLACES, draw_names(seed).demo, DEMO_HOMES, rng)


def _cards(homes: Sequence[Home]) -> list[tuple[Home, str]]:
    return [(home, kind) for home in homes for kind in home.kinds]


def _kept_back(seed: int, home: Home, kind: str) -> Goal:
    """The goal of a training home kept for ``valid_seen``."""
    return draw_goal(home.goals[kind], _KEPT_BACK_WEIGHTS, _generator(seed, "seen", home.name, kind))
