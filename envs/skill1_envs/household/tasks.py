"""The fixed splits, the homes they play in, and the endless demonstration worlds.

Everything is drawn from ``WORLD_SEED`` with string-seeded generators: ids and facts are the same on every machine.
``python -m skill1_envs.household`` writes ``manifest.json``, which pins counts and hashes; a test regenerates it.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from pathlib import Path

from skill1.env.protocol import Task
from skill1.errors import DataError
from skill1_envs.household import world
from skill1_envs.household.world import ALL_NAMES, PLACES, TREES, TYPES, Chore, Home, HomeName, Request
from skill1_envs.kit import draws
from skill1_envs.kit.world_folder import DEMO_PREFIX, DEMO_ROUND_TASKS, DEMO_ROUNDS, demo_numbers

WORLD_SEED = 2605  # never change: ids, homes and published numbers hang on it
NUM_HELDOUT_HOMES = 6
NUM_ALIKE = 2  # pairs of six homes that share a word: a random draw has 15 pairs · 22/143 = 2.3 on average
NUM_TRAIN_TASKS = 3600
ACTIVE_HOMES = 8  # homes the training stream deals from at a time
TASKS_PER_MOVE = 48  # one deck of 8 homes × 6 types; then the oldest active home gives way to the next
DEMO_HOMES = 4
SEEN_ROUNDS = 3
HELDOUT_ROUNDS, HELDOUT_REPEATS = 8, 4  # a round plays each (home, type) four times
MANIFEST_PATH = Path(__file__).with_name("manifest.json")
_PART_SPLIT = re.compile(r"([a-z_]+):([a-z]+-[a-z]+):([a-z]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Split:
    """The ordered tasks of a split with what they hide; ``tasks[i]`` asks for ``chores[i]``."""

    tasks: tuple[Task, ...]
    chores: tuple[Chore, ...]


_generator = partial(draws.generator, WORLD_SEED)


@cache
def home_names() -> dict[str, tuple[HomeName, ...]]:
    """Names of ``train``, ``heldout`` and ``heldout_dev`` homes (disjoint), and all names ``demo`` worlds may use.

    Training homes come in blocks of two trees × two places, block after block, so that every word occurs and the homes
    active together share words: only both words tell them apart, and a policy that drifts on one of them loses.
    """
    rng = _generator("names")
    trees, places = rng.sample(TREES, len(TREES)), rng.sample(PLACES, len(PLACES))
    train = [name for i in range(0, len(trees), 2) for name in _block(trees[i : i + 2], places[i : i + 2], rng)]
    heldout, heldout_dev = _heldout_names([name for name in ALL_NAMES if name not in train], rng)
    # Training names as well: each demonstration world draws the facts of its homes anew.
    demo = [name for name in ALL_NAMES if name not in heldout + heldout_dev]
    return {"train": tuple(train), "heldout": heldout, "heldout_dev": heldout_dev, "demo": tuple(demo)}


def _block(trees: Sequence[str], places: Sequence[str], rng: random.Random) -> list[HomeName]:
    """All names of some trees and places, shuffled."""
    names = [HomeName(tree, place) for tree in trees for place in places]
    return rng.sample(names, len(names))


def _heldout_names(names: list[HomeName], rng: random.Random) -> tuple[tuple[HomeName, ...], tuple[HomeName, ...]]:
    """Two groups, redrawn until as many of their names share a word as is usual: equally easy to mix up."""
    while True:
        drawn = rng.sample(names, 2 * NUM_HELDOUT_HOMES)
        first, second = tuple(drawn[:NUM_HELDOUT_HOMES]), tuple(drawn[NUM_HELDOUT_HOMES:])
        if all(draws.num_alike(map(str, names)) == NUM_ALIKE for names in (first, second)):
            return first, second


@cache
def homes(group: str) -> tuple[Home, ...]:
    """The fixed homes of ``train``, ``heldout`` or ``heldout_dev``."""
    return tuple(world.draw_home(name, _generator("home", name)) for name in home_names()[group])


@cache
def _seen_pairs(home: HomeName, type_: str) -> tuple[tuple[str, str], ...]:
    """The (item, goal) pairs of a training home kept for ``seen``: the training stream never asks for them."""
    return tuple(_generator("seen", home, type_).sample(world.item_goal_pairs(type_), SEEN_ROUNDS))


@cache
def _train_pairs(home: HomeName, type_: str) -> tuple[tuple[str, str], ...]:
    kept_back = _seen_pairs(home, type_)
    return tuple(pair for pair in world.item_goal_pairs(type_) if pair not in kept_back)


def _chore(home: Home, type_: str, pair: tuple[str, str]) -> Chore:
    return Chore(home, Request(home.name, type_, *pair))


def _train_rounds() -> Iterator[list[Chore]]:
    """One round per move; round r deals from homes r … r+7, cycling, in shuffled decks of (home, type)."""
    rng, pool = _generator("train"), homes("train")
    # Rounded up: the last round may be cut.
    num_rounds = -(-NUM_TRAIN_TASKS // TASKS_PER_MOVE)
    for move in range(num_rounds):
        active = [pool[(move + i) % len(pool)] for i in range(ACTIVE_HOMES)]
        deck = [(home, type_) for home in active for type_ in TYPES]
        # Whole decks, each shuffled by itself, so that every home and type comes equally often.
        dealt = [card for _ in range(TASKS_PER_MOVE // len(deck)) for card in rng.sample(deck, len(deck))]
        dealt = dealt[: NUM_TRAIN_TASKS - move * TASKS_PER_MOVE]
        yield [_chore(home, type_, rng.choice(_train_pairs(home.name, type_))) for home, type_ in dealt]


def _seen_rounds() -> Iterator[list[Chore]]:
    rng = _generator("seen")
    for i in range(SEEN_ROUNDS):
        # Round i asks for pair i of each home and type, so that no task comes twice.
        cards = [(home, type_) for home in homes("train") for type_ in TYPES]
        chores = [_chore(home, type_, _seen_pairs(home.name, type_)[i]) for home, type_ in cards]
        yield rng.sample(chores, len(chores))


def _heldout_rounds(group: str) -> Iterator[list[Chore]]:
    rng = _generator(group)
    for _ in range(HELDOUT_ROUNDS):
        chores = [
            _chore(home, type_, pair)
            for home in homes(group)
            for type_ in TYPES
            # Without replacement, so that no round asks for the same twice.
            for pair in rng.sample(world.item_goal_pairs(type_), HELDOUT_REPEATS)
        ]
        yield rng.sample(chores, len(chores))


def _demo_rounds(seed: int, number: int) -> Iterator[list[Chore]]:
    """A world of its own: four homes redrawn, so that weights cannot hold facts; no held-out name."""
    rng = _generator("demo", seed, number)
    # Facts and tasks of one generator: a world follows from its seed and number alone.
    pool = [world.draw_home(name, rng) for name in _demo_names(rng)]
    for _ in range(DEMO_ROUNDS):
        cards = [(rng.choice(pool), rng.choice(TYPES)) for _ in range(DEMO_ROUND_TASKS)]
        yield [_chore(home, type_, rng.choice(world.item_goal_pairs(type_))) for home, type_ in cards]


def _demo_names(rng: random.Random) -> list[HomeName]:
    """Two trees × two places where allowed, filled up with any names: demonstrations too must need both words."""
    allowed = home_names()["demo"]
    block = [name for name in _block(rng.sample(TREES, 2), rng.sample(PLACES, 2), rng) if name in allowed]
    # Twice as many as are needed, because some may be in the block.
    others = [name for name in rng.sample(allowed, 2 * DEMO_HOMES) if name not in block]
    return (block + others)[:DEMO_HOMES]


FIXED_SPLITS: dict[str, Callable[[], Iterator[list[Chore]]]] = {
    "train": _train_rounds,
    "seen": _seen_rounds,
    "heldout": lambda: _heldout_rounds("heldout"),
    "heldout_dev": lambda: _heldout_rounds("heldout_dev"),
}


# Bounded, because demonstration worlds are endless.
@lru_cache(maxsize=64)
def load_split(name: str) -> Split:
    """A fixed split, or ``demo:<seed>:<world>``. Raises ``DataError`` naming what there is.

    ``<split>:<home>:<type>``, such as ``seen:elm-lane:heat``, is the part of a fixed split that asks for one type of
    task in one home. All its tasks hang on the same facts, so advice that fits one fits all.
    """
    if name in FIXED_SPLITS:
        return _number(name, FIXED_SPLITS[name]())
    if match := _PART_SPLIT.fullmatch(name):
        return _part(name, *match.groups())
    if name.startswith(DEMO_PREFIX):
        return _number(name, _demo_rounds(*demo_numbers(name, "household")))
    known = ", ".join(FIXED_SPLITS)
    raise DataError(
        f"household has no split {name!r}; expected one of {known}, a part of one (<split>:<home>:<type>), or "
        "demo:<seed>:<world>."
    )


def _part(name: str, whole: str, home: str, type_: str) -> Split:
    split = load_split(whole)
    pairs = zip(split.tasks, split.chores, strict=True)
    chosen = [(t, c) for t, c in pairs if (c.home.name.slug, t.type) == (home, type_)]
    if not chosen:
        known = ", ".join(sorted({chore.home.name.slug for chore in split.chores}))
        raise DataError(f"{name!r} has no task; homes of {whole}: {known}; types: {', '.join(TYPES)}.")
    # Ids stay as they are in the whole split. Positions count within the part, because reset goes by them.
    tasks = [replace(task, split=name, index=place) for place, (task, _) in enumerate(chosen)]
    return Split(tuple(tasks), tuple(chore for _, chore in chosen))


def _number(split: str, rounds: Iterator[list[Chore]]) -> Split:
    tasks, chores = [], []
    for round_, dealt in enumerate(rounds):
        for chore in dealt:
            request, index = chore.request, len(tasks)
            id_ = f"household/{split}/r{round_}/{request.name.slug}/{request.type}/{index:04d}"
            tasks.append(Task(id_, "household", split, index, request.text, request.type))
            chores.append(chore)
    return Split(tuple(tasks), tuple(chores))


def _sha256(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _entry(name: str) -> dict[str, object]:
    split = load_split(name)
    full = [
        "|".join([task.id, task.instruction, *chore.home.spots.values(), *chore.home.appliances.values()])
        for task, chore in zip(split.tasks, split.chores, strict=True)
    ]
    return {
        "tasks": len(split.tasks),
        "homes": sorted({chore.home.name.slug for chore in split.chores}),
        "ids_sha256": _sha256([task.id for task in split.tasks]),
        "contents_sha256": _sha256(full),  # ids, instructions and hidden facts
    }


def manifest() -> str:
    """The JSON text of ``manifest.json``: counts, homes and hashes of the fixed splits."""
    content = {
        "command": "python -m skill1_envs.household",
        "world_seed": WORLD_SEED,
        "splits": {name: _entry(name) for name in FIXED_SPLITS},
    }
    return json.dumps(content, indent=1) + "\n"
