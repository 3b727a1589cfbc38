"""A folder of games of homes: writes it, and reads from its manifest what demonstrations and tokenizers need.

Demonstration worlds are homes and games made in memory, without end, for the supervised lessons of a tiny policy.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1.schema import Task
from skill1_envs.alfworld.generate.game_files import GeneratedGame
from skill1_envs.alfworld.generate.goals import TASK_TYPES
from skill1_envs.alfworld.generate.homes import (
    HELDOUT_KITCHENS,
    HELDOUT_LAMP_ROOMS,
    KITCHENS,
    LAMP_ROOMS,
    PLACES,
    Chore,
    demo_chores,
    draw_names,
    play_chore,
    round_size,
    seen_chores,
    train_chores,
    unseen_chores,
)
from skill1_envs.alfworld.generate.rooms import read_room
from skill1_envs.alfworld.generate.sets import FORMAT, GameSet, trial_name, write_set
from skill1_envs.alfworld.generate.wheel import read_wheel
from skill1_envs.alfworld.simulator.game import Game, vocabulary_of, words
from skill1_envs.kit.draws import TREES
from skill1_envs.kit.world_folder import DEMO_ROUND_TASKS, MANIFEST, demo_numbers, read_manifest

VERSION = 1  # counts up when the same seed gives other homes
_STREAMS = {"train": train_chores, "valid_seen": seen_chores, "valid_unseen": unseen_chores}
_MAX_NUMBER = 9  # in display names: eight cabinets or drawers, three copies


@dataclass(frozen=True, slots=True)
class Homes:
    """What a folder's manifest says of its homes; everything else follows from the seed."""

    seed: int
    words: tuple[str, ...]  # see ``vocabulary``


def make_homes_games(
    out: Path,
    *,
    seed: int,
    train: int,
    seen: int,
    unseen: int,
    on_game: Callable[[], None] | None = None,
) -> GameSet:
    """Writes games of homes to a new folder, in the format of ``write_games``; the manifest tells of the homes.

    Args:
        out: a folder that does not exist or is empty.
        seed: of all draws.
        train: games of 24 homes, of which eight are active at a time; they are meant to be played in order.
        seen: other goals in the same homes.
        unseen: games of six homes whose names, habits and rooms occur nowhere else, in rounds of ``round_size``.
        on_game: called after each game.

    Raises:
        ConfigError, DataError, StorageError: as ``write_games``.
    """
    counts = {"train": train, "valid_seen": seen, "valid_unseen": unseen}
    return write_set(out, seed, counts, draw_homes_games, option="--homes", about=_about(seed), on_game=on_game)


def draw_homes_games(seed: int, counts: Mapping[str, int]) -> Iterator[tuple[str, GeneratedGame]]:
    """The games as (split, game), split by split in the order of their trials; no two are equal."""
    used: set[bytes] = set()
    for split, number in counts.items():
        for index, chore in enumerate(islice(_STREAMS[split](seed), number)):
            # A generator for each game: a game that has to be drawn again leaves those after it as they are.
            rng = random.Random(f"alfworld homes {seed} game {split} {index}")
            trial = trial_name(split, index, rng)
            while (mark := _mark(game := play_chore(chore, trial, rng))) in used:
                pass  # copies and clutter have thousands of outcomes
            used.add(mark)
            yield split, game


def read_homes(root: Path) -> Homes | None:
    """Reads ``manifest.json`` beside the folder of the splits; None if there is none or it tells of no homes.

    Raises:
        DataError: the manifest is damaged, or the homes are those of another version of this module.
    """
    manifest = read_manifest(root.parent, FORMAT)
    if manifest is None or "homes" not in manifest:
        return None
    homes = manifest["homes"]
    # All but the words is drawn again from the seed, and another version would draw other homes.
    if homes["version"] != VERSION:
        raise DataError(
            f"{root.parent / MANIFEST}: expected homes of version {VERSION}. Make the games again with this version: "
            "skill1 envs make-games alfworld OUT --homes"
        )
    return Homes(homes["seed"], tuple(homes["words"]))


def vocabulary(settings: Homes) -> tuple[str, ...]:
    """Every word that any home, also one of demonstrations, can show or accept; needs no game and no wheel."""
    # The words of templates and commands alone: no game is given.
    return tuple(sorted({*vocabulary_of(()), *settings.words}))


def _about(seed: int) -> dict[str, Any]:
    """What the manifest of homes says besides."""
    names = draw_names(seed)
    return {
        "homes": {
            "version": VERSION,
            "seed": seed,
            "round_size": round_size(seed),
            "names": {"train": names.train, "valid_seen": names.train, "valid_unseen": names.heldout},
            "words": _words(),
        }
    }


def _words() -> list[str]:
    """Of names, sentences and homes."""
    wheel = read_wheel()
    scenes = (*KITCHENS, *LAMP_ROOMS, *HELDOUT_KITCHENS, *HELDOUT_LAMP_ROOMS)
    # Of all scenes that homes may be in, so that words do not depend on the seed.
    rooms = [read_room(scene) for scene in scenes]
    types = {kind for room in rooms for kind in room.thing_types}
    types |= {place.type for room in rooms for place in room.receptacles}
    sentences = [text for task_type in TASK_TYPES for text in wheel.goals[task_type].templates]
    # All words but numbers. The only lamp of a home is a desk lamp.
    shown = [*types, *TREES, *PLACES, *(text.format(obj="", recep="", toggle="desklamp") for text in sentences)]
    # "at maple hill, …" is what a home adds to a sentence.
    return sorted({*words(" ".join(["at ,", *shown])), *map(str, range(1, _MAX_NUMBER + 1))})


def _mark(game: GeneratedGame) -> bytes:
    # With the sentence: the same start with another wording or home is another game.
    told = (game.signature, game.task)
    return hashlib.sha256(repr(told).encode()).digest()


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
    # Of the task's id alone: the same game whenever, and in whatever process, it is made.
    return play_chore(chore, "trial_demo", random.Random(f"alfworld homes {settings.seed} {task.id}")).game()


def _chores(settings: Homes, split: str) -> tuple[Chore, ...]:
    return demo_chores(settings.seed, *demo_numbers(split, "the folder of homes"))


def _slug(chore: Chore) -> str:
    return f"{chore.home.name.replace(' ', '-')}/{chore.goal.task_type}/{chore.goal.target}"
