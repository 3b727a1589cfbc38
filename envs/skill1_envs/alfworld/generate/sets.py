"""A whole set of games: which are drawn for a seed, and the folder they are written to.

The games of a split are a stream that depends on the seed alone, so a larger set begins with the smaller one. No two
games of a set, across its splits, are equal in room, goal and in what lies where.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import count, islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from skill1.errors import ConfigError, DataError
from skill1_envs.alfworld.generate.game_files import GeneratedGame, make_game
from skill1_envs.alfworld.generate.goals import TASK_TYPES, goals_of
from skill1_envs.alfworld.generate.rooms import ROOM_KINDS, SCENES, Room, read_room
from skill1_envs.alfworld.generate.wheel import read_wheel
from skill1_envs.alfworld.simulator.files import DATA_FOLDER
from skill1_envs.kit.draws import pick, shuffled
from skill1_envs.kit.world_folder import MANIFEST, growing, require_room

FORMAT = "skill1-alfworld-games-1"
GENERATOR = 1  # counts up when the same seed gives other games
# One room of each kind: upstream's valid_unseen, and those upstream kept for its test split, which we leave alone.
UNSEEN_SCENES = (10, 219, 308, 424)
TEST_SCENES = (9, 215, 325, 417)
BYTES_A_GAME = 200_000  # on disk, generously
_ATTEMPTS = 200  # draws before a game counts as impossible
# A century apart, so that no stamp occurs in two splits.
_FIRST_YEAR = {"train": 2026, "valid_seen": 2126, "valid_unseen": 2226}  # of the made-up time stamps of trials


@dataclass(frozen=True, slots=True)
class GameSet:
    """What ``write_games`` or ``write_set`` wrote."""

    out: Path
    games: Mapping[str, int]  # split → number
    plan_lengths: Mapping[str, tuple[int, ...]]  # split → commands of each walkthrough

    @property
    def mean_plan_length(self) -> float:
        """Commands of a walkthrough, on average over all games."""
        lengths = [length for split in self.plan_lengths.values() for length in split]
        return sum(lengths) / len(lengths)


def write_games(
    out: Path,
    *,
    seed: int,
    train: int,
    seen: int,
    unseen: int,
    on_game: Callable[[], None] | None = None,
) -> GameSet:
    """Writes a set to a new folder: ``out/json_2.1.1/<split>/…`` and ``out/manifest.json``.

    Everything is written to ``<out>.partial``, which gets its name when it is complete. The bytes depend on the
    arguments and the installed layouts only.

    Args:
        out: a folder that does not exist or is empty.
        seed: of all draws.
        train, seen, unseen: games of ``train``, ``valid_seen`` (other games of the same rooms) and ``valid_unseen``
            (held-out rooms); task types in even shares.
        on_game: called after each game.

    Raises:
        ConfigError: ``out`` holds something, a number is negative, or all are 0.
        DataError: the alfworld package is missing, or another call writes there.
        StorageError: the disk is too small or cannot be written.
    """
    counts = {"train": train, "valid_seen": seen, "valid_unseen": unseen}
    return write_set(out, seed, counts, draw_games, on_game=on_game)


def write_set(
    out: Path,
    seed: int,
    counts: Mapping[str, int],
    draw: Callable[[int, Mapping[str, int]], Iterable[tuple[str, GeneratedGame]]],
    *,
    option: str = "",
    about: Mapping[str, Any] = MappingProxyType({}),
    on_game: Callable[[], None] | None = None,
) -> GameSet:
    """Writes any games as a set; see ``write_games`` for the folder, how it is written, and what is raised.

    Args:
        out, seed, on_game: see there.
        counts: split → number of games.
        draw: seed and counts → all games as (split, game).
        option: of ``skill1 envs make-games``, which makes such games.
        about: what else the manifest says.
    """
    require_room(out, counts, "games")
    if not any(counts.values()):
        raise ConfigError(
            "there are no games to make; expected at least one. Type --train N, --seen N or --unseen N"
        )
    numbers = f"--train {counts['train']} --seen {counts['valid_seen']} --unseen {counts['valid_unseen']}"
    command = ("skill1 envs make-games alfworld OUT", option, f"--seed {seed}", numbers)
    rows: list[dict[str, str]] = []
    manifest = {
        "format": FORMAT,
        "generator": GENERATOR,
        # Before anything is written: this reads the package, which may be missing.
        "alfworld": read_wheel().version,
        "seed": seed,
        "counts": dict(counts),
        "command": " ".join(filter(None, command)),
        **about,
        "games": rows,
    }
    lengths: dict[str, list[int]] = {split: [] for split in counts}
    with growing(out, sum(counts.values()), "games", BYTES_A_GAME) as folder:
        # Of splits without games as well, so that the suite lists them.
        for split in counts:
            (folder / DATA_FOLDER / split).mkdir(parents=True)
        for split, game in draw(seed, counts):
            files = game.write(folder / DATA_FOLDER / split)
            sha256 = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()
            rows.append({"id": f"{split}/{game.path}", "task_type": game.goal.task_type, "sha256": sha256})
            lengths[split].append(len(game.walkthrough))
            if on_game:
                on_game()
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return GameSet(out, dict(counts), {split: tuple(found) for split, found in lengths.items()})


def draw_games(seed: int, counts: Mapping[str, int]) -> Iterator[tuple[str, GeneratedGame]]:
    """The games of a set as (split, game), split by split. Task types come in rounds of six, each in random order.

    Raises ``DataError`` if a split's rooms offer no further game that differs from all others.
    """
    used: set[bytes] = set()
    for split, number in counts.items():
        for index, task_type in enumerate(islice(_task_types(seed, split), number)):
            yield split, _new_game(seed, split, index, task_type, used)


def trial_name(split: str, index: int, rng: random.Random) -> str:
    """``trial_T<date>_<time>_<micro>`` as upstream: a made-up stamp a minute after that of the index before."""
    stamp = datetime(_FIRST_YEAR[split], 1, 1) + timedelta(minutes=index)
    return f"trial_T{stamp:%Y%m%d_%H%M%S}_{int(rng.random() * 1_000_000):06d}"


def scenes_of(split: str) -> tuple[int, ...]:
    """Rooms whose games make up a split; held-out ones occur in no other."""
    if split == "valid_unseen":
        return UNSEEN_SCENES
    held_out = {*UNSEEN_SCENES, *TEST_SCENES}
    return tuple(scene for kind in ROOM_KINDS for scene in SCENES[kind] if scene not in held_out)


def _task_types(seed: int, split: str) -> Iterator[str]:
    # A generator for each round: a larger set begins with the smaller one.
    for turn in count():
        yield from shuffled(random.Random(f"alfworld types {seed} {split} {turn}"), TASK_TYPES)


def _new_game(seed: int, split: str, index: int, task_type: str, used: set[bytes]) -> GeneratedGame:
    """The first draw that can be won and that no game before equals."""
    rooms = _rooms_for(scenes_of(split), task_type)
    for attempt in range(_ATTEMPTS):
        # A generator for each attempt: how much one game draws changes nothing in the games after it.
        rng = random.Random(f"alfworld games {seed} {split} {index} {attempt}")
        room = pick(rng, rooms)
        goal = pick(rng, goals_of(room, task_type))
        game = make_game(room, goal, rng, trial=trial_name(split, index, rng))
        if game and (mark := hashlib.sha256(repr(game.signature).encode()).digest()) not in used:
            used.add(mark)
            return game
    raise DataError(
        f"{split}: no further {task_type} game in {len(rooms)} rooms after {_ATTEMPTS} draws; make fewer."
    )


@cache
def _rooms_for(scenes: Sequence[int], task_type: str) -> tuple[Room, ...]:
    return tuple(room for room in map(read_room, scenes) if goals_of(room, task_type))
