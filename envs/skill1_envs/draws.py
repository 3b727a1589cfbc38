"""Draws that give the same answer on every version of Python.

``random.Random`` promises that only for ``random()``; ``choice``, ``shuffle`` and ``sample`` have changed before, and
so has the sum of floats. Weights are therefore whole numbers.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

Option = TypeVar("Option")


def pick(rng: random.Random, options: Sequence[Option]) -> Option:
    """One option, each equally likely. ``options`` must not be empty."""
    return options[int(rng.random() * len(options))]


def pick_weighted(rng: random.Random, weights: Mapping[Option, int]) -> Option:
    """One key, in proportion to its weight, a positive whole number; the order of the keys counts."""
    mark = int(rng.random() * sum(weights.values()))
    for option, weight in weights.items():
        mark -= weight
        if mark < 0:
            return option
    raise ValueError("there is nothing to pick from: expected at least one option with a positive weight.")


def shuffled(rng: random.Random, options: Sequence[Option]) -> list[Option]:
    """The options in random order."""
    keys = [(rng.random(), position) for position in range(len(options))]
    return [options[position] for _, position in sorted(keys)]


def chance(rng: random.Random, percent: int) -> bool:
    """True in ``percent`` of a hundred cases."""
    return rng.random() * 100 < percent
