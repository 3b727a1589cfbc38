"""The splits of a data folder: where they lie, which games they hold, whether they are the official ones.

A split is a folder of games. Which games count, and that a split is nothing more, follows ALFWorld's own
collection; the order is by trial, whose names are time stamps, because the original's is whatever the file system
answers. Any stretch of a split then mixes the task types, and generated streams of games keep their order.

The official splits are known by their number of games of each task type. A hash over their ids has not been
published, so the ids themselves are not checked.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from skill1.errors import DataError
from skill1.schema import Task
from skill1_envs.alfworld.generate.goals import TASK_TYPES
from skill1_envs.alfworld.generate.sets import FORMAT
from skill1_envs.alfworld.simulator.files import (
    DATA_FOLDER,
    GAME_FILE,
    TRAJECTORY_FILE,
    read_game_folder,
    read_task_type,
)
from skill1_envs.kit.download import RECORD  # left in the folder that holds json_2.1.1
from skill1_envs.kit.world_folder import MANIFEST, data_folder, read_manifest

# Task types in the order of ALFWorld's tables, with the names they have there.
TASK_LABELS = dict(zip(TASK_TYPES, ("Pick", "Look", "Clean", "Heat", "Cool", "Pick2"), strict=True))
# Games of each task type, in that order: Shridhar et al. 2021 (arXiv 2010.03768), Table 1; 3,553, 140 and 134 in all.
OFFICIAL_COUNTS = {
    "train": (790, 308, 650, 459, 533, 813),
    "valid_seen": (35, 13, 27, 16, 25, 24),
    "valid_unseen": (24, 18, 31, 23, 21, 17),
}
SPLITS = tuple(OFFICIAL_COUNTS)
HOW_TO_GET_GAMES = (
    "To get games, type one of these, then --env.data DIR or export ALFWORLD_DATA=DIR: "
    "`skill1 envs fetch alfworld DIR` for the official ones (a folder of alfworld-download works too); "
    "`skill1 envs make-games alfworld DIR --seed 0 --train 1000 --seen 100 --unseen 100` for games of your own; "
    "or, in a checkout, --env.data data/alfworld for a few ready ones."
)
_NEAR = 0.5  # a folder with this share of an official split was meant to be one


class Fact(NamedTuple):
    """One sentence about the data; ``warning`` is empty unless a reader of results must know better."""

    text: str
    warning: str = ""


def find_root(data: str | None) -> Path:
    """The folder of the splits. Raises ``DataError`` saying what was looked for and what to type."""
    folder = data_folder(data, "ALFWORLD_DATA", "the ALFWorld games", HOW_TO_GET_GAMES)
    folder = folder.absolute()  # also of "." the folder above is asked for
    # $ALFWORLD_DATA names the folder around `json_2.1.1`; that one itself will do as well.
    for root in (folder / DATA_FOLDER, folder):
        if any((root / split).is_dir() for split in SPLITS):
            return root
    looked_for = f"looked for {DATA_FOLDER}/ with {', '.join(SPLITS)} in it"
    raise DataError(f"no ALFWorld games in {folder}: {looked_for}. {HOW_TO_GET_GAMES}")


def list_tasks(root: Path, split: str, goal_text: str = "templates") -> tuple[Task, ...]:
    """The games that ALFWorld's own loader would play, by trial name, then path; about 0.6 ms a game.

    A folder counts if it has ``traj_data.json`` with one of the six task types and a solvable ``game.tw-pddl``,
    and its path mentions neither "movable" nor "Sliced" (tasks that ALFWorld leaves out). Ids are paths below ``root``.

    Raises:
        DataError: as ``read_game_folder``, of the first such folder that cannot be read.
    """
    found = []
    for folder in _game_folders(root, split):
        # The type first: a game of a type that is not played may be damaged, or of other rules.
        task_type = read_task_type(folder)
        if task_type in TASK_LABELS and (game := read_game_folder(folder, goal_text)).solvable:
            found.append((folder.name, folder.relative_to(root).as_posix(), f"{game.task}.", task_type))
    return tuple(
        Task(path, "alfworld", split, index, instruction, task_type)
        for index, (_, path, instruction, task_type) in enumerate(sorted(found))
    )


def describe_split(root: Path, split: str, tasks: Sequence[Task]) -> Fact:
    """Which games these are: official by count, a part of the official ones, of one of our sets, or others.

    Raises:
        DataError: the manifest of a set is damaged.
    """
    manifest = read_manifest(root.parent, FORMAT)
    if manifest is not None:
        return _describe_own(split, len(tasks), manifest)
    counts = Counter(task.type for task in tasks)
    official = dict(zip(TASK_TYPES, OFFICIAL_COUNTS[split], strict=True))
    total, whole = len(tasks), sum(official.values())
    if counts == official:
        return Fact(f"official {split}, {total} of {whole} games (as many of each task type; ids not checked)")
    text = f"not the official {split}: {total} games"
    if not tasks:
        advice = "which come in archives of their own. Type: skill1 envs fetch alfworld DIR"
        return Fact(text, f"{root / split}: expected folders with {TRAJECTORY_FILE} and {GAME_FILE}, {advice}")
    # A set of one's own is no download that broke off, and deserves no warning.
    is_meant = (root.parent / RECORD).is_file() or total >= _NEAR * whole
    return Fact(text, _difference(split, counts, official) if is_meant else "")


def _game_folders(root: Path, split: str) -> Iterator[Path]:
    """Folders below a split that ALFWorld would look at, in any order."""
    for folder, _, files in os.walk(root / split):
        if TRAJECTORY_FILE in files and GAME_FILE in files:
            path = Path(folder)
            # Not of the whole path: the folders around the games may be called anything.
            below = path.relative_to(root).as_posix()
            if "movable" not in below and "Sliced" not in below:
                yield path


def _describe_own(split: str, total: int, manifest: Mapping[str, Any]) -> Fact:
    expected, of_homes = manifest["counts"][split], " of homes" if "homes" in manifest else ""
    text = f"not the official {split}: {total} generated games{of_homes} ({FORMAT}, seed {manifest['seed']})"
    if expected == total:
        return Fact(text)
    return Fact(text, f"{split} has {total} games, its {MANIFEST} lists {expected}: make or copy the set again.")


def _difference(split: str, counts: Mapping[str, int], official: Mapping[str, int]) -> str:
    total, whole = sum(counts.values()), sum(official.values())
    parts = [f"{label} {counts.get(name, 0) - official[name]:+d}" for name, label in TASK_LABELS.items()]
    # Types that have as many as they should are not worth naming.
    parts = [part for part in parts if not part.endswith("+0")]
    # By type, because too many of one do not make up for missing ones of another.
    missing = sum(max(0, official[name] - counts.get(name, 0)) for name in official)
    what = f"{missing} are missing" if missing else "some are too many"
    return (
        f"{split} has {total} games, the official one {whole}: {what} ({', '.join(parts)}). Perhaps a download "
        "stopped half-way. Results on it cannot be compared with published ones. Type: skill1 envs fetch alfworld DIR"
    )
