"""A folder of a shop of makers: writes it in WebShop's format, and reads from its manifest what else is needed.

Demonstration worlds sell the same products, made by others, in memory and without end: lessons for a tiny policy.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1.schema import Task
from skill1_envs.kit.world_folder import (
    DEMO_ROUND_TASKS,
    MANIFEST,
    demo_numbers,
    growing,
    read_manifest,
    require_room,
    write_files,
)
from skill1_envs.webshop.generate import makers
from skill1_envs.webshop.simulator.catalogue import ATTRIBUTES, INSTRUCTIONS, PRODUCTS, Catalogue
from skill1_envs.webshop.simulator.goals import SHUFFLE_SEED, Goal
from skill1_envs.webshop.simulator.splits import Splits

FORMAT = "skill1-webshop-makers-1"
VERSION = 1  # counts up when the same seed gives another shop
CROWD = ":crowd"  # behind the name of a demonstration split
_STREAMS = {"test": makers.heldout_wishes, "eval": makers.eval_wishes, "train": makers.train_wishes}


@dataclass(frozen=True, slots=True)
class Makers:
    """What a folder's manifest says; everything else follows from the seed."""

    seed: int
    splits: Splits

    def splits_of(self, goals: Sequence[Goal]) -> Splits:
        """The splits of the folder's goals. Raises ``DataError`` for a position that does not exist among them."""
        # The manifest and the goals are separate files, and one may have been replaced.
        last = max((place for places in self.splits.positions.values() for place in places), default=-1)
        if last >= len(goals):
            raise DataError(
                f"{MANIFEST} names the goal at position {last}, but there are only {len(goals)}: the files do not "
                "belong together. Make the shop again: skill1 envs make-catalogue webshop OUT --makers"
            )
        return self.splits


def make_shop(
    out: Path, *, seed: int, train: int, eval: int, test: int, on_goal: Callable[[], None] | None = None
) -> None:
    """Writes a shop of makers to a new folder.

    Args:
        out: a folder that does not exist or is empty.
        seed: of all draws.
        train: goals of 24 makers, of which eight are active at a time; they are meant to be played in order.
        eval: other goals of the same makers.
        test: goals of six makers whose names and products occur nowhere else, in rounds of ``ROUND_SIZE``.
        on_goal: called after each goal.

    Raises:
        ConfigError: the folder is not empty, or a number is negative.
        StorageError: it cannot be written.
    """
    # The order is part of the shop: a product's instructions stand in the order in which they are drawn.
    counts = {"test": test, "eval": eval, "train": train}
    require_room(out, counts, "goals")
    by_name = _all_makers(seed)
    products = makers.rows(seed, by_name.values())
    instructions: dict[str, list[dict[str, Any]]] = {row["asin"]: [] for row in products}
    # Split → its goals, each as (product, number of its instruction there).
    places: dict[str, list[tuple[str, int]]] = {}
    for split, number in counts.items():
        places[split] = []
        for wish in islice(_STREAMS[split](seed), number):
            asin = makers.asin_of(seed, by_name, wish)
            # Until the shuffle gives it a position, a goal is known by its product and its number there.
            places[split].append((asin, len(instructions[asin])))
            instructions[asin].append(makers.instruction(wish))
            if on_goal is not None:
                on_goal()
    manifest = _about(seed, counts) | {"splits": _positions(places, instructions)}
    contents = {
        f"{PRODUCTS}.json": products,
        f"{ATTRIBUTES}.json": makers.facts(products),
        f"{INSTRUCTIONS}.json": instructions,
        MANIFEST: manifest,
    }
    # In the order of writing: the manifest comes last.
    texts = {name: json.dumps(content, indent=1) + "\n" for name, content in contents.items()}
    # Cut off before its manifest, it would be an ordinary shop, whose goals for training ask for all makers.
    with growing(out, 1, "shops", sum(map(len, texts.values()))) as folder:
        write_files(folder, texts, "the shop")


def read_makers(folder: Path) -> Makers | None:
    """Reads a folder's manifest; None if there is none or it tells of no makers.

    Raises:
        DataError: the shop is that of another version of this module.
    """
    manifest = read_manifest(folder, FORMAT)
    if manifest is None:
        return None
    # It may be damaged or edited: any other form ends in the error below.
    match manifest:
        case {
            "version": version,
            "seed": int(seed),
            "splits": {"train": [*train], "eval": [*eval_], "test": [*test]},
        }:
            # A negative position would be counted from the end of the goals without a word.
            if version == VERSION and all(
                isinstance(place, int) and place >= 0 for place in (*train, *eval_, *test)
            ):
                positions = {"test": tuple(test), "eval": tuple(eval_), "train": tuple(train)}
                return Makers(seed, Splits(positions, _described(positions)))
    raise DataError(
        f"{folder / MANIFEST}: expected a shop of makers of version {VERSION}, with a seed and splits. Make it again "
        "with this version: skill1 envs make-catalogue webshop OUT --makers"
    )


def _described(positions: Mapping[str, tuple[int, ...]]) -> str:
    numbers = ", ".join(f"{len(places)} {name}" for name, places in positions.items())
    return f"shop of makers, those of test occur in no other split; {numbers}"


def _all_makers(seed: int) -> dict[str, makers.Maker]:
    return {maker.name: maker for maker in (*makers.training_makers(seed), *makers.heldout_makers(seed))}


def _positions(
    places: Mapping[str, list[tuple[str, int]]], instructions: Mapping[str, list[dict[str, Any]]]
) -> dict[str, list[int]]:
    """Where each split's goals come to stand in the list that WebShop shuffles."""
    # The order in which the loader reads: products as in their file, then the instructions of each. Every one has
    # an attribute, so all become goals.
    listed = [(asin, number) for asin, entries in instructions.items() for number in range(len(entries))]
    random.Random(SHUFFLE_SEED).shuffle(listed)
    position = {place: index for index, place in enumerate(listed)}
    return {split: [position[place] for place in asked] for split, asked in places.items()}


def _about(seed: int, counts: Mapping[str, int]) -> dict[str, Any]:
    names = makers.draw_names(seed)
    return {
        "format": FORMAT,
        "version": VERSION,
        "seed": seed,
        "counts": dict(counts),
        "command": f"skill1 envs make-catalogue webshop OUT --makers --seed {seed} --train {counts['train']} "
        f"--eval {counts['eval']} --test {counts['test']}",
        "round_size": makers.ROUND_SIZE,
        "makers": {"train": names.train, "eval": names.train, "test": names.heldout},
    }


def demo_tasks(settings: Makers, catalogue: Catalogue, split: str) -> tuple[tuple[Task, ...], tuple[Goal, ...]]:
    """The tasks of ``demo:<seed>:<world>`` with their goals; with ``:crowd`` behind it the same in a crowd of makers.

    Raises:
        DataError: any other name, or the catalogue is not that of the settings.
    """
    seed, world = _numbers(split)
    # Goals are made from the catalogue in memory, which may be that of another seed.
    makers.require_products(catalogue, settings.seed)
    by_name = {maker.name: maker for maker in makers.demo_makers(settings.seed, seed, world)}
    wishes = makers.demo_wishes(settings.seed, seed, world)
    goals = tuple(makers.goal_of(i, wish, by_name, catalogue, settings.seed) for i, wish in enumerate(wishes))
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
    place = (settings.seed, *_numbers(split))
    crowd = makers.demo_crowd(*place) if split.endswith(CROWD) else ()
    return makers.remade(catalogue, (*makers.demo_makers(*place), *crowd))


def _numbers(split: str) -> tuple[int, int]:
    return demo_numbers(split.removesuffix(CROWD), "a shop of makers")
