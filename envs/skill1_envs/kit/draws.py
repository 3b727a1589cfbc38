"""Draws that give the same answer on every version of Python.

``random.Random`` promises that only for ``random()``; ``choice``, ``shuffle`` and ``sample`` have changed before, and
so has the sum of floats. Weights are therefore whole numbers.

Among them are names of two words, such as ``maple hill``, for whatever hides facts: training, demonstrations and tests
share words, but no name of a test occurs elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, count
from typing import TypeVar

Option = TypeVar("Option")
Owner = TypeVar("Owner")
ACTIVE = 8  # of the owners of facts: a deck has the cards of these; then the oldest of them gives way to the next


def generator(*parts: object) -> random.Random:
    """Random numbers that the parts decide."""
    # Seeded by a text, which gives the same numbers in every process, whatever Python's hashes are.
    return random.Random("/".join(map(str, parts)))


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
    # The position decides between equal draws, so options need not have an order themselves.
    keys = [(rng.random(), position) for position in range(len(options))]
    return [options[position] for _, position in sorted(keys)]


def chance(rng: random.Random, percent: int) -> bool:
    """True in ``percent`` of a hundred cases."""
    return rng.random() * 100 < percent


def decks(rng: random.Random, cards: Sequence[Option]) -> Iterator[Option]:
    """Endless: the same cards again and again, each time in another order."""
    while True:
        yield from shuffled(rng, cards)


def moving_decks(
    rng: random.Random, pool: Sequence[Owner], cards_of: Callable[[Sequence[Owner]], Sequence[Option]]
) -> Iterator[Option]:
    """Endless: shuffled decks of the active owners' cards; owners come back when all have had their turn."""
    for move in count():
        # A window over the pool that moves by one owner a deck.
        yield from shuffled(rng, cards_of([pool[(move + i) % len(pool)] for i in range(ACTIVE)]))


class Unasked:
    """Draws without asking twice in the same words before everything has been asked."""

    def __init__(self) -> None:
        self._left: dict[Hashable, list] = {}

    def draw(
        self, rng: random.Random, about: Hashable, ways: Callable[..., Sequence[Option]], *of: object
    ) -> Option:
        """One of ``ways(*of)`` to ask ``about`` something."""
        if not self._left.get(about):
            # Every way to ask has been used up: all of them come again, in another order.
            self._left[about] = shuffled(rng, ways(*of))
        return self._left[about].pop()


TREES = ("acacia", "alder", "aspen", "beech", "birch", "cedar", "elm", "hazel", "linden", "maple", "oak", "willow")
NUM_HELDOUT = 6
NUM_ALIKE = 2  # pairs of held-out names that share a word; six names of a plain draw have about as many


@dataclass(frozen=True, slots=True)
class Names:
    """``train`` and ``heldout`` are disjoint; ``demo`` are all but the held-out ones."""

    train: tuple[str, ...]
    heldout: tuple[str, ...]
    demo: tuple[str, ...]


@cache
def draw_names(key: str, first: tuple[str, ...], second: tuple[str, ...]) -> Names:
    """Names made of a first and a second word; ``key`` decides the draw. Both lists have the same even length.

    Training names come in blocks of two first × two second words: those that are active together share words, so only
    both words tell them apart, and every word occurs.
    """
    rng = random.Random(key)
    heads, tails = shuffled(rng, first), shuffled(rng, second)
    # In steps of two, so that each word is in one block only.
    train = [name for i in range(0, len(heads), 2) for name in block(heads[i : i + 2], tails[i : i + 2], rng)]
    heldout = _draw_heldout([name for name in all_names(first, second) if name not in train], rng)
    demo = tuple(name for name in all_names(first, second) if name not in heldout)
    return Names(tuple(train), heldout, demo)


def all_names(first: Iterable[str], second: Sequence[str]) -> tuple[str, ...]:
    """Every combination."""
    return tuple(f"{head} {tail}" for head in first for tail in second)


def block(first: Iterable[str], second: Sequence[str], rng: random.Random) -> list[str]:
    """All names of some words, shuffled."""
    return shuffled(rng, all_names(first, second))


def draw_alike(
    first: Sequence[str], second: Sequence[str], allowed: Sequence[str], number: int, rng: random.Random
) -> list[str]:
    """``number`` of the allowed names: two first × two second words as far as allowed, filled up with any others."""
    drawn = block(shuffled(rng, first)[:2], shuffled(rng, second)[:2], rng)
    names = [name for name in drawn if name in allowed]
    return (names + [name for name in shuffled(rng, allowed) if name not in names])[:number]


def _draw_heldout(names: Sequence[str], rng: random.Random) -> tuple[str, ...]:
    while True:
        drawn = tuple(shuffled(rng, names)[:NUM_HELDOUT])
        # As many as is usual, so that names of one seed are as easy to mix up as those of another.
        if num_alike(drawn) == NUM_ALIKE:
            return drawn


def num_alike(names: Iterable[str]) -> int:
    """Pairs of names that share a word."""
    return sum(not set(a.split()).isdisjoint(b.split()) for a, b in combinations(names, 2))
