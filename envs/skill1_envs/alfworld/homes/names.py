"""Names of homes: a tree and a place, such as ``maple hill``."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from skill1_envs.alfworld.generate.draws import shuffled

TREES = ("acacia", "alder", "aspen", "beech", "birch", "cedar", "elm", "hazel", "linden", "maple", "oak", "willow")
PLACES = (
    "bay",
    "brook",
    "cliff",
    "corner",
    "ford",
    "garden",
    "harbour",
    "hill",
    "lake",
    "meadow",
    "mill",
    "ridge",
)
NUM_HELDOUT_HOMES = 6
NUM_ALIKE = 2  # pairs of held-out names that share a word; six names of a plain draw have about as many
ALL_NAMES = tuple(f"{tree} {place}" for tree in TREES for place in PLACES)


@dataclass(frozen=True, slots=True)
class Names:
    """``train`` and ``heldout`` are disjoint; ``demo`` are all but the held-out ones."""

    train: tuple[str, ...]
    heldout: tuple[str, ...]
    demo: tuple[str, ...]


@cache
def draw_names(seed: int) -> Names:
    """The names of a set of homes.

    Training homes come in blocks of two trees × two places: homes that are active together share words, so only both
    words tell them apart, and every word occurs.
    """
    rng = random.Random(f"alfworld homes {seed} names")
    trees, places = shuffled(rng, TREES), shuffled(rng, PLACES)
    train = [name for i in range(0, len(trees), 2) for name in block(trees[i : i + 2], places[i : i + 2], rng)]
    heldout = _draw_heldout([name for name in ALL_NAMES if name not in train], rng)
    demo = tuple(name for name in ALL_NAMES if name not in heldout)
    return Names(tuple(train), heldout, demo)


def block(trees: Iterable[str], places: Sequence[str], rng: random.Random) -> list[str]:
    """All names of some trees and places, shuffled."""
    return shuffled(rng, [f"{tree} {place}" for tree in trees for place in places])


def _draw_heldout(names: Sequence[str], rng: random.Random) -> tuple[str, ...]:
    while True:
        drawn = tuple(shuffled(rng, names)[:NUM_HELDOUT_HOMES])
        if num_alike(drawn) == NUM_ALIKE:
            return drawn


def num_alike(names: Iterable[str]) -> int:
    """Pairs of names that share a word."""
    return sum(not set(a.split()).isdisjoint(b.split()) for a, b in combinations(names, 2))
