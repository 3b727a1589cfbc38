"""The splits of a data folder: where they lie, which games they hold, whether they are the official ones.

A split is a folder of games. Which games count, and that a split is nothing more, follows ALFWorld's own
collection; the order is by trial, whose names are time stamps, because the original's is whatever the file system
answers. Any stretch of a split then mixes the task types, and generated streams of games keep their order.

The official splits are known by their number of games of each task type. A hash over their ids has not been
published, so the ids themselves are not checked.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from skill1.errors import DataError
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
from skill1_envs.kit.world_folder import MANIFEST, read_manifest

# Task types in the order of ALFWorld's tables, with the names they have there.
TASK_LABELS = MappingProxyType(
    dict(zip(TASK_TYPES, ("Pick", "Look", "Clean", "Heat", "Cool", "Pick2"), strict=True))
)
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
# The problem's name is that of its trial. Without it, a copy under another name has the same hash.
_PROBLEM_NAME = re.compile(r"\(problem\s[^()]*\)")
# Of a path: the number at the end of the folder above the trial's.
_SCENE = re.compile(r"-(\d+)/[^/]+$")


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One game of a split, as far as a list needs it."""

    path: str  # below json_2.1.1, with slashes
    instruction: str  # with its final period
    task_type: str
    sha256: str  # of problem and goal, whatever the game is called

    @property
    def trial(self) -> str:
        """Name of its folder."""
        return self.path.rpartition("/")[2]

    @property
    def name(self) -> str:
        """Its id without the split."""
        return self.path.partition("/")[2]

    @property
    def scene(self) -> int | None:
        """Number of its room, the last part of the task folder's name; None where that has none."""
        found = _SCENE.search(self.path)
        return int(found[1]) if found else None


class Fact(NamedTuple):
    """One sentence about the data; ``warning`` is empty unless a reader of results must know better."""

    text: str
    warning: str = ""


def find_root(data: str | None) -> Path:
    """The folder of the splits. Raises ``DataError`` saying what was looked for and what to type."""
    given = data or os.environ.get("ALFWORLD_DATA")
    if not given:
        raise DataError(f"the ALFWorld games: no folder was given. {HOW_TO_GET_GAMES}")
    try:
        folder = Path(os.path.expanduser(given)).absolute()  # also of "." the folder above is asked for
        # $ALFWORLD_DATA names the folder around `json_2.1.1`; that one itself will do as well.
        for root in (folder / DATA_FOLDER, folder):
            if any((root / split).is_dir() for split in SPLITS):
                return root
    except (RuntimeError, OSError) as error:  # a ~ without a home; a name that is too long, or no permission
        raise DataError(f"the ALFWorld games: {given}: {error}") from error
    looked_for = f"looked for {DATA_FOLDER}/ with {', '.join(SPLITS)} in it"
    raise DataError(f"no ALFWorld games in {folder}: {looked_for}. {HOW_TO_GET_GAMES}")


def list_games(root: Path, split: str, goal_text: str = "templates") -> tuple[ListedGame, ...]:
    """The games that ALFWorld's own loader would play, by trial name, then path; about 0.6 ms a game.

    A folder counts if it has ``traj_data.json`` with one of the six task types and a solvable ``game.tw-pddl``,
    and its path mentions neither "movable" nor "Sliced" (tasks that ALFWorld leaves out).

    Raises:
        DataError: as ``read_game_folder``, of the first such folder that cannot be read.
    """
    found = []
    for folder in _game_folders(root, split):
        # The type first: a game of a type that is not played may be damaged, or of other rules.
        task_type = read_task_type(folder)
        if task_type not in TASK_LABELS:
            continue
        game = read_game_folder(folder, goal_text)
        if game.solvable:
            path = folder.relative_to(root).as_posix()
            found.append(ListedGame(path, f"{game.task}.", task_type, _content_sha256(game.problem)))
    return tuple(sorted(found, key=lambda game: (game.trial, game.path)))


def describe_split(root: Path, split: str, games: Sequence[ListedGame]) -> Fact:
    """Which games these are: official by count, a part of the official ones, of one of our sets, or others.

    Raises:
        DataError: the manifest of a set is damaged.
    """
    manifest = read_manifest(root.parent, FORMAT)
    if manifest is not None:
        return _describe_own(root.parent / MANIFEST, split, len(games), manifest)
    counts = Counter(game.task_type for game in games)
    official = dict(zip(TASK_TYPES, OFFICIAL_COUNTS[split], strict=True))
    total, whole = len(games), sum(official.values())
    if counts == official:
        return Fact(f"official {split}, {total} of {whole} games (as many of each task type; ids not checked)")
    text = f"not the official {split}: {total} games"
    if not games:
        return Fact(text, _why_none(root / split))
    # A set of one's own is no download that broke off, and deserves no warning.
    is_meant = (root.parent / RECORD).is_file() or total >= _NEAR * whole
    return Fact(text, _difference(split, counts, official) if is_meant else "")


def shared_games(splits: Mapping[str, Sequence[ListedGame]]) -> Fact:
    """Whether some splits share a game, by id and by content (problem with goal), or ``valid_unseen`` a room."""
    sizes = ", ".join(f"{split} {len(games)}" for split, games in splits.items())
    faults = [
        text for one, other in combinations(splits, 2) for text in _shared(one, splits[one], other, splits[other])
    ]
    rooms = {game.scene for game in splits.get("valid_unseen", ())} - {None}
    # Rooms of the other splits may recur: valid_seen is other games in the rooms of train.
    others = {game.scene for split, games in splits.items() if split != "valid_unseen" for game in games}
    if rooms & others:
        faults.append(f"rooms {_listed(rooms & others)} of valid_unseen are also in other splits")
    if faults:
        return Fact(
            f"{sizes}: the splits overlap", f"{'; '.join(faults)}. Results on them do not show generalisation."
        )
    held_out = f"; rooms {_listed(rooms)} are in valid_unseen only" if rooms else ""
    return Fact(f"{sizes}: no game is in two splits, by id or content{held_out}")


def _game_folders(root: Path, split: str) -> Iterator[Path]:
    """Folders below a split that ALFWorld would look at, in any order."""
    for folder, _, files in os.walk(root / split):
        if TRAJECTORY_FILE in files and GAME_FILE in files:
            path = Path(folder)
            # Not of the whole path: the folders around the games may be called anything.
            below = path.relative_to(root).as_posix()
            if "movable" not in below and "Sliced" not in below:
                yield path


def _content_sha256(problem: str) -> str:
    return hashlib.sha256(_PROBLEM_NAME.sub("", problem, count=1).encode()).hexdigest()


def _describe_own(path: Path, split: str, total: int, manifest: Mapping[str, Any]) -> Fact:
    try:
        expected, seed = manifest["counts"][split], manifest["seed"]
    except (KeyError, TypeError) as error:
        raise DataError(
            f"{path}: expected a seed and the number of games of {split}. Make or copy the set again."
        ) from error
    of_homes = " of homes" if "homes" in manifest else ""
    text = f"not the official {split}: {total} generated games{of_homes} ({FORMAT}, seed {seed})"
    if expected == total:
        return Fact(text)
    return Fact(text, f"{split} has {total} games, its {MANIFEST} lists {expected}: make or copy the set again.")


def _why_none(folder: Path) -> str:
    """Why no folder of a split counts as a game; the usual cause is an archive that was never unpacked."""
    holding = Counter(
        name for _, _, files in os.walk(folder) for name in {TRAJECTORY_FILE, GAME_FILE} & set(files)
    )
    found = " and ".join(f"{holding[name]} with {name}" for name in (TRAJECTORY_FILE, GAME_FILE))
    return (
        f"{folder} has no game to play: of the folders in it, {found}; a game needs both (and {GAME_FILE} comes in an "
        "archive of its own). Type: skill1 envs fetch alfworld DIR"
    )


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


def _shared(one: str, games: Sequence[ListedGame], other: str, other_games: Sequence[ListedGame]) -> Iterator[str]:
    names = {game.name for game in games} & {game.name for game in other_games}
    contents = {game.sha256 for game in games} & {game.sha256 for game in other_games}
    if names:
        yield f"{len(names)} games of {one} are in {other} under the same id, such as {min(names)}"
    if contents:
        same = min(game.name for game in other_games if game.sha256 in contents)
        yield f"{len(contents)} games of {one} are in {other} with the same content, such as {same}"


def _listed(rooms: Iterable[int | None]) -> str:
    return ", ".join(map(str, sorted(room for room in rooms if room is not None)))
