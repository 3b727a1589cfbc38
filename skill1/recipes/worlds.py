"""The worlds that a quickstart knows: what is taught, trained, evaluated and shown in each.

A world is plain data, which each environment offers in its own package; one of generated games also says how many it
takes. ``Games`` has them made once into the runs folder, by the environment, and finds them again by their manifest.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from skill1.config import EnvConfig
from skill1.config.registry import QUICKSTARTS, attribute_at
from skill1.env.registry import make_suite
from skill1.errors import ConfigError
from skill1.evaluate.storage import read_stored
from skill1.models.files import file_hash
from skill1.policy.tiny import TinyShape
from skill1.run.directory import discard
from skill1.run.disk import sole_writer, written
from skill1.run.progress import Progress

METHODS = ("skill1", "grpo")


@dataclass(frozen=True)
class Lesson:
    """One supervised pass: whose demonstrations, how many episodes, and the configuration with the learning rate."""

    expert: str
    episodes: int
    smoke_episodes: int
    config: str


@dataclass(frozen=True)
class GamesPlan:
    """Games to generate: how many of each split. The seed is the same for every run: all play the same games."""

    seed: int
    train: int
    seen: int
    unseen: int


@dataclass(frozen=True)
class World:
    """One quickstart. Its folders are ``<label>-cold-start``, ``<label>-skill1`` and so on."""

    name: str  # of the environment
    configs: str  # folder of the configurations: one for each method, and smoke
    lessons: tuple[Lesson, ...]
    heldout: str  # split whose hidden facts training never sees
    # (who, split, library). The cold start and Skill1 play with the same recipe; GRPO never has a library.
    evaluations: tuple[tuple[str, str, str], ...]
    # Of the table: title, evaluation, part of it; of the growing library only the last rounds count.
    columns: tuple[tuple[str, str, str | None], ...]
    shape: TinyShape = field(default_factory=TinyShape)
    games: GamesPlan | None = None
    smoke_games: GamesPlan | None = None
    games_mark: str = "homes"  # what the manifest of such games tells of
    games_splits: tuple[str, str, str] = ("train", "valid_seen", "valid_unseen")  # names of the plan's three
    # Pairs of evaluations, better and baseline, whose paired difference is shown; with them, success by task type.
    differences: tuple[tuple[str, str], ...] = ()
    model: str | None = None  # packaged language model that the cold start teaches; None: a tiny policy is made
    # What all of it takes on a CPU, in passes of that model over ``quickstart.PASS_TOKENS`` tokens; None: not measured.
    passes: int | None = None

    @property
    def label(self) -> str:
        """The environment, and the model's family where it is no tiny policy."""
        return self.name if self.model is None else f"{self.name}-{self.model.partition('-')[0]}"

    @property
    def cold_start_folder(self) -> str:
        return f"{self.label}-cold-start"

    @property
    def games_folder(self) -> str:
        return f"{self.label}-games"

    @property
    def summary_file(self) -> str:
        return f"{self.label}-summary.json"

    def plan(self, *, smoke: bool) -> GamesPlan | None:
        """The games to make, if any."""
        return self.smoke_games if smoke else self.games


@cache
def world_of(name: str, model: str | None = None) -> World:
    """The world of a name in ``skill1_envs.QUICKSTARTS``, made of the plain data that its environment offers.

    ``model``: a packaged language model in place of a tiny policy, for which ``WITH_MODEL`` beside it has other data.

    Raises:
        ConfigError: there is none with that model; names those there are.
    """
    # A copy, as it is changed below.
    offered = dict(attribute_at(QUICKSTARTS[name]))
    if model is not None:
        if model not in (others := _with_models(name)):
            known = ", ".join(
                f"{each} --model {packaged}" for each in QUICKSTARTS for packaged in _with_models(each)
            )
            raise ConfigError(
                f"there is no quickstart {name} --model {model}; expected {known}. To train any other model: "
                "skill1 train --model.path MODEL."
            )
        offered |= {"model": model, **others[model]}
    offered["lessons"] = tuple(Lesson(*lesson) for lesson in offered["lessons"])
    for games in ("games", "smoke_games"):
        if games in offered:
            offered[games] = GamesPlan(**offered[games])
    return World(name=name, **offered)


def _with_models(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Packaged model → what is other than for a tiny policy."""
    return getattr(import_module(QUICKSTARTS[name].partition(":")[0]), "WITH_MODEL", {})


HOUSEHOLD = world_of("household")


MANIFEST = "manifest.json"
NUMBERS = ("train", "seen", "unseen")  # of a plan, in the order of a world's games_splits


def workplace(folder: Path) -> Path:
    """The hidden folder in which ``folder`` is made."""
    return folder.with_name(f".{folder.name}.partial")


@contextmanager
def workshop(folder: Path) -> Iterator[Path]:
    """Its :func:`workplace`, for one process at a time.

    What is whole is renamed to ``folder``, so that a kill never leaves half of it under that name.

    Raises:
        RunInUseError: another process is making it.
        StorageError: the disk does not take it.
    """
    work = workplace(folder)
    # Before the lock, which needs a folder to lie in.
    with written(work):
        work.mkdir(parents=True, exist_ok=True)
    with sole_writer(work):
        yield work


def advice(again: str, it: str, old: str) -> str:
    """What to type where a folder holds something else."""
    return f"Type another --runs-dir, or {again} to make {it} again (the old {old} kept under discarded/)."


class Games:
    """The games of a world in one folder: ``check`` decides whether they have to be made, ``make`` makes them.

    ``again``: what makes them again when it is typed.
    """

    def __init__(self, folder: Path, world: World, *, smoke: bool, again: str = "--fresh") -> None:
        self.folder, self.world, self.again = folder, world, again
        plan = world.plan(smoke=smoke)
        assert plan is not None, f"{world.name} has no generated games"
        self.plan: GamesPlan = plan
        self.smoke = smoke

    def check(self, *, fresh: bool = False) -> str:
        """Move aside what may not stay; returns a sentence about that, or nothing. Games as wanted always stay.

        ``fresh`` also moves a folder without a manifest: games that were cut off have none.

        Raises:
            ConfigError: a folder is there that holds something else.
        """
        # With `fresh` as well: their seed is that of the world, so the same games would be made again.
        if not self.folder.exists() or self._is_as_planned(self.plan):
            return ""
        if fresh:
            return f"--fresh: the old {self.folder} was moved to {discard(self.folder)}."
        # A trial's games give way unasked. A trial never moves those of a real run.
        if not self.smoke and self._is_as_planned(self.world.plan(smoke=True)):
            return f"{self.folder} held a smoke run's games; it was moved to {discard(self.folder)}."
        raise ConfigError(
            f"{self.folder} exists but does not hold the games of this quickstart: expected a {MANIFEST} with "
            f"{self._wanted(self.plan)}, got {self._described()}. " + advice(self.again, "them", "ones are")
        )

    def make(self, console=None) -> str:
        """Make the games unless they are there; returns the sha256 (hex) of their manifest.

        Raises:
            ConfigError: as :meth:`check`.
            DataError: what games are made from is not installed.
            RunInUseError: another process makes them.
            StorageError: the disk does not take them.
        """
        self.check()
        if not self.folder.exists():
            self._make_whole(console)
        return file_hash(self.folder / MANIFEST)

    def _make_whole(self, console) -> None:
        with workshop(self.folder) as work:
            try:
                if not self.folder.exists():  # another process may just have made them
                    self._clear(work)
                    made = self._generate(work / self.folder.name, console)
                    made.rename(self.folder)
            finally:
                # After a failure, too, and under the lock: games are always made from the first on, so half of
                # them is no use.
                shutil.rmtree(work, ignore_errors=True)

    def _clear(self, work: Path) -> None:
        """Remove what a killed process left; a suite may have built a folder beside the one that it was asked for."""
        for stale in (path for path in work.iterdir() if path.is_dir()):
            shutil.rmtree(stale)

    def _generate(self, out: Path, console) -> Path:
        # Without env.data: that is what is made here.
        suite = make_suite(EnvConfig(name=self.world.name))
        numbers = {name: getattr(self.plan, name) for name in NUMBERS}
        with Progress(self.folder.name, sum(numbers.values()), console) as progress:
            suite.make_quickstart(out, seed=self.plan.seed, on_task=progress.advance, **numbers)
        return out

    def _is_as_planned(self, plan: GamesPlan | None) -> bool:
        return plan is not None and self._described() == self._wanted(plan)

    def _described(self) -> dict[str, object]:
        manifest = read_stored(self.folder / MANIFEST)
        return {
            "seed": manifest.get("seed"),
            "counts": manifest.get("counts"),
            # Only that it tells of them: it is the kind of game that is compared.
            self.world.games_mark: bool(manifest.get(self.world.games_mark)),
        }

    def _wanted(self, plan: GamesPlan) -> dict[str, object]:
        counts = {s: getattr(plan, name) for name, s in zip(NUMBERS, self.world.games_splits, strict=True)}
        return {"seed": plan.seed, "counts": counts, self.world.games_mark: True}
