"""The order in which makers, kinds and colours are asked for: training, evaluation, tests and demonstrations.

Every stream depends on a seed alone, so a longer one begins with the shorter one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import count

from skill1_envs import names
from skill1_envs.draws import pick, shuffled
from skill1_envs.names import TREES, Names, draw_alike
from skill1_envs.webshop.makers.wishes import COLOURS, KINDS_OF_MAKER, WORKS, Maker, Wish, draw_maker, variants

ACTIVE_MAKERS = 8  # one deck has all their kinds; then the oldest of them gives way to the next
TEST_REPEATS = 3  # a round asks for each kind of each test maker so often
ROUND_SIZE = TEST_REPEATS * names.NUM_HELDOUT * KINDS_OF_MAKER
DEMO_MAKERS = 4
DEMO_ROUNDS, DEMO_ROUND_TASKS = 6, 32


def _generator(*parts: object) -> random.Random:
    return random.Random("/".join(map(str, ("webshop makers", *parts))))


@cache
def draw_names(seed: int) -> Names:
    """The names of a shop's makers."""
    return names.draw_names(f"webshop makers {seed} names", TREES, WORKS)


@cache
def training_makers(seed: int) -> tuple[Maker, ...]:
    """The makers of ``train`` and ``eval``."""
    return _makers(seed, draw_names(seed).train)


@cache
def heldout_makers(seed: int) -> tuple[Maker, ...]:
    """The makers of ``test``; their names and what they make occur nowhere else."""
    return _makers(seed, draw_names(seed).heldout)


def train_wishes(seed: int) -> Iterator[Wish]:
    """Endless: shuffled decks of (maker, kind) of the active makers; makers come back when all have had their turn."""
    rng, pool, asked = _generator(seed, "train"), training_makers(seed), _Unasked()
    for move in count():
        active = [pool[(move + i) % len(pool)] for i in range(ACTIVE_MAKERS)]
        for maker, kind in shuffled(rng, _cards(active)):
            allowed = [colour for colour in COLOURS if colour != _kept_back(seed, maker, kind)]
            yield asked.draw(maker, kind, allowed, rng)


def eval_wishes(seed: int) -> Iterator[Wish]:
    """Endless: training makers, but of each (maker, kind) the one colour that training never asks for."""
    rng, asked = _generator(seed, "eval"), _Unasked()
    while True:
        for maker, kind in shuffled(rng, _cards(training_makers(seed))):
            yield asked.draw(maker, kind, [_kept_back(seed, maker, kind)], rng)


def heldout_wishes(seed: int) -> Iterator[Wish]:
    """Endless rounds of ``ROUND_SIZE`` wishes for what the test makers make."""
    rng, asked = _generator(seed, "test"), _Unasked()
    while True:
        for maker, kind in shuffled(rng, _cards(heldout_makers(seed)) * TEST_REPEATS):
            yield asked.draw(maker, kind, COLOURS, rng)


@lru_cache(maxsize=8)
def demo_makers(seed: int, demo_seed: int, world: int) -> tuple[Maker, ...]:
    """A world of its own: four makers redrawn, so that weights cannot hold what they make; no name of a test."""
    rng = _generator(seed, "demo", demo_seed, world)
    drawn = draw_alike(TREES, WORKS, draw_names(seed).demo, DEMO_MAKERS, rng)
    return tuple(draw_maker(name, rng) for name in drawn)


@lru_cache(maxsize=8)
def demo_wishes(seed: int, demo_seed: int, world: int) -> tuple[Wish, ...]:
    """Six rounds of 32 wishes in a world of ``demo_makers``."""
    rng, cards = _generator(seed, "demo wishes", demo_seed, world), _cards(demo_makers(seed, demo_seed, world))
    drawn = (pick(rng, cards) for _ in range(DEMO_ROUNDS * DEMO_ROUND_TASKS))
    return tuple(pick(rng, variants(maker.name, kind)) for maker, kind in drawn)


class _Unasked:
    """Draws without asking twice in the same words before everything has been asked."""

    def __init__(self) -> None:
        self._left: dict[tuple[str, str], list[Wish]] = {}

    def draw(self, maker: Maker, kind: str, colours: Sequence[str], rng: random.Random) -> Wish:
        key = maker.name, kind
        if not self._left.get(key):
            self._left[key] = shuffled(rng, variants(maker.name, kind, colours))
        return self._left[key].pop()


def _makers(seed: int, drawn: Sequence[str]) -> tuple[Maker, ...]:
    return tuple(draw_maker(name, _generator(seed, "maker", name)) for name in drawn)


def _cards(makers: Sequence[Maker]) -> list[tuple[Maker, str]]:
    return [(maker, kind) for maker in makers for kind in maker.series]


def _kept_back(seed: int, maker: Maker, kind: str) -> str:
    """The colour of a training maker's kind that only ``eval`` asks for."""
    return pick(_generator(seed, "eval", maker.name, kind), COLOURS)
